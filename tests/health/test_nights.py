"""Nights out of sleep sessions."""

import json
from datetime import timedelta

import pytest

from app.health.figures import Night
from app.health.nights import detail_of, groups, night_of, rests_by_day
from app.memory.records import HealthSample
from tests.health.sampled import DAY, ms, sleep


def nights(*samples: HealthSample) -> dict[int, Night]:
    """By the day, from DAY on; through JSON, as they are kept."""
    found = rests_by_day(samples)
    return {day - DAY: night_of(day, json.loads(json.dumps(detail_of(rests)))) for day, rests in found.items()}


def told(night: Night) -> tuple[float, list[float]]:
    assert night.main is not None
    return night.main.asleep / 60, [nap.asleep / 60 for nap in night.naps]


def test_a_night_belongs_to_the_day_of_waking() -> None:
    [(day, night)] = nights(sleep(-1, 7, awake=30)).items()
    assert (day, told(night)) == (0, (7.5, []))
    assert night.main is not None
    assert (night.main.awake, night.main.light, night.main.in_bed) == (30, 450, 480)


def test_waking_at_midnight_is_of_the_new_day() -> None:
    assert list(nights(sleep(-8, 0))) == [0]
    assert list(nights(sleep(-8, -0.001))) == [-1]


def test_the_day_is_that_of_the_clock_where_the_person_woke() -> None:
    hawaii, tokyo = -10 * 3600, 9 * 3600
    assert list(nights(sleep(20, 23.9, offset=hawaii))) == [0]
    assert list(nights(sleep(20, 24.1, offset=tokyo))) == [1]
    [(_, night)] = nights(sleep(-1, 6, offset=tokyo)).items()
    assert night.main is not None
    assert (night.main.end.hour, night.main.end.utcoffset()) == (6, timedelta(hours=9))


def test_naps_are_the_shorter_ones() -> None:
    [(_, night)] = nights(sleep(13, 13.5), sleep(-1, 6), sleep(16, 17)).items()
    assert told(night) == (7, [0.5, 1])
    assert night.asleep == 8.5 * 60


def test_a_night_in_parts_is_one_night_and_the_gaps_are_awake() -> None:
    [(_, night)] = nights(sleep(-1, 2, score=70), sleep(3, 7, score=90), sleep(8.1, 9)).items()
    assert told(night) == (7, [pytest.approx(0.9)])
    assert night.main is not None
    assert (night.main.samples, night.main.awake, night.main.score) == (2, 60, 90)


def test_two_devices_of_one_night_are_never_summed() -> None:
    watch, phone = sleep(-1, 7, awake=20), sleep(-1.5, 7.5, device="phone", staged=False)
    [(_, night)] = nights(watch, phone).items()
    assert night.main is not None
    assert (night.main.device, night.main.asleep, night.naps) == ("watch", 460, ())


def test_a_watch_that_died_in_the_night_does_not_make_it_short() -> None:
    [(_, night)] = nights(sleep(-1, 2), sleep(-1, 7, device="phone", staged=False)).items()
    assert night.main is not None
    assert (night.main.device, night.main.asleep, night.naps) == ("phone", 480, ())


def test_a_night_in_parts_is_compared_as_a_whole() -> None:
    parts = sleep(-1, 3), sleep(3.25, 7)
    [(_, night)] = nights(*parts, sleep(-1, 7, device="phone", staged=False)).items()
    assert night.main is not None
    assert (night.main.device, night.main.asleep) == ("watch", 7.75 * 60)


def test_two_apps_on_one_device_are_one_night() -> None:
    [(_, night)] = nights(sleep(-1, 7), sleep(-0.9, 6.9, staged=False)).items()
    assert told(night) == (8, [])


def test_two_nights_are_two() -> None:
    assert {day: told(night) for day, night in nights(sleep(-1, 7), sleep(23, 31)).items()} == {0: (8, []), 1: (8, [])}


def test_what_has_nothing_to_do_with_each_other_is_apart() -> None:
    found = groups([sleep(-1, 7), sleep(2, 3, device="phone"), sleep(8, 8.5), sleep(9.6, 10)])
    assert [[one.start_ms for one in group] for group in found] == [[ms(-1), ms(2), ms(8)], [ms(9.6)]]
