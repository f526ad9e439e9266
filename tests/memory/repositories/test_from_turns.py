"""What came of a turn, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import learn, note, task


async def test_what_came_of_a_turn_is_found_whatever_became_of_it(house: Repositories) -> None:
    one, two = await task(house, "milk"), await task(house, "bread")
    await house.tasks.delete("ana", one.id, NOON)
    assert [found.id for found in await house.tasks.of_turns("ana", ["t1", "t2"])] == [one.id, two.id]
    assert await house.tasks.of_turns("ana", ["t2"]) == await house.tasks.of_turns("ana", []) == []
    assert await house.tasks.of_turns("ben", ["t1"]) == []
    await note(house)
    assert await house.notes.of_turns("ana", ["t1"]) == []


async def test_facts_of_a_turn_are_found_though_they_were_corrected(house: Repositories) -> None:
    old = await learn(house, "home", "Ana lives in Porto", turn_id="t1")
    new = await learn(house, "home", "Ana lives in Lisbon", turn_id="t2", hours=1)
    assert [found.id for found in await house.facts.of_turns("ana", ["t1"])] == [old.id]
    assert [found.id for found in await house.facts.of_turns("ana", ["t2", "t1"])] == [old.id, new.id]
