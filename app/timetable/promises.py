"""Reminders and to-dos whose moment has come: how each moment ends, when it comes again, and the messages that say so.

Pure. On time each is said by itself. Of what was missed, what is still fresh is said late; what is too old is told once, all of a
person's in one message. Knows no outbox and no transaction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from app.memory.records import Reminder, Task
from app.memory.repositories.occurrences import OccurrenceDraft
from app.timetable.reckoning import due_moments, is_fresh, is_late, missed_because, passed_over
from app.timetable.wording import Moment, Reader, late_list, late_text, missed_text

TASK_FRESHNESS = timedelta(hours=24)
SAID_ALONE = 5
SEVERAL_MISSED = "several were missed; only the last is said"
ALREADY_PAST = "it was past when it was written down"
_NO_NEXT = "\n(I can't read when this comes again. Set it anew and I'll go on.)"


@dataclass(frozen=True, slots=True)
class Promise:
    """One row's due moments: `due_at` is the latest, `earlier` are those before it with why they are skipped; with `has_older` there were
    even more. `following` None: it is over. `silent`: why nothing is said of it, where nothing is. `channel`: where its user wants it said, "" for wherever they are told things first."""

    user_id: str
    kind: Literal["reminder", "task"]
    id: int
    words: str
    due_at: datetime
    status: Literal["ran", "late", "skipped"]
    earlier: Sequence[tuple[datetime, str]] = ()
    has_older: bool = False
    following: datetime | None = None
    silent: str = ""
    channel: str = ""

    @property
    def key(self) -> tuple[str, str, datetime]:
        """What makes its latest moment one."""
        return self.kind, str(self.id), self.due_at

    @property
    def moment(self) -> Moment:
        """How it is told of."""
        return Moment(self.words, self.due_at, len(self.earlier), self.has_older)

    def drafts(self) -> Iterator[OccurrenceDraft]:
        """How all its moments ended."""
        for moment, reason in self.earlier:
            yield OccurrenceDraft(self.user_id, self.kind, str(self.id), moment, "skipped", reason)
        yield OccurrenceDraft(self.user_id, self.kind, str(self.id), self.due_at, self.status, self._reason())

    def _reason(self) -> str:
        if self.silent:
            return self.silent
        return "" if self.status == "ran" else missed_because(self.due_at)


@dataclass(frozen=True, slots=True)
class Saying:
    """A message to be put; its key makes it one. `channel` is the one it is wanted on."""

    user_id: str
    key: str
    text: str
    channel: str = ""


def promise_of_reminder(reminder: Reminder, now: datetime, *, freshness: timedelta) -> Promise:
    """What becomes of a reminder that is due now. One whose rule can't be read any more is still said, for the last time."""
    due = due_moments(reminder, reminder.due_at, now)
    latest = due.missed[-1] if due else reminder.due_at
    return Promise(
        user_id=reminder.user_id,
        kind="reminder",
        id=reminder.id,
        words=reminder.text if due else f"{reminder.text}{_NO_NEXT}",
        due_at=latest,
        status=_status(latest, now, freshness),
        earlier=passed_over(due, reminder.due_at, SEVERAL_MISSED) if due else (),
        has_older=bool(due and due.has_older),
        following=due.following if due else None,
        channel=reminder.channel,
    )


def promise_of_task(task: Task, now: datetime) -> Promise | None:
    """What becomes of a to-do whose hour has come; nothing is said of one that was written down after it."""
    if task.due_at is None:
        return None
    silent = task.updated_at >= task.due_at
    words = task.title if task.list_name == "todo" else f"{task.title} ({task.list_name})"
    return Promise(
        user_id=task.user_id,
        kind="task",
        id=task.id,
        words=words,
        due_at=task.due_at,
        status="skipped" if silent else _status(task.due_at, now, TASK_FRESHNESS),
        silent=ALREADY_PAST if silent else "",
    )


def unsaid(promise: Promise, reason: str) -> Promise:
    """The same, skipped for a reason of which its user is not told; it comes again as it would have."""
    return replace(promise, status="skipped", silent=reason)


def sayings(promises: Sequence[Promise], reader: Reader) -> list[Saying]:
    """The messages for one person about what came due for them, in each channel that it is wanted on."""
    by_channel: dict[str, list[Promise]] = {}
    for promise in promises:
        by_channel.setdefault(promise.channel, []).append(promise)
    return [saying for some in by_channel.values() for saying in _on_one_channel(some, reader)]


def _on_one_channel(promises: Sequence[Promise], reader: Reader) -> list[Saying]:
    told = [promise for promise in promises if not promise.silent]
    on_time = [_saying(promise, _on_time(promise)) for promise in told if promise.status == "ran"]
    late = [promise for promise in told if promise.status == "late"]
    missed = [promise for promise in told if promise.status == "skipped"]
    return [*on_time, *_late(late, reader), *_missed(missed, reader)]


def _late(promises: Sequence[Promise], reader: Reader) -> list[Saying]:
    if len(promises) <= SAID_ALONE:
        return [_saying(promise, late_text(promise.moment, reader)) for promise in promises]
    texts = late_list([promise.moment for promise in promises], reader)
    return [_saying(promises[0], text, part) for part, text in enumerate(texts)]


def _missed(promises: Sequence[Promise], reader: Reader) -> list[Saying]:
    if not promises:
        return []
    return [_saying(promises[0], missed_text([promise.moment for promise in promises], reader))]


def _status(due_at: datetime, now: datetime, freshness: timedelta) -> Literal["ran", "late", "skipped"]:
    if not is_fresh(due_at, now, freshness):
        return "skipped"
    return "late" if is_late(due_at, now) else "ran"


def _on_time(promise: Promise) -> str:
    return f"Due now: {promise.words}" if promise.kind == "task" else promise.words


def _saying(promise: Promise, text: str, part: int = 0) -> Saying:
    """Several in one message go by the first of them, which is told of in no other."""
    also = f":{part}" if part else ""
    return Saying(
        promise.user_id, f"{promise.kind}:{promise.id}:{promise.due_at.isoformat()}{also}", text, promise.channel
    )
