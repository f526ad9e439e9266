"""What a phrase can mean: spans, clock times, days and moments, before they become one aware time.

Invariant: all times in here are naive wall-clock times of the user's zone unless a field says otherwise.
It does not know words or how anything was said.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from dateutil.relativedelta import relativedelta


class Grain(StrEnum):
    """How exactly a time was said: "in March" is a month, "at six" an hour."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


_GRAINS = tuple(Grain)
_PERIODS = {
    Grain.SECOND: relativedelta(seconds=1),
    Grain.MINUTE: relativedelta(minutes=1),
    Grain.HOUR: relativedelta(hours=1),
    Grain.DAY: relativedelta(days=1),
    Grain.WEEK: relativedelta(weeks=1),
    Grain.MONTH: relativedelta(months=1),
    Grain.QUARTER: relativedelta(months=3),
    Grain.YEAR: relativedelta(years=1),
}


def finest(*grains: Grain) -> Grain:
    """The most exact of several grains."""
    return min(grains, key=_GRAINS.index)


def period_end(start: datetime, grain: Grain) -> datetime:
    """Where a period of this grain ends (exclusive)."""
    return start + _PERIODS[grain]


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time; months are kept apart because they have no fixed length."""

    months: int = 0
    days: int = 0
    seconds: float = 0.0
    grain: Grain = Grain.DAY

    @property
    def timed(self) -> bool:
        """Whether the span reaches below a day, so that adding it yields a time of day."""
        return self.seconds != 0

    def scaled(self, factor: int) -> "Span":
        """The span `factor` times over; -1 turns "in" into "ago"."""
        return Span(self.months * factor, self.days * factor, self.seconds * factor, self.grain)

    def plus(self, other: "Span") -> "Span":
        """Both spans one after the other."""
        months, days = self.months + other.months, self.days + other.days
        return Span(months, days, self.seconds + other.seconds, finest(self.grain, other.grain))

    def shift(self, day: dt.date) -> dt.date:
        """A day moved by the months and days of the span; the last day of a short month is kept inside it."""
        return day + relativedelta(months=self.months, days=self.days)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `settled` is False while "six" may still be morning or evening; `assumed`: settled by how it was written alone,
    as "9h" or "08:30" is, so that "in the evening" may still say otherwise.
    """

    hour: int
    minute: int = 0
    second: int = 0
    settled: bool = False
    grain: Grain = Grain.HOUR
    next_day: bool = False
    zone: str | None = None
    assumed: bool = False

    @property
    def time(self) -> dt.time:
        """The clock as a time, taken as it stands."""
        return dt.time(self.hour % 24, self.minute, self.second)

    def at_hour(self, hour: int, *, next_day: bool = False) -> "Clock":
        """The same minutes at another, now settled, hour."""
        return replace(self, hour=hour, settled=True, next_day=next_day, assumed=False)


@dataclass(frozen=True, slots=True)
class ClockRange:
    """From one time of day to another."""

    first: Clock
    last: Clock


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day: where it lies and the hour meant when no clock time is said."""

    name: str
    first_hour: int
    last_hour: int
    usual: dt.time


@dataclass(frozen=True, slots=True)
class Day:
    """A day or a longer period, with the other day it would be if a clock time is said with it.

    `today_if_later`: a weekday name said on that very weekday means a week from now, unless the time is still ahead.
    `weekday`: set for a bare weekday name, which may yet be placed in another week.
    `if_passed`: the day to take when the time said with this day (today) has gone by.
    `each_year`: where the same words fall in any year, if they name a day of every year.
    """

    date: dt.date
    grain: Grain = Grain.DAY
    until: dt.date | None = None
    today_if_later: bool = False
    if_passed: dt.date | None = None
    weekday: int | None = None
    each_year: Callable[[int], dt.date | None] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A date or time that does not exist, such as 31 February: nothing may be read into it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished reading; `when` may be aware if it was counted in elapsed time."""

    when: datetime
    grain: Grain
    until: datetime | None = None
    has_date: bool = True
    has_time: bool = True
    part: str = ""
    draft: object = None


def midnight(day: dt.date) -> datetime:
    """The first wall-clock moment of a day."""
    return datetime.combine(day, dt.time())
