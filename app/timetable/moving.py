"""A user who moves to another zone: what repeats keeps its hour there, what is set once stays at its moment.

Invariant: no wall-clock time that has been said or done comes a second time, however often its user moves; what lies between two
clocks and was jumped over is due at once. Knows no channel, and not who found out where the user is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.memory.ports import Database
from app.memory.records import Occurrence, Reminder, ScheduledTask
from app.memory.repositories import Repositories
from app.schedule.due import due_in_zone
from app.schedule.occurrences import next_occurrence

UTC_ZONES = frozenset(("UTC", "Etc/UTC"))
_JUST_BEFORE = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Moved:
    """How many reminders and schedules follow their user, and how many stay at their moment."""

    followed: int = 0
    stayed: int = 0


@dataclass(frozen=True, slots=True)
class _Next:
    """When something is due after the move, and what is left out of its rule from now on."""

    due_at: datetime
    exceptions: list[str]


async def follow_zone(store: Repositories, database: Database, user_id: str, new_zone: str, now: datetime) -> Moved:
    """Let what repeats follow its user to `new_zone` (an IANA name), in one transaction; joins one that is open."""
    async with database.transaction():
        return await move(store, user_id, new_zone, now)


async def move(store: Repositories, user_id: str, new_zone: str, now: datetime) -> Moved:
    """The same inside the caller's transaction."""
    reminders = await _move_reminders(store, user_id, new_zone, now)
    schedules = await _move_schedules(store, user_id, new_zone, now)
    return Moved(reminders.followed + schedules.followed, reminders.stayed + schedules.stayed)


async def _move_reminders(store: Repositories, user_id: str, zone: str, now: datetime) -> Moved:
    followed = stayed = 0
    said = await store.occurrences.latest(user_id, "reminder")
    for reminder in await store.reminders.list(user_id):
        following = _following(reminder, reminder.rule or "", zone, said, now=now)
        followed, stayed = followed + (following is not None), stayed + (not reminder.rule)
        if following is not None:
            await store.reminders.update(
                user_id,
                reminder.id,
                text=reminder.text,
                due_at=following.due_at,
                local_start=reminder.local_start,
                time_zone=zone,
                rule=reminder.rule,
                exceptions=following.exceptions,
                taint=None,
                at=now,
            )
    return Moved(followed, stayed)


async def _move_schedules(store: Repositories, user_id: str, zone: str, now: datetime) -> Moved:
    followed = stayed = 0
    done = await store.occurrences.latest(user_id, "schedule")
    for schedule in await store.scheduled_tasks.list(user_id):
        if _is_of_the_house(schedule):
            continue
        following = _following(schedule, schedule.rule, zone, done, now=now)
        followed, stayed = followed + (following is not None), stayed + (not schedule.rule)
        if following is not None:
            await store.scheduled_tasks.update(
                user_id,
                schedule.id,
                name=schedule.name,
                instruction=schedule.instruction,
                rule=schedule.rule,
                local_start=schedule.local_start,
                time_zone=zone,
                due_at=following.due_at,
                status=schedule.status,
                exceptions=following.exceptions,
                freshness=schedule.freshness,
                origin=schedule.origin,
                at=now,
            )
    return Moved(followed, stayed)


def _is_of_the_house(schedule: ScheduledTask) -> bool:
    """A routine whose time the settings give in UTC is at that time wherever its user is."""
    return schedule.kind == "routine" and schedule.origin == "settings" and schedule.time_zone in UTC_ZONES


def _following(
    row: Reminder | ScheduledTask, rule: str, zone: str, ended: Mapping[str, Occurrence], *, now: datetime
) -> _Next | None:
    """The next time of what repeats, in its new zone; None for what stays, and for what is in that zone already."""
    if not rule or row.time_zone == zone:
        return None
    last, old = ended.get(str(row.id)), ZoneInfo(row.time_zone)
    without = _without_last(row.exceptions, last.due_at.astimezone(old) if last else None)
    start = datetime.fromisoformat(row.local_start)
    if row.due_at > now and next_occurrence(rule, start, old, row.due_at - _JUST_BEFORE, without=without) != row.due_at:
        return _Next(row.due_at, without)  # put off to a moment of its own, which stays
    due = due_in_zone(
        rule,
        start,
        old,
        ZoneInfo(zone),
        last_fired=last.due_at if last else None,
        created_at=row.created_at,
        now=now,
        without=without,
        due_at=row.due_at,
    )
    return _Next(due or row.due_at, without)


def _without_last(exceptions: list[str], last: datetime | None) -> list[str]:
    """With the last wall-clock time that came, which the new zone may still have ahead: after a second move nothing else
    remembers where it was read."""
    if last is None:
        return exceptions
    wall = last.replace(tzinfo=None).isoformat(timespec="minutes")
    return exceptions if wall in exceptions else [*exceptions, wall]
