"""Stories that were found and told, on both engines."""

from datetime import datetime

from app.memory.records import FoundStory
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


def found(digest: str, *, story: str = "", topic: str = "cocoa", at: datetime | None = None) -> FoundStory:
    url = f"https://example.org/{digest}"
    return FoundStory(
        topic, digest, story or digest, digest.upper(), "", url, "Example", [1, 2], at, ["site example.org"]
    )


async def untold(house: Repositories, topic: str, now: datetime, since: datetime = NOON) -> list[str]:
    stories = await house.seen_news.untold("ana", topic, since=since, now=now, limit=9)
    return [one.digest for one in stories]


async def test_a_report_stays_as_it_was_first_seen(house: Repositories) -> None:
    assert await house.seen_news.add_many("ana", [found("a"), found("b"), found("a")], NOON) == 2
    assert await house.seen_news.add_many("ana", [found("b", story="a"), found("c")], later(hours=1)) == 1
    kept = await house.seen_news.recent("ana", NOON, 9)
    assert [(one.digest, one.story, one.seen_at, one.told_at) for one in kept] == [
        ("c", "c", later(hours=1), None),
        ("b", "b", NOON, None),
        ("a", "a", NOON, None),
    ]
    assert kept[0].signature == [1, 2]
    assert kept[0].taint == ["site example.org"]
    assert await house.seen_news.recent("ben", NOON, 9) == []


async def test_what_was_told_of_a_story_is_told_of_all_its_reports(house: Repositories) -> None:
    await house.seen_news.add_many("ana", [found("a"), found("b", story="a"), found("a", topic="gold")], NOON)
    assert await untold(house, "cocoa", later(hours=1)) == ["a", "b"]
    assert await house.seen_news.tell("ben", ["a"], NOON) == 0
    assert await house.seen_news.tell("ana", ["a"], later(hours=1)) == 3
    assert await house.seen_news.tell("ana", ["a"], later(hours=2)) == 0
    await house.seen_news.add_many("ana", [found("d", story="a"), found("e")], later(hours=3))
    assert await untold(house, "cocoa", later(hours=3)) == ["e"]
    assert await untold(house, "gold", later(hours=3)) == []
    assert await untold(house, "gold", later(hours=1)) == [
        "a"
    ]  # what was told at that very moment is told by whoever asks
    assert await house.seen_news.last_told("ana", "cocoa", later(hours=3)) == later(hours=1)
    assert await house.seen_news.last_told("ana", "cocoa", later(hours=1)) is None
    assert [one.digest for one in await house.seen_news.reports("ana", ["a"])] == ["a", "b", "a", "d"]


async def test_the_newest_comes_first_and_nothing_before_a_moment(house: Repositories) -> None:
    dated = [found("old", at=later(days=-9)), found("new", at=later(hours=-1)), found("undated")]
    await house.seen_news.add_many("ana", dated, later(hours=-2))
    assert await untold(house, "cocoa", NOON, since=later(days=-7)) == ["new", "undated"]
    assert [one.digest for one in await house.seen_news.of_topic("ana", "cocoa", 9)] == ["new", "undated", "old"]


async def test_many_stories_at_once_are_kept_and_trimmed(house: Repositories) -> None:
    stories = [found(f"d{number}") for number in range(203)]
    assert await house.seen_news.add_many("ana", stories, NOON) == 203
    assert await house.seen_news.tell("ana", [one.story for one in stories], NOON) == 203
    await house.seen_news.add_many("ana", [found("x", topic="gold")], NOON)
    assert await house.seen_news.trim("ana", "cocoa", 200) == 3
    assert await house.seen_news.trim("ana", "cocoa", 200) == 0
    assert len(await house.seen_news.recent("ana", NOON, 999)) == 201


async def test_what_was_found_long_ago_is_let_go(house: Repositories) -> None:
    await house.seen_news.add_many("ana", [found("old")], NOON)
    await house.seen_news.add_many("ana", [found("new")], later(days=30))
    assert await house.seen_news.purge("ana", later(days=30)) == 1
    assert [one.digest for one in await house.seen_news.recent("ana", NOON, 9)] == ["new"]
