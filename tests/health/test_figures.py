"""What is read out of samples."""

from datetime import date, timedelta

import pytest

from app.health.figures import Night, Sleep
from tests.memory.databases import NOON


def slept(minutes: float, *, hours: float = 8) -> Sleep:
    end = NOON + timedelta(hours=hours)
    return Sleep(NOON, end, minutes, 0, 0, 0, 0, has_stages=False, score=None, device="watch", samples=1)


def test_efficiency_is_what_was_slept_of_the_time_in_bed() -> None:
    assert (slept(432).in_bed, slept(432).efficiency) == (480, pytest.approx(0.9))
    assert slept(500).efficiency == 1
    assert slept(0, hours=0).efficiency == 0


def test_naps_count_as_sleep_of_the_day() -> None:
    day = date(2026, 3, 1)
    assert Night(day, slept(400), (slept(20), slept(30))).asleep == 450
    assert Night(day, None, ()).asleep == 0
