"""Closing an occurrence: how it ended, and when its schedule is due next, in the caller's transaction.

A moment that passed while the one before it was still running is written down as skipped: it is not made up for. Of a moment that was
itself skipped nothing ran, so those that passed since are still to be looked at: `opening` does that.
"""

from datetime import datetime

from app.memory.records import Occurrence, ScheduledTask
from app.memory.repositories import Repositories
from app.memory.repositories.occurrences import OccurrenceDraft
from app.schedule.due import Due
from app.timetable.reckoning import due_moments, passed_over

STILL_RUNNING = "the one before was still running"


async def close(
    store: Repositories,
    occurrence: Occurrence,
    schedule: ScheduledTask | None,
    *,
    status: str,
    reason: str,
    now: datetime,
) -> None:
    """End `occurrence` as "ran", "late" or "skipped", and let its schedule (None: it is gone) wait for its next moment or be done.

    What ended already stays as it ended. A schedule that was changed, paused or cancelled meanwhile keeps what it was changed to.
    """
    if not await store.occurrences.end(occurrence.user_id, occurrence.id, status=status, reason=reason, at=now):
        return
    current = await store.scheduled_tasks.get(schedule.user_id, schedule.id) if schedule else None
    if current is None or current.status != "processing":
        return
    if current.due_at != occurrence.due_at:
        await store.scheduled_tasks.release(current.user_id, current.id, now)
        return
    await _rest(store, current, ran=status != "skipped", now=now)


async def _rest(store: Repositories, schedule: ScheduledTask, *, ran: bool, now: datetime) -> None:
    """Let it wait for what follows the moment it was due."""
    was = schedule.due_at
    due = due_moments(schedule, was, max(was, now) if ran else was)  # the clock may have been set back meanwhile
    if due is not None:
        passed = [*passed_over(due, was, STILL_RUNNING), (due.missed[-1], STILL_RUNNING)]
        drafts = [_skipped(schedule, moment, reason) for moment, reason in passed if moment != was]
        await store.occurrences.record_many(drafts, now)
    status, following = _next(due)
    await store.scheduled_tasks.rest(
        schedule.user_id, schedule.id, was=was, status=status, due_at=following or was, at=now
    )


def _next(due: Due | None) -> tuple[str, datetime | None]:
    """How a schedule stands from now on, and when it is due again."""
    if due is None:
        return "paused", None
    return ("active" if due.following else "done"), due.following


def _skipped(schedule: ScheduledTask, moment: datetime, reason: str) -> OccurrenceDraft:
    return OccurrenceDraft(schedule.user_id, "schedule", str(schedule.id), moment, "skipped", reason)
