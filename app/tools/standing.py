"""How a schedule stands: paused, going on, a day of it left out, and set back as it was.

Invariant: what goes on is due ahead. Does not know how it is said to people (`readback.py`).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.memory.records import ScheduledTask
from app.memory.repositories import Repositories
from app.schedule.occurrences import next_occurrence
from app.tools import when as times

LIVE = ("active", "processing", "paused")
MOST_DAYS = 31
_JUST_BEFORE = timedelta(microseconds=1)
_PAUSE = re.compile(r"(?:pause|paused|off|stop|disable|disabled|hold|suspend)(?: it)?", re.IGNORECASE)
_RESUME = re.compile(
    r"(?:resume|resumed|on|start|enable|enabled|active|unpause|continue|restore|bring back|go on)(?: it)?",
    re.IGNORECASE,
)
_SKIP = re.compile(
    r"(?:skip|not|without|except|leave out)\b(?: on| for)?(?: (?P<next>(?:the )?next(?: (?:one|time))?|it|once)|(?: the)? (?P<day>.+?)(?:'s(?: one)?)?)?",
    re.IGNORECASE,
)
_FIELDS = "name instruction rule local_start time_zone status exceptions freshness origin taint".split()


def in_state(schedule: ScheduledTask, state: str, deps: AgentDeps) -> ScheduledTask:
    """As it is after "pause", "resume", "skip next" or "skip Monday"."""
    said = " ".join(state.replace("’", "'").split())
    if _PAUSE.fullmatch(said):
        return replace(schedule, status="paused")
    if _RESUME.fullmatch(said):
        return _going_on(on_users_clock(schedule, deps), deps)
    skip = _SKIP.fullmatch(said)
    if skip is None:
        raise ToolProblem('"Pause", "resume", "skip next" and "skip Monday" are what I can do with it.')
    if not schedule.rule:
        raise ToolProblem("It comes only once. I can delete it or move it.")
    here = on_users_clock(schedule, deps)
    return _without_days(here, skip["day"], deps) if skip["day"] else _without_next(here, deps)


def on_users_clock(schedule: ScheduledTask, deps: AgentDeps) -> ScheduledTask:
    """With its hour as its user's clock shows it: a routine whose hour the settings give in UTC."""
    if schedule.time_zone == deps.user.time_zone or not schedule.rule:
        return schedule
    start = schedule.due_at.astimezone(deps.zone).replace(tzinfo=None)
    return replace(schedule, time_zone=deps.user.time_zone, local_start=start.isoformat())


def snapshot(schedule: ScheduledTask, deps: AgentDeps) -> dict[str, object]:
    """What undo needs to set it back."""
    fields: dict[str, object] = {name: getattr(schedule, name) for name in _FIELDS}
    own = {"action": "restore_schedule", "id": schedule.id, "users_zone": deps.user.time_zone}
    return {**own, **fields, "due_at": schedule.due_at.isoformat()}


async def delete_new(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """Take back a schedule that was just set."""
    row = await store.scheduled_tasks.get(user_id, given["id"])
    if row is None or row.status not in LIVE:
        raise ToolProblem("That schedule is over already, so there is nothing to take back.")
    await store.scheduled_tasks.set_status(user_id, row.id, "cancelled", at)
    return f"Taken back: schedule #{row.id} is gone."


async def restore(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """Set one back as it was; on the clock its user has now, if it was on their clock then."""
    row, user = await store.scheduled_tasks.get(user_id, given["id"]), await store.users.get(user_id)
    if row is None or user is None:
        raise ToolProblem("That schedule has changed since, so there is nothing to take back.")
    was = {name: given[name] for name in _FIELDS}
    moved = was["time_zone"] == given["users_zone"] != user.time_zone
    zone = user.time_zone if moved else was["time_zone"]
    old = replace(row, **{**was, "time_zone": zone}, due_at=datetime.fromisoformat(given["due_at"]))
    due_at = old.due_at
    if old.status != "paused" and (due_at <= at or moved):
        due_at = next_of(old, at)
    if due_at is None:
        raise ToolProblem(f"The time of schedule #{row.id} has passed. Tell me a new one and I'll set it again.")
    await store.scheduled_tasks.update(
        user_id, row.id, **{**was, "time_zone": zone, "status": _resting(old, row)}, due_at=due_at, at=at
    )
    return f"“{was['name']}” (#{row.id}) is as it was."


def next_of(schedule: ScheduledTask, after: datetime) -> datetime | None:
    """When it is due next after a moment; None where never."""
    if not schedule.rule:
        return schedule.due_at if schedule.due_at > after else None
    start, zone = datetime.fromisoformat(schedule.local_start), ZoneInfo(schedule.time_zone)
    return next_occurrence(schedule.rule, start, zone, after, without=schedule.exceptions)


def _resting(old: ScheduledTask, now: ScheduledTask) -> str:
    """What was being done when it was changed may be done by now."""
    return "active" if old.status == "processing" and now.status != "processing" else old.status


def _going_on(schedule: ScheduledTask, deps: AgentDeps) -> ScheduledTask:
    if schedule.status in ("active", "processing"):
        return schedule
    due_at = next_of(schedule, deps.now)
    if due_at is None:
        raise ToolProblem("Its time has passed. When should I do it instead?")
    return replace(schedule, status="active", due_at=due_at)


def _without_next(schedule: ScheduledTask, deps: AgentDeps) -> ScheduledTask:
    """Its next time is left out; one that is being done now is not the next."""
    is_ahead = schedule.status == "active" and schedule.due_at > deps.now
    coming = schedule.due_at if is_ahead else next_of(schedule, max(deps.now, schedule.due_at))
    if coming is None:
        raise ToolProblem("It has no time left ahead to leave out.")
    wall = coming.astimezone(ZoneInfo(schedule.time_zone)).replace(tzinfo=None).isoformat(timespec="minutes")
    return _leaving_out(schedule, [wall], coming)


def _without_days(schedule: ScheduledTask, said: str, deps: AgentDeps) -> ScheduledTask:
    """The days somebody named are left out; they have to be days on which it comes."""
    first, end = times.stretch(said, said, deps.local_now)
    if first is None or end is None or end <= deps.now or end - first > timedelta(days=MOST_DAYS):
        raise ToolProblem("Which days ahead should I leave out? For longer than a month, pause it.")
    coming = next_of(schedule, max(deps.now, first) - _JUST_BEFORE)
    if coming is None or coming >= end:
        raise ToolProblem(f"Nothing of it comes {said}, so there is nothing to leave out.")
    days = _days(max(first, deps.local_now).date(), (end - _JUST_BEFORE).date())
    return _leaving_out(schedule, days, end - _JUST_BEFORE)


def _days(first: date, last: date) -> list[str]:
    return [(first + timedelta(days=number)).isoformat() for number in range((last - first).days + 1)]


def _leaving_out(schedule: ScheduledTask, without: list[str], until: datetime) -> ScheduledTask:
    exceptions = [*schedule.exceptions, *(one for one in without if one not in schedule.exceptions)]
    left = replace(schedule, exceptions=exceptions)
    if schedule.status != "active" or schedule.due_at > until:
        return left
    due_at = next_of(left, schedule.due_at - _JUST_BEFORE)
    if due_at is None:
        raise ToolProblem("After that it has no time left. Shall I delete it?")
    return replace(left, due_at=due_at)
