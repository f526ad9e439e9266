"""Sums with dates: days between two days, the weekday, ISO weeks, leap years.

Invariant: pure functions of dates; nothing here reads words or a clock.
"""

import calendar
from datetime import date

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WORKDAYS = 5


def days_between(a: date, b: date) -> int:
    """Days from `a` to `b`; negative if `b` is earlier."""
    return (b - a).days


def workdays_between(a: date, b: date) -> int:
    """Mondays to Fridays from `a` (included) to `b` (excluded), whichever is earlier."""
    first, last = min(a, b), max(a, b)
    weeks, rest = divmod((last - first).days, 7)
    return weeks * _WORKDAYS + sum((first.weekday() + step) % 7 < _WORKDAYS for step in range(rest))


def weekday_of(day: date) -> str:
    """The name of the weekday."""
    return _WEEKDAYS[day.weekday()]


def week_of(day: date) -> int:
    """The ISO week number."""
    return day.isocalendar().week


def day_of_year(day: date) -> int:
    """1 for the first of January."""
    return day.timetuple().tm_yday


def is_leap_year(year: int) -> bool:
    """Whether the year has a 29 February."""
    return calendar.isleap(year)


def next_leap_year(year: int) -> int:
    """The first leap year from `year` on."""
    return next(later for later in range(year, year + 9) if calendar.isleap(later))


def days_in_month(year: int, month: int) -> int:
    """How many days the month has."""
    return calendar.monthrange(year, month)[1]


def age_on(born: date, day: date) -> int:
    """Whole years from `born` to `day`."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
