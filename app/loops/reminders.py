"""Saying what was promised for a moment, reminders and to-dos: once, on time, or late and said to be late, or skipped and told once.

The occurrences' rows, the messages and the next due times of some hundred rows are one transaction, so no crash can say one twice or
lose it, and the minute in which everybody is reminded costs few of them.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.clock import Clock
from app.config import Settings
from app.conversation.outbox import EVERYWHERE, Mailroom
from app.memory.ports import Database
from app.memory.records import Reminder, Task
from app.memory.repositories import Repositories
from app.messages import OutboundMessage
from app.timetable.allowed import OFF_THE_LIST
from app.timetable.promises import Promise, Saying, promise_of_reminder, promise_of_task, sayings, unsaid
from app.timetable.reckoning import is_late
from app.timetable.wording import Reader

log = logging.getLogger(__name__)

AT_ONCE = 100
_OF_THE_SAME = 1_000


async def deliver_due(
    store: Repositories,
    database: Database,
    mailroom: Mailroom,
    clock: Clock,
    settings: Settings,
    *,
    at_once: int = AT_ONCE,
) -> int:
    """Say all that is due now, about twice `at_once` in a transaction; how many were said or skipped."""
    handled, freshness = 0, settings.reminder_freshness
    while promises := await _deliver_some(store, database, mailroom, clock, freshness=freshness, at_once=at_once):
        await mailroom.announce(*dict.fromkeys(promise.user_id for promise in promises))
        handled += len(promises)
    return handled


async def next_due(store: Repositories) -> datetime | None:
    """When the next reminder or to-do of anybody who is not paused is due."""
    moments = (await store.reminders.next_due(), await store.tasks.next_due())
    return min((moment for moment in moments if moment), default=None)


async def _deliver_some(
    store: Repositories,
    database: Database,
    mailroom: Mailroom,
    clock: Clock,
    *,
    freshness: timedelta,
    at_once: int,
) -> list[Promise]:
    """Take what is due and say it, in one transaction: a crash lets go of it, and other processes pass it by meanwhile."""
    async with database.transaction():
        now = clock.now()
        reminders, tasks = await _claim(store, now, at_once)
        promises = [promise_of_reminder(reminder, now, freshness=freshness) for reminder in reminders]
        promises += [promise for task in tasks if (promise := promise_of_task(task, now))]
        if not promises:
            return []
        barred = await mailroom.allowed.barred(promise.user_id for promise in promises)
        promises = [unsaid(one, OFF_THE_LIST) if one.user_id in barred else one for one in promises]
        drafts = [draft for promise in promises for draft in promise.drafts()]
        written = await store.occurrences.record_many(drafts, now)
        new = {(row.owner_kind, row.owner_id, row.due_at) for row in written}
        said = await _sayings(store, [promise for promise in promises if promise.key in new], now)
        await mailroom.put_many([_message(saying) for saying in said], now)
        await _go_on(store, [promise for promise in promises if promise.kind == "reminder"], now)
    counts = Counter(promise.status for promise in promises)
    log.info("reminders said", extra={"event": "reminder.said", "messages": len(said), **counts})
    return promises


async def _claim(store: Repositories, now: datetime, at_once: int) -> tuple[list[Reminder], list[Task]]:
    """What is due first; and of those for whom some of it is late all that is due, so that they are told together."""
    reminders, tasks = await store.reminders.claim_due(now, at_once), await store.tasks.claim_due(now, at_once)
    if max(len(reminders), len(tasks)) < at_once:
        return reminders, tasks
    due = [(row.user_id, row.due_at) for row in (*reminders, *tasks)]
    behind = list(dict.fromkeys(user_id for user_id, due_at in due if due_at and is_late(due_at, now)))
    if behind:
        reminders += await store.reminders.claim_due(now, _OF_THE_SAME, users=behind)
        tasks += await store.tasks.claim_due(now, _OF_THE_SAME, users=behind)
    return reminders, tasks


async def _sayings(store: Repositories, promises: Sequence[Promise], now: datetime) -> list[Saying]:
    by_user: dict[str, list[Promise]] = {}
    for promise in sorted(promises, key=lambda promise: promise.due_at):
        by_user.setdefault(promise.user_id, []).append(promise)
    users = await store.users.those(list(by_user))
    return [saying for user in users for saying in sayings(by_user[user.id], Reader(user.time_zone, now))]


async def _go_on(store: Repositories, reminders: Sequence[Promise], now: datetime) -> None:
    """Repeating ones wait for their next moment, the others are done."""
    following = {promise.id: promise.following for promise in reminders if promise.following}
    await store.reminders.advance_many(following, now)
    await store.reminders.end_many([promise.id for promise in reminders if promise.id not in following], "done", now)


def _message(saying: Saying) -> OutboundMessage:
    return OutboundMessage(saying.user_id, EVERYWHERE, saying.key, saying.text, kind="reminder", on=saying.channel)
