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


async def test_sums_are_told_by_what_they_were_for(house: Repositories) -> None:
    usage = [("session:4", 0.5), ("t-clock", 0.25), ("t-talk", 0.125), ("worker:t-talk.1", 1.0), ("reflection:ab", 2.0)]
    for turn_id, cost in usage:
        await house.usage.add_many("ana", turn_id, [UsageDraft("mini", "m", 10, 1, cost, NOON)])
    await house.turns.add(
        "ana",
        id="t-clock",
        channel="clock",
        text="due",
        reply="done",
        status="done",
        route={},
        taint=[],
        carried=[],
        usage={},
        model="m",
        trace_id="",
        started_at=NOON,
        finished_at=NOON,
        messages=[],
    )
    found = await house.usage.by_feature("ana", NOON)
    assert [(one.feature, one.cost) for one in found] == [
        ("reflection", 2.0),
        ("worker", 1.0),
        ("session", 0.5),
        ("clock", 0.25),
        ("talk", 0.125),
    ]
    assert await house.usage.by_feature("ben", NOON) == []
