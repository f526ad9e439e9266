"""Sums with dates."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.schedule.date_sums import (
    age_on,
    day_of_year,
    days_between,
    days_in_month,
    is_leap_year,
    next_leap_year,
    week_of,
    weekday_of,
    workdays_between,
)

DAYS = st.dates(date(1990, 1, 1), date(2060, 1, 1))


def test_plain_sums() -> None:
    assert days_between(date(2026, 5, 1), date(2026, 6, 3)) == 33
    assert weekday_of(date(2026, 11, 19)) == "Thursday"
    assert week_of(date(2027, 1, 1)) == 53
    assert day_of_year(date(2026, 12, 31)) == 365
    assert days_in_month(2028, 2) == 29
    assert is_leap_year(2000)
    assert not is_leap_year(2100)
    assert next_leap_year(2097) == 2104


def test_a_birthday_counts_on_the_day_itself() -> None:
    assert age_on(date(2000, 11, 20), date(2026, 11, 19)) == 25
    assert age_on(date(2000, 11, 19), date(2026, 11, 19)) == 26


@given(DAYS, DAYS)
def test_working_days_are_the_days_that_are_no_weekend(a: date, b: date) -> None:
    first, last = min(a, b), max(a, b)
    days = range(first.toordinal(), min(last.toordinal(), first.toordinal() + 400))
    counted = sum(date.fromordinal(day).weekday() < 5 for day in days)

    assert workdays_between(date.fromordinal(first.toordinal()), date.fromordinal(days.stop)) == counted
