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
        ("early tomorrow morning", "Fri 2026-11-20 07:00"),
        ("late tomorrow afternoon", "Fri 2026-11-20 17:00"),
        ("first thing tomorrow", "Fri 2026-11-20 08:00"),
        ("by end of day", "Thu 2026-11-19 17:00"),
        ("by the end of Saturday", "Sat 2026-11-21 23:59"),
        ("the evening before Christmas", "Thu 2026-12-24 19:00"),
        ("the morning of 2 December", "Wed 2026-12-02 09:00"),
        ("tomorrow first thing", "Fri 2026-11-20 08:00"),
        ("mid-day tomorrow", "Fri 2026-11-20 12:00"),
        ("late tonight", "Thu 2026-11-19 22:00"),
        ("this time on Monday", "Mon 2026-11-23 14:00"),
        ("on Monday over lunch", "Mon 2026-11-23 12:30"),
        ("6pm + 2 days", "Sat 2026-11-21 18:00"),
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
