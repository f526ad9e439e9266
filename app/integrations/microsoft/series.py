"""What becomes of the times and the rule of a series when one of its times is changed or is the last. Pure: it asks nothing.

Invariant: a series goes as far on its own clock as the one time of it that is meant. Raises InputRefused with a sentence for what can't be.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event
from app.integrations.calendar.moving import Shift
from app.integrations.calendar.rules import read_rule, rule_parts
from app.integrations.calendar.values import Wall
from app.integrations.microsoft.events import changed, regular, regular_id, repeating, times, with_change
from app.integrations.microsoft.graph import Item, part, text
from app.integrations.microsoft.recurrence import starting

_MOST_COUNTED = 40_000  # days that are looked at to count what is left of a series
_TANGLED = "That series is too long to be parted there."


@dataclass(frozen=True, slots=True)
class Found:
    """An event as it is there now: itself, its series where it is one of one, and both as we read them. `zone` is the one of its times."""

    item: Item
    master: Item | None
    event: Event
    series: Event | None
    zone: ZoneInfo

    @property
    def regular(self) -> datetime | date:
        """When this time of its series would be if it had not been moved alone: a day, or aware."""
        when = regular(self.item, self.zone)
        if self.series is None or isinstance(self.series.start, datetime):
            return when
        return when.date() if text(self.item, "originalStart") else self.event.start


def body_for_one(found: Found, change: Change, zone: ZoneInfo) -> dict[str, Any]:
    """What a change writes to this one alone."""
    return changed(change, found.item) | _moved(found.event, change, zone)


def body_for_all(found: Found, change: Change, zone: ZoneInfo) -> dict[str, Any]:
    """What a change writes to a single event, or to a whole series."""
    target, series = found.master or found.item, found.series or found.event
    body, rule, start = changed(change, target), series.rule, series.start
    if change.start is not None or change.end is not None:
        wanted = _with_series(found, change)
        body |= _moved(series, wanted, zone)
        start = wanted.start or start
        rule = _shifted(series, start, zone)
    if change.rule is not None:
        rule = change.rule
    if rule != series.rule:
        return body | {"recurrence": repeating(rule, start, series.zone, zone) if rule else None}
    if rule and _day(start) != _day(series.start):
        return body | {"recurrence": starting(part(target, "recurrence"), _day(start))}
    return body


def parted(found: Found, change: Change, zone: ZoneInfo) -> Event:
    """The second series, from this time on, with the change."""
    series, begins = found.series or found.event, found.regular
    start = begins if change.start is None else change.start
    rule = _rest(series, begins)
    if change.start is not None and change.rule is None:
        rule = _shifted(replace(series, start=begins, rule=rule), start, zone)
    end = _after(
        start, _length(series) if isinstance(start, datetime) == isinstance(begins, datetime) else _usual(start)
    )
    return replace(
        with_change(series, change),
        uid=f"{series.uid}-{regular_id(found.item, found.zone)}",
        start=start,
        end=end if change.end is None else change.end,
        rule=rule if change.rule is None else change.rule,
    )


def _moved(event: Event, change: Change, zone: ZoneInfo) -> dict[str, Any]:
    """The times that a change writes: the new start, and the new end or as long as before."""
    if change.start is None and change.end is None:
        return {}
    start = event.start if change.start is None else change.start
    if change.end is not None:
        return times(start, change.end, event.zone, zone)
    is_same_kind = isinstance(start, datetime) == isinstance(event.start, datetime)
    length = _length(event) if is_same_kind else _usual(start)
    return times(start, _after(start, length), event.zone, zone)


def _usual(start: datetime | date) -> timedelta:
    return timedelta(hours=1) if isinstance(start, datetime) else timedelta(days=1)


def _length(event: Event) -> timedelta:
    if isinstance(event.start, datetime) and isinstance(event.end, datetime):
        return event.end.astimezone(UTC) - event.start.astimezone(UTC)
    return _day(event.end) - _day(event.start)


def _after(start: datetime | date, length: timedelta) -> datetime | date:
    """So much real time later."""
    return (
        (start.astimezone(UTC) + length).astimezone(start.tzinfo)
        if isinstance(start, datetime) and start.tzinfo
        else start + length
    )


def _with_series(found: Found, change: Change) -> Change:
    """The change as one of the whole series: its start goes as far on the wall clock as this one time is to go."""
    if found.series is None:
        return change
    old, series = found.regular, found.series
    start = old if change.start is None else change.start
    end = None if change.end is None else change.end
    first = _gone_along(series.start, old, start)
    last = None if end is None else _after(first, _length(replace(series, start=start, end=end)))
    return replace(change, start=first, end=last)


def _gone_along(first: datetime | date, old: datetime | date, new: datetime | date) -> datetime | date:
    """Where a series starts when one of its times goes from `old` to `new`."""
    if not (isinstance(first, datetime) and isinstance(old, datetime)):
        day = first + (_day(new) - _day(old))
        return datetime.combine(day, new.timetz()) if isinstance(new, datetime) else day
    if not isinstance(new, datetime):
        return first.date() + (new - old.date())
    own = first.tzinfo
    wall = new.astimezone(own).replace(tzinfo=None) if new.tzinfo else new
    return (first.replace(tzinfo=None) + (wall - old.astimezone(own).replace(tzinfo=None))).replace(tzinfo=own)


def _day(when: datetime | date) -> date:
    return when.date() if isinstance(when, datetime) else when


def _shifted(series: Event, start: datetime | date, zone: ZoneInfo) -> str:
    """The rule of a series that starts then instead."""
    if not series.rule:
        return ""
    return Shift(_wall(series.start), _wall(start), zone).rule(series.rule)


def _wall(when: datetime | date) -> Wall:
    if isinstance(when, datetime):
        return Wall(when.replace(tzinfo=None), when.tzinfo)
    return Wall(datetime(when.year, when.month, when.day), None, all_day=True)  # noqa: DTZ001 - a day


def _rest(series: Event, begins: datetime | date) -> str:
    """The rule for what is left from a time on: what was counted before is counted no more."""
    first, last = _wall(series.start).local, _wall(begins).local
    parts, read = rule_parts(series.rule), read_rule(series.rule, first, UTC)
    if parts is None or read is None or not read.count:
        return series.rule
    if read.cost(first, first, last) > _MOST_COUNTED:
        raise InputRefused(_TANGLED)
    gone = sum(1 for _ in takewhile(lambda wall: wall < last, read.walls(first, first, last)))
    return ";".join(f"{name}={value}" for name, value in (parts | {"COUNT": str(max(1, read.count - gone))}).items())
