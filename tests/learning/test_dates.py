"""Dates that a question names, and moments that fit them."""

from datetime import UTC, datetime

import pytest

from app.learning.dates import AskedDate, dates_in

SEVENTH = datetime(2023, 7, 7, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What did we plan in May 2023?", [AskedDate(2023, 5)]),
        ("who came on 7 July", [AskedDate(None, 7, 7)]),
        ("who came on July 7th, 2023?", [AskedDate(2023, 7, 7)]),
        ("the 3rd of October", [AskedDate(None, 10, 3)]),
        ("what was on 2023-07-07", [AskedDate(2023, 7, 7)]),
        ("what happened in 2022", [AskedDate(2022)]),
        ("between 1 Jan and 5 Feb 2024", [AskedDate(None, 1, 1), AskedDate(2024, 2, 5)]),
    ],
)
def test_a_named_date_is_read(question: str, named: list[AskedDate]) -> None:
    assert dates_in(question) == named


@pytest.mark.parametrize("question", ["", "may I ask something", "we march on", "room 2023", "who is mark", "junior"])
def test_words_that_only_look_like_months_are_none(question: str) -> None:
    assert dates_in(question) == []


def test_the_more_parts_fit_the_more_it_tells() -> None:
    month, day, all_three = AskedDate(None, 7), AskedDate(None, 7, 7), AskedDate(2023, 7, 7)
    assert 0 < month.weight(SEVENTH) < day.weight(SEVENTH) < all_three.weight(SEVENTH)


@pytest.mark.parametrize("other", [AskedDate(2022, 7, 7), AskedDate(2023, 8, 7), AskedDate(2022)])
def test_another_month_or_year_tells_nothing(other: AskedDate) -> None:
    assert other.weight(SEVENTH) == 0


def test_what_was_said_on_another_day_of_the_month_counts_for_its_month() -> None:
    assert AskedDate(None, 7, 9).weight(SEVENTH) == AskedDate(None, 7).weight(SEVENTH)
