"""Two records that say the same measurement, on both engines."""

import pytest

from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.pulses_of_ana import numbers, pulse, put


async def test_of_two_records_the_newer_stands_and_the_other_comes_out_behind_it(house: Repositories) -> None:
    old, new = pulse(0, 61, client_id="a", version=1), pulse(0, 62, client_id="b", version=2)
    assert await put(house, new) == ["stored"]
    assert await put(house, old) == ["outdated"]
    assert await numbers(house) == [62]
    assert await house.health_samples.delete_records("ana", [("b", None)], NOON) == [1]
    assert await numbers(house) == [61]
    assert await put(house, new) == ["deleted"]
    assert await house.health_samples.delete_records("ana", [("a", 1)], NOON) == [1]
    assert await numbers(house) == []
    [series] = await house.health_samples.series("ana")
    assert (series.samples, series.first_ms, series.last_ms) == (0, None, None)


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_records_of_one_version_the_greater_name_stands(house: Repositories, first: int) -> None:
    two = [pulse(0, 61, client_id="a"), pulse(0, 62, client_id="b")]
    await put(house, two[first])
    await put(house, two[1 - first])
    assert await numbers(house) == [62]


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("forwards", [True, False])
async def test_a_record_that_contradicts_itself_says_the_greater(
    house: Repositories, together: bool, forwards: bool
) -> None:
    samples = [pulse(0, number) for number in (61, 63, 62)][:: 1 if forwards else -1]
    for part in [samples] if together else [[one] for one in samples]:
        await put(house, *part)
    assert await numbers(house) == [63]
