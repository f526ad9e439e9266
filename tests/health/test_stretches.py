"""What a metric did between two moments; on both engines."""

from datetime import timedelta

import pytest

from app.health.figures import Stretch
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.health.test_reading import MINUTE, put, reading
from tests.memory.databases import NOON

HOUR = timedelta(hours=1)


async def stretch(
    house: Repositories, database: Database, metric: str, *drafts: SampleDraft, hours: float = 1
) -> Stretch:
    return await (await reading(house, database, *drafts)).stretch(metric, NOON - HOUR * hours, NOON)


async def test_the_pulse_of_an_hour(house: Repositories, database: Database) -> None:
    pulse = [put("heart_rate", NOON - number * MINUTE, 60 + number) for number in range(70)]
    found = await stretch(house, database, "heart_rate", *pulse)
    assert (found.samples, found.low, found.high, found.total) == (60, 61, 120, None)
    assert found.mean == pytest.approx(90.5, abs=0.6)
    assert (found.last, found.last_at) == (61, NOON - MINUTE)


async def test_a_long_measurement_that_reaches_in(house: Repositories, database: Database) -> None:
    found = await stretch(house, database, "skin_temperature", put("skin_temperature", NOON - 8 * HOUR, 34.5, 450))
    assert (found.samples, found.mean, found.last, found.last_at) == (1, 34.5, 34.5, NOON - 30 * MINUTE)


async def test_steps_of_an_hour_are_reconciled_and_shared_out(house: Repositories, database: Database) -> None:
    watch = [put("steps", NOON - number * MINUTE, 100, 1) for number in range(1, 31)]
    phone = [put("steps", NOON - number * MINUTE, 90, 1, device="phone") for number in range(1, 31)]
    over = put("steps", NOON - 65 * MINUTE, 60, 10)
    found = await stretch(house, database, "steps", *watch, *phone, over)
    assert (found.total, found.samples, found.mean) == (3_030, 61, None)
    assert (found.last, found.last_at) == (90, NOON)


async def test_a_day_s_total_says_nothing_of_an_hour(house: Repositories, database: Database) -> None:
    whole = put("steps", NOON - 12 * HOUR, 9_000, 1440, device="combined")
    assert (await stretch(house, database, "steps", whole)).samples == 0
    assert (await stretch(house, database, "steps", whole, put("steps", NOON - HOUR, 50, 1))).total == 50


async def test_exercise_and_sleep_of_a_time(house: Repositories, database: Database) -> None:
    run = put("exercise_session", NOON - 90 * MINUTE, 60, 60, detail={"type": "running", "title": ""})
    nap = put("sleep_session", NOON - 3 * HOUR, 150, 150, detail={"stages": [], "score": None})
    look = await reading(house, database, run, nap)
    assert (await look.stretch("exercise_session", NOON - HOUR, NOON)).total == 30
    found = await look.stretch("sleep_session", NOON - HOUR, NOON)
    assert (found.total, found.last_at) == (150, NOON - 30 * MINUTE)
    assert (await look.stretch("sleep_session", NOON - 10 * MINUTE, NOON)).samples == 0
