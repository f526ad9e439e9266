"""Phrases with holidays."""

from datetime import date

import pytest

from app.language.time.holidays import HOLIDAYS
from tests.language.time.said import read


def test_the_coming_one_is_meant_unless_a_year_or_last_is_said() -> None:
    assert read("christmas") == "Fri 2026-12-25"
    assert read("last christmas") == "Thu 2025-12-25"
    assert read("easter 2030") == "Sun 2030-04-21"
    assert read("thanksgiving of next year") == "Thu 2027-11-25"
    assert read("mothers' day") == "Sun 2027-05-09"
    assert read("christmas 3 years ago") == "Mon 2023-12-25"
    assert read("easter in a year") == "Sun 2028-04-16"


def test_a_feast_of_another_calendar_is_not_taken_for_one_of_these() -> None:
    assert read("chinese new year") == ""
    assert read("the prophet's ascension 2028") == ""


@pytest.mark.parametrize(
    "phrase", ["Diwali in 2028", "remind me on Eid at 9", "call at 7 on Yom Kippur", "Passover 2027", "ramadan 2030"]
)
def test_what_stands_beside_a_feast_of_uncertain_day_is_not_the_whole_time(phrase: str) -> None:
    assert read(phrase) == ""


def test_a_feast_in_a_sentence_with_a_day_of_its_own_does_no_harm() -> None:
    assert read("holi party on Saturday at 6") == "Sat 2026-11-21 18:00"


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
        ("clean monday", date(2027, 3, 15)),
        ("whit monday", date(2027, 5, 17)),
        ("mothering sunday", date(2027, 3, 7)),
        ("labor day", date(2027, 9, 6)),
        ("memorial day", date(2027, 5, 31)),
        ("victoria day", date(2027, 5, 24)),
        ("us election day", date(2027, 11, 2)),
        ("king's day", date(2027, 4, 27)),
        ("boss's day", date(2027, 10, 15)),
        ("advent sunday", date(2027, 11, 28)),
        ("fourth sunday of advent", date(2027, 12, 19)),
    ],
)
def test_a_holiday_has_its_day(name: str, day: date) -> None:
    assert HOLIDAYS[name](2027) == day


def test_every_holiday_exists_in_every_year() -> None:
    assert all(on(year).year == year for on in HOLIDAYS.values() for year in range(1990, 2100))
