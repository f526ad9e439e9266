"""The tools for meetings: which there were, what came of one, and keeping that. What was said there is other people's words, and taints the turn.

What came of it is read by rules, each with its line and its time in the transcript; a model that answers is given the transcript as well.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line, quoted
from app.cards.quoting import block, bracketed, within
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.meetings.transcripts import Line, read_transcript
from app.language.meetings import Insight, insights
from app.language.time import wording
from app.memory.records import Task
from app.memory.words import fold
from app.tools import when
from app.tools.meeting_sources import MOST_BACK, Meeting, meetings, named_in_files, words_of
from app.tools.notes import save_note
from app.tools.tasks import MAX_TITLE, TODO
from app.tools.toolset import Tool

_READS = Risk(reads_private=True, reads_untrusted=True)
_KEEPS = Risk(side_effect=True, reversible=True, adds=True, local=False, reads_private=True)
_SHOWN, _PART = 15, 10_000
_NAMED, _QUOTED, _ON_CARD = 6, 160, 2_000
_NONE = (
    "I know of no meeting with a transcript. Send me one here (VTT, SRT, text or a recording), or connect the files that Google Meet writes "
    "its transcripts to."
)
_NONE_FITS = "I find no meeting that fits."
_SO_FAR = "I look {days} days back."
_NOT_FOUND = "I find no meeting “{said}”. The last are: {names}."
_WHICH = "Which one? {names}"
_EMPTY = "There is nothing in the transcript of “{title}” that I can read."
_NOTHING = "I find no decision, no task and no open question in it by my rules."
_NO_PART = "The transcript of “{title}” has {parts} parts."
_NO_TASKS = "I find nothing in it that {whose} said they would do."
_ADDED = "Added {count} to your to-dos: {titles}."
_HEADS = (("decision", "Decided:"), ("action", "To do:"), ("question", "Left open:"))


@dataclass(frozen=True, slots=True)
class Told:
    """A meeting, what was said in it and what came of it."""

    meeting: Meeting
    lines: Sequence[Line]
    found: Sequence[Insight]


async def list_recent_meetings(ctx: RunContext[AgentDeps], since: str = "", words: str = "") -> str:
    """The last meetings, and which have a transcript. `words`: of the title, or of who was there."""
    deps = ctx.deps
    start = when.stretch(since, "", deps.local_now)[0]
    wanted = fold(words).split()
    known, problems = await (meetings(deps, MOST_BACK) if start or wanted else meetings(deps))
    found = [
        one
        for one in known
        if (start is None or one.at >= start)
        and all(word in fold(" ".join((one.title, *one.people))) for word in wanted)
    ]
    lines = [f"- {_named(one, deps)}" for one in found[:_SHOWN]] or [_NONE_FITS if known else _NONE]
    lines += [_SO_FAR.format(days=MOST_BACK.days)] if start and start < deps.now - MOST_BACK else []
    return "\n".join((*lines, *problems))


async def get_meeting_insights(ctx: RunContext[AgentDeps], meeting: str = "", part: int = 1, account: str = "") -> str:
    """Decisions, who does what by when, open questions. `meeting`: words of its title, who was there, its day, or its transcript's file; else the last."""
    deps = ctx.deps
    told = await told_of(deps, meeting, account)
    shown = "\n".join(filter(None, (f"{_named(told.meeting, deps)}.", _came(told, deps), told.meeting.url)))
    if deps.by_rules:
        return shown
    text = "\n".join(_line(one) for one in told.lines)
    parts = max(1, -(-len(text) // _PART))
    if not 0 < part <= parts:
        raise ToolProblem(_NO_PART.format(title=told.meeting.title, parts=parts))
    head = f"Found by rules, which miss much. The transcript (part {part} of {parts}):"
    return f"{shown}\n\n{head}\n{block(text[(part - 1) * _PART : part * _PART])}"


async def save_meeting_notes(ctx: RunContext[AgentDeps], meeting: str = "", account: str = "") -> Done:
    """Keep what came of a meeting as a note."""
    deps = ctx.deps
    told = await told_of(deps, meeting, account)
    content = "\n".join(filter(None, (f"{_named(told.meeting, deps)}.", _came(told, deps), told.meeting.url)))
    return await save_note(ctx, content, title=told.meeting.title[:MAX_TITLE], tags=["meeting"])


async def add_meeting_tasks(
    ctx: RunContext[AgentDeps], meeting: str = "", *, everyone: bool = False, account: str = ""
) -> Done:
    """Add the user's own to-dos of a meeting with their days; `everyone`: those of all."""
    deps = ctx.deps
    actions = actions_of(await told_of(deps, meeting, account), deps, everyone=everyone)
    added = [await _add(deps, one) for one in actions]
    titles = ", ".join(_due(task.title, one, deps) for task, one in zip(added, actions, strict=True))
    count = "1 task" if len(added) == 1 else f"{len(added)} tasks"
    undo = {"action": "delete_tasks", "ids": [task.id for task in added], "titles": [task.title for task in added]}
    return Done(_ADDED.format(count=count, titles=titles), undo=undo)


def actions_of(told: Told, deps: AgentDeps, *, everyone: bool) -> list[Insight]:
    """What its user, or anybody, said they would do. Raises NotFound for nothing."""
    found = [one for one in told.found if one.kind == "action" and (everyone or is_own(one, deps))]
    if not found:
        raise NotFound(_NO_TASKS.format(whose="anybody" if everyone else deps.user.name or "you"))
    return found


async def _prepare_notes(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    told = await told_of(deps, str(arguments.get("meeting", "")), str(arguments.get("account", "")))
    return {**arguments, "meeting": told.meeting.title}, f"keep what came of {quoted(told.meeting.title)} as a note"


async def _prepare_tasks(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card names them."""
    told = await told_of(deps, str(arguments.get("meeting", "")), str(arguments.get("account", "")))
    actions = actions_of(told, deps, everyone=bool(arguments.get("everyone")))
    titles = ", ".join(quoted(_due(title_of(one, deps), one, deps), MAX_TITLE) for one in actions)
    return {
        **arguments,
        "meeting": told.meeting.title,
    }, f"add to your to-dos from {quoted(told.meeting.title)}: {one_line(titles, _ON_CARD)}"


def title_of(one: Insight, deps: AgentDeps) -> str:
    """What its task is called: with the person, where that is somebody else."""
    return (one.what if is_own(one, deps) or not one.who else f"{one.who}: {one.what}")[:MAX_TITLE]


async def _add(deps: AgentDeps, one: Insight) -> Task:
    moment = when.read_moment(one.due.isoformat(), deps.local_now) if one.due else None
    return await deps.store.tasks.add(
        deps.user.id,
        list_name=TODO,
        title=title_of(one, deps),
        due_at=moment.utc if moment else None,
        due_has_time=False,
        priority=0,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )


async def told_of(deps: AgentDeps, said: str, account: str) -> Told:
    """The meeting that is meant, with what was said and what came of it. Raises NotFound, ToolProblem."""
    meeting = await _meant(deps, said.strip(), account)
    text = await words_of(deps, meeting)
    lines = await asyncio.to_thread(partial(_lines, text))
    if not lines:
        raise ToolProblem(_EMPTY.format(title=meeting.title))
    found = await asyncio.to_thread(partial(insights, lines, meeting.at.astimezone(deps.zone), meeting.people))
    return Told(meeting, lines, found)


def _lines(text: str) -> Sequence[Line]:
    """A transcript's lines; of a text without speakers, its rows."""
    return read_transcript(text) or [Line(row.strip()) for row in text.splitlines() if row.strip()]


async def _meant(deps: AgentDeps, said: str, account: str) -> Meeting:
    found, problems = await meetings(deps)
    if not said:
        last = next((one for one in found if one.has_words), None)
        if last is None:
            raise NotFound("\n".join((_NONE, *problems)))
        return last
    fits = next(filter(None, (fitting(found) for fitting in (_titled(said), _with(said), _at(said, deps)))), [])
    written = [one for one in fits if one.has_words]
    if written or fits:
        return (written or fits)[0]  # the last of that name
    try:
        return await named_in_files(deps, said, account)
    except NotFound as problem:
        names = "; ".join(one.title for one in found[:_NAMED]) or "none"
        raise NotFound(_NOT_FOUND.format(said=said[:60], names=names)) from problem


_Fitting = Callable[[Sequence[Meeting]], list[Meeting]]


def _titled(said: str) -> _Fitting:
    words = fold(said).split()
    return lambda found: [one for one in found if all(word in fold(one.title) for word in words)]


def _with(said: str) -> _Fitting:
    """Those of somebody: a part of the words may stand in the title ("budget with Kofi")."""
    words = fold(said).split()
    return lambda found: [
        one for one in found if all(word in fold(" ".join((one.title, *one.people))) for word in words)
    ]


def _at(said: str, deps: AgentDeps) -> _Fitting:
    """Those of a day or an hour ("yesterday", "Monday at 9"); none where the words name no time."""
    try:
        start, end = when.stretch(said, said, deps.local_now)
    except ToolProblem:
        return lambda _: []
    return lambda found: [one for one in found if start and end and start <= one.at < end]


def is_own(one: Insight, deps: AgentDeps) -> bool:
    """Whether the user said they would do it."""
    own = fold(deps.user.name).split()
    return bool(own) and own[0] in fold(one.who).split()


def _came(told: Told, deps: AgentDeps) -> str:
    """What came of it, under its heads, each with the time and the line that it comes from."""
    rows: list[str] = []
    for kind, head in _HEADS:
        found = [one for one in told.found if one.kind == kind]
        rows += [head, *(f"- {_item(one, told.lines[one.at], deps)}" for one in found)] if found else []
    return "\n".join(rows) or _NOTHING


def _item(one: Insight, line: Line, deps: AgentDeps) -> str:
    said = one.words if len(one.words) <= _QUOTED else f"{one.words[: _QUOTED - 1]}…"
    place = ", ".join(filter(None, (line.clock, line.who)))
    if one.kind == "action":
        who = f"{one.who}: " if one.who else ""
        return f"{who}{_due(one.what, one, deps)} ({f'{place}: ' if place else ''}“{said}”)"
    return f"{said} ({place})" if place else said


def _due(title: str, one: Insight, deps: AgentDeps) -> str:
    return f"{title}, by {wording.say_date(one.due, deps.local_now)}" if one.due else title


def _named(one: Meeting, deps: AgentDeps) -> str:
    people = f", with {bracketed(', '.join(one.people[:_NAMED]))}" if one.people else ""
    return f"{within(one.title)} ({when.say(one.at, deps.local_now)}{people}; {bracketed(one.where)})"


def _line(one: Line) -> str:
    clock = f"[{one.clock}] " if one.clock else ""
    return f"{clock}{f'{one.who}: ' if one.who else ''}{one.text}"


TOOLS: tuple[Tool, ...] = (
    Tool(list_recent_meetings, _READS),
    Tool(get_meeting_insights, _READS),
    Tool(save_meeting_notes, _KEEPS, _prepare_notes),
    Tool(add_meeting_tasks, _KEEPS, _prepare_tasks),
)
