"""Words that make and join the pieces of a time."""

import pytest

from tests.schedule.said import read


@pytest.mark.parametrize(
    ("phrase", "when"),
    [
        ("6 on Friday evening", "Fri 2026-11-20 18:00"),
        ("at 8 in the morning tomorrow", "Fri 2026-11-20 08:00"),
        ("8 tonight", "Thu 2026-11-19 20:00"),
        ("9 tomorrow evening", "Fri 2026-11-20 21:00"),
        ("early tomorrow morning", "Fri 2026-11-20 09:00"),
        ("late tomorrow afternoon", "Fri 2026-11-20 15:00"),
        ("first thing tomorrow", "Fri 2026-11-20 08:00"),
        ("by end of day", "Thu 2026-11-19 17:00"),
        ("next week on Tuesday at 3", "Tue 2026-11-24 15:00"),
        ("5pm London time", "Thu 2026-11-19 17:00"),
        ("tomorrow at 3pm UTC+2", "Fri 2026-11-20 13:00"),
        ("tomorrow at 9am Eastern time", "Fri 2026-11-20 14:00"),
        ("Friday 9-5", "Fri 2026-11-20 09:00"),
        ("in the morning", "Fri 2026-11-20 09:00"),
    ],
)
def test_pieces_side_by_side_are_one_time(phrase: str, when: str) -> None:
    assert read(phrase) == when


def test_a_greeting_is_no_part_of_the_day() -> None:
    assert read("good morning to you") == ""
