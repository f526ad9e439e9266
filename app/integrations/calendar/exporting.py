"""The events of a stretch of time as a calendar file, the times of a series as the one series they are. Pure.

Every vendor gives the times of a series one by one, with its rule and with the time each stands for; of these the series is made again, as far
as the stretch goes: it begins with the first of them and ends with the last, what the rule would have besides is left out (EXDATE), what it
wouldn't have is named (RDATE), and a time that is otherwise than the others is written by itself (RECURRENCE-ID). So a file holds what the
calendar shows, neither more nor less. Invariant: what can't be written leaves the others.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.event import Event, moment_of, span
from app.integrations.calendar.lines import Component, written
from app.integrations.calendar.moving import rule_text, until_text
from app.integrations.calendar.rules import read_rule, rule_parts
from app.integrations.calendar.values import Wall, later, read_wall
from app.integrations.calendar.writing import calendar_of, event_component, when_line, zones_named

_MOST_LOOKED_AT = 100_000  # days, to work one rule out
_MOST_LEFT_OUT = 1_000
_END = frozenset(("COUNT", "UNTIL"))


@dataclass(frozen=True, slots=True)
class Exported:
    """A file, how many events are in it (a series is one), and how many could not be written."""

    data: bytes
    count: int
    unwritten: int = 0


def exported(events: Iterable[Event], *, zone: ZoneInfo, at: datetime) -> Exported:
    """A file with these events, stamped `at` (aware); `zone` is its reader's, in which floating times are. Of two that are the same in two
    calendars the first is taken."""
    groups: dict[str, dict[str, Event]] = {}
    for one in events:
        own = groups.setdefault(one.uid, {})
        if not own or next(iter(own.values())).calendar == one.calendar:
            own.setdefault(one.key, one)
    components, kept, unwritten = list[Component](), list[Event](), 0
    for own in groups.values():
        try:
            components += _components([*own.values()], zone, at)
            kept += own.values()
        except InputRefused:
            unwritten += 1
    count = len(groups) - unwritten
    return Exported(written([calendar_of(*zones_named(kept), *components)]), count, unwritten)


def _components(events: Sequence[Event], zone: ZoneInfo, at: datetime) -> list[Component]:
    """What has one UID: a series as one where its times say which they are, else each by itself."""
    walls = {one.key: _regular(one) for one in events}
    times = {key: wall for key, wall in walls.items() if wall is not None}
    pattern = _pattern([one for one in events if one.key in times and _is_regular(one, times[one.key], zone)])
    if pattern is None:
        return [event_component(one, at=at) for one in events]
    series = _Series(pattern, zone, at)
    return series.components([one for one in events if one.key in times], times) + [
        event_component(one, at=at) for one in events if one.key not in times
    ]


def _regular(event: Event) -> Wall | None:
    """The time of its series that it stands for."""
    return read_wall(event.key.removeprefix(f"{event.uid}/"), None) if event.key != event.uid else None


def _is_regular(event: Event, wall: Wall, zone: ZoneInfo) -> bool:
    if wall.all_day:
        return event.all_day and event.start == wall.local.date()
    return not event.all_day and moment_of(event.start, zone) == wall.moment(zone)


def _pattern(events: Sequence[Event]) -> Event | None:
    """One that is as most of them are."""
    if not events:
        return None
    alike = Counter(_content(one) for one in events)
    usual = alike.most_common(1)[0][0]
    return next(one for one in events if _content(one) == usual)


def _content(event: Event) -> tuple[object, ...]:
    """All of it but when it is and which version."""
    who = (event.organizer, event.guests, event.status, event.busy, event.reminders)
    return (event.title, event.place, event.notes, event.url, event.zone, _lasting(event), *who)


def _lasting(event: Event) -> timedelta:
    start, end = span(event, UTC)
    return end - start


@dataclass(frozen=True, slots=True)
class _Series:
    """A series by one of its usual times."""

    pattern: Event
    zone: ZoneInfo
    at: datetime

    def components(self, events: Sequence[Event], times: dict[str, Wall]) -> list[Component]:
        """The series, and each of its times that is otherwise."""
        locals_ = {key: self._local(wall) for key, wall in times.items()}
        first = min(locals_.values())
        master = self._at(first)
        component = event_component(replace(master, key=master.uid, rule=""), at=self.at)
        component.lines += self._recurrence(sorted(locals_.values()))
        apart = [self._apart(one, locals_[one.key]) for one in events if not self._is_usual(one, times[one.key])]
        return [component, *apart]

    def _recurrence(self, locals_: list[datetime]) -> list[str]:
        """RRULE, EXDATE and RDATE that come to just these times."""
        first, last = locals_[0], locals_[-1]
        rule, named = self._rule(first, last)
        extra, left_out = set(locals_) - named - {first}, named - set(locals_)
        if not rule or len(left_out) > _MOST_LEFT_OUT:
            return self._lines("RDATE", locals_[1:])
        return [f"RRULE:{rule}", *self._lines("EXDATE", sorted(left_out)), *self._lines("RDATE", sorted(extra))]

    def _rule(self, first: datetime, last: datetime) -> tuple[str, set[datetime]]:
        """The rule up to the last time, and what it names; "" where it can't be worked out."""
        parts = {name: value for name, value in (rule_parts(self.pattern.rule) or {}).items() if name not in _END}
        read = read_rule(rule_text(parts), first, None) if parts else None
        if read is None or read.cost(first, first, last) > _MOST_LOOKED_AT:
            return "", set()
        named = {local for local in read.walls(first, first, last) if local <= last}
        start = self.pattern.start
        wall = Wall(last, None, all_day=self.pattern.all_day)
        if isinstance(start, datetime) and not self.pattern.floating:
            wall = Wall(moment_of(self._when(last), self.zone).replace(tzinfo=None), UTC)
        return rule_text(parts | {"UNTIL": until_text(wall, wall)}), named

    def _apart(self, event: Event, local: datetime) -> Component:
        component = event_component(replace(event, key=event.uid, rule=""), at=self.at)
        component.lines.append(when_line("RECURRENCE-ID", self._when(local), self.pattern))
        return component

    def _is_usual(self, event: Event, wall: Wall) -> bool:
        return _is_regular(event, wall, self.zone) and _content(event) == _content(self.pattern)

    def _lines(self, name: str, locals_: Sequence[datetime]) -> list[str]:
        return [when_line(name, self._when(local), self.pattern) for local in locals_]

    def _local(self, wall: Wall) -> datetime:
        """What the clock of the series shows then."""
        if wall.all_day or self.pattern.all_day or wall.zone is None:
            return wall.local
        return wall.moment(self.zone).astimezone(self._clock()).replace(tzinfo=None, fold=0)

    def _clock(self) -> ZoneInfo:
        start = self.pattern.start
        own = start.tzinfo if isinstance(start, datetime) else None
        return ZoneInfo(self.pattern.zone) if self.pattern.zone else own if isinstance(own, ZoneInfo) else self.zone

    def _when(self, local: datetime) -> datetime | date:
        return local.date() if self.pattern.all_day else local.replace(tzinfo=self._clock())

    def _at(self, local: datetime) -> Event:
        """The usual one at another of its times."""
        start, end = self.pattern.start, self.pattern.end
        if not (isinstance(start, datetime) and isinstance(end, datetime)):
            return replace(self.pattern, start=local.date(), end=local.date() + _lasting(self.pattern))
        begins = local.replace(tzinfo=self._clock())
        ends = later(begins.astimezone(UTC), _lasting(self.pattern)).astimezone(end.tzinfo or UTC)
        return replace(self.pattern, start=begins, end=ends)
