"""A file with one of its events changed, taken away or answered.

Invariant: every line and component that a change is not about goes back as it was (but for its folding), and what is changed has a higher
SEQUENCE. Times keep the zone the file gives them. "Following" ends the series before that time and begins a second one with a UID of its own,
as most calendars ignore RANGE=THISANDFUTURE; `resources` parts the two for a server that keeps one UID a file.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.entries import Entry, address_of
from app.integrations.calendar.event import Guest, Status
from app.integrations.calendar.lines import Component, bare, escaped, name_of, parse, parsed, unescaped, written
from app.integrations.calendar.moving import (
    Place,
    Shift,
    local_in,
    moved_dates,
    new_length,
    place_of,
    placed,
    set_times,
)
from app.integrations.calendar.opened import OF_SERIES, Opened, moved
from app.integrations.calendar.rules import read_rule
from app.integrations.calendar.values import Length, Wall
from app.integrations.calendar.vtimezone import vtimezone
from app.integrations.calendar.writing import alarm, check_rule, guest_line, raised

Scope = Literal["one", "following", "all"]
Answer = Literal["accepted", "declined", "tentative"]
_TEXTS = {"title": "SUMMARY", "place": "LOCATION", "notes": "DESCRIPTION"}
_ANSWERED = re.compile(r'("[^"]*")|;(?:PARTSTAT|RSVP)=(?:"[^"]*"|[^";]*)', re.IGNORECASE)
_NOT_INVITED = "{address} isn't among the guests of that event."
_RULE_OF_ONE = "One time of a series can't repeat by itself."


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be different; None leaves as it is, an empty text takes away. `start` and `end` are those of the event that `key`
    names, also where a whole series goes with it; an empty `rule` makes a series a single event at the series' start; `organizer` is written
    where guests come to an event that nobody organizes."""

    key: str
    scope: Scope = "all"
    title: str | None = None
    start: datetime | date | None = None
    end: datetime | date | None = None
    place: str | None = None
    notes: str | None = None
    rule: str | None = None
    status: Status | None = None
    busy: bool | None = None
    url: str | None = None
    guests: Sequence[Guest] | None = None
    organizer: Guest | None = None
    reminders: Sequence[timedelta] | None = None


def with_change(data: bytes, change: Change, *, zone: ZoneInfo, at: datetime) -> bytes:
    """The file with that change, written `at` (aware); `zone` is the reader's, as in `ics.read`.

    NotFound when the file has no such event, InputRefused with a sentence for a change that can't be.
    """
    opened = Opened.at_key(data, change.key, zone, at)
    scope = _scope(opened, change.scope)
    if scope == "following":
        parted = replace(change, key=opened.part(), scope="all")
        return with_change(opened.written(), parted, zone=zone, at=at)
    if scope == "one":
        _change_one(opened, change)
    else:
        _change_all(opened, change)
    return opened.written()


def without(data: bytes, key: str, scope: Scope, *, zone: ZoneInfo, at: datetime) -> bytes | None:
    """The file without that event; None when nothing is left in it. NotFound as above."""
    opened = Opened.at_key(data, key, zone, at)
    scope = _scope(opened, scope)
    if scope == "one":
        opened.leave_out()
    elif scope == "following":
        opened.end_before()
    else:
        opened.remove(entry.component for entry in opened.entries)
    return opened.written() if any(_things(opened.roots)) else None


def answered(data: bytes, address: str, status: Answer) -> bytes:
    """The file with that guest's answer to all it holds. An answer is no change of the event, so SEQUENCE stays.

    InputRefused when nobody with that address is invited.
    """
    roots, _ = parse(data)
    found = [_answer(component, address.strip().lower(), status) for component in _things(roots)]
    if not any(found):
        raise InputRefused(_NOT_INVITED.format(address=bare(address)[:100]))
    return written(roots)


def resources(data: bytes) -> dict[str, bytes]:
    """A file for each UID in it, with the zones; in the order of the file."""
    roots, _ = parse(data)
    found: dict[str, list[Component]] = {}
    for thing in _things(roots):
        found.setdefault(unescaped(thing.text("UID"), 500), []).append(thing)
    zones = [child for root in roots for child in root.named("VTIMEZONE")]
    lines = roots[0].lines if found else []
    return {uid: written([Component("VCALENDAR", lines, [*zones, *own])]) for uid, own in found.items()}


def _things(roots: list[Component]) -> list[Component]:
    return [
        child for root in roots for child in (root, *root.children) if child.name in ("VEVENT", "VTODO", "VJOURNAL")
    ]


def is_of(line: str, address: str) -> bool:
    """Whether an ATTENDEE's content line is that address's (in small letters)."""
    return address_of(parsed(line)).lower() == address


def answered_line(line: str, status: str) -> str:
    """An ATTENDEE's content line with their answer."""
    head, value = line[: len(line) - len(parsed(line).value) - 1], parsed(line).value
    return f"{_ANSWERED.sub(lambda match: match[1] or '', head)};PARTSTAT={status.upper()}:{value}"


def _answer(component: Component, address: str, status: str) -> bool:
    own = [line for line in component.lines if name_of(line) == "ATTENDEE" and is_of(line, address)]
    component.lines = [answered_line(line, status) if line in own else line for line in component.lines]
    return bool(own)


def _scope(opened: Opened, wanted: Scope) -> Scope:
    """What a wish comes to: what follows the first is all, and one event alone has no others."""
    master = opened.master
    if master is None:
        return "all" if opened.series.entries else "one"
    is_first = wanted == "following" and opened.is_first(master)
    return "all" if not opened.id or is_first else wanted


def _change_one(opened: Opened, change: Change) -> None:
    if change.rule:
        raise InputRefused(_RULE_OF_ONE)
    entry, component = opened.own_component()
    if _moves(change):
        old = Place(opened.instance.wall, place_of(entry).tzid)
        place = old if change.start is None else placed(change.start, old, opened.zone)
        length = new_length(opened.instance.length, old.wall, place, end=change.end, default=opened.zone)
        set_times(component, place, _to_write(component, length, change), opened.zone)
        _have_zone(opened, place)
    _set_rest(component, change)
    raised(component, opened.at)


def _change_all(opened: Opened, change: Change) -> None:
    master = opened.master or opened.instance.entry
    old = {name: master.component.text(name) for name in _TEXTS.values()}
    start = _move_all(opened, master, change) if _moves(change) else master.start
    if change.rule is not None:
        _set_rule(opened, master, change.rule, start)
    _set_rest(master.component, change)
    raised(master.component, opened.at)
    for entry in opened.series.replaced.values():
        # What one of them has of its own stays its own.
        same = {
            field: getattr(change, field) for field, name in _TEXTS.items() if entry.component.text(name) == old[name]
        }
        _set_rest(
            entry.component,
            Change(change.key, guests=change.guests, organizer=change.organizer, url=change.url, **same),
        )
        raised(entry.component, opened.at)


def _moves(change: Change) -> bool:
    return change.start is not None or change.end is not None


def _to_write(component: Component, length: Length, change: Change) -> Length | None:
    """The length to write as DTEND: none where a DURATION goes on being right."""
    return length if change.end is not None or component.first("DTEND") else None


def _move_all(opened: Opened, master: Entry, change: Change) -> Wall:
    """The start of the series and all that hangs on it, as far as the meant time goes; where it starts then."""
    there = Place(opened.regular(master), place_of(master).tzid)
    meant = there if change.start is None else placed(change.start, there, opened.zone)
    length = new_length(master.length, there.wall, meant, end=change.end, default=opened.zone)
    shift, component = moved(opened, master, meant), master.component
    place = Place(shift.of(master.start), meant.tzid)
    set_times(component, place, _to_write(component, length, change), opened.zone)
    for name, lines in moved_dates(master, place, shift).items():
        component.put(name, *lines)
    component.put("RRULE", *(f"RRULE:{shift.rule(line.value)}" for line in component.every("RRULE")))
    for entry in opened.series.replaced.values():
        _follow(opened, entry, shift, place)
    _have_zone(opened, place)
    return place.wall


def _follow(opened: Opened, entry: Entry, shift: Shift, place: Place) -> None:
    """Have an entry of one time stand for where that time is now; it goes along unless it was moved by itself."""
    if entry.replaces is None:
        return
    named = shift.of(entry.replaces)
    entry.component.put("RECURRENCE-ID", place.line("RECURRENCE-ID", named))
    if entry.begins == entry.replaces.moment(opened.zone):
        length = entry.length if entry.component.first("DTEND") else None
        set_times(entry.component, Place(named, place.tzid), length, opened.zone)


def _set_rule(opened: Opened, master: Entry, rule: str, start: Wall) -> None:
    """Have another rule, or none; of what stood for single times, that stays which the new rule still has."""
    if rule:
        check_rule(rule, start.local)
    read = read_rule(rule, start.local, start.zone) if rule else None
    master.component.put("RRULE", *([f"RRULE:{bare(rule)}"] if rule else []))
    if not rule:
        master.component.drop(*OF_SERIES)
    named = (
        (entry, local_in(entry.replaces, start, opened.zone))
        for entry in opened.series.replaced.values()
        if entry.replaces
    )
    opened.remove(
        entry.component for entry, local in named if read is None or local not in read.walls(start.local, local, local)
    )


def _have_zone(opened: Opened, place: Place) -> None:
    if isinstance(place.wall.zone, ZoneInfo) and place.tzid == place.wall.zone.key:
        opened.add_zone(vtimezone(place.wall.zone, place.wall.local.year))


def _set_rest(component: Component, change: Change) -> None:
    """All of a change but times and rules."""
    for field, name in _TEXTS.items():
        _set(component, name, getattr(change, field), escaped)
    _set(component, "STATUS", change.status, str.upper)
    _set(component, "URL", change.url, bare)
    if change.busy is not None:
        component.put("TRANSP", f"TRANSP:{'OPAQUE' if change.busy else 'TRANSPARENT'}")
    if change.guests is not None:
        _set_guests(component, change.guests)
    if change.organizer is not None and component.first("ATTENDEE") and not component.first("ORGANIZER"):
        component.put("ORGANIZER", guest_line("ORGANIZER", change.organizer))
    if change.reminders is not None:
        others = [child for child in component.children if child.name != "VALARM"]
        title = unescaped(component.text("SUMMARY"), 500)
        component.children = [*others, *(alarm(before, title) for before in change.reminders)]


def _set(component: Component, name: str, value: str | None, spelled: Callable[[str], str]) -> None:
    if value is not None:
        component.put(name, *([f"{name}:{spelled(value)}"] if value.strip() else []))


def _set_guests(component: Component, guests: Sequence[Guest]) -> None:
    """These guests; who was there keeps their line, and with it their answer."""
    lines = {address_of(parsed(line)).lower(): line for line in component.lines if name_of(line) == "ATTENDEE"}
    component.put("ATTENDEE", *(lines.get(guest.address.lower()) or guest_line("ATTENDEE", guest) for guest in guests))
