"""A metric's days made of its samples: every metric of the table can be, and what it reads is its own; on both engines."""

import pytest

from app.health.day_rows import MOST_ENTRIES, day_rows
from app.health.metrics import BY_NAME, METRICS, Metric
from app.memory.records import Json
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.health.sampled import DAY, MINUTE_MS, ms
from tests.memory.databases import NOON

DETAILS: dict[str, Json | None] = {
    "": None,
    "sleep": {"stages": [], "score": None},
    "exercise": {"type": "running", "title": ""},
    "blood_pressure": {"systolic": 120.0, "diastolic": 80.0},
    "nutrition": {"name": "rice", "meal": "lunch", "grams": {"protein": 2.0}},
}


def draft(metric: Metric, hours: float, *, number: float = 60, minutes: float = 10) -> SampleDraft:
    start, lasts = ms(hours), round(minutes * MINUTE_MS) if metric.longest else 0
    key = f"{metric.name} {hours}"
    return SampleDraft(metric.name, "watch", start, start + lasts, 0, number, DETAILS[metric.detail], key, 1)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
async def test_every_metric_has_days(house: Repositories, metric: Metric) -> None:
    await house.health_samples.put_many("ana", [draft(metric, 8), draft(metric, 32)], NOON)
    found = await day_rows(house.health_figures, "ana", metric, [DAY, DAY + 2])
    row = found[DAY]
    assert row is not None
    assert (row.user_id, row.metric, row.day, row.samples) == ("ana", metric.name, DAY, 1)
    assert row.number == (10 if metric.aggregate == "exercise" else 60)
    assert row.low <= row.number <= row.high
    assert found[DAY + 2] is None


async def test_days_that_a_sleep_may_bear_on_come_with_it(house: Repositories) -> None:
    sleep = BY_NAME["sleep_session"]
    await house.health_samples.put_many("ana", [draft(sleep, hours) for hours in (-1, 0.1, 1, 30)], NOON)
    for asked in (-1, 0, 1):
        found = await day_rows(house.health_figures, "ana", sleep, [DAY + asked])
        samples = {day - DAY: row.samples if row else 0 for day, row in found.items()}
        assert samples[0] == 3
        assert samples[asked] == {-1: 0, 0: 3, 1: 1}[asked]


async def test_a_day_of_many_meals_lists_some_and_weighs_all(house: Repositories) -> None:
    food = BY_NAME["nutrition"]
    await house.health_samples.put_many("ana", [draft(food, 8 + number / 60) for number in range(70)], NOON)
    row = (await day_rows(house.health_figures, "ana", food, [DAY]))[DAY]
    assert row is not None
    assert row.detail is not None
    assert (row.number, row.detail["grams"], len(row.detail["entries"])) == (4_200, {"protein": 140}, MOST_ENTRIES)


async def test_an_amount_knows_its_hours_by_the_device_s_clock(house: Repositories) -> None:
    steps = BY_NAME["steps"]
    walks = [draft(steps, 7.75, number=300, minutes=30), draft(steps, 20, number=50)]
    for walk in walks:
        walk.zone_offset = 3600
    await house.health_samples.put_many("ana", walks, NOON)
    row = (await day_rows(house.health_figures, "ana", steps, [DAY]))[DAY]
    assert row is not None
    assert row.detail is not None
    hours = row.detail["hours"]
    assert (hours[8], hours[9], hours[21], sum(hours)) == (150, 150, 50, 350)
    await house.health_samples.put_many("ana", [draft(steps, 0, number=900, minutes=24 * 60)], NOON)
    row = (await day_rows(house.health_figures, "ana", steps, [DAY]))[DAY]
    assert row is not None
    assert (row.number, row.detail) == (900, None)
