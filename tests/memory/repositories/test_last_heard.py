"""Where people were heard last, on both engines."""

from app.memory.records import HeardPlace
from app.memory.repositories import Repositories
from app.memory.repositories.last_heard import MOST_PLACES
from tests.memory.databases import NOON, later


async def test_a_place_is_known_by_when_it_was_heard_last_and_newest_first(house: Repositories) -> None:
    heard = house.last_heard
    assert await heard.of("ana") == []
    assert await heard.at("ana", "slack", "D1") is None
    await heard.put("ana", "slack", "D1", NOON)
    await heard.put("ana", "web", "", later(hours=1))
    await heard.put("ben", "slack", "D1", later(hours=9))
    assert await heard.of("ana") == [
        HeardPlace("ana", "web", "", later(hours=1)),
        HeardPlace("ana", "slack", "D1", NOON),
    ]
    await heard.put("ana", "slack", "D1", later(hours=2))
    assert [place.channel for place in await heard.of("ana")] == ["slack", "web"]
    assert await heard.at("ana", "slack", "D1") == later(hours=2)


async def test_what_comes_late_moves_nothing_back(house: Repositories) -> None:
    await house.last_heard.put("ana", "slack", "D1", later(hours=2))
    await house.last_heard.put("ana", "slack", "D1", NOON)
    assert await house.last_heard.at("ana", "slack", "D1") == later(hours=2)


async def test_the_oldest_places_make_room(house: Repositories) -> None:
    await house.last_heard.put("ben", "telegram", "1", NOON)
    for number in range(MOST_PLACES + 3):
        await house.last_heard.put("ana", "telegram", str(number), later(minutes=number))
    kept = await house.last_heard.of("ana")
    assert [place.address for place in kept] == [str(number) for number in range(MOST_PLACES + 2, 2, -1)]
    assert await house.last_heard.at("ben", "telegram", "1") == NOON


async def test_places_of_several_are_each_in_their_order(house: Repositories) -> None:
    await house.last_heard.put("ana", "slack", "D1", NOON)
    await house.last_heard.put("ana", "whatsapp", "233", later(hours=1))
    await house.last_heard.put("ana", "web", "", later(hours=2))
    await house.last_heard.put("ben", "slack", "D2", NOON)
    found = await house.last_heard.of_many(["ben", "ana"], ["slack", "whatsapp"])
    assert [(place.user_id, place.channel) for place in found] == [
        ("ana", "whatsapp"),
        ("ana", "slack"),
        ("ben", "slack"),
    ]
    assert await house.last_heard.of_many(["ana"], []) == []
