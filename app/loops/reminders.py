"""Saying reminders: each occurrence once, on time, or late and said to be late, or skipped and said once.

The occurrence's row, the message and the next due time are one transaction, so no crash can say it twice or lose it.
"""

import logging
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.clock import Clock
from app.config import Settings
from app.conversation.outbox import EVERYWHERE, Mailroom
from app.memory.ports import Database
from app.memory.records import Reminder, User
from app.memory.repositories import Repositories
from app.messages import OutboundMessage
from app.schedule.occurrences import next_occurrence
from app.schedule.wording import say_time

log = logging.getLogger(__name__)

LATE_AFTER = timedelta(seconds=60)
_MISSED_LISTED = 1_000


async def deliver_due(
    store: Repositories, database: Database, mailroom: Mailroom, clock: Clock, settings: Settings
) -> int:
    """Say every reminder that is due now; how many were said or skipped."""
    now, handled = clock.now(), 0
    while user_id := await _deliver_one(store, database, mailroom, now=now, freshness=settings.reminder_freshness):
        await mailroom.announce(user_id)
        handled += 1
    return handled


async def _deliver_one(
    store: Repositories, database: Database, mailroom: Mailroom, *, now: datetime, freshness: timedelta
) -> str | None:
    """Take one due reminder and say it, in one transaction: a crash lets go of it, and other processes pass it by meanwhile."""
    async with database.transaction():
        due = await store.reminders.claim_due(now, 1)
        if not due:
            return None
        user = await store.users.get(due[0].user_id)
        if user is not None:
            await _deliver(due[0], user, store, mailroom, now=now, freshness=freshness)
        return due[0].user_id


async def _deliver(
    reminder: Reminder, user: User, store: Repositories, mailroom: Mailroom, *, now: datetime, freshness: timedelta
) -> None:
    """One reminder: the message for its latest missed occurrence, rows for all of them, and its next due time."""
    missed, following = _until(reminder, now)
    latest = missed[-1]
    for earlier in missed[:-1]:
        await _ended(
            store, reminder, earlier, now, status="skipped", reason="several were missed; only the last is said"
        )
    late, fresh = now - latest > LATE_AFTER, now - latest <= freshness
    status = ("late" if late else "ran") if fresh else "skipped"
    reason = "" if status == "ran" else f"due {latest.isoformat()}, nothing was running then"
    if await _ended(store, reminder, latest, now, status=status, reason=reason):
        await mailroom.put(_message(reminder, user, latest, now, missed=len(missed) - 1, late=late, fresh=fresh), now)
    if following is None:
        await store.reminders.finish(reminder.user_id, reminder.id, now)
    else:
        await store.reminders.advance(reminder.user_id, reminder.id, following, now)
    log.info("reminder said", extra={"event": "reminder.said", "reminder": reminder.id, "status": status})


async def _ended(
    store: Repositories, reminder: Reminder, due: datetime, now: datetime, *, status: str, reason: str
) -> bool:
    return await store.occurrences.record(
        reminder.user_id,
        owner_kind="reminder",
        owner_id=str(reminder.id),
        due_at=due,
        status=status,
        reason=reason,
        at=now,
    )


def _until(reminder: Reminder, now: datetime) -> tuple[list[datetime], datetime | None]:
    """The occurrences due up to now (at least the one claimed), and the one after."""
    missed = [reminder.due_at]
    if reminder.rule is None:
        return missed, None
    start, zone = datetime.fromisoformat(reminder.local_start), ZoneInfo(reminder.time_zone)
    while len(missed) < _MISSED_LISTED:
        following = next_occurrence(reminder.rule, start, zone, after=missed[-1])
        if following is None or following > now:
            return missed, following
        missed.append(following)
    return missed, next_occurrence(reminder.rule, start, zone, after=now)


def _message(
    reminder: Reminder, user: User, due: datetime, now: datetime, *, missed: int, late: bool, fresh: bool
) -> OutboundMessage:
    zone = ZoneInfo(user.time_zone)
    when = say_time(due.astimezone(zone), now.astimezone(zone))
    also = f" (and {missed} earlier)" if missed else ""
    text = reminder.text
    if not fresh:
        text = f"Missed while I was off: {reminder.text} — it was due {when}{also}."
    elif late:
        text = f"{reminder.text}\n(Late: this was due {when}{also}; I wasn't running then.)"
    return OutboundMessage(
        user_id=reminder.user_id,
        channel=EVERYWHERE,
        key=f"reminder:{reminder.id}:{due.isoformat()}",
        text=text,
        kind="reminder",
    )
