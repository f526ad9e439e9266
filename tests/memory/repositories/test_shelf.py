"""What is thrown away for good, on both engines."""

from datetime import timedelta

from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import note


async def test_a_purge_removes_only_what_was_deleted(house: Repositories) -> None:
    one, two = await note(house), await note(house)
    await house.notes.delete("ana", one.id, NOON)
    assert await house.notes.count_deleted("ana", NOON) == 1
    assert await house.notes.purge("ana", NOON) == 1
    assert await house.notes.get("ana", one.id) is None
    assert await house.notes.get("ana", two.id) is not None


async def test_what_is_thrown_away_after_the_moment_named_stays(house: Repositories) -> None:
    one, two = await note(house), await note(house)
    await house.notes.delete("ana", one.id, NOON)
    await house.notes.delete("ana", two.id, NOON + timedelta(seconds=1))
    assert await house.notes.purge("ana", NOON) == 1
    assert await house.notes.get("ana", two.id) is not None
    assert await house.notes.count_deleted("ana", NOON + timedelta(seconds=1)) == 1
