"""Measurements of the body, on both engines: what is kept, and how it is read."""

from dataclasses import replace

import pytest

from app.errors import StorageError
from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.pulses_of_ana import START, dump, numbers, pulse, put


async def test_the_same_samples_again_change_nothing(house: Repositories, database: Database) -> None:
    samples = [pulse(hours) for hours in range(3)]
    assert await put(house, *samples) == ["stored"] * 3
    before = await dump(database)
    state = await database.fetch("SELECT changes FROM health_state")
    assert await put(house, *samples[::-1], samples[0]) == ["unchanged"] * 4
    assert await dump(database) == before
    assert await database.fetch("SELECT changes FROM health_state") == state
    assert await put(house) == []


async def test_the_same_moment_on_another_device_or_in_another_metric_is_another_sample(house: Repositories) -> None:
    others = pulse(0, device="ring"), pulse(0, metric="steps"), pulse(0, start_ms=START + 1)
    assert await put(house, pulse(0), *others) == ["stored"] * 4


async def test_nobody_deletes_or_sees_what_is_anothers(house: Repositories) -> None:
    await put(house, pulse(0))
    assert await house.health_samples.delete_records("ben", [("c0", 0)], NOON) == [0]
    assert await house.health_samples.put_many("ben", [pulse(0, 90)], NOON) == ["stored"]
    assert await house.health_samples.erase("ben") == 1
    assert await numbers(house) == [60]
    assert await house.health_figures.newest("ben", "heart_rate") is None


async def test_thousands_of_samples_come_at_once(house: Repositories) -> None:
    samples = [pulse(number / 60) for number in range(1001)]
    assert await put(house, *samples) == ["stored"] * 1001
    assert await put(house, *samples) == ["unchanged"] * 1001
    newer = [replace(one, version=2, number=70) for one in samples]
    assert await put(house, *newer) == ["replaced"] * 1001
    [series] = await house.health_samples.series("ana")
    assert (series.samples, series.received_at) == (1001, NOON)


async def test_a_call_that_fails_keeps_nothing(house: Repositories, database: Database) -> None:
    with pytest.raises(StorageError):
        await put(house, pulse(0), pulse(1, start_ms=2**70))
    assert not any((await dump(database)).values())
    async with database.transaction():
        await house.health_samples.lock("ana", later(hours=1))
        assert await put(house, pulse(0)) == ["stored"]
