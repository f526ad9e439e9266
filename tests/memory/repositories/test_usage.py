"""What the models cost, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_usage_is_summed_since_a_moment(house: Repositories) -> None:
    for hour in (0, 2):
        await house.usage.add(
            "ana",
            turn_id=None,
            role="chat",
            model="m",
            requests=1,
            input_tokens=3_000_000_000,
            output_tokens=5,
            cost=0.25,
            at=later(hours=hour),
        )
    totals = await house.usage.totals("ana", NOON)
    assert (totals.requests, totals.input_tokens, totals.output_tokens, totals.cost) == (2, 6_000_000_000, 10, 0.5)
    assert (await house.usage.totals("ana", later(hours=1))).requests == 1
    empty = await house.usage.totals("ana", later(hours=3))
    assert (empty.requests, empty.cost) == (0, 0.0)
