"""Events written as an iCalendar file.

Invariant: what is written is read again as the same event, no text can begin a property of its own, and every zone that is named has its
VTIMEZONE. Times of writing come from the caller (`at`), never from a clock here.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.event import Event, Guest, moment_of
from app.integrations.calendar.lines import Component, bare, escaped, quoted, written
from app.integrations.calendar.rules import read_rule
from app.integrations.calendar.values import day_text, length_text, read_number, time_text
from app.integrations.calendar.vtimezone import vtimezone
from app.schedule.zones import is_zone, to_utc

_PRODUCT = "-//Kwasi//Calendar//EN"
_NO_RULE = "That isn't a repetition I can put into a calendar: {rule}"
_NO_END = "An event can't end before it begins."
_MIXED = "An event begins and ends either on days or at times."
_NO_ZONE = "“{name}” isn't a time zone I know."
_NO_UID = "An event needs a UID."
_UTC_NAMES = frozenset(("", "UTC", "Etc/UTC"))


def event_ics(event: Event, *, at: datetime) -> bytes:
    """A file with one new event, stamped `at` (aware); a series is given by its first time, its rule and its `uid` as key.

    InputRefused with a sentence for an end before the start, a rule that isn't expanded here or an unknown zone.
    """
    return export([event], at=at)


def export(events: Sequence[Event], *, at: datetime) -> bytes:
    """A file with these events. One of a series is written as an event of its own under its key, as its series isn't there."""
    components = [event_component(event, at=at) for event in events]
    return written([calendar_of(*zones_named(events), *components)])


def zones_named(events: Sequence[Event]) -> list[Component]:
    """A VTIMEZONE for each zone that the times of events are written in."""
    years: dict[str, int] = {}
    for event in events:
        zone = zone_of(event.start, event.zone)
        if zone and not event.floating:
            years[zone.key] = min(event.start.year, years.get(zone.key, event.start.year))
    return [vtimezone(ZoneInfo(name), year) for name, year in years.items()]


def calendar_of(*components: Component) -> Component:
    """A VCALENDAR around components."""
    return Component("VCALENDAR", ["VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"], [*components])


def event_component(event: Event, *, at: datetime) -> Component:
    """The VEVENT of an event; InputRefused as for `event_ics`."""
    _check(event)
    stands_alone = event.key not in ("", event.uid)
    lines = [
        f"UID:{escaped(event.key if stands_alone else event.uid)}",
        stamp_line("DTSTAMP", at),
        when_line("DTSTART", event.start, event),
        when_line("DTEND", event.end, event),
        *text_lines({"SUMMARY": event.title, "LOCATION": event.place, "DESCRIPTION": event.notes}),
        *([f"RRULE:{bare(event.rule)}"] if event.rule and not stands_alone else []),
        f"STATUS:{event.status.upper()}",
        f"TRANSP:{'OPAQUE' if event.busy else 'TRANSPARENT'}",
        f"SEQUENCE:{event.sequence}",
        *([f"URL:{bare(event.url)}"] if event.url else []),
        *([guest_line("ORGANIZER", event.organizer)] if event.organizer else []),
        *(guest_line("ATTENDEE", guest) for guest in event.guests),
    ]
    return Component("VEVENT", lines, [alarm(before, event.title) for before in event.reminders])


def _check(event: Event) -> None:
    if not event.uid.strip():
        raise InputRefused(_NO_UID)
    if isinstance(event.start, datetime) != isinstance(event.end, datetime):
        raise InputRefused(_MIXED)
    zone = zone_of(event.start, event.zone) or UTC
    if moment_of(event.end, zone) < moment_of(event.start, zone):
        raise InputRefused(_NO_END)
    if event.rule:
        check_rule(event.rule, event.start)


def check_rule(rule: str, start: datetime | date) -> None:
    """InputRefused for a rule that `between` would not expand."""
    first = datetime.combine(start, datetime.min.time())
    if read_rule(rule, first, UTC) is None:
        raise InputRefused(_NO_RULE.format(rule=bare(rule)[:100]))


def zone_of(start: datetime | date, name: str) -> ZoneInfo | None:
    """The zone whose name is written: the named one, else the time's own; None for UTC, days and times without one."""
    if not isinstance(start, datetime):
        return None
    key = name or getattr(start.tzinfo, "key", "")
    if key in _UTC_NAMES:
        return None
    if not is_zone(key):
        raise InputRefused(_NO_ZONE.format(name=bare(key)[:100]))
    return ZoneInfo(key)


def when_line(name: str, when: datetime | date, event: Event) -> str:
    """DTSTART and the like, as a day, a floating time, a time of the event's zone, or UTC."""
    if not isinstance(when, datetime):
        return f"{name};VALUE=DATE:{day_text(when)}"
    if event.floating or when.tzinfo is None:
        return f"{name}:{time_text(when)}"
    zone = zone_of(when, event.zone)
    local = when.astimezone(zone or UTC).replace(tzinfo=None)
    # The second pass of an hour that comes twice can't be named on the wall clock.
    if zone is None or to_utc(local, zone) != when.astimezone(UTC):
        return stamp_line(name, when)
    return f"{name};TZID={zone.key}:{time_text(local)}"


def stamp_line(name: str, at: datetime) -> str:
    """A time in UTC."""
    return f"{name}:{time_text(at.astimezone(UTC))}Z"


def text_lines(texts: dict[str, str]) -> Iterator[str]:
    """TEXT properties, without the empty ones."""
    return (f"{name}:{escaped(text)}" for name, text in texts.items() if text.strip())


def guest_line(name: str, guest: Guest) -> str:
    """ATTENDEE or ORGANIZER."""
    params = f";CN={quoted(guest.name)}" if guest.name.strip() else ""
    if name == "ATTENDEE":
        status = "".join(
            letter for letter in guest.status.upper() if letter.isascii() and (letter.isalnum() or letter == "-")
        )
        params += f";PARTSTAT={status or 'NEEDS-ACTION'}"
        params += ";RSVP=TRUE" if status == "NEEDS-ACTION" else ""
    return f"{name}{params}:mailto:{bare(guest.address).replace('%', '%25').replace('?', '%3F')}"


def alarm(before: timedelta, title: str) -> Component:
    """A VALARM that shows the title so long before the start."""
    return Component(
        "VALARM", ["ACTION:DISPLAY", f"TRIGGER:{length_text(-before)}", f"DESCRIPTION:{escaped(title) or 'Event'}"]
    )


def raised(component: Component, at: datetime) -> None:
    """Mark a component as changed: a higher SEQUENCE and the time."""
    component.put("SEQUENCE", f"SEQUENCE:{read_number(component.text('SEQUENCE')) + 1}")
    component.put("DTSTAMP", stamp_line("DTSTAMP", at))
    component.put("LAST-MODIFIED", stamp_line("LAST-MODIFIED", at))
