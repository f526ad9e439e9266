"""Which half of the day an hour belongs to."""

import pytest

from app.schedule.clock import clock_range, in_part, lean_of, next_time, settle, today_time, with_meridiem
from app.schedule.meaning import Clock, Impossible
from app.schedule.tokens import tokenise
from app.schedule.vocabulary import PARTS
from tests.schedule.said import wall

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
