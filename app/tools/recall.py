"""The tools that look through everything: what was said before, whatever the user keeps about a thing, and what only means it."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.risk import READS
from app.language.questions import as_asked, asks
from app.language.statements.wording import to_you
from app.learning.blocks import share
from app.learning.windows import Window
from app.memory.records import Hit, KeptPage, Note, TurnRecord
from app.memory.words import terms
from app.prompts.turn import own_part
from app.tools import when
from app.tools.answering import quoted
from app.tools.past import past
from app.tools.provenance import Sourced, carry, rows_of
from app.tools.toolset import Tool

LIMIT = 8
SEARCHED = 40
WINDOWS = 4
MOST_TALK = 2
HISTORY_LIMIT = 200
SHOWN_LENGTH = 240
SAID_LENGTH = 140
_GLIMPSED = 60_000  # characters of a page in which the line is looked for
# In the order they are shown, with their headings; talk comes after them.
KINDS: tuple[tuple[str, str], ...] = (
    ("fact", "What you told me"),
    ("note", "From your notes"),
    ("task", "On your lists"),
    ("reminder", "Reminders"),
    ("journal", "From your journal"),
    ("read_later", "To read later"),
    ("page", "On pages you kept"),
    ("summary", "From earlier sessions"),
)
TALK = "From our conversations"
_EMPTY_HANDED = ("I have nothing about", "I find nothing about", "I find no ", "No note mentions")


async def search_history(ctx: RunContext[AgentDeps], about: str = "", *, since: str = "", until: str = "") -> str:
    """Past talk."""
    deps = ctx.deps
    meant = past(since, until, deps.local_now)
    first, end = meant.since, meant.until
    if not about.strip():
        return await _told(deps, first, end)
    if deps.by_rules and not (first or end) and (told := await quoted(deps, as_asked(about, deps.said))):
        return told  # nobody reads a talk for its user here: they get the sentence
    near, found = await asyncio.gather(
        deps.search.search(deps.user.id, about, kinds=("turn",), limit=SEARCHED),
        deps.search.windows(deps.user.id, about, limit=SEARCHED),
    )
    windows = [window for window in _about(about, found, near.hits) if _within(window.found.started_at, first, end)]
    windows = windows[:WINDOWS]
    if not windows:
        return f'I find no conversation about "{about.strip()}"{" in that time" if first or end else ""}.'
    return "\n".join((f'What we said about "{about.strip()}":', *(_talk(window, deps) for window in windows)))


async def find_everything(ctx: RunContext[AgentDeps], about: str) -> str:
    """Search all they keep."""
    deps = ctx.deps
    if not about.strip():
        raise ToolProblem("What should I look for?")
    found, windows = await asyncio.gather(
        deps.search.search(deps.user.id, about, kinds=(*(kind for kind, _ in KINDS), "turn"), limit=SEARCHED),
        deps.search.windows(deps.user.id, about, limit=SEARCHED),
    )
    return await _shown(deps, about, found.hits, _about(about, windows, found.hits))


async def semantic_search(ctx: RunContext[AgentDeps], about: str) -> str:
    """Search by meaning."""
    deps = ctx.deps
    if not about.strip():
        raise ToolProblem("What should I look for?")
    found, windows = await asyncio.gather(
        deps.search.by_meaning(deps.user.id, about, kinds=(*(kind for kind, _ in KINDS), "turn"), limit=LIMIT),
        deps.search.windows(deps.user.id, about, limit=SEARCHED),
    )
    if found is None:
        return f"I can't compare meanings right now, so I looked by words.\n{await find_everything(ctx, about)}"
    near = {hit.owner_id for hit in found.hits if hit.kind == "turn"}
    return await _shown(deps, about, found.hits, [one for one in windows if any(turn.id in near for turn in one.turns)])


def _tells(window: Window) -> bool:
    """Whether anything was told in it: questions alone, and taps, tell nothing."""
    said = [own_part(turn.text).strip() for turn in window.turns]
    return any(one and not one.startswith("(") and not asks(one) for one in said)


async def _shown(deps: AgentDeps, about: str, hits: Sequence[Hit], talk: Sequence[Window]) -> str:
    """What was found, kind by kind, then talk that adds to it; whatever their rows had read, this turn has read too."""
    kept = await rows_of(deps, [hit for hit in hits if hit.kind != "turn"])
    telling = [window for window in talk if _adds(window.found, kept) and _tells(window)][
        : MOST_TALK if kept else WINDOWS
    ]
    if not kept and not telling:
        return f'I find nothing about "{about.strip()}" in what you keep with me.'
    carry(deps, [row for _, row in kept])
    if len(kept) == 1 and not telling:
        [(hit, row)] = kept
        return f"{dict(KINDS)[_kind(hit, row)]}: {_glimpse(hit, row, about)}"
    blocks = [block for kind, heading in KINDS if (block := _block(kind, heading, kept, about))]
    return "\n".join([*blocks, *([f"{TALK}:", *(_talk(window, deps) for window in telling)] if telling else [])])


def _about(about: str, windows: Sequence[Window], hits: Sequence[Hit]) -> list[Window]:
    """Talk that has to do with what is asked: it holds a word of it, or was found by itself."""
    found, words = {hit.owner_id for hit in hits if hit.kind == "turn"}, terms(about)
    return [
        window for window in windows if any(turn.id in found for turn in window.turns) or share(window.text, words) > 0
    ]


def _adds(turn: TurnRecord, kept: list[tuple[Hit, Sourced]]) -> bool:
    """Whether talk says more than the things beside it: it neither made nor repeated one, and it found something."""
    if turn.reply.startswith(_EMPTY_HANDED) or any(getattr(row, "turn_id", None) == turn.id for _, row in kept):
        return False
    reply = turn.reply.casefold()
    return not any(text and text.casefold() in reply for text in (_once(hit) for hit, _ in kept))


def _talk(window: Window, deps: AgentDeps) -> str:
    """A window about to be shown, with its day: whatever its turns had read, this one has read too."""
    carry(deps, window.turns)
    said = " | ".join(_said(turn) for turn in window.turns)
    return f"- {when.say(window.turns[0].started_at, deps.local_now)}: {said}"


def _said(turn: TurnRecord) -> str:
    spoken = (("you", turn.text), ("me", turn.reply))
    return " · ".join(f"{who}: {_short(text, SAID_LENGTH)}" for who, text in spoken if text.strip())


async def _told(deps: AgentDeps, first: datetime | None, end: datetime | None) -> str:
    """The turns of a stretch of time, in order."""
    turns = await _spoken(deps, first, end)
    said = [turn for turn in turns if _within(turn.started_at, first, end)][-LIMIT * 2 :]
    if not said:
        return "We didn't talk in that time."
    carry(deps, said)
    return "\n".join(("What we talked about:", *(f"- {_line(turn, deps)}" for turn in said)))


async def _spoken(deps: AgentDeps, first: datetime | None, end: datetime | None) -> list[TurnRecord]:
    if first is None:
        return await deps.store.turns.recent(deps.user.id, HISTORY_LIMIT)
    return await deps.store.turns.between(deps.user.id, first, end or deps.now, HISTORY_LIMIT)


def _line(turn: TurnRecord, deps: AgentDeps) -> str:
    return f"{when.say(turn.started_at, deps.local_now)}: {_said(turn)}"


def _within(moment: datetime, first: datetime | None, end: datetime | None) -> bool:
    return (first is None or moment >= first) and (end is None or moment < end)


def _block(kind: str, heading: str, kept: list[tuple[Hit, Sourced]], about: str) -> str:
    lines = [f"- #{_number(hit, row)} {_glimpse(hit, row, about)}" for hit, row in kept if _kind(hit, row) == kind]
    lines = lines[:LIMIT]
    return "\n".join((f"{heading}:", *lines)) if lines else ""


def _number(hit: Hit, row: Sourced) -> str:
    """What its user knows it by: a page by its item's place on the reading list."""
    return str(row.item_id) if isinstance(row, KeptPage) else hit.owner_id


def _glimpse(hit: Hit, row: Sourced, about: str) -> str:
    """What a line shows of it: its beginning, or of a page that is kept the lines that have to do with what was asked."""
    if not isinstance(row, KeptPage):
        return _short(_once(hit))
    words = terms(about)
    best = max(row.text[:_GLIMPSED].splitlines() or [""], key=lambda line: share(line, words))
    return f"{one_line(row.title, SAID_LENGTH)}: “{_short(best)}”"


def _kind(hit: Hit, row: Sourced) -> str:
    return "summary" if isinstance(row, Note) and row.source == "session" else hit.kind


def _once(hit: Hit) -> str:
    """A note's title is often its first words; they are not said twice. A fact reads as said to its user."""
    text = to_you(hit.text) if hit.kind == "fact" else hit.text
    title, _, rest = text.partition("\n")
    if rest and rest.lstrip().startswith(title.rstrip("…").rstrip()):
        return rest
    return text


def _short(text: str, length: int = SHOWN_LENGTH) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"


TOOLS: tuple[Tool, ...] = (Tool(search_history, READS), Tool(find_everything, READS), Tool(semantic_search, READS))
