"""What an event's guests, or whoever invited, are to be told of it: messages of iTIP (RFC 5546), made from the files of a calendar.

Invariant: a message is about one UID, has what the tables of RFC 5546 ask of its method, describes every zone that it names, and holds nothing
of the file but what a guest needs: no reminders, no programs' notes of their own. Who is written to, and how, is the caller's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from app.integrations.calendar.changing import Scope, answered_line, is_of
from app.integrations.calendar.entries import address_of, shown
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.ics import calendar_of as read_calendar
from app.integrations.calendar.ics import instance_of, uid_of
from app.integrations.calendar.lines import Component, name_of, parse, parsed, written
from app.integrations.calendar.opened import OF_SERIES, Opened
from app.integrations.calendar.values import read_number
from app.integrations.calendar.vtimezone import vtimezone
from app.integrations.calendar.writing import calendar_of, event_component, guest_line, raised, stamp_line
from app.schedule.zones import is_zone

Method = Literal["REQUEST", "CANCEL", "REPLY"]
_SAID = frozenset(
    "UID DTSTAMP DTSTART DTEND DURATION RECURRENCE-ID RRULE RDATE EXDATE SUMMARY DESCRIPTION LOCATION GEO STATUS TRANSP CLASS PRIORITY SEQUENCE "
    "CREATED LAST-MODIFIED URL CONFERENCE ORGANIZER ATTENDEE CATEGORIES".split()
)
_ANSWERED = _SAID - frozenset((*OF_SERIES, "DESCRIPTION", "STATUS", "TRANSP", "CATEGORIES", "CREATED"))

_ANY_YEAR = 1971


@dataclass(frozen=True, slots=True)
class Notice:
    """One message. `event` is what it is about, as it is told in words, `guests` are all that are in it; `sequence` is its version's number."""

    method: Method
    event: Event
    guests: tuple[str, ...]
    sequence: int
    _things: tuple[Component, ...] = field(repr=False)
    _zones: tuple[Component, ...] = field(repr=False)

    @property
    def answer(self) -> str:
        """What a guest says in a reply: "accepted", "declined", "tentative"."""
        line = self._things[0].first("ATTENDEE")
        return line.params.get("PARTSTAT", "").lower() if line else ""

    def file(self, organizer: str) -> bytes:
        """As a file; `organizer` is the address of whoever organises it, where the event doesn't say so by an address."""
        line = guest_line("ORGANIZER", Guest("", organizer))
        things = [one.copy() for one in self._things]
        for one in things:
            known = one.first("ORGANIZER")
            if known is None or "@" not in address_of(known):
                one.put("ORGANIZER", line)
        whole = calendar_of(*zones_named(things, self._zones), *things)
        whole.lines.append(f"METHOD:{self.method}")
        return written([whole])


def invitation(event: Event, *, at: datetime) -> Notice:
    """To a new event, which has guests."""
    return _notice("REQUEST", [event_component(event, at=at)], (), event, at)


def changes(before: bytes, after: bytes, *, zone: ZoneInfo, at: datetime) -> tuple[Notice, ...]:
    """What a file's guests are to be told once it was changed: all of a series whose rule was changed, else its changed times alone."""
    known = {written([one]) for one in _events(before)}
    found = dict[str, list[Component]]()
    for one in _events(after):
        found.setdefault(one.text("UID"), []).append(one)
    told = list[Notice]()
    for same in found.values():
        new = [one for one in same if written([one]) not in known]
        parts = same if any(not one.first("RECURRENCE-ID") for one in new) else new
        told += _told("REQUEST", parts, after, zone, at)
    return tuple(told)


def taken_away(
    before: bytes, left: bytes | None, key: str, scope: Scope, *, zone: ZoneInfo, at: datetime
) -> tuple[Notice, ...]:
    """What the guests of an event are to be told once it is taken away; `left` is what its file holds then. Where a series ends before that
    time, that is a change of it. Raises NotFound."""
    ended = changes(before, left, zone=zone, at=at) if left and scope == "following" else ()
    return ended or _cancelled(before, key, scope, zone, at)


def reply(invited: bytes, guest: Guest, *, zone: ZoneInfo, at: datetime) -> tuple[Notice, ...]:
    """A guest's answer (`guest.status`) to what a file invites them to."""
    things = _events(invited)
    for one in things:
        own = (line for line in one.lines if name_of(line) == "ATTENDEE" and is_of(line, guest.address))
        line = next(own, "")
        one.put("ATTENDEE", answered_line(line, guest.status) if line else guest_line("ATTENDEE", guest))
    return tuple(_told("REPLY", things, invited, zone, at))


def _cancelled(before: bytes, key: str, scope: Scope, zone: ZoneInfo, at: datetime) -> tuple[Notice, ...]:
    """That one time, or all of it, in its last version."""
    opened = Opened.at_key(before, key, zone, at)
    if scope == "one" and opened.master and opened.id:
        things = [opened.own_component()[1]]
    else:
        things = [one.component for one in opened.series.entries] or [opened.instance.entry.component]
    gone = [one.copy() for one in things]
    for one in gone:
        one.put("STATUS", "STATUS:CANCELLED")
        raised(one, at)
    return tuple(_told("CANCEL", gone, before, zone, at))


def _told(method: Method, things: Sequence[Component], file: bytes, zone: ZoneInfo, at: datetime) -> list[Notice]:
    """The message about these components of a file; none where nobody is in them."""
    roots, _ = parse(file)
    zones = [child for root in roots for child in root.named("VTIMEZONE")]
    if not any(one.first("ATTENDEE") for one in things):
        return []
    series = next(iter(read_calendar([Component("VCALENDAR", [], [*zones, *things])], zone, {}).events), None)
    if series is None:
        return []
    uid = uid_of(series)
    key = uid if series.entries else f"{uid}/{next(iter(series.replaced))}"
    instance = instance_of(series, key, zone)
    return [_notice(method, things, zones, shown(instance, zone), at)] if instance else []


def _notice(
    method: Method, things: Sequence[Component], zones: Sequence[Component], event: Event, at: datetime
) -> Notice:
    kept = tuple(_cleaned(one, _ANSWERED if method == "REPLY" else _SAID, at) for one in things)
    guests = dict.fromkeys(address_of(line) for one in kept for line in one.every("ATTENDEE"))
    sequence = max((read_number(one.text("SEQUENCE")) for one in kept), default=0)
    return Notice(method, event, tuple(filter(None, guests)), sequence, kept, tuple(zones))


def plain(component: Component) -> Component:
    """An event without its reminders and what programs note for themselves."""
    return Component(component.name, [line for line in component.lines if name_of(line) in _SAID])


def _cleaned(component: Component, names: frozenset[str], at: datetime) -> Component:
    """What of it others get, stamped anew; a title belongs to it, if an empty one."""
    kept = Component(component.name, [line for line in component.lines if name_of(line) in names])
    kept.put("DTSTAMP", stamp_line("DTSTAMP", at))
    if not kept.first("SUMMARY"):
        kept.put("SUMMARY", "SUMMARY:")
    return kept


def _events(file: bytes) -> list[Component]:
    roots, _ = parse(file)
    return [child for root in roots for child in root.named("VEVENT")]


def zones_named(things: Iterable[Component], described: Sequence[Component]) -> list[Component]:
    """A VTIMEZONE for each zone that is named: the file's own, else the one that the name means everywhere."""
    years = dict[str, int]()
    for one in things:
        for line in one.lines:
            name = parsed(line).params.get("TZID", "")
            if name:
                year = one.text("DTSTART")[:4]
                years.setdefault(name, int(year) if year.isascii() and year.isdigit() else _ANY_YEAR)
    own = {zone.text("TZID"): zone for zone in reversed(described)}
    return [
        own.get(name) or vtimezone(ZoneInfo(name), year) for name, year in years.items() if name in own or is_zone(name)
    ]
