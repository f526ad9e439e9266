"""A message of iTIP (RFC 5546) that came: what it is about, and what of it a calendar takes. Pure.

Invariant: never raises, for any bytes; only its first event counts, the others are counted; what a calendar takes has no method, no alarms and
none of the properties that only programs read. Every text of it is other people's words.
"""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from app.integrations.calendar.changing import answered_line, is_of
from app.integrations.calendar.entries import address_of, shown
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.ics import calendar_of as read_calendar
from app.integrations.calendar.ics import instance_of, uid_of
from app.integrations.calendar.itip import plain, zones_named
from app.integrations.calendar.lines import Component, name_of, parse, unescaped, written
from app.integrations.calendar.writing import calendar_of, guest_line

_LONGEST_METHOD = 40


@dataclass(frozen=True, slots=True)
class Received:
    """`method` in upper case; `event` what it is about, the first time of a series; `file` all of that event; `more` how many other events the
    message has."""

    method: str
    event: Event
    file: bytes
    more: int = 0


def received(data: bytes, *, zone: ZoneInfo) -> Received | None:
    """What a file says; None where it has no method or no event that can be read."""
    roots, _ = parse(data)
    method = next((root.text("METHOD") for root in roots if root.name == "VCALENDAR"), "").strip().upper()
    calendar = read_calendar(roots, zone, {})
    if not method or not calendar.events:
        return None
    series = calendar.events[0]
    uid = uid_of(series)
    key = uid if series.entries else f"{uid}/{next(iter(series.replaced))}"
    instance = instance_of(series, key, zone)
    if instance is None:
        return None
    entries = (*series.entries, *series.replaced.values())
    file = _file([plain(one.component) for one in entries], roots)
    return Received(unescaped(method, _LONGEST_METHOD), shown(instance, zone), file, len(calendar.events) - 1)


def with_answer(invitation: Received, guest: Guest) -> Received:
    """The same with that guest's answer (`guest.status`); one who was invited by another address is among the guests then."""
    roots, _ = parse(invitation.file)
    for one in _events(roots):
        own = [line for line in one.lines if name_of(line) == "ATTENDEE" and is_of(line, guest.address)]
        others = [line for line in one.lines if name_of(line) == "ATTENDEE" and line not in own]
        answer = answered_line(own[0], guest.status) if own else guest_line("ATTENDEE", guest)
        one.put("ATTENDEE", *others, answer)
    others = tuple(one for one in invitation.event.guests if one.address.casefold() != guest.address)
    return replace(invitation, event=replace(invitation.event, guests=(*others, guest)), file=written(roots))


def hosts(file: bytes) -> frozenset[str]:
    """Who organizes what is in a file, by their addresses in small letters; empty where nobody does."""
    lines = (line for one in _events(parse(file)[0]) for line in one.every("ORGANIZER"))
    return frozenset(address_of(line).casefold() for line in lines) - {""}


def taken_in(known: bytes, file: bytes) -> bytes:
    """What a calendar that has the event already holds then: the new one, or of a series of which only some times are told, those beside the
    others."""
    old, new = parse(known)[0], parse(file)[0]
    told = _events(new)
    if any(not one.first("RECURRENCE-ID") for one in told):
        return file
    times = {one.text("RECURRENCE-ID") for one in told}
    kept = [one for one in _events(old) if one.text("RECURRENCE-ID") not in times]
    return _file([*kept, *told], [*old, *new])


def _file(events: list[Component], described: list[Component]) -> bytes:
    zones = [child for root in described for child in root.named("VTIMEZONE")]
    return written([calendar_of(*zones_named(events, zones), *events)])


def _events(roots: list[Component]) -> list[Component]:
    return [child for root in roots for child in root.named("VEVENT")]
