"""Measurements that are removed for good, on both engines."""

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.pulses_of_ana import DAY, HOUR, START, dump, numbers, pulse, put


async def test_what_is_erased_leaves_no_trace(house: Repositories, database: Database) -> None:
    samples = [pulse(hour) for hour in range(4)]
    shadowed = [pulse(1, client_id="b", version=0), pulse(3, client_id="b", version=0)]
    await put(house, *samples, *shadowed, pulse(0, metric="steps"))
    await house.health_samples.delete_records("ana", [("gone", None)], NOON)
    erased = await house.health_samples.erase("ana", metric="heart_rate", start_ms=START, end_ms=START + 2 * HOUR)
    assert erased == 2
    assert await numbers(house) == [60, 60]
    heart, steps = await house.health_samples.series("ana")
    assert (heart.samples, heart.first_ms, steps.samples) == (2, START + 2 * HOUR, 1)
    assert await put(house, samples[0]) == ["stored"]
    assert await house.health_samples.erase("ana", start_ms=START + 3 * HOUR) == 1
    assert await house.health_samples.erase("ana") == 3
    assert not any((await dump(database)).values())


async def test_erasing_marks_the_days_that_were_computed(house: Repositories, database: Database) -> None:
    await put(house, pulse(0), pulse(240))
    await database.execute("DELETE FROM health_stale_days")
    day = START // DAY
    for number in (day, day + 10):
        sql = "INSERT INTO health_days (user_id, metric, day, samples, number, low, high, last_ms) VALUES"
        await database.execute(f"{sql} ('ana', 'heart_rate', $1, 1, 60, 60, 60, 0)", number)
    await house.health_samples.erase("ana", start_ms=START, end_ms=START + HOUR)
    assert await database.fetch("SELECT day FROM health_stale_days") == [{"day": day}]
