"""What becomes of a series at Google when it is moved, repeated otherwise, or parted. Pure.

The series is written as a calendar file, changed there by the same rules as any other, and what comes of it is read back; so a series is moved
and parted alike at every vendor. What was changed at single times of it is Google's to keep.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.changing import Change, Scope, with_change, without
from app.integrations.calendar.event import Event
from app.integrations.calendar.lines import Component, bare, parse, written
from app.integrations.calendar.values import read_wall
from app.integrations.calendar.writing import calendar_of, event_component
from app.integrations.google.calendar_writing import Body, times

_OF_SERIES = ("RRULE", "RDATE", "EXDATE", "EXRULE")
_UNREADABLE = "That series can't be changed here. Change it in your calendar."


@dataclass(frozen=True, slots=True)
class Series:
    """A series as Google keeps it: its first time, the lines of its recurrence, and which time of it is meant. `zone` is the reader's."""

    master: Event
    recurrence: Sequence[str]
    key: str
    zone: ZoneInfo
    at: datetime

    def changed(self, change: Change) -> tuple[Body, Body | None]:
        """Times and recurrence as they are then; and, where the series is parted, those of its second half. NotFound where it has no such
        time, InputRefused for what can't be."""
        moves = Change(self.key, change.scope, start=change.start, end=change.end, rule=change.rule)
        first, *second = _events(with_change(self._file(), moves, zone=self.zone, at=self.at))
        if second:
            return {"recurrence": _lines(first)}, self._body(second[0])
        return self._body(first), None

    def left(self, scope: Scope) -> Body | None:
        """The recurrence that is left without some of it; None where nothing is. NotFound and InputRefused as above."""
        data = without(self._file(), self.key, scope, zone=self.zone, at=self.at)
        return {"recurrence": _lines(_events(data)[0])} if data else None

    def _file(self) -> bytes:
        component = event_component(replace(self.master, key=self.master.uid, rule=""), at=self.at)
        component.lines += [bare(line) for line in self.recurrence]
        return written([calendar_of(component)])

    def _body(self, component: Component) -> Body:
        start, end = self._when(component, "DTSTART"), self._when(component, "DTEND")
        return {**times(start, end, self.master.zone or self.zone.key), "recurrence": _lines(component)}

    def _when(self, component: Component, name: str) -> datetime | date:
        line = component.first(name)
        wall = read_wall(line.value, ZoneInfo(line.params.get("TZID") or "UTC")) if line else None
        if wall is None:
            raise InputRefused(_UNREADABLE)
        return wall.local.date() if wall.all_day else wall.moment(UTC)


def _events(data: bytes) -> list[Component]:
    roots, _ = parse(data)
    return [child for root in roots for child in root.named("VEVENT")]


def _lines(component: Component) -> list[str]:
    return [line for line in component.lines if line.partition(":")[0].partition(";")[0].upper() in _OF_SERIES]
