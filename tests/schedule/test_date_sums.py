"""Sums with dates."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.schedule.date_sums import workdays_between

DAYS = st.dates(date(1990, 1, 1), date(2060, 1, 1))


@given(DAYS, DAYS)
def test_working_days_are_the_days_that_are_no_weekend(a: date, b: date) -> None:
    first, last = min(a, b), max(a, b)
    days = range(first.toordinal(), min(last.toordinal(), first.toordinal() + 400))
    counted = sum(date.fromordinal(day).weekday() < 5 for day in days)

    assert workdays_between(date.fromordinal(first.toordinal()), date.fromordinal(days.stop)) == counted
