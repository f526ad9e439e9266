"""What stands in a chat for an answer, on both engines."""

from app.memory.records import Placeholder
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_chat_has_one_placeholder_the_newest(house: Repositories) -> None:
    assert await house.placeholders.get("ana", "telegram", "a") is None
    await house.placeholders.put("ana", "telegram", "a", "101", "", NOON)
    await house.placeholders.put("ana", "telegram", "b", "201", "t2", NOON)
    await house.placeholders.put("ana", "telegram", "a", "102", "t1", later(minutes=1))
    assert await house.placeholders.get("ana", "telegram", "a") == Placeholder(
        "ana", "telegram", "a", "102", "t1", later(minutes=1)
    )
    other = await house.placeholders.get("ana", "telegram", "b")
    assert other is not None
    assert other.external_id == "201"


async def test_it_is_taken_once_and_by_its_turn_alone(house: Repositories) -> None:
    await house.placeholders.put("ana", "telegram", "a", "101", "", NOON)
    assert await house.placeholders.take("ana", "telegram", "a", "t1") is None
    assert await house.placeholders.assign("ana", "telegram", "a", "t1")
    taken = await house.placeholders.take("ana", "telegram", "a", "t1")
    assert taken is not None
    assert (taken.external_id, taken.turn_id) == ("101", "t1")
    assert await house.placeholders.take("ana", "telegram", "a", "t1") is None
    assert not await house.placeholders.assign("ana", "telegram", "a", "t2")
