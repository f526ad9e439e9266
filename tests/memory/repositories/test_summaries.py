"""The running summary, on both engines."""

from app.memory.records import Summary
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_there_is_one_summary_and_the_last_one_counts(house: Repositories) -> None:
    line = {"text": "Ana plans a trip to Café Zoë 🦊", "turns": ["t1", "t2"]}
    assert await house.summaries.get("ana") is None
    await house.summaries.put("ana", {"plans": [line], "people": []}, 2, [], NOON)
    await house.summaries.put("ana", {"plans": [line, line]}, 4, ["mail"], later(hours=1))
    assert await house.summaries.get("ana") == Summary("ana", {"plans": [line, line]}, 4, ["mail"], later(hours=1))
    assert await house.summaries.get("ben") is None


async def test_a_summary_is_removed_once(house: Repositories) -> None:
    await house.summaries.put("ana", {}, 2, [], NOON)
    assert await house.summaries.delete("ana")
    assert not await house.summaries.delete("ana")
    assert await house.summaries.get("ana") is None
