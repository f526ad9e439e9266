"""When people are busy, as Graph's getSchedule tells. Invariant: for whom it tells nothing there is None, never "free"."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import ToolProblem
from app.integrations.calendar.free import Interval
from app.integrations.calendar.values import in_zone
from app.integrations.calls import Calls
from app.integrations.microsoft.graph import IMMUTABLE, Item, in_utc, moment, part, text, thing, things
from app.integrations.microsoft.zones import zone_named

log = logging.getLogger(__name__)

Schedules = dict[str, Sequence[Interval] | None]
_READING = {"Prefer": f'{IMMUTABLE["Prefer"]}, outlook.timezone="UTC"'}
_MOST_ASKED = 20
_LONGEST = timedelta(days=60)
_MINUTES = 30
_FREE = frozenset(("free", "workingElsewhere"))


async def schedules(calls: Calls, addresses: Sequence[str], start: datetime, end: datetime) -> Schedules:
    """For each of these addresses when it is busy; a private account is told nothing."""
    found: Schedules = dict.fromkeys(addresses)
    for first in range(0, len(addresses), _MOST_ASKED):
        found |= await _asked(calls, addresses[first : first + _MOST_ASKED], start, end)
    return found


async def _asked(calls: Calls, addresses: Sequence[str], start: datetime, end: datetime) -> Schedules:
    found: dict[str, list[Interval] | None] = {one: [] for one in addresses}
    first = start
    while first < end:
        last = min(end, first + _LONGEST)
        body = {
            "Schedules": [one.strip() for one in addresses],
            "StartTime": in_utc(first),
            "EndTime": in_utc(last),
            "AvailabilityViewInterval": _MINUTES,
        }
        try:
            reply = await calls.call("POST", "me/calendar/getSchedule", body=body, headers=_READING, repeatable=True)
        except ToolProblem as refusal:
            log.info(
                "no schedules are told", extra={"event": "calendar.no_schedules", "problem": type(refusal).__name__}
            )
            return dict.fromkeys(addresses)
        told = {text(one, "scheduleId").casefold(): one for one in things(thing(reply).get("value"))}
        for address in addresses:
            before, more = found[address], _taken(told.get(address.strip().casefold()))
            found[address] = None if before is None or more is None else [*before, *more]
        first = last
    return dict(found)


def _taken(schedule: Item | None) -> list[Interval] | None:
    """When somebody is busy; None for whom it isn't told."""
    if schedule is None or part(schedule, "error") or not isinstance(schedule.get("scheduleItems"), list):
        return None
    found: list[Interval] = []
    for one in things(schedule.get("scheduleItems")):
        zones = [zone_named(text(one, name, "timeZone"), ZoneInfo("UTC")) for name in ("start", "end")]
        start, end = moment(text(one, "start", "dateTime"), zones[0]), moment(text(one, "end", "dateTime"), zones[1])
        if start and end and start < end and text(one, "status") not in _FREE:
            found.append(Interval(in_zone(start, UTC), in_zone(end, UTC)))
    return found
