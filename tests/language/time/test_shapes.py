"""Dates and times written in digits."""

from datetime import date

import pytest

from app.language.time.meaning import Clock, Impossible
from app.language.time.shapes import clock_of, day_month, full_year, real_date
from tests.language.time.said import context, read


@pytest.mark.parametrize(
    ("written", "when"),
    [
        ("2027-03-04", "Thu 2027-03-04"),
        ("2027/3/4", "Thu 2027-03-04"),
        ("20270304", "Thu 2027-03-04"),
        ("04.03.2027", "Thu 2027-03-04"),
        ("4-3-27", "Thu 2027-03-04"),
        ("10.31.1974", "Thu 1974-10-31"),
        ("04/2027", "Thu 2027-04-01"),
        ("2027-03-04T09:00Z", "Thu 2027-03-04 09:00"),
        ("2027-07-04T09:00+02:00", "Sun 2027-07-04 08:00"),
        ("2027-03-04 23:59:58", "Thu 2027-03-04 23:59"),
    ],
)
def test_a_written_date_is_read(written: str, when: str) -> None:
    assert read(written) == when


def test_the_house_order_is_day_first_unless_that_is_no_date() -> None:
    assert day_month(3, 4, context(), year=2027) == date(2027, 4, 3)
    assert day_month(12, 25, context(), year=2027) == date(2027, 12, 25)
    assert day_month(31, 31, context(), year=2027) is None


def test_years_in_two_digits() -> None:
    assert [full_year(year) for year in (27, 68, 69, 96, 2027)] == [2027, 2068, 1969, 1996, 2027]
    assert real_date(2027, 2, 29) is None


def test_a_clock_beyond_the_day_is_impossible() -> None:
    assert clock_of(9, 30) == Clock(9, 30, grain=Clock(9, 30).grain.MINUTE)
    assert isinstance(clock_of(25, 0), Impossible)
    assert isinstance(clock_of(24, 1), Impossible)
    assert isinstance(clock_of(10, 99), Impossible)
