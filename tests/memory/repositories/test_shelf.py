"""What is thrown away for good, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import note


async def test_a_purge_removes_only_what_was_deleted(house: Repositories) -> None:
    one, two = await note(house), await note(house)
    await house.notes.delete("ana", one.id, NOON)
    assert await house.notes.purge("ana") == 1
    assert await house.notes.get("ana", one.id) is None
    assert await house.notes.get("ana", two.id) is not None
