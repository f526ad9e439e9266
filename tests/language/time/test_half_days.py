"""Clock times in either half of the day, and those that say which."""

from datetime import UTC, datetime

import pytest

from app.language.time.half_days import bare_hour

NOW = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("11", (11, 0)),
        ("at 7", (7, 0)),
        ("10:30", (10, 30)),
        ("a quarter past eleven", (11, 15)),
        ("half past six", (6, 30)),
        ("12", (0, 0)),
    ],
)
def test_a_bare_hour_is_in_either_half(said: str, hour: tuple[int, int]) -> None:
    assert bare_hour(said, NOW) == hour


@pytest.mark.parametrize(
    "said",
    [
        "11 am",
        "at 11 in the morning",
        "5h30",
        "17:00",
        "07:30",
        "noon",
        "in 3 hours",
        "tomorrow at 7",
        "",
        "milk",
        "seven " * 40,
    ],
)
def test_what_says_its_half_or_is_no_hour_is_left_alone(said: str) -> None:
    assert bare_hour(said, NOW) is None
