"""Held actions, on both engines."""

from dataclasses import replace

import pytest

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import PENDING


async def test_a_held_action_keeps_its_arguments_exactly(house: Repositories) -> None:
    stored = await house.pending.add(PENDING)
    assert stored == PENDING == await house.pending.get("ana", "p1")
    assert list(stored.arguments["nested"]) == ["b", "a"]
    assert isinstance(stored.arguments["count"], float)
    assert await house.pending.waiting("ana", NOON) == [PENDING]
    assert await house.pending.waiting("ana", later(minutes=10)) == []


@pytest.mark.parametrize("to_status", ["executing", "cancelled", "editing"])
async def test_a_held_action_is_decided_once(house: Repositories, to_status: str) -> None:
    await house.pending.add(PENDING)
    decided = await house.pending.decide("ana", "p1", from_status="pending", to_status=to_status, now=later(minutes=1))
    assert decided is not None
    assert (decided.status, decided.decided_at) == (to_status, later(minutes=1))
    assert await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=NOON) is None


async def test_an_expired_action_is_never_executed(house: Repositories) -> None:
    await house.pending.add(PENDING)
    late = later(minutes=10)
    assert await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=late) is None
    stored = await house.pending.get("ana", "p1")
    assert stored is not None
    assert stored.status == "expired"
    assert await house.pending.expire(late) == []


async def test_a_decided_action_ends_with_its_result(house: Repositories) -> None:
    await house.pending.add(PENDING)
    await house.pending.add(replace(PENDING, id="p2"))
    await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=NOON)
    done = await house.pending.finish("ana", "p1", status="done", result="sent")
    assert done is not None
    assert (done.status, done.result) == ("done", "sent")
    assert [one.id for one in await house.pending.expire(later(hours=1))] == ["p2"]
