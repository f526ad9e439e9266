"""A VTIMEZONE for an IANA zone, right from the year before a day on.

Invariant: every change of clocks it names is one that the zone's data has; as a yearly rule where twenty years keep to one, else date by date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import groupby, pairwise
from zoneinfo import ZoneInfo

from app.integrations.calendar.lines import Component
from app.integrations.calendar.values import offset_text, time_text

_YEARS = 20
_FIRST_YEAR, _LAST_YEAR = 1971, 9_900
_STEP = timedelta(days=7)  # no zone changes its clocks twice in a week
_LEAST_FOR_RULE = 5
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True)
class _Change:
    """`local` is what the clock shows when it is changed, still with the offset `before`."""

    local: datetime
    before: timedelta
    after: timedelta
    name: str
    is_summer: bool


def vtimezone(zone: ZoneInfo, year: int) -> Component:
    """The component for events of that year and later."""
    begin = max(_FIRST_YEAR, min(year, _LAST_YEAR)) - 1
    first, *changes = _changes(zone, begin)
    alike = sorted(changes, key=lambda change: (change.before, change.after, change.name, change.is_summer))
    groups = groupby(alike, key=lambda change: (change.before, change.after, change.name, change.is_summer))
    parts = [_observance([first]), *(_observance(list(group)) for _, group in groups)]
    return Component("VTIMEZONE", [f"TZID:{zone.key}"], parts)


@lru_cache(maxsize=64)
def _changes(zone: ZoneInfo, begin: int) -> tuple[_Change, ...]:
    """How the clock is at the beginning of a year, and its changes in the years after that."""
    at = datetime(begin, 1, 1, tzinfo=UTC)
    now = at.astimezone(zone)
    offset = now.utcoffset() or timedelta(0)
    first = _Change(
        datetime(begin, 1, 1, tzinfo=UTC).replace(tzinfo=None), offset, offset, now.tzname() or "", bool(now.dst())
    )
    return (first, *_scan(zone, at, at.replace(year=begin + _YEARS)))


def _scan(zone: ZoneInfo, at: datetime, end: datetime) -> Iterator[_Change]:
    while at < end:
        following = at + _STEP
        if _state(zone, at) != _state(zone, following):
            yield _change(zone, at, following)
        at = following


def _change(zone: ZoneInfo, early: datetime, late: datetime) -> _Change:
    """The one change between two times, to the second."""
    before = _state(zone, early)
    while late - early > timedelta(seconds=1):
        middle = early + timedelta(seconds=(late - early) // timedelta(seconds=2))
        early, late = (middle, late) if _state(zone, middle) == before else (early, middle)
    after = _state(zone, late)
    return _Change((late + before[0]).replace(tzinfo=None), before[0], *after)


def _state(zone: ZoneInfo, at: datetime) -> tuple[timedelta, str, bool]:
    local = at.astimezone(zone)
    return local.utcoffset() or timedelta(0), local.tzname() or "", bool(local.dst())


def _observance(changes: list[_Change]) -> Component:
    first, rule = changes[0], _rule(changes)
    lines = [
        f"DTSTART:{time_text(first.local)}",
        f"TZOFFSETFROM:{offset_text(first.before)}",
        f"TZOFFSETTO:{offset_text(first.after)}",
        f"TZNAME:{first.name}",
    ]
    if rule:
        lines.append(f"RRULE:{rule}")
    else:
        lines += [f"RDATE:{time_text(change.local)}" for change in changes[1:]]
    return Component("DAYLIGHT" if first.is_summer else "STANDARD", lines)


def _rule(changes: list[_Change]) -> str:
    """The yearly rule that all changes keep to; empty without one."""
    locals_ = [change.local for change in changes]
    alike = {(local.month, local.weekday(), local.time()) for local in locals_}
    every_year = all(later.year - earlier.year == 1 for earlier, later in pairwise(locals_))
    if len(changes) < _LEAST_FOR_RULE or len(alike) != 1 or not every_year:
        return ""
    weeks = {(local.day - 1) // 7 + 1 for local in locals_}
    are_last = all((local + _STEP).month != local.month for local in locals_)
    place = "-1" if are_last else str(min(weeks)) if len(weeks) == 1 else ""
    return f"FREQ=YEARLY;BYMONTH={locals_[0].month};BYDAY={place}{_CODES[locals_[0].weekday()]}" if place else ""
