"""What comes next is read back shortly: days alone where the hour was said, months and years only where they change."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.tools.upcoming import joined, say_upcoming, say_without, upcoming

ACCRA = ZoneInfo("Africa/Accra")
NOW = datetime(2026, 11, 21, 12, tzinfo=ACCRA)


def at(year: int, month: int, day: int, hour: int) -> datetime:
    """A moment in Accra."""
    return datetime(year, month, day, hour, tzinfo=ACCRA)


@pytest.mark.parametrize(
    ("moments", "said"),
    [
        ([at(2026, 11, 23, 8), at(2026, 11, 24, 8), at(2026, 11, 25, 8)], "Monday 23, Tuesday 24 and Wednesday 25 November"),
        ([at(2026, 11, 21, 20), at(2026, 11, 30, 20), at(2026, 12, 7, 20)], "today, Monday 30 November and Monday 7 December"),
        ([at(2026, 12, 4, 8), at(2027, 1, 1, 8)], "Friday 4 December and Friday 1 January 2027"),
        ([at(2027, 1, 1, 8), at(2027, 1, 8, 8)], "Friday 1 and Friday 8 January 2027"),
        ([at(2026, 11, 21, 14), at(2026, 11, 21, 17), at(2026, 11, 22, 8)], "today at 14:00 and 17:00 and Sunday 22 November at 08:00"),
        ([at(2026, 11, 23, 8)], "Monday 23 November"),
    ],
)  # fmt: skip
def test_the_next_times_are_said(moments: list[datetime], said: str) -> None:
    assert say_upcoming(moments, NOW) == said


def test_an_hour_that_was_not_said_is_said_with_the_days() -> None:
    assert say_upcoming([at(2026, 11, 23, 8)], NOW, hour_said=False) == "Monday 23 November at 08:00"


def test_the_next_three_follow_the_rule_without_its_exceptions() -> None:
    moments = upcoming(
        "FREQ=DAILY", datetime.fromisoformat("2026-11-01T08:00"), at(2026, 11, 22, 8), ACCRA, without=["2026-11-23"]
    )
    assert [moment.day for moment in moments] == [22, 24, 25]
    assert upcoming("", datetime.fromisoformat("2026-11-22T08:00"), at(2026, 11, 22, 8), ACCRA) == [at(2026, 11, 22, 8)]


def test_days_left_out_are_said_once_for_the_coming_year() -> None:
    years = [f"{year}-12-25" for year in range(2026, 2036)]
    assert say_without(years, date(2026, 11, 21)) == ", not on 25 December"
    assert say_without(["2026-11-20", "2026-11-22T08:00"], date(2026, 11, 21)) == ""
    many = [f"2026-12-{day:02}" for day in range(1, 10)]
    assert say_without(many, date(2026, 11, 21)).endswith("6 December and 3 more days")


def test_words_are_joined_as_people_do() -> None:
    assert (joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])) == ("a", "a and b", "a, b and c")
