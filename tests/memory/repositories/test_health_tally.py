"""Days that are marked when samples come and go, on both engines."""

import pytest

from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_tally import days_of
from tests.memory.databases import NOON
from tests.memory.pulses_of_ana import DAY, HOUR, START, pulse, put


@pytest.mark.parametrize(
    ("metric", "start", "end", "offset", "days"),
    [
        ("steps", 0, 0, 0, [0]),
        ("steps", DAY - 1, DAY, 0, [0]),
        ("steps", DAY - 1, DAY + 1, 0, [0, 1]),
        ("steps", 0, 2 * DAY, 0, [0, 1]),
        ("steps", DAY - HOUR, DAY - HOUR, 3600, [1]),
        ("steps", 0, 0, -1, [-1]),
        ("sleep_session", DAY - HOUR, DAY + HOUR, 0, [1]),
        ("sleep_session", DAY - HOUR, DAY + HOUR, -7200, [0]),
        ("sleep_session", DAY - HOUR, DAY, 0, [1]),
    ],
)
def test_the_days_a_sample_belongs_to(metric: str, start: int, end: int, offset: int, days: list[int]) -> None:
    assert list(days_of(metric, start, end, offset)) == days


async def test_the_days_of_what_came_and_of_what_went_are_marked(house: Repositories, database: Database) -> None:
    async def marked() -> list[int]:
        found = await database.fetch("SELECT day FROM health_stale_days ORDER BY day")
        await database.execute("DELETE FROM health_stale_days")
        return [row["day"] - START // DAY for row in found]

    await put(house, pulse(0), pulse(24, end_ms=START + 37 * HOUR))
    assert await marked() == [0, 1, 2]
    await put(house, pulse(0))
    assert await marked() == []
    await put(house, pulse(48, client_id="c0", version=2))
    assert await marked() == [0, 2]
    await house.health_samples.delete_records("ana", [("c24", None)], NOON)
    assert await marked() == [1, 2]
