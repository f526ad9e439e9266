"""Days of measurements are computed behind the user's back, in a real house; an idle house computes nothing."""

from pathlib import Path

from app.clock import ManualClock
from app.loops import due
from app.loops.health_days import settle_due
from app.memory.repositories.health_samples import SampleDraft
from tests.house import open_house
from tests.loops.test_table import NOON, ground_of

DAY_MS = 86_400_000


def steps(day: int) -> SampleDraft:
    return SampleDraft("steps", "watch", day * DAY_MS, day * DAY_MS + 60_000, 0, 100.0, None, f"s{day}", 1)


async def test_new_measurements_make_it_due_until_their_days_are_computed(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        ground = ground_of(house)
        assert await due.health_days(ground) is None
        assert await settle_due(ground) == 0
        await house.store.health_samples.put_many(house.owner.id, [steps(day) for day in range(20_000, 20_100)], NOON)
        assert await due.health_days(ground) == NOON
        assert await settle_due(ground) == 100
        assert await due.health_days(ground) is None
        page = await house.store.health_days.between(house.owner.id, "steps", 20_000, 20_099)
        assert sum(row.number for row in page.rows) == 10_000
