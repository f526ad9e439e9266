"""A VEVENT read: when it is, how it repeats, and what an `Event` shows of it.

Invariant: an entry without a readable start is None with a sentence, anything else that can't be read has a default and a sentence. What is
shown is cut to the lengths below. Does not expand anything.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from app.integrations.calendar.event import STATUSES, Event, Guest, Status
from app.integrations.calendar.lines import Component, Property, unescaped
from app.integrations.calendar.rules import Rule, read_rule
from app.integrations.calendar.values import Length, Wall, in_zone, later, read_length, read_number, read_wall
from app.integrations.calendar.zones import Zones

_MOST_TITLE, _MOST_NOTES, _MOST_GUESTS, _MOST_REMINDERS = 500, 20_000, 500, 20
_MOST_DATES = 20_000
_MOST_RULES = 5
_LONGEST_ADDRESS = 320
_STATUSES: dict[str, Status] = {status: status for status in STATUSES}
_WEB = re.compile(r"https?://[^\s<>\"]{1,2000}", re.IGNORECASE)
_LINKS = ("URL", "CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL")
_NO_START = "“{title}” has no time that can be read, so it was left out."
_BAD_END = "Its end is before its start or can't be read."
_BAD_RULE = "How it repeats can't be worked out ({rule}): only its first time is shown."
_EXRULE = "A rule of exceptions (EXRULE) is not followed."
_NO_NAME = "An event has no UID: it was given one made from its text."
_MANY_DATES = f"It has more than {_MOST_DATES:,} single dates: the rest was left out."


@dataclass(frozen=True, slots=True)
class Entry:
    """One VEVENT. `replaces` is the time of the series that it stands for, `onwards` whether also for all that follow.

    `rules` are those that can be worked out; `rdates` further times with their own lengths; `exdates` ids of times left out
    (`Wall.id`). `begins` and `ends` are of the entry itself, in UTC.
    """

    component: Component
    uid: str
    start: Wall
    length: Length
    begins: datetime
    ends: datetime
    replaces: Wall | None = None
    onwards: bool = False
    repeats: bool = False
    rules: tuple[Rule, ...] = ()
    rdates: tuple[tuple[Wall, Length], ...] = ()
    exdates: frozenset[str] = frozenset()
    sequence: int = 0
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    """A component while it is read: sentences are kept once each."""

    component: Component
    zones: Zones
    notes: dict[str, None] = field(default_factory=dict[str, None])

    def wall(self, line: Property | None) -> Wall | None:
        """The time of a property; one with a TZID is of that zone."""
        return next(self.walls(line, line.value), None) if line else None

    def walls(self, line: Property, text: str) -> Iterator[Wall]:
        tzid = line.params.get("TZID")
        zone, note = self.zones.find(tzid) if tzid else (None, "")
        for value in text.split(","):
            wall = read_wall(value, zone)
            if wall is not None:
                if note and wall.zone is zone:
                    self.notes[note] = None
                yield wall

    def length(self, start: Wall) -> Length:
        ends, lasts = self.component.first("DTEND"), self.component.first("DURATION")
        found = self._until(start, ends) if ends else self._lasting(lasts) if lasts else None
        if found is None and (ends or lasts):
            self.notes[_BAD_END] = None
        return found or Length(days=1 if start.all_day else 0)

    def _lasting(self, line: Property) -> Length | None:
        found = read_length(line.value)
        return found[1] if found and found[0] > 0 else None

    def _until(self, start: Wall, line: Property) -> Length | None:
        end = self.wall(line)
        if end is None:
            return None
        if start.all_day:
            days = (end.local - start.local).days
            # Some write the last day itself, or the day of both.
            return Length(days=max(1, days)) if days >= 0 else None
        zone = start.zone or self.zones.default
        exact = end.moment(zone) - start.moment(zone)
        return Length(exact=exact) if exact >= timedelta(0) else None

    def rules(self, start: Wall) -> tuple[Rule, ...]:
        lines = self.component.every("RRULE")
        read = [(line, read_rule(line.value, start.local, start.zone)) for line in lines[:_MOST_RULES]]
        for line, rule in read:
            if rule is None:
                self.notes[_BAD_RULE.format(rule=unescaped(line.value, 80))] = None
        if self.component.first("EXRULE"):
            self.notes[_EXRULE] = None
        return tuple(rule for _, rule in read if rule)

    def dates(self, name: str, start: Wall, length: Length) -> list[tuple[Wall, Length]]:
        """The single dates of RDATE or EXDATE; a PERIOD has its own length, a day in a list of times is that day's time."""
        found: list[tuple[Wall, Length]] = []
        for line in self.component.every(name):
            for value in line.value.split(",", _MOST_DATES - len(found)):
                first, _, rest = value.partition("/")
                found += [(wall, self._period(wall, rest) or length) for wall in self.walls(line, first)]
                if len(found) >= _MOST_DATES:
                    self.notes[_MANY_DATES] = None
                    return found
        return found

    def _period(self, start: Wall, rest: str) -> Length | None:
        if not rest:
            return None
        lasting, zone = read_length(rest), start.zone or self.zones.default
        if lasting:
            return lasting[1]
        end = read_wall(rest, start.zone)
        return Length(exact=max(timedelta(0), end.moment(zone) - start.moment(zone))) if end else None


def read_entry(component: Component, zones: Zones) -> tuple[Entry | None, tuple[str, ...]]:
    """What a VEVENT says and sentences about the file; the entry's own are in its notes."""
    reading = _Reading(component, zones)
    start = reading.wall(component.first("DTSTART"))
    if start is None:
        return None, (_NO_START.format(title=unescaped(component.text("SUMMARY"), 80) or "An event"),)
    uid = unescaped(component.text("UID"), _MOST_TITLE)
    about_file = () if uid else (_NO_NAME,)
    length, recurrence = reading.length(start), component.first("RECURRENCE-ID")
    rdates = reading.dates("RDATE", start, length)
    entry = Entry(
        component=component,
        uid=uid or sha256("\n".join(component.lines).encode("utf-8", "replace")).hexdigest()[:32],
        start=start,
        length=length,
        begins=start.moment(zones.default),
        ends=length.after(start, zones.default),
        replaces=reading.wall(recurrence),
        onwards=bool(recurrence) and recurrence.params.get("RANGE", "").upper() == "THISANDFUTURE",
        repeats=recurrence is None and bool(rdates or component.first("RRULE")),
        rules=reading.rules(start) if recurrence is None else (),
        rdates=tuple((wall.like(start, zones.default), lasts) for wall, lasts in rdates),
        exdates=frozenset(wall.like(start, zones.default).id for wall, _ in reading.dates("EXDATE", start, length)),
        sequence=read_number(component.text("SEQUENCE")),
        notes=tuple(reading.notes),
    )
    return entry, about_file


# ------------------------------------------------------------------------------------------------- what is shown


@dataclass(frozen=True, slots=True)
class Instance:
    """One time of an entry, with the rule of its series. `begins` and `ends` are in UTC."""

    entry: Entry
    wall: Wall
    length: Length
    begins: datetime
    ends: datetime
    key: str
    rule: str = ""
    notes: tuple[str, ...] = ()


def shown(instance: Instance, default: ZoneInfo) -> Event:
    """The event that an instance is; times in a zone that only its file knows are shown in `default`."""
    entry, wall, component = instance.entry, instance.wall, instance.entry.component
    organizer, status = _organizer(component), _status(component.text("STATUS"))
    start = wall.shown(default)
    first_day = wall.local.date()
    day_after = later(wall.local, timedelta(days=max(1, instance.length.days))).date()
    return Event(
        uid=entry.uid,
        key=instance.key,
        title=unescaped(component.text("SUMMARY"), _MOST_TITLE),
        start=first_day if wall.all_day else start,
        end=day_after if wall.all_day else in_zone(instance.ends, start.tzinfo or UTC),
        all_day=wall.all_day,
        floating=not wall.all_day and wall.zone is None,
        zone="" if wall.all_day else getattr(start.tzinfo, "key", "UTC"),
        place=unescaped(component.text("LOCATION"), _MOST_TITLE),
        notes=unescaped(component.text("DESCRIPTION"), _MOST_NOTES),
        guests=_guests(component, organizer),
        organizer=organizer,
        repeats=entry.repeats or entry.replaces is not None,
        rule=instance.rule,
        status=status,
        busy=component.text("TRANSP").strip().upper() != "TRANSPARENT" and status != "cancelled",
        url=_link(component),
        sequence=entry.sequence,
        reminders=_reminders(component, wall, instance.length),
        notes_of_reading=(*entry.notes, *instance.notes),
    )


def _status(text: str) -> Status:
    return _STATUSES.get(text.strip().lower(), "confirmed")


def _link(component: Component) -> str:
    values = (unescaped(component.text(name), 2_100) for name in _LINKS)
    return next((value for value in values if _WEB.fullmatch(value)), "")


def _guests(component: Component, organizer: Guest | None) -> tuple[Guest, ...]:
    lines = component.every("ATTENDEE")[:_MOST_GUESTS]
    return tuple(_guest(line, organizer.address if organizer else "") for line in lines)


def _organizer(component: Component) -> Guest | None:
    line = component.first("ORGANIZER")
    return _guest(line, address_of(line)) if line else None


def _guest(line: Property, organizer: str) -> Guest:
    address = address_of(line)
    status = line.params.get("PARTSTAT", "NEEDS-ACTION").lower()[:40]
    name = unescaped(line.params.get("CN", ""), _MOST_TITLE)
    return Guest(name, address, status, is_organizer=bool(address) and address.lower() == organizer.lower())


def address_of(line: Property) -> str:
    """The e-mail address of an ATTENDEE or ORGANIZER, on one line. Of a mailto that is its path: what headers it asks for besides isn't heard."""
    value = line.value.strip()
    is_mail = value[:7].lower() == "mailto:"
    plain = unquote(value[len("mailto:") :].partition("?")[0]) if is_mail else line.params.get("EMAIL", value)
    return " ".join(unescaped(plain, _LONGEST_ADDRESS).split())


def _reminders(component: Component, wall: Wall, length: Length) -> tuple[timedelta, ...]:
    alarms = component.named("VALARM")[:_MOST_REMINDERS]
    found = (_before(line, wall, length) for alarm in alarms if (line := alarm.first("TRIGGER")))
    return tuple(before for before in found if before is not None)


def _before(line: Property, wall: Wall, length: Length) -> timedelta | None:
    lasting = read_length(line.value)
    if lasting is None:
        at = read_wall(line.value, wall.zone)
        return wall.moment(UTC) - at.moment(UTC) if at else None
    step = timedelta(days=lasting[1].days) + lasting[1].exact
    from_end = line.params.get("RELATED", "").upper() == "END"
    own = timedelta(days=length.days) + length.exact if from_end else timedelta(0)
    return (-lasting[0] * step) - own
