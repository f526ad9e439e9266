"""When topics were looked at, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_look_is_taken_once_in_a_while_by_whoever_is_first(house: Repositories) -> None:
    assert await house.news_looks.begin("ana", "cocoa", NOON, unless_since=later(minutes=-30))
    assert not await house.news_looks.begin("ana", "cocoa", later(minutes=29), unless_since=later(minutes=-1))
    assert await house.news_looks.begin("ben", "cocoa", later(minutes=29), unless_since=later(minutes=-1))
    assert await house.news_looks.begin("ana", "cocoa", later(minutes=30), unless_since=NOON)
    look = await house.news_looks.get("ana", "cocoa")
    assert look is not None
    assert look.looked_at == later(minutes=30)
    assert await house.news_looks.get("ana", "gold") is None


async def test_what_a_feed_gave_is_there_the_next_time(house: Repositories) -> None:
    await house.news_looks.begin("ana", "cocoa", NOON, unless_since=NOON)
    await house.news_looks.found("ana", "cocoa", etag='"1"', last_modified="yesterday")
    await house.news_looks.begin("ana", "cocoa", later(hours=1), unless_since=NOON)
    look = await house.news_looks.get("ana", "cocoa")
    assert look is not None
    assert (look.etag, look.last_modified) == ('"1"', "yesterday")
    assert await house.news_looks.purge("ana", later(hours=2)) == 1
    assert await house.news_looks.get("ana", "cocoa") is None
