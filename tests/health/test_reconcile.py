"""Several devices' amounts as one number a day."""

import pytest

from app.health.reconcile import COUNTED, ENTERED, Habit, amounts
from app.memory.records import HealthSample
from tests.health.sampled import DAY, sample


def walk(begin: float, end: float, each: float, *, device: str = "watch", minutes: float = 1) -> list[HealthSample]:
    """So much each minute (or so many) from hour to hour."""
    count = round((end - begin) * 60 / minutes)
    return [sample(begin + number * minutes / 60, each, minutes, device=device) for number in range(count)]


def total(*samples: list[HealthSample], habit: Habit = COUNTED, day: int = 0) -> float:
    ordered = sorted((one for some in samples for one in some), key=lambda one: (one.start_ms, one.device))
    return amounts(ordered, habit)[DAY + day].number


def test_one_device_is_added_up() -> None:
    assert total(walk(8, 9, 100), walk(18, 19, 50)) == 9_000


def test_two_devices_on_one_walk_count_once() -> None:
    watch, phone = walk(8, 9, 100), walk(8, 9, 90, device="phone")
    assert total(watch, phone) == 6_000
    assert total(walk(8, 9, 80), phone) == 5_400


def test_a_hand_over_loses_nothing() -> None:
    watch, phone = walk(8, 10, 100), walk(9, 12, 90, device="phone")
    assert total(watch, phone) == pytest.approx(6_000 + 3 * 60 * 90)
    only_phone_then_only_watch = total(walk(8, 9, 100), walk(9, 10, 100, device="phone"))
    assert only_phone_then_only_watch == 12_000


def test_a_device_that_lies_on_the_table_is_not_believed() -> None:
    carried = walk(8, 12, 100, device="phone")
    jostled = walk(18, 19, 2, device="phone")
    assert total(carried, jostled, walk(18, 19, 100)) == 24_000 + 6_000


def test_a_day_s_total_and_its_minutes_never_add_up() -> None:
    minutes = walk(8, 9, 100)
    assert total(minutes, [sample(0, 7_000, 1440, device="combined")]) == 7_000
    assert total(minutes, [sample(0, 5_000, 1440, device="combined")]) == 6_000
    assert total([sample(0, 5_000, 1440, device="combined"), sample(0, 4_000, 1440)]) == 5_000


def test_a_long_interval_takes_the_place_of_what_lies_within_it_only() -> None:
    treadmill = [sample(18, 9_000, 90, device="gym")]
    assert total(walk(8, 9, 100), treadmill, walk(18, 19, 10)) == 15_000


def test_two_apps_on_one_device_count_once() -> None:
    chunks = walk(8, 9, 60, minutes=5)
    others = walk(8 + 1 / 60, 9 + 1 / 60, 58, minutes=5)
    assert 720 <= total(chunks, others) <= 720 + 58


def test_the_same_start_from_two_apps_mixes_and_loses_nothing() -> None:
    mixed = [sample(8 + number / 60, 100 if number % 2 else 98, 1) for number in range(60)]
    assert total(mixed) == 60 * 99


def test_an_interval_over_midnight_belongs_to_both_days_by_time() -> None:
    over = [sample(23.75, 60, 60)]
    assert (total(over), total(over, day=1)) == (15, 45)


def test_devices_in_two_zones_are_compared_by_real_time() -> None:
    here = [sample(8, 100, 10), sample(9, 100, 10, device="phone", offset=3600)]
    assert here[0].start_ms == here[1].start_ms
    assert total(here) == 100


def test_drinks_of_one_device_are_all_there_and_those_of_two_in_a_quarter_hour_are_the_same() -> None:
    drinks = [sample(8, 250), sample(8.05, 250, 30), sample(8.1, 250, 30)]
    assert total(drinks, habit=ENTERED) == 750
    assert total(drinks, [sample(8, 250, device="phone")], habit=ENTERED) == 750
    assert total(drinks, [sample(0, 2_000, 1440, device="combined")], habit=ENTERED) == 2_000


def test_nothing_walked_is_a_day_of_nothing() -> None:
    found = amounts([sample(8, 0, 15), sample(8, 0, 15, device="phone"), sample(0, 0, 1440)])[DAY]
    assert (found.number, found.samples) == (0, 3)


def test_equal_devices_are_told_apart_by_name() -> None:
    watch, phone = walk(8, 9, 10), walk(8, 9, 10, device="phone")
    found = amounts(sorted(watch + phone, key=lambda one: (one.start_ms, one.device)))[DAY]
    assert {piece.sample.device for piece in found.counted} == {"phone"}
