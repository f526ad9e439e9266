"""The times of a series moved by as much as one of them: its start, its exceptions, its further dates and its rule.

Invariant: what is moved keeps the zone and the kind (day, floating, zone) of the new start. Knows no file and no scope.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.entries import Entry
from app.integrations.calendar.lines import Component, bare, quoted
from app.integrations.calendar.rules import rule_parts
from app.integrations.calendar.values import Length, Wall, day_text, in_zone, later, length_text, read_wall, time_text
from app.integrations.calendar.writing import zone_of

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_OTHER_DAYS = "Moved to another day, that series repeats differently. Say how it should repeat."
_NO_END = "An event can't end before it begins, and begins and ends either on days or at times."
_BY_DAY = frozenset(("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "BYMONTH"))
_BY_TIME = frozenset(("BYHOUR", "BYMINUTE"))


@dataclass(frozen=True, slots=True)
class Place:
    """A time and the TZID it is written with ("" for UTC, floating times and days)."""

    wall: Wall
    tzid: str = ""

    def line(self, name: str, wall: Wall) -> str:
        """A property with a time of this kind."""
        return f"{name}{self._params(wall)}:{_text(wall)}"

    def lines(self, name: str, walls: Iterable[Wall]) -> list[str]:
        """A property for each of them."""
        return [self.line(name, wall) for wall in walls]

    def _params(self, wall: Wall) -> str:
        if wall.all_day:
            return ";VALUE=DATE"
        is_plain = not self.tzid or wall.zone is None or wall.zone is UTC
        return "" if is_plain else f";TZID={quoted(self.tzid) if set(self.tzid) & set(':;,') else bare(self.tzid)}"


def _text(wall: Wall) -> str:
    if wall.all_day:
        return day_text(wall.local)
    return time_text(wall.local) + ("Z" if wall.zone is UTC else "")


def place_of(entry: Entry) -> Place:
    """Where an entry is, as its file writes it."""
    line = entry.component.first("DTSTART")
    return Place(entry.start, line.params.get("TZID", "") if line and entry.start.zone is not UTC else "")


def placed(when: datetime | date, old: Place, default: ZoneInfo) -> Place:
    """A new time in the zone the old one is in; in the time's own zone where the old one is a day."""
    if not isinstance(when, datetime):
        return Place(Wall(datetime(when.year, when.month, when.day), None, all_day=True))  # noqa: DTZ001 - a day
    if old.wall.all_day:
        aware = when if when.tzinfo else when.replace(tzinfo=default)
        zone = zone_of(aware, "")
        return Place(Wall(in_zone(aware, zone or UTC).replace(tzinfo=None), zone or UTC), zone.key if zone else "")
    if when.tzinfo is None:
        return Place(old.wall.at(when), old.tzid)
    local = when.astimezone(old.wall.zone or default).replace(tzinfo=None, fold=0)
    return Place(old.wall.at(local), old.tzid)


@dataclass(frozen=True, slots=True)
class Shift:
    """From the old start to the new one; every other time of the series goes as far on the wall clock."""

    old: Wall
    new: Wall
    default: ZoneInfo

    @property
    def days(self) -> int:
        """To how much later a day."""
        return (self.new.local.date() - self.old.local.date()).days

    def of(self, wall: Wall) -> Wall:
        """Where a time of the series is now."""
        local = local_in(wall, self.old, self.default)
        if self.old.all_day == self.new.all_day:
            return self.new.at(later(local, self.new.local - self.old.local))
        return self.new.at(datetime.combine(later(local, timedelta(days=self.days)).date(), self.new.local.time()))

    def rule(self, rule: str) -> str:
        """The rule of the moved series; InputRefused where another day makes it another rule."""
        parts = rule_parts(rule) or {}
        if self.days:
            parts |= self._by_day(parts)
        if self.old.local.time() != self.new.local.time() and parts.keys() & _BY_TIME:
            raise InputRefused(_OTHER_DAYS)
        until = read_wall(parts.get("UNTIL", ""), None)
        if until is not None:
            whole = until.all_day
            moved = later(until.local, timedelta(days=self.days) if whole else self.new.local - self.old.local)
            parts["UNTIL"] = until_text(Wall(moved, until.zone, all_day=whole), self.new)
        return rule_text(parts)

    def _by_day(self, parts: dict[str, str]) -> dict[str, str]:
        named = parts.keys() & _BY_DAY
        if not named:
            return {}
        days = parts.get("BYDAY", "").split(",")
        if named != {"BYDAY"} or parts.get("FREQ") != "WEEKLY" or not set(days) <= set(_CODES):
            raise InputRefused(_OTHER_DAYS)
        return {"BYDAY": ",".join(_CODES[(_CODES.index(day) + self.days) % 7] for day in days)}


def local_in(wall: Wall, like: Wall, default: ZoneInfo) -> datetime:
    """What the clock of another time's zone shows."""
    if wall.all_day or wall.zone is None or wall.zone is like.zone:
        return wall.local
    return in_zone(wall.moment(default), like.zone or default).replace(tzinfo=None, fold=0)


def until_text(until: Wall, start: Wall) -> str:
    """UNTIL as the standard wants it for a series that starts so: a day, a local time, or UTC."""
    if start.all_day or until.all_day:
        return day_text(until.local)
    return time_text(until.local) + ("Z" if until.zone is UTC else "")


def rule_text(parts: dict[str, str]) -> str:
    """An RRULE's value of its parts."""
    return ";".join(f"{name}={value}" for name, value in parts.items())


def new_length(old: Length, start: Wall, place: Place, *, end: datetime | date | None, default: ZoneInfo) -> Length:
    """How long it takes at its new place: up to the given end, else as before; an hour or a day where days became times or times days."""
    if end is None:
        kept = old if start.all_day == place.wall.all_day else None
        return kept or (Length(days=1) if place.wall.all_day else Length(exact=timedelta(hours=1)))
    wall = placed(end, place, default).wall
    exact = wall.moment(default) - place.wall.moment(default)
    if wall.all_day != place.wall.all_day or exact < timedelta(0):
        raise InputRefused(_NO_END)
    return Length(days=max(1, (wall.local - place.wall.local).days)) if wall.all_day else Length(exact=exact)


def set_times(component: Component, place: Place, length: Length | None, default: ZoneInfo) -> None:
    """Have an event at a place; `length` None leaves a DURATION, or no end at all, as it stands."""
    component.put("DTSTART", place.line("DTSTART", place.wall))
    if length is not None:
        component.drop("DURATION")
        component.put("DTEND", place.line("DTEND", _after(place.wall, length, default)))


def _after(start: Wall, length: Length, default: ZoneInfo) -> Wall:
    if start.all_day:
        return start.at(later(start.local, timedelta(days=length.days)))
    return start.at(local_in(Wall(length.after(start, default).replace(tzinfo=None), UTC), start, default))


def moved_dates(entry: Entry, place: Place, shift: Shift) -> dict[str, list[str]]:
    """EXDATE and RDATE of a series that moved, as lines."""
    exdates = [wall for id_ in sorted(entry.exdates) if (wall := read_wall(id_, None))]
    singles = [shift.of(wall) for wall, length in entry.rdates if length == entry.length]
    periods = [(shift.of(wall), length) for wall, length in entry.rdates if length != entry.length]
    return {
        "EXDATE": place.lines("EXDATE", map(shift.of, exdates)),
        "RDATE": [*place.lines("RDATE", singles), *(_period(place, wall, length) for wall, length in periods)],
    }


def _period(place: Place, wall: Wall, length: Length) -> str:
    head, _, value = place.line("RDATE", wall).rpartition(":")
    return f"{head};VALUE=PERIOD:{value}/{length_text(timedelta(days=length.days) + length.exact)}"
