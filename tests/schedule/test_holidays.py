"""Phrases with holidays."""

import pytest

from tests.schedule.said import read


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
