"""What the models cost, on both engines."""

from app.memory.repositories import Repositories
from app.memory.repositories.usage import UsageDraft
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


async def test_calls_are_written_together_and_summed_by_model_dearest_first(house: Repositories) -> None:
    cheap, dear = UsageDraft("mini", "cheap", 10, 5, 0.01, NOON), UsageDraft("primary", "dear", 7, 3, 0.5, NOON)
    await house.usage.add_many("ana", "t1", [cheap, dear, cheap])
    await house.usage.add_many("ana", "t2", [dear])
    found = await house.usage.by_model("ana", NOON)
    assert [(each.model, each.requests, each.input_tokens, each.output_tokens) for each in found] == [
        ("dear", 2, 14, 6),
        ("cheap", 2, 20, 10),
    ]
    assert await house.usage.by_model("ana", later(hours=1)) == []
    assert (await house.usage.totals("ana", NOON)).requests == 4
