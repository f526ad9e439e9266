"""Means by time, and the newest of a day."""

import pytest

from app.health.measured import in_quarters, means, newest_of_days, pressures
from app.memory.records import HealthSample
from tests.health.sampled import DAY, sample


def day_mean(*samples: HealthSample, day: int = 0) -> tuple[float, float, float, int]:
    found = means(*in_quarters(samples))[DAY + day]
    return found.number, found.low, found.high, found.samples


def test_a_run_measured_every_second_does_not_outweigh_the_day() -> None:
    run = [sample(8 + number / 3600, 160) for number in range(600)]
    still = [sample(9 + number / 4, 60) for number in range(4)]
    assert day_mean(*run, *still) == (80, 60, 160, 604)


def test_what_is_sent_once_is_told_as_it_was_sent() -> None:
    assert day_mean(sample(7, 57.3)) == (57.3, 57.3, 57.3, 1)
    assert day_mean(sample(0, 57.3, 1440)) == (57.3, 57.3, 57.3, 1)


def test_a_night_s_temperature_belongs_to_the_morning() -> None:
    night = sample(-0.5, 34.5, 480)
    assert day_mean(night) == (34.5, 34.5, 34.5, 1)
    assert list(means(*in_quarters([night]))) == [DAY]


def test_a_long_one_speaks_for_the_time_without_short_ones() -> None:
    assert day_mean(sample(8, 100, 60), sample(8, 60), sample(8.25, 60))[0] == 80


def test_two_days_of_one_quarter_hour_are_kept_apart() -> None:
    east = sample(0, 60, offset=500)  # local midnight lies within a quarter hour
    west = sample(-0.01, 80, offset=500)
    assert day_mean(east, west)[0] == 60
    assert day_mean(east, west, day=-1)[0] == 80


def test_the_newest_counts_and_a_tie_goes_by_the_device_s_name() -> None:
    scales = [sample(7, 80.5), sample(9, 81.5, device="b"), sample(9, 82.5, device="a"), sample(30, 79)]
    found = newest_of_days(scales)
    assert (found[DAY].number, found[DAY].low, found[DAY].high, found[DAY].samples) == (82.5, 80.5, 82.5, 3)
    assert found[DAY + 1].number == 79


def test_blood_pressure_has_both_numbers() -> None:
    readings = [
        sample(hour, upper, detail={"systolic": upper, "diastolic": lower})
        for hour, upper, lower in ((8, 120, 80), (8.1, 130, 90), (20, 115, 75))
    ]
    found = pressures(readings)[DAY]
    assert (found.number, found.low, found.high) == (120, 115, 130)
    assert found.detail == {"diastolic": pytest.approx(80), "diastolic_low": 75, "diastolic_high": 90}
