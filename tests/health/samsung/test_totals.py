"""Days as totals: nothing is counted twice, whichever tables and devices an archive has."""

from typing import Any

import pytest

from app.health.samsung.times import DAY_MS
from tests.health.samsung.archives import read, row_of, table

PEDOMETER = "com.samsung.shealth.tracker.pedometer_day_summary"
TREND = "com.samsung.shealth.step_daily_trend"
MINUTES = "com.samsung.shealth.tracker.pedometer_step_count"
DAY = 20_485  # 1 February 2026
COMBINED = "VfS0qUERdZ"


def _ped(steps: int, device: str, day: int = DAY) -> dict[str, Any]:
    return {"day_time": day * DAY_MS, "step_count": steps, "distance": 0.0, "deviceuuid": device}


def _trend(steps: int, device: str, source: int, day: int = DAY) -> dict[str, Any]:
    return {
        "day_time": day * DAY_MS,
        "count": steps,
        "distance": steps * 0.7,
        "source_type": source,
        "deviceuuid": device,
    }


PED = (_ped(9_000, "watch"), _ped(3_000, "phone"), _ped(10_000, COMBINED))
TRENDS = (_trend(9_000, "watch", 15), _trend(3_000, "phone", 0), _trend(10_000, COMBINED, -2))


@pytest.mark.parametrize(
    ("pedometer", "trend", "expected"),
    [
        (PED, TRENDS, {"Samsung Health, all devices": 10_000}),
        (PED, (), {"Samsung Health, all devices": 10_000}),
        ((), TRENDS, {"Samsung Health, all devices": 10_000}),
        (PED[:2], TRENDS, {"Samsung Health, all devices": 10_000}),
        (PED, TRENDS[:2], {"Samsung Health, all devices": 10_000}),
        (PED[:2], TRENDS[:2], {"watch": 9_000, "phone": 3_000}),
        ((), TRENDS[:2], {"watch": 9_000, "phone": 3_000}),
        (PED[:2], (), {"watch": 9_000, "phone": 3_000}),
    ],
)
def test_one_total_counts_and_it_is_that_of_all_devices(pedometer: Any, trend: Any, expected: dict[str, int]) -> None:
    by_the_minute = row_of(count=90, distance=60.0)
    files = [table(PEDOMETER, *pedometer)] if pedometer else []
    files += [table(TREND, *trend)] if trend else []
    out = read(*files, table(MINUTES, by_the_minute, prefix="com.samsung.health.step_count."))
    found = {group.device: group.values[0][2] for group in out.groups if group.metric == "steps"}
    assert found == expected
    rows = len(pedometer) + len(trend) + 1
    assert out.known == rows - len(expected)
    assert out.read == out.known + len(out.values)


def test_the_number_in_the_source_may_have_a_decimal() -> None:
    out = read(table(TREND, _trend(9_000, "watch", 15), {**_trend(10_000, "any", -2), "source_type": "-2.0"}))
    assert out.numbers["steps"] == [10_000]


def test_minutes_count_on_days_without_a_total() -> None:
    rows = [row_of(count=90, distance=60.0), row_of("2026-02-02 08:00:00.000", count=80)]
    out = read(table(TREND, _trend(10_000, COMBINED, -2)), table(MINUTES, *rows))
    assert out.numbers == {"steps": [10_000, 80], "distance": [7_000]}


@pytest.mark.parametrize("zone", ["Africa/Accra", "Asia/Kolkata", "America/Bogota"])
def test_a_day_is_the_persons_day(zone: str) -> None:
    out = read(table(TREND, {**_trend(1, COMBINED, -2), "update_time": "2026-03-01 09:00:00.000"}), zone=zone)
    for group in out.groups:
        [(start, end, _)] = group.values
        assert (start + group.zone_offset * 1000, end + group.zone_offset * 1000) == (DAY * DAY_MS, (DAY + 1) * DAY_MS)


def test_the_day_of_the_export_is_as_long_as_it_was() -> None:
    out = read(table(TREND, {**_trend(1, COMBINED, -2), "update_time": "2026-02-01 13:00:00.000"}))
    assert out.values[0][2] - out.values[0][1] == 13 * 3_600_000


def test_floors_are_the_days_else_those_in_between() -> None:
    floors = [row_of(floor=3.0), row_of("2026-02-02 08:00:00.000", floor=2.0)]
    total = {"day_time": DAY * DAY_MS, "floor_count": 12}
    out = read(
        table("com.samsung.health.floors_climbed", *floors),
        table("com.samsung.shealth.tracker.floors_day_summary", total),
    )
    assert out.numbers == {"floors_climbed": [12, 2]}
    assert out.known == 1


def test_energy_is_what_moving_took_and_all_of_it() -> None:
    kind, prefix = "com.samsung.shealth.calories_burned.details", "com.samsung.shealth.calories_burned."
    cells = {"day_time": DAY * DAY_MS, "active_calorie": 412.25, "rest_calorie": 1450.5, "tef_calorie": 10.0}
    assert read(table(kind, cells, prefix=prefix)).numbers == {"active_energy": [412.25], "total_energy": [1872.75]}
    assert read(table(kind, {**cells, "rest_calorie": ""}, prefix=prefix)).numbers == {"active_energy": [412.25]}
