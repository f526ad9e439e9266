"""Words for times of day."""

import pytest

from tests.schedule.said import read


@pytest.mark.parametrize(
    ("phrase", "clock"),
    [
        ("at 9:30pm", "21:30"),
        ("at 9.30", "21:30"),
        ("9.30am", "09:30"),
        ("21h", "21:00"),
        ("15h30", "15:30"),
        ("0930 hrs", "09:30"),
        ("at 1745", "17:45"),
        ("730pm", "19:30"),
        ("5 p.m.", "17:00"),
        ("11PM", "23:00"),
        ("3 o'clock", "15:00"),
        ("half past seven", "19:30"),
        ("half 7", "19:30"),
        ("a quarter past 3pm", "15:15"),
        ("quarter to noon", "11:45"),
        ("ten to four pm", "15:50"),
        ("at five to seven", "18:55"),
        ("twenty to eight", "19:40"),
        ("tomorrow 7.45", "07:45"),
        ("20 minutes past 3pm", "15:20"),
        ("nine oh five am", "09:05"),
        ("midnight", "00:00"),
        ("24:00", "00:00"),
        ("15 minutes before 5pm", "16:45"),
        ("an hour before midnight", "23:00"),
    ],
)
def test_a_time_of_day_is_read(phrase: str, clock: str) -> None:
    assert read(phrase).endswith(f" {clock}")


@pytest.mark.parametrize(
    "phrase", ["4a", "three twenty", "two three", "at 5 people", "at 10 percent", "9-5 job", "3 30", "palm"]
)
def test_numbers_that_count_are_no_times(phrase: str) -> None:
    assert read(phrase) == ""


def test_a_dash_between_digits_is_a_range_and_not_minutes() -> None:
    assert read("8 - 11pm").endswith("20:00")
