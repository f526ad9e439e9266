"""Sums with dates: working days between two days, weekdays of a week or a month.

Invariant: pure functions of dates; nothing here reads words or a clock.
"""

import calendar
from datetime import date, timedelta

_WORKDAYS = 5


def workdays_between(a: date, b: date) -> int:
    """Mondays to Fridays from `a` (included) to `b` (excluded), whichever is earlier."""
    first, last = min(a, b), max(a, b)
    weeks, rest = divmod((last - first).days, 7)
    return weeks * _WORKDAYS + sum((first.weekday() + step) % 7 < _WORKDAYS for step in range(rest))


def monday_of(day: date) -> date:
    """The Monday of the week a day lies in."""
    return day - timedelta(days=day.weekday())


def coming(today: date, weekday: int) -> date:
    """The next day with this weekday, after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def most_recent(today: date, weekday: int) -> date:
    """The latest day with this weekday, before today."""
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def in_week(today: date, weekday: int, weeks: int) -> date:
    """The weekday in the week that is `weeks` weeks after this one."""
    return monday_of(today) + timedelta(weeks=weeks, days=weekday)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """The nth such weekday of a month, counted from the end if negative; None if there is no such one."""
    first, length = calendar.monthrange(year, month)
    days = range(1 + (weekday - first) % 7, length + 1, 7)
    index = nth - 1 if nth > 0 else nth
    return date(year, month, days[index]) if -len(days) <= index < len(days) else None
