"""What a calendar file would put into a calendar: each event of it once, a series with the times of it that are left out or otherwise. Pure.

Invariant: nobody is written to by what is put in: guests and organizer are told in the notes, and the notes say which file the words came from
(`origin`), as they are somebody else's for as long as the event is there.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import chain, islice
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.entries import Entry, Instance, shown
from app.integrations.calendar.event import Event
from app.integrations.calendar.ics import Calendar, Series, uid_of
from app.integrations.calendar.moving import Shift, rule_text
from app.integrations.calendar.rules import rule_parts
from app.integrations.calendar.values import Wall, in_zone, read_wall

MOST = 300
_MOST_EXCEPTIONS = 100
_MOST_NOTES = 4_000
_LONGEST_ORIGIN = 320
_FROM = "From the {kind} {name}."
_ORIGIN = re.compile(
    rf"From the (?P<kind>calendar file|invitation of|mail of) (?P<name>[^\n]{{1,{_LONGEST_ORIGIN}}})\.\s*\Z"
)
_INVITED = "Invited by: {who}"
_ONWARDS = "A change of all its later times isn't taken over."
_MANY_EXCEPTIONS = f"It has more than {_MOST_EXCEPTIONS} exceptions: the rest isn't taken over."
Kind = Literal["calendar file", "invitation of", "mail of"]
_KINDS: Mapping[str, Kind] = {"calendar file": "calendar file", "invitation of": "invitation of", "mail of": "mail of"}


class Origin(NamedTuple):
    """From what kind of thing an event's words came, and its name."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """One event of a file. `left_out` are times of its series that it doesn't have, `changed` those that are otherwise, each by the time
    that it stands for; times are days or aware."""

    event: Event
    left_out: tuple[datetime | date, ...] = ()
    changed: tuple[tuple[datetime | date, Event], ...] = ()


def arrivals(calendar: Calendar) -> tuple[Arrival, ...]:
    """What a file holds, in its order; cancelled events are none."""
    found = chain.from_iterable(_of(series, calendar.zone) for series in calendar.events)
    return tuple(one for one in found if one.event.status != "cancelled")


def as_own(arrival: Arrival, file: str, calendar: str) -> Arrival:
    """As it is put into the calendar of that name: without anybody to write to, and with the file's name in its notes."""
    changed = tuple((when, _own(one, file, calendar)) for when, one in arrival.changed)
    return replace(arrival, event=_own(arrival.event, file, calendar), changed=changed)


def with_origin(notes: str, kind: Kind, name: str) -> str:
    """Notes that say at their end where the words of their event came from."""
    return "\n".join(filter(None, (notes[:_MOST_NOTES], _FROM.format(kind=kind, name=name[:_LONGEST_ORIGIN]))))


def origin(notes: str) -> Origin | None:
    """Where an event's words came from, as its notes say."""
    found = _ORIGIN.search(notes[-2 * _LONGEST_ORIGIN :])
    return Origin(_KINDS[found["kind"]], found["name"]) if found else None


def kept_origin(before: str, notes: str) -> str:
    """Other notes of an event: what else it holds is still from where it came."""
    known = origin(before)
    return with_origin(notes, *known) if known and not origin(notes) else notes


def _own(event: Event, file: str, calendar: str) -> Event:
    host = event.organizer
    who = f"{host.name} <{host.address}>" if host and host.name else host.address if host else ""
    invited = [_INVITED.format(who=" ".join(who.split())[:200])] if who else []
    notes = with_origin(
        "\n".join(filter(None, (event.notes[: _MOST_NOTES - 300], *invited))), "calendar file", file[:120]
    )
    before = tuple(one for one in event.reminders if one >= timedelta(0))[:1]  # what every vendor keeps
    return replace(event, notes=notes, guests=(), organizer=None, calendar=calendar, reminders=before)


def _of(series: Series, zone: ZoneInfo) -> Iterator[Arrival]:
    """The series itself, and what else has its UID: times beside its rule, and further events under the same."""
    uid = uid_of(series)
    if not series.entries:
        for id_, alone in islice(series.replaced.items(), MOST):
            yield Arrival(_single(_shown(alone, zone), f"{uid}-{id_}"))
        return
    entry, *others = series.entries
    yield _master(entry, series, zone)
    beside = {wall.id: (wall, length) for wall, length in entry.rdates if wall.id not in entry.exdates}
    for id_, (wall, length) in islice(beside.items(), MOST):
        begins = wall.moment(zone)
        one = Instance(entry, wall, length, begins, length.after(wall, zone, begins), uid)
        if id_ not in series.replaced and id_ != entry.start.id:
            yield Arrival(_single(shown(one, zone), f"{uid}-{id_}"))
    for other in others[:MOST]:
        yield Arrival(_single(_shown(other, zone), f"{uid}-{other.start.id}"))


def _shown(entry: Entry, zone: ZoneInfo) -> Event:
    """An entry at its own time."""
    return shown(Instance(entry, entry.start, entry.length, entry.begins, entry.ends, entry.uid), zone)


def _master(entry: Entry, series: Series, zone: ZoneInfo) -> Arrival:
    event = _shown(entry, zone)
    rule = _rule(entry, event, zone)
    if not rule:
        return Arrival(_single(event, entry.uid))
    event = replace(event, rule=rule)
    left_out = [when for id_ in sorted(entry.exdates) if (when := _named(id_, event, zone)) is not None]
    changed: list[tuple[datetime | date, Event]] = []
    for id_ in sorted(series.replaced):
        when = _named(id_, event, zone)
        if when is None:
            continue
        if len(changed) > _MOST_EXCEPTIONS:
            break
        one = _shown(series.replaced[id_], zone)
        if one.status == "cancelled":
            left_out.append(when)
        else:
            changed.append((when, one))
    notes = [*([_ONWARDS] if series.onwards else [])]
    if len(left_out) + len(changed) > _MOST_EXCEPTIONS:
        notes.append(_MANY_EXCEPTIONS)
    kept = left_out[:_MOST_EXCEPTIONS]
    event = replace(event, notes_of_reading=(*event.notes_of_reading, *notes))
    return Arrival(event, tuple(kept), tuple(changed[: _MOST_EXCEPTIONS - len(kept)]))


def _single(event: Event, uid: str) -> Event:
    return replace(event, uid=uid, key=uid, repeats=False, rule="")


def _rule(entry: Entry, event: Event, zone: ZoneInfo) -> str:
    """The rule as it holds in the zone the event is shown in; "" where there is none that can be worked out."""
    parts = rule_parts(entry.component.text("RRULE")) if entry.rules else None
    if parts is None:
        return ""
    if (
        isinstance(entry.start.zone, ZoneInfo)
        or entry.start.zone in (None, UTC)
        or not isinstance(event.start, datetime)
    ):
        return rule_text(parts)
    try:  # a zone that only the file knows: on another clock it may be another day
        there = Wall(event.start.replace(tzinfo=None), event.start.tzinfo)
        return Shift(entry.start, there, zone).rule(rule_text(parts))
    except InputRefused:
        return ""


def _named(id_: str, event: Event, zone: ZoneInfo) -> datetime | date | None:
    """The time of the series that an id names."""
    wall = read_wall(id_, None)
    if wall is None:
        return None
    if event.all_day:
        return wall.local.date()
    return in_zone(wall.moment(zone), ZoneInfo(event.zone or "UTC"))
