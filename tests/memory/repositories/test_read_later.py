"""The reading list, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import article


async def test_the_reading_list_forgets_what_was_read_unless_asked(house: Repositories) -> None:
    one = await article(house, "On bees")
    assert await house.read_later.mark_read("ana", one.id, later(hours=1))
    assert not await house.read_later.mark_read("ana", one.id, later(hours=2))
    assert await house.read_later.list("ana") == []
    assert [item.read_at for item in await house.read_later.list("ana", include_read=True)] == [later(hours=1)]
    assert await house.read_later.mark_unread("ana", one.id)
    assert not await house.read_later.mark_unread("ana", one.id)
    assert [item.title for item in await house.read_later.find("ana", "BEES example.org")] == ["On bees"]
    assert await house.read_later.delete("ana", one.id, NOON)
    assert await house.read_later.restore("ana", one.id)
    assert await house.read_later.get("ana", one.id) == one
