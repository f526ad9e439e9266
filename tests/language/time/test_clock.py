"""Which half of the day an hour belongs to."""

import pytest

from app.language.time.clock import clock_range, in_part, lean_of, next_time, settle, today_time, with_meridiem
from app.language.time.meaning import Clock, Impossible
from app.language.time.tokens import tokenise
from app.language.time.vocabulary import PARTS
from tests.language.time.said import read, wall

NOW = wall("2026-11-19 14:00")


@pytest.mark.parametrize(("hour", "settled"), [(1, 13), (6, 18), (7, 7), (11, 11), (12, 12)])
def test_on_another_day_one_to_six_is_the_afternoon(hour: int, settled: int) -> None:
    assert settle(Clock(hour)).hour == settled


@pytest.mark.parametrize(
    ("hour", "when"), [(3, "19 15:00"), (1, "20 13:00"), (9, "19 21:00"), (12, "20 12:00"), (6, "19 18:00")]
)
def test_alone_it_is_the_next_one_in_waking_hours(hour: int, when: str) -> None:
    assert f"{next_time(Clock(hour), NOW):%d %H:%M}" == when


def test_a_word_such_as_wake_or_dinner_decides() -> None:
    assert lean_of(tokenise("wake me up at 6")) == "am"
    assert lean_of(tokenise("dinner at 7")) == "pm"
    assert lean_of(tokenise("meet at 7")) == ""
    assert next_time(Clock(7), NOW, "am").hour == 7


def test_meridiems_settle_and_may_contradict() -> None:
    assert with_meridiem(Clock(12), "am") == Clock(0, settled=True)
    assert with_meridiem(Clock(12), "pm") == Clock(12, settled=True)
    assert isinstance(with_meridiem(Clock(15), "am"), Impossible)


def test_the_small_hours_of_a_night_belong_to_the_next_day() -> None:
    late = in_part(Clock(1), PARTS["night"])

    assert (late.hour, late.next_day) == (1, True)
    assert in_part(Clock(9), PARTS["night"]).hour == 21
    assert in_part(Clock(9), PARTS["morning"]).hour == 9


def test_today_at_midnight_is_the_one_to_come() -> None:
    assert today_time(Clock(0, settled=True), NOW) == wall("2026-11-20")


def test_the_ends_of_a_range_settle_each_other() -> None:
    afternoon = clock_range(Clock(3), Clock(17, settled=True))
    noon = clock_range(Clock(11), Clock(13, settled=True))

    assert (afternoon.first.hour, noon.first.hour) == (15, 11)


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
