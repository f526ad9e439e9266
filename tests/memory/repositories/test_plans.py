"""Plans, on both engines."""

import dataclasses

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import PLAN


async def test_a_plan_comes_back_as_it_was_added(house: Repositories) -> None:
    assert await house.plans.add(PLAN) == PLAN == await house.plans.get("ana", "plan1")
    assert await house.plans.get("ana", "plan2") is None
    assert await house.plans.get("ben", "plan1") is None


async def test_its_progress_is_saved(house: Repositories) -> None:
    await house.plans.add(PLAN)
    done = [{"about": "weather", "done": True, "found": "19 °C"}]
    assert await house.plans.save("ana", "plan1", steps=done, taint=["mail", "web"], status="done", at=later(minutes=1))
    assert await house.plans.get("ana", "plan1") == dataclasses.replace(
        PLAN, steps=done, taint=["mail", "web"], status="done", updated_at=later(minutes=1)
    )
    assert not await house.plans.save("ana", "plan2", steps=[], taint=[], status="done", at=NOON)


async def test_the_newest_come_first(house: Repositories) -> None:
    for number in (2, 1, 3):
        await house.plans.add(dataclasses.replace(PLAN, id=f"plan{number}", created_at=later(minutes=number)))
    assert [plan.id for plan in await house.plans.recent("ana", 2)] == ["plan3", "plan2"]
    assert await house.plans.recent("ben", 2) == []


async def test_the_plans_of_a_turn_are_found(house: Repositories) -> None:
    plan = await house.plans.add(PLAN)
    assert await house.plans.of_turns("ana", ["t0", "t1"]) == [plan]
    assert await house.plans.of_turns("ana", []) == await house.plans.of_turns("ben", ["t1"]) == []
