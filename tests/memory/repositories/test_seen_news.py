"""Stories that were shown, on both engines."""

from app.memory.records import SeenStory
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_story_that_was_shown_is_not_unseen_any_more(house: Repositories) -> None:
    assert await house.seen_news.unseen("ana", ["a", "b", "a"]) == ["a", "b"]
    assert await house.seen_news.add_many("ana", [("a", "A", "u/a")], NOON) == 1
    assert await house.seen_news.unseen("ana", ["c", "a", "b"]) == ["c", "b"]
    assert await house.seen_news.unseen("ben", ["a"]) == ["a"]
    assert await house.seen_news.unseen("ana", []) == []


async def test_a_story_stays_as_it_was_first_seen(house: Repositories) -> None:
    await house.seen_news.add_many("ana", [("a", "first", "u/1"), ("a", "same story", "u/2")], NOON)
    assert await house.seen_news.add_many("ana", [("a", "again", "u/3"), ("b", "B", "u/b")], later(hours=1)) == 1
    assert await house.seen_news.recent("ana", 9) == [
        SeenStory("ana", "b", "B", "u/b", later(hours=1)),
        SeenStory("ana", "a", "first", "u/1", NOON),
    ]


async def test_many_stories_at_once_are_kept(house: Repositories) -> None:
    digests = [f"d{number}" for number in range(1203)]
    assert await house.seen_news.add_many("ana", [(digest, "t", "u") for digest in digests], NOON) == 1203
    assert await house.seen_news.unseen("ana", ["new", *digests]) == ["new"]
    assert await house.seen_news.delete("ana", [*digests[:1200], "new"]) == 1200
    assert await house.seen_news.unseen("ana", digests[1199:]) == ["d1199"]


async def test_what_was_shown_long_ago_is_let_go(house: Repositories) -> None:
    await house.seen_news.add_many("ana", [("old", "t", "u")], NOON)
    await house.seen_news.add_many("ana", [("new", "t", "u")], later(days=30))
    assert await house.seen_news.purge("ana", later(days=30)) == 1
    assert await house.seen_news.unseen("ana", ["old", "new"]) == ["old"]
