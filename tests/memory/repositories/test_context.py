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


async def test_all_texts_are_listed_by_key(house: Repositories) -> None:
    for key in ("profile", "days"):
        await house.contexts.put("ana", key, f"the {key}", NOON)
    await house.contexts.put("ben", "profile", "other", NOON)
    assert [(entry.key, entry.content) for entry in await house.contexts.all("ana")] == [
        ("days", "the days"),
        ("profile", "the profile"),
    ]
