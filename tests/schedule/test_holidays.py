"""Holidays on computable days."""

from datetime import date

import pytest

from app.schedule.holidays import HOLIDAYS
from tests.schedule.said import read


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("christmas", date(2027, 12, 25)),
        ("thanksgiving", date(2027, 11, 25)),
        ("canadian thanksgiving", date(2027, 10, 11)),
        ("black friday", date(2027, 11, 26)),
        ("easter", date(2027, 3, 28)),
        ("good friday", date(2027, 3, 26)),
        ("orthodox easter", date(2027, 5, 2)),
        ("whit monday", date(2027, 5, 17)),
        ("mothering sunday", date(2027, 3, 7)),
        ("labor day", date(2027, 9, 6)),
        ("memorial day", date(2027, 5, 31)),
        ("advent sunday", date(2027, 11, 28)),
    ],
)
def test_a_holiday_has_its_day(name: str, day: date) -> None:
    assert HOLIDAYS[name](2027) == day


def test_every_holiday_exists_in_every_year() -> None:
    assert all(on(year).year == year for on in HOLIDAYS.values() for year in range(1990, 2100))


def test_the_coming_one_is_meant_unless_a_year_or_last_is_said() -> None:
    assert read("christmas") == "Fri 2026-12-25"
    assert read("last christmas") == "Thu 2025-12-25"
    assert read("easter 2030") == "Sun 2030-04-21"
    assert read("thanksgiving of next year") == "Thu 2027-11-25"
    assert read("mothers' day") == "Sun 2027-05-09"


def test_a_feast_of_another_calendar_is_not_taken_for_one_of_these() -> None:
    assert read("chinese new year") == ""
