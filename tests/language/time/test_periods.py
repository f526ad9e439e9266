"""Stretches longer than a day."""

from datetime import date

import pytest

from app.language.time.meaning import Day, Grain
from app.language.time.periods import last_day, period_start, shifted, weekend_of
from tests.language.time.said import read, read_until


@pytest.mark.parametrize(
    ("phrase", "start"),
    [
        ("next week", "Mon 2026-11-23"),
        ("this month", "Sun 2026-11-01"),
        ("next quarter", "Fri 2027-01-01"),
        ("the year after next", "Sat 2028-01-01"),
        ("this weekend", "Sat 2026-11-21"),
        ("in March", "Mon 2027-03-01"),
        ("last March", "Sun 2026-03-01"),
        ("October 2014", "Wed 2014-10-01"),
        ("2014-10", "Wed 2014-10-01"),
        ("Q3", "Thu 2027-07-01"),
        ("4th quarter 2018", "Mon 2018-10-01"),
        ("the last 3 quarters", "Thu 2026-01-01"),
        ("April in two years", "Sat 2028-04-01"),
        ("March after next", "Wed 2028-03-01"),
        ("next year in May", "Sat 2027-05-01"),
        ("the same day next year", "Fri 2027-11-19"),
        ("March next year", "Mon 2027-03-01"),
        ("the weekend after next", "Sat 2026-12-05"),
        ("mid-June", "Tue 2027-06-15"),
        ("the rest of the month", "Thu 2026-11-19"),
        ("after next month", "Fri 2027-01-01"),
        ("in week 9 of 2028", "Mon 2028-02-28"),
        ("the second last week of June 2027", "Mon 2027-06-14"),
        ("in 2031", "Wed 2031-01-01"),
        ("this summer", "Mon 2026-06-01"),
        ("next summer", "Tue 2027-06-01"),
    ],
)
def test_a_period_starts_on_its_first_day(phrase: str, start: str) -> None:
    assert read(phrase) == start


@pytest.mark.parametrize("phrase", ["may", "call April", "for June", "they march"])
def test_a_month_that_is_also_a_name_needs_company(phrase: str) -> None:
    assert read(f"please {phrase} now and then") == ""


def test_starts_ends_and_steps() -> None:
    thursday = date(2026, 11, 19)

    assert period_start(thursday, Grain.WEEK) == date(2026, 11, 16)
    assert period_start(thursday, Grain.QUARTER) == date(2026, 10, 1)
    assert shifted(date(2026, 1, 31), Grain.MONTH, 1) == date(2026, 2, 28)
    assert last_day(Day(date(2028, 2, 1), Grain.MONTH)) == date(2028, 2, 29)
    assert last_day(weekend_of(date(2026, 11, 16))) == date(2026, 11, 22)


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("end of the month", "Mon 2026-11-30"),
        ("by the end of next week", "Fri 2026-11-27"),
        ("beginning of January", "Fri 2027-01-01"),
        ("start of the year", "Fri 2027-01-01"),
        ("the last day of February 2028", "Tue 2028-02-29"),
        ("EOM", "Mon 2026-11-30"),
        ("first week of April 2027", "Mon 2027-03-29"),
        ("last week of 2016", "Mon 2016-12-26"),
        ("week 31 2027", "Mon 2027-08-02"),
        ("the week of 4 March", "Mon 2027-03-01"),
        ("the first day of the month", "Tue 2026-12-01"),
        ("mid May", "Sun 2027-05-16"),
        ("the middle of the month", "Wed 2026-12-16"),
        ("last day next month", "Thu 2026-12-31"),
        ("late next month", "Mon 2026-12-21"),
        ("the weekend of 5 December", "Sat 2026-12-05"),
    ],
)
def test_an_edge_is_a_day_to_be_reminded_on(phrase: str, day: str) -> None:
    assert read(phrase) == day


def test_later_this_week_starts_today() -> None:
    assert read("later this week") == "Thu 2026-11-19"
    assert read_until("later this week") == "2026-11-23 00:00"
