"""Calendar files in and out of an account's calendars: what a file holds is put in once, whatever vendor's they are.

Invariant: what is there already (by its UID) is left alone, so the same file brings nothing twice; what fails in the middle is told with what
was put in before.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import AccountError, InputRefused, NotFound, ToolProblem
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, moment_of, span
from app.integrations.calendar.importing import Arrival
from app.integrations.calendar.telling import one_line
from app.integrations.ports import Calendar

log = logging.getLogger(__name__)
_NEAR = timedelta(days=31)  # events no further apart are looked for together
_AROUND = timedelta(minutes=1)
_ANEW = 5
_REFUSED = "“{title}” was left out: {why}"
_NOT_LEFT_OUT = "Some times of “{title}” that are left out or otherwise in the file could not be put in so."


@dataclass(slots=True)
class Brought:
    """What was put in, as it lies there; how many were there already; and sentences about what went wrong."""

    made: list[Event] = field(default_factory=list[Event])
    there: int = 0
    problems: list[str] = field(default_factory=list[str])


async def bring_in(reached: Calendar, arrivals: Sequence[Arrival], *, zone: ZoneInfo, at: datetime) -> Brought:
    """Put them in. An event that can't be kept there leaves the others; a server that fails ends it. Raises NotFound for a calendar of no such
    name, ToolProblem where none could be kept, AccountError where it fails before anything was put in."""
    brought = Brought()
    for arrival in arrivals:
        try:
            stored = await _created(reached, arrival.event, zone, at)
        except NotFound:
            raise
        except (InputRefused, ToolProblem) as refusal:
            brought.problems.append(_REFUSED.format(title=one_line(arrival.event.title)[:80], why=refusal.sentence))
            continue
        except AccountError as problem:
            if not brought.made:
                raise
            log.warning("an import ended early", extra={"event": "calendar.import_cut", "made": len(brought.made)})
            brought.problems.append(problem.sentence)
            break
        if stored.was_there:
            brought.there += 1
            continue
        brought.made.append(stored)
        brought.problems += await _with_exceptions(reached, stored, arrival, zone, at)
    if brought.problems and not (brought.made or brought.there):
        raise ToolProblem(brought.problems[0])
    return brought


async def missing(reached: Calendar, arrivals: Sequence[Arrival], *, zone: ZoneInfo) -> list[Arrival]:
    """Those of which the account's calendars have no event with their UID that begins then."""
    known: set[tuple[str, datetime]] = set()
    for start, end in _stretches([one.event for one in arrivals], zone):
        there = await reached.between(start, end, zone=zone)
        known |= {(one.uid, moment_of(one.start, zone)) for one in there if one.status != "cancelled"}
    return [one for one in arrivals if (one.event.uid, moment_of(one.event.start, zone)) not in known]


def _stretches(events: Sequence[Event], zone: ZoneInfo) -> list[tuple[datetime, datetime]]:
    """The times in which they begin, few and short."""
    merged: list[tuple[datetime, datetime]] = []
    for start in sorted(span(one, zone)[0] for one in events):
        if merged and start - merged[-1][1] <= _NEAR:
            merged[-1] = (merged[-1][0], start + _AROUND)
        else:
            merged.append((start, start + _AROUND))
    return merged


async def _created(reached: Calendar, event: Event, zone: ZoneInfo, at: datetime) -> Event:
    """Some servers remember what was deleted under a UID, and give that as cancelled: then it is put in under another."""
    stored = await reached.create(event, zone=zone, at=at)
    for _ in range(_ANEW):
        if stored.status != "cancelled":
            break
        event = replace(event, uid=f"again-{event.uid}", key=f"again-{event.uid}")
        stored = await reached.create(event, zone=zone, at=at)
    return stored


async def _with_exceptions(
    reached: Calendar, stored: Event, arrival: Arrival, zone: ZoneInfo, at: datetime
) -> Sequence[str]:
    """The times of a series that are left out or otherwise, one by one; a sentence where that could not be."""
    try:
        for when, other in arrival.changed:
            if one := await _time_of(reached, stored, when, zone):
                await reached.change(one, _as_change(one, other), zone=zone, at=at)
        for when in arrival.left_out:
            if one := await _time_of(reached, stored, when, zone):
                await reached.delete(one, "one", zone=zone, at=at)
    except (AccountError, InputRefused, ToolProblem):
        log.warning("exceptions of a series not put in", extra={"event": "calendar.import_exceptions"})
        return (_NOT_LEFT_OUT.format(title=one_line(arrival.event.title)[:80]),)
    return ()


async def _time_of(reached: Calendar, stored: Event, when: datetime | date, zone: ZoneInfo) -> Event | None:
    """The time of a series that begins then."""
    start = moment_of(when, zone)
    there = await reached.between(start, start + _AROUND, zone=zone, calendar=stored.calendar)
    return next((one for one in there if one.uid == stored.uid and moment_of(one.start, zone) == start), None)


def _as_change(event: Event, wanted: Event) -> Change:
    """What makes it as it is wanted."""
    different = {
        name: getattr(wanted, name)
        for name in ("title", "place", "notes", "busy", "status")
        if getattr(wanted, name) != getattr(event, name)
    }
    return Change(key=event.key, scope="one", start=wanted.start, end=wanted.end, **different)
