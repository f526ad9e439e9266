"""Stretches of talk that are over, on both engines."""

from app.memory.records import Session
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def over(house: Repositories, first: int, last: int, topic: str, hours: float = 0) -> Session:
    return await house.sessions.add(
        "ana",
        first_turn=first,
        last_turn=last,
        turns=last - first + 1,
        topic=topic,
        note_id=None,
        started_at=NOON,
        ended_at=later(hours=hours),
    )


async def test_sessions_are_listed_latest_first(house: Repositories) -> None:
    first, second = await over(house, 1, 4, "a trip"), await over(house, 5, 9, "the cat", hours=1)
    assert await house.sessions.recent("ana", 10) == [second, first]
    assert await house.sessions.recent("ana", 1) == [second]
    assert await house.sessions.recent("ben", 10) == []
    assert await house.sessions.get("ana", first.id) == first
    assert (first.turns, first.note_id, first.ended_at) == (4, None, NOON)


async def test_where_a_session_begins_there_is_one(house: Repositories) -> None:
    await over(house, 1, 4, "a trip")
    longer = await over(house, 1, 6, "a trip to Porto", hours=1)
    assert await house.sessions.recent("ana", 10) == [longer]
    assert (longer.last_turn, longer.topic, longer.ended_at) == (6, "a trip to Porto", later(hours=1))


async def test_a_session_is_removed_once(house: Repositories) -> None:
    session = await over(house, 1, 4, "a trip")
    assert not await house.sessions.delete("ben", session.id)
    assert await house.sessions.delete("ana", session.id)
    assert not await house.sessions.delete("ana", session.id)
