"""What people want news of, on both engines."""

import pytest

from app.errors import TooMany
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_topic_is_followed_once_in_whatever_case(house: Repositories) -> None:
    space, music = await house.news_topics.add("ana", "Space", NOON), await house.news_topics.add("ana", "müsik", NOON)
    assert await house.news_topics.add("ana", "SPACE", later(hours=1)) == space
    assert await house.news_topics.add("ana", "Müsik", later(hours=1)) == music
    assert (await house.news_topics.add("ben", "Space", NOON)).id != space.id
    assert await house.news_topics.list("ana") == [space, music]


async def test_a_topic_is_dropped_once(house: Repositories) -> None:
    space = await house.news_topics.add("ana", "Space", NOON)
    assert not await house.news_topics.delete("ben", space.id)
    assert await house.news_topics.delete("ana", space.id)
    assert not await house.news_topics.delete("ana", space.id)
    assert await house.news_topics.list("ana") == []


async def test_a_feed_is_followed_once_by_its_address(house: Repositories) -> None:
    feed = await house.news_topics.add("ana", "Example", NOON, kind="feed", url="https://example.org/feed", taint=["x"])
    assert (feed.kind, feed.url, feed.taint) == ("feed", "https://example.org/feed", ["x"])
    again = await house.news_topics.add("ana", "Another", NOON, kind="feed", url="https://example.org/feed")
    assert again == feed


async def test_a_person_follows_no_more_than_fifty(house: Repositories) -> None:
    for number in range(50):
        await house.news_topics.add("ana", f"topic {number}", NOON)
    with pytest.raises(TooMany):
        await house.news_topics.add("ana", "one more", NOON)
