"""Opening what is due: each due moment of a schedule becomes an occurrence, once, in the transaction that takes the schedule.

Of several moments that were missed the last one counts, if it is still fresh: it waits for its run, and its schedule is "processing", due
when the occurrence was, until `closing` lets it go. All others are written down as skipped, with the reason. Knows no run.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from app.clock import Clock
from app.memory.ports import Database
from app.memory.records import ScheduledTask
from app.memory.repositories import Repositories
from app.memory.repositories.occurrences import OccurrenceDraft
from app.timetable.reckoning import due_moments, is_fresh, missed_because, passed_over
from app.timetable.wording import Moment

log = logging.getLogger(__name__)

SCHEDULE = "schedule"
AT_ONCE = 100
SEVERAL_MISSED = "several were missed; only the last is done"
UNREADABLE = "its rule or its time zone can't be read, so it is paused"
_SPACE = UUID("3f0c2b0e-5f0c-4c5e-9f54-9b7c43a7f5d1")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A moment that came and is not done, to be told once. `earlier`: how many more were missed before it, and with `has_older` even more
    than that; `set_aside`: its schedule can't be read and is paused."""

    schedule: ScheduledTask
    due_at: datetime
    earlier: int = 0
    has_older: bool = False
    set_aside: bool = False

    @property
    def moment(self) -> Moment:
        """How it is told of."""
        return Moment(self.schedule.name, self.due_at, self.earlier, self.has_older)


@dataclass(frozen=True, slots=True)
class Opened:
    """What one look came to: for whom something waits now, and what is not done."""

    users: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Opening:
    """What becomes of one schedule that was taken."""

    schedule: ScheduledTask
    drafts: list[OccurrenceDraft]
    latest: datetime
    following: datetime | None
    skipped: Skipped | None = None


Tell = Callable[[Sequence[Skipped], datetime], Awaitable[None]]


def run_id(schedule_id: int, due_at: datetime) -> str:
    """The turn as which a moment of a schedule is done: the same one however often it is begun."""
    return uuid5(_SPACE, f"{schedule_id}:{due_at.isoformat()}").hex


async def open_due(
    store: Repositories, database: Database, clock: Clock, *, tell: Tell | None = None, at_once: int = AT_ONCE
) -> Opened:
    """Open every schedule that is due now, `at_once` in a transaction, of users who are not paused.

    `tell(skipped, now)` is called inside the transaction, so that what is said about a skipped moment is said if and only if it is
    written down.
    """
    users: dict[str, None] = {}
    skipped: list[Skipped] = []
    taken = at_once
    while taken == at_once:
        async with database.transaction():
            now = clock.now()
            rows = await store.scheduled_tasks.claim_due(now, at_once)
            opened = await _open(store, [_opening(row, now) for row in rows], now)
            if tell and opened.skipped:
                await tell(opened.skipped, now)
        taken = len(rows)
        users |= dict.fromkeys(opened.users)
        skipped += opened.skipped
    return Opened(list(users), skipped)


def _opening(schedule: ScheduledTask, now: datetime) -> _Opening:
    due = due_moments(schedule, schedule.due_at, now)
    if due is None:
        aside = Skipped(schedule, schedule.due_at, set_aside=True)
        return _Opening(schedule, [_skip(schedule, schedule.due_at, UNREADABLE)], schedule.due_at, None, aside)
    latest = due.missed[-1]
    earlier = [_skip(schedule, moment, reason) for moment, reason in passed_over(due, schedule.due_at, SEVERAL_MISSED)]
    if is_fresh(latest, now, timedelta(seconds=schedule.freshness)):
        run = run_id(schedule.id, latest)
        waiting = OccurrenceDraft(schedule.user_id, SCHEDULE, str(schedule.id), latest, "waiting", "", run)
        return _Opening(schedule, [*earlier, waiting], latest, due.following)
    stale = _skip(schedule, latest, missed_because(latest))
    skipped = Skipped(schedule, latest, earlier=len(earlier), has_older=due.has_older)
    return _Opening(schedule, [*earlier, stale], latest, due.following, skipped)


def _skip(schedule: ScheduledTask, due_at: datetime, reason: str) -> OccurrenceDraft:
    return OccurrenceDraft(schedule.user_id, SCHEDULE, str(schedule.id), due_at, "skipped", reason)


async def _open(store: Repositories, openings: Sequence[_Opening], now: datetime) -> Opened:
    """Write down what came due, and how its schedules stand now."""
    if not openings:
        return Opened()
    drafts = [draft for one in openings for draft in one.drafts]
    new = {(row.owner_id, row.due_at) for row in await store.occurrences.record_many(drafts, now)}
    fresh = [one for one in openings if (str(one.schedule.id), one.latest) in new]  # else it was written down before
    waiting = {one.schedule.id: one for one in fresh if one.skipped is None}
    over = [one for one in openings if one.schedule.id not in waiting]
    await _stand(store, list(waiting.values()), over, now)
    log.info("schedules opened", extra={"event": "timetable.opened", "taken": len(openings), "waiting": len(waiting)})
    return Opened([one.schedule.user_id for one in waiting.values()], [one.skipped for one in fresh if one.skipped])


async def _stand(store: Repositories, waiting: Sequence[_Opening], over: Sequence[_Opening], now: datetime) -> None:
    """Those whose moment waits are due when it was; the others wait for their next one, are done, or are set aside."""
    moved = {one.schedule.id: one.latest for one in waiting if one.latest != one.schedule.due_at}
    following = {one.schedule.id: one.following for one in over if one.following}
    aside = [one.schedule.id for one in over if one.skipped and one.skipped.set_aside]
    done = [one.schedule.id for one in over if one.schedule.id not in {*following, *aside}]
    await store.scheduled_tasks.advance_many(moved, now, status="processing")
    await store.scheduled_tasks.advance_many(following, now)
    await store.scheduled_tasks.end_many(done, "done", now)
    await store.scheduled_tasks.end_many(aside, "paused", now)
