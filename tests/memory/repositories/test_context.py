"""Named texts about a person, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_context_is_written_over_and_removed(house: Repositories) -> None:
    await house.contexts.put("ana", "profile", "likes tea", NOON)
    await house.contexts.put("ana", "profile", "likes coffee", later(hours=1))
    entry = await house.contexts.get("ana", "profile")
    assert entry is not None
    assert (entry.content, entry.updated_at) == ("likes coffee", later(hours=1))
    assert await house.contexts.delete("ana", "profile")
    assert not await house.contexts.delete("ana", "profile")
    assert await house.contexts.get("ana", "profile") is None
