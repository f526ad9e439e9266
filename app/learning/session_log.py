"""What was said and done in a session, in order: the sessions there are, and one of them with all its turns, as data.

The sessions that are over stand in storage; what was said since then is divided here in the same way, so that the talk that is
open now can be read too. What the clock asked for is shown with the talk that it lies in or came before, and after the last one. `as_json`
makes plain JSON of it, for pages and scripts.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from app.learning.sessions import MARK, is_talk, split
from app.learning.study import Study
from app.learning.turn_log import TurnLog, turn_log
from app.memory.records import Json, Session, TurnRecord

OPEN, LAST = "now", "last"
_SINCE_READ = 1_000  # turns after the last session that is written down
_TURNS_READ = 2_000
_CLOCK_READ = 50


@dataclass(frozen=True, slots=True)
class SessionHead:
    """One session: `id` is None until it is summed up; `is_open` while the next message would still belong to it."""

    id: int | None
    topic: str
    turns: int
    first_turn: int
    last_turn: int
    started_at: datetime
    ended_at: datetime
    is_open: bool


@dataclass(frozen=True, slots=True)
class SessionLog:
    """A session with its turns; `calls`, `tokens` and `cost` (US dollars) are of all of them together."""

    head: SessionHead
    calls: int
    tokens: int
    cost: float
    turns: list[TurnLog]


async def sessions_of(study: Study, user_id: str, limit: int = 20) -> list[SessionHead]:
    """The latest sessions, the one that is open first."""
    since = await _since(study, user_id)
    kept = await study.store.sessions.recent(user_id, limit)
    return [*since[::-1], *map(_head, kept)][:limit]


async def log_of(study: Study, user_id: str, which: str) -> SessionLog | None:
    """One session: by its number, "last" for the latest, "now" for the one that is open; None where there is none such."""
    head = await head_of(study, user_id, which)
    if head is None:
        return None
    following = await study.store.turns.following(user_id, head.first_turn - 1, min(head.turns, _TURNS_READ))
    turns = [turn for turn in following if turn.number <= head.last_turn]
    turns = [*await _before(study, user_id, head), *turns, *await _after(study, user_id, head)]
    messages = await study.store.turns.messages(user_id, [turn.id for turn in turns])
    logs = [await _log(study, turn, messages[turn.id]) for turn in turns]
    return SessionLog(
        head=head,
        calls=sum(event.kind == "call" for log in logs for event in log.events),
        tokens=sum(int(log.usage.get("input_tokens", 0) + log.usage.get("output_tokens", 0)) for log in logs),
        cost=sum(float(log.usage.get("cost", 0.0)) for log in logs),
        turns=logs,
    )


async def head_of(study: Study, user_id: str, which: str) -> SessionHead | None:
    """The session of that name, as `log_of` takes it, without its turns."""
    return await _find(study, user_id, which.strip().lower().removeprefix("#"))


async def part_of(study: Study, user_id: str, head: SessionHead, after: int, limit: int) -> list[TurnLog]:
    """Some of a session's turns: the first `limit` after the one of that number, with what the clock asked for among them."""
    following = await study.store.turns.following(user_id, max(after, head.first_turn - 1), limit)
    turns = [turn for turn in following if turn.number <= head.last_turn]
    messages = await study.store.turns.messages(user_id, [turn.id for turn in turns])
    return [await _log(study, turn, messages[turn.id]) for turn in turns]


def as_json(value: SessionHead | SessionLog) -> Json:
    """The same as plain JSON: times as ISO text in UTC."""
    return _plain(asdict(value))


async def _find(study: Study, user_id: str, which: str) -> SessionHead | None:
    if which in (OPEN, LAST):
        found = await sessions_of(study, user_id, 1)
        return next((head for head in found if head.is_open or which == LAST), None)
    if not which.isascii() or not which.isdecimal() or len(which) > 18:
        return None
    session = await study.store.sessions.get(user_id, int(which))
    return _head(session) if session is not None else None


async def _since(study: Study, user_id: str) -> list[SessionHead]:
    """What was said after the last session that is written down, divided; oldest first."""
    mark = await study.store.marks.get(user_id, MARK)
    turns = await study.store.turns.after(user_id, mark.turn_number if mark else 0, _SINCE_READ)
    pause, now = study.settings.session_pause, study.clock.now()
    parts = [part for part in split(turns, pause) if is_talk(part)]
    return [
        SessionHead(
            id=None,
            topic="",
            turns=len(part),
            first_turn=part[0].number,
            last_turn=part[-1].number,
            started_at=part[0].started_at,
            ended_at=part[-1].finished_at,
            is_open=part is parts[-1] and now - part[-1].finished_at < pause,
        )
        for part in parts
    ]


async def _before(study: Study, user_id: str, head: SessionHead) -> list[TurnRecord]:
    """What the clock asked for since the talk before."""
    earlier = await study.store.turns.before(user_id, head.first_turn, _CLOCK_READ)
    return list(takewhile(lambda turn: turn.by_clock, earlier[::-1]))[::-1]


async def _after(study: Study, user_id: str, head: SessionHead) -> list[TurnRecord]:
    """What the clock asked for since, where no other talk came after."""
    later = await study.store.turns.following(user_id, head.last_turn, _CLOCK_READ)
    return later if all(turn.by_clock for turn in later) else []


async def _log(study: Study, turn: TurnRecord, messages: list[Json]) -> TurnLog:
    audit = await study.store.audit.of_turn(turn.user_id, turn.id)
    ledger = await study.store.ledger.of_turn(turn.user_id, turn.id)
    return turn_log(turn, messages, audit, ledger)


def _head(session: Session) -> SessionHead:
    return SessionHead(
        id=session.id,
        topic=session.topic,
        turns=session.turns,
        first_turn=session.first_turn,
        last_turn=session.last_turn,
        started_at=session.started_at,
        ended_at=session.ended_at,
        is_open=False,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value
