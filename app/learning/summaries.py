"""The running summary: once more than so many messages are not summed up, the older turns go into it and the last few stay whole.

A turn counts as two messages: what was said and what was answered. Lines are made by the mini model, each held to the words of the turns
it names, and by rules, which are all there is without a model. Written together with the mark in one transaction: once, or not at all.
Turns that read other people's text are never summed up in words: the summary stands in every prompt and must not be theirs; search
finds them. The turns themselves stay where they are.
"""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import AssistantError
from app.learning.answers import flat
from app.learning.running.checking import proposed_lines
from app.learning.running.lines import (
    Line,
    bounded,
    lines_of,
    merged,
    sections_of,
    without_ended,
    without_keys,
    written,
)
from app.learning.running.rules import lines_by_rules
from app.learning.study import Study
from app.memory.records import Fact, Summary, TurnRecord, User
from app.prompts.named import get_prompt
from app.prompts.turn import escape, own_part

log = logging.getLogger(__name__)

MARK = "summary"
STAY_WHOLE = 6  # turns
AT_ONCE = 20  # users of one run
MOST_TURNS = 120  # of one pass; a longer backlog takes several, and a model is asked about the last one alone
RETRY = timedelta(minutes=5)
_SAID, _ANSWERED, _READ = (
    600,
    300,
    36_000,
)  # characters of a message, of an answer, of all together that a model is shown


@dataclass(frozen=True, slots=True)
class _Pass:
    """One user's turns to sum up, oldest first; `more` where others wait behind them."""

    user: User
    mark: int
    turns: list[TurnRecord]
    more: bool
    begun: datetime


async def is_due(study: Study) -> bool:
    """Whether anybody is."""
    return bool(await study.store.marks.far_behind(MARK, turns=_most_turns(study), limit=1))


async def summarise_due(study: Study) -> tuple[int, datetime | None]:
    """Sum up for everybody who is due: how many summaries were written, and when to look again, if before there is news."""
    due = await study.store.marks.far_behind(MARK, turns=_most_turns(study), limit=AT_ONCE)
    done, failed = 0, False
    for user_id in due:
        try:
            done += await summarise(study, user_id)
        except AssistantError as problem:
            failed = True
            fields = {"event": "summary.failed", "user": user_id, "problem": type(problem).__name__}
            log.warning("not summed up", extra=fields)
    if done:
        return done, study.clock.now()  # there may be more
    return 0, study.clock.now() + RETRY if failed else None


def _most_turns(study: Study) -> int:
    """So many turns may be unsummed."""
    return max(study.settings.summary_after // 2, STAY_WHOLE)


async def summarise(study: Study, user_id: str) -> bool:
    """Sum up one user's older turns; False where there are none, or somebody else did or changed something meanwhile.

    Raises StorageError with nothing written.
    """
    todo = await _todo(study, user_id)
    if todo is None:
        return False
    old, facts = await study.store.summaries.get(user_id), await study.store.facts.current(user_id)
    own = [_own(turn) for turn in todo.turns if not turn.read and not turn.by_clock]
    new = lines_by_rules(own, facts, ZoneInfo(todo.user.time_zone))
    proposed = [] if todo.more else await _proposed(study, todo, own)
    ended = await study.store.facts.ended(user_id, _since(old, todo))
    lines = bounded(without_ended(merged(lines_of(old), [*proposed, *new]), ended))
    return await _write(study, todo, lines)


def rendered(summary: Summary, ended: Sequence[tuple[Fact, str]] = (), since: Collection[str] = ()) -> str:
    """A summary for a prompt, without what ended after it was made and the single things spoken of `since`; may be empty."""
    return written(without_keys(without_ended(lines_of(summary), ended), since))


async def _todo(study: Study, user_id: str) -> _Pass | None:
    begun, user = study.clock.now(), await study.store.users.get(user_id)
    mark = await study.store.marks.get(user_id, MARK)
    number, most = mark.turn_number if mark else 0, max(MOST_TURNS, study.settings.summary_after)
    turns = await study.store.turns.following(user_id, number, most + STAY_WHOLE)
    if user is None or len(turns) <= STAY_WHOLE:
        return None
    return _Pass(user, number, turns[:-STAY_WHOLE], len(turns) == most + STAY_WHOLE, begun)


async def _proposed(study: Study, todo: _Pass, own: Sequence[TurnRecord]) -> list[Line]:
    """What the mini model makes of them, as far as it holds; nothing where none answers."""
    if not own or not study.asker.has_model("mini"):
        return []
    numbered = dict(enumerate(own, 1))
    run_id = f"summary:{todo.turns[-1].id}"
    asked = await study.asker.ask(todo.user, run_id, "mini", get_prompt("running_summary"), _shown(numbered, todo.user))
    lines = proposed_lines(asked.found, numbered, [todo.user.name] if todo.user.name else [])
    log.info("summary proposed", extra={"event": "summary.asked", "status": asked.status, "lines": len(lines)})
    return lines


def _shown(turns: dict[int, TurnRecord], user: User) -> str:
    """The turns as a model reads them; each gets its share of the room."""
    zone, share = ZoneInfo(user.time_zone), _READ // (2 * max(len(turns), 1))
    said = (
        f'<turn number="{number}" date="{turn.started_at.astimezone(zone):%A %d %B %Y}">\n'
        f"user: {escape(flat(own_part(turn.text)))[: min(_SAID, 2 * share)]}\n"
        f"assistant: {escape(flat(turn.reply))[: min(_ANSWERED, share)]}\n</turn>"
        for number, turn in turns.items()
    )
    return "\n".join(said)


def _own(turn: TurnRecord) -> TurnRecord:
    """A turn without an answer that may repeat other people's words."""
    return replace(turn, reply="") if turn.carried else turn


def _since(old: Summary | None, todo: _Pass) -> datetime:
    """From when on facts may have ended that the lines still tell."""
    first = todo.turns[0].started_at
    return min(first, old.updated_at) if old is not None else first


async def _write(study: Study, todo: _Pass, lines: Sequence[Line]) -> bool:
    """Put down the summary and the mark, if both are still where they were and every turn is still there."""
    store, user_id, covers = study.store, todo.user.id, todo.turns[-1].number
    async with study.database.transaction():
        await store.reservations.lock(user_id)
        mark = await store.marks.get(user_id, MARK)
        there = set(await store.turns.ids_from(user_id, todo.turns[0].number))
        if (mark.turn_number if mark else 0) != todo.mark or any(turn.id not in there for turn in todo.turns):
            return False
        await store.summaries.put(user_id, sections_of(lines), covers, [], todo.begun)
        await store.marks.put(user_id, MARK, covers, study.clock.now())
    fields = {"event": "summary.written", "user": user_id, "turns": len(todo.turns), "lines": len(lines)}
    log.info("summed up", extra=fields)
    return True
