"""Samples as figures are made of them, on both engines."""

from typing import Any

from app.memory.repositories import Repositories
from app.memory.repositories.health_figures import DAY_MS, QUARTER_MS, Quarter, SeriesEnd
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON, later

HOUR = 3_600_000


def sample(start: int, number: float = 60.0, **other: Any) -> SampleDraft:
    values: dict[str, Any] = {
        "metric": "heart_rate",
        "device": "watch",
        "start_ms": start,
        "end_ms": start + other.pop("lasts", 0),
        "zone_offset": 0,
        "number": number,
        "detail": None,
        "client_id": f"{start} {other}",
        "version": 1,
        **other,
    }
    return SampleDraft(**values)


async def test_a_day_comes_by_quarter_hours_of_all_devices(house: Repositories) -> None:
    begin = 100 * DAY_MS
    await house.health_samples.put_many(
        "ana",
        [
            *(sample(begin + at, number) for at, number in ((0, 60), (QUARTER_MS - 1, 80), (QUARTER_MS, 70))),
            sample(begin + 1, 100, device="ring", lasts=QUARTER_MS),
            sample(begin - 1, 200),
            sample(begin + DAY_MS, 200),
            sample(begin + 2, 200, lasts=QUARTER_MS + 1),  # too long for a quarter hour
            sample(begin + 3, 200, metric="spo2"),
        ],
        NOON,
    )
    first = begin // QUARTER_MS
    assert await house.health_figures.quarters("ana", "heart_rate", 100, 100) == [
        Quarter(100, first, 3, 240.0, 60.0, 100.0, begin + QUARTER_MS + 1),
        Quarter(100, first + 1, 1, 70.0, 70.0, 70.0, begin + QUARTER_MS),
    ]
    between = await house.health_figures.quarters_between("ana", "heart_rate", begin - 1, begin + 1)
    assert [(one.day, one.samples, one.total) for one in between] == [(0, 1, 200.0), (0, 1, 60.0)]
    assert await house.health_figures.quarters("ben", "heart_rate", 0, 9_999) == []


async def test_a_day_is_that_of_each_sample_s_own_offset(house: Repositories) -> None:
    begin = 100 * DAY_MS
    east, west = 14 * 3600, -12 * 3600
    await house.health_samples.put_many(
        "ana",
        [
            sample(begin - 14 * HOUR, 1, zone_offset=east),
            sample(begin + 10 * HOUR - 1, 2, zone_offset=east),
            sample(begin + 10 * HOUR, 3, zone_offset=east, device="ring"),
            sample(begin + 12 * HOUR, 4, zone_offset=west),
            sample(begin + 36 * HOUR - 1, 5, zone_offset=west),
            sample(begin + 12 * HOUR - 1, 6, zone_offset=west, device="ring"),
        ],
        NOON,
    )
    found = await house.health_figures.quarters("ana", "heart_rate", 100, 100)
    assert sorted(one.total for one in found) == [1, 2, 4, 5]
    whole = await house.health_figures.of_days("ana", "heart_rate", (100, 100), longest_ms=DAY_MS)
    assert [one.number for one in whole] == [1, 2, 4, 5]


async def test_samples_that_reach_into_a_time_are_found(house: Repositories) -> None:
    begin = 100 * DAY_MS
    long = sample(begin - 2 * HOUR, 1, lasts=3 * HOUR, detail={"a": 1})
    before = sample(begin - HOUR, 2, lasts=HOUR)
    await house.health_samples.put_many("ana", [long, before, sample(begin, 3), sample(begin + HOUR, 4)], NOON)

    async def numbers(**asked: Any) -> list[float]:
        found = await house.health_figures.between(
            "ana", "heart_rate", (begin, begin + HOUR), longest_ms=DAY_MS, **asked
        )
        return [one.number for one in found]

    assert await numbers() == [1, 3]
    assert await numbers(over_ms=HOUR) == [1]
    assert await numbers(over_ms=3 * HOUR) == []
    [of_day, *_] = await house.health_figures.of_days("ana", "heart_rate", (100, 100), longest_ms=DAY_MS, details=True)
    assert (of_day.number, of_day.detail) == (1, {"a": 1})


async def test_the_newest_and_the_ends_of_each_series(house: Repositories) -> None:
    assert await house.health_figures.newest("ana", "heart_rate") is None
    await house.health_samples.put_many("ana", [sample(5, 1), sample(9, 2, lasts=7), sample(9, 3, device="ring")], NOON)
    await house.health_samples.put_many("ana", [sample(4, 9)], later(hours=1))
    newest = await house.health_figures.newest("ana", "heart_rate")
    assert newest is not None
    assert (newest.device, newest.number) == ("ring", 3)
    earlier = await house.health_figures.newest("ana", "heart_rate", before_ms=9)
    assert earlier is not None
    assert earlier.number == 1
    assert await house.health_figures.series("ana") == [
        SeriesEnd("heart_rate", "ring", 1, 9, NOON),
        SeriesEnd("heart_rate", "watch", 3, 16, later(hours=1)),
    ]
