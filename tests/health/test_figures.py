"""What is read out of samples."""

from datetime import date, timedelta

from app.health.figures import Night, Sleep
from tests.memory.databases import NOON


def slept(minutes: float, *, hours: float = 8) -> Sleep:
    end = NOON + timedelta(hours=hours)
    return Sleep(NOON, end, minutes, 0, 0, 0, 0, has_stages=False, score=None, device="watch", samples=1)


def test_the_time_in_bed_is_from_start_to_end() -> None:
    assert (slept(432).in_bed, slept(0, hours=0).in_bed) == (480, 0)


def test_naps_count_as_sleep_of_the_day() -> None:
    day = date(2026, 3, 1)
    assert Night(day, slept(400), (slept(20), slept(30))).asleep == 450
    assert Night(day, None, ()).asleep == 0
