"""Finished turns, on both engines."""

from typing import Any

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import hits_for, turn


async def test_a_turn_comes_back_with_its_messages_in_order(house: Repositories) -> None:
    messages: list[dict[str, Any]] = [{"kind": "request", "n": number, "text": "ü\x00🦊"} for number in range(450)]
    first = await turn(house, 1, messages)
    second = await turn(house, 2)
    assert second.number > first.number
    assert first == await house.turns.get("ana", "t1")
    assert first.route == {"domain": "notes", "score": 0.5}
    assert await house.turns.messages("ana", ["t1", "t2"]) == {"t1": messages, "t2": []}
    assert await house.turns.messages("ana", []) == {}


async def test_turns_are_read_backwards_and_shown_forwards(house: Repositories) -> None:
    stored = [await turn(house, number) for number in range(1, 6)]
    assert [one.id for one in await house.turns.recent("ana", 2)] == ["t4", "t5"]
    assert [one.id for one in await house.turns.before("ana", stored[3].number, 2)] == ["t2", "t3"]
    assert await house.turns.count("ana") == 5
    assert await house.turns.get("ana", "none") is None


async def test_turns_are_read_forwards_from_a_mark(house: Repositories) -> None:
    stored = [await turn(house, number) for number in range(1, 6)]
    assert [one.id for one in await house.turns.following("ana", 0, 2)] == ["t1", "t2"]
    assert [one.id for one in await house.turns.following("ana", stored[2].number, 9)] == ["t4", "t5"]
    assert await house.turns.following("ana", stored[4].number, 9) == []
    assert await house.turns.newest_number("ana") == stored[4].number
    assert await house.turns.newest_number("ben") == 0


async def test_turns_are_found_by_when_they_started(house: Repositories) -> None:
    for number in range(1, 6):
        await turn(house, number)
    between = await house.turns.between("ana", later(seconds=1), later(seconds=4), 9)
    assert [one.id for one in between] == ["t2", "t3", "t4"]
    assert await house.turns.between("ana", later(seconds=1), later(seconds=4), 1) == between[:1]
    assert await house.turns.between("ben", NOON, later(days=1), 9) == []


async def test_a_turn_is_shown_among_its_neighbours(house: Repositories) -> None:
    stored = []
    for number in range(1, 6):
        stored.append(await turn(house, number))
        await turn(house, number + 10, user="ben")
    assert [one.id for one in await house.turns.window("ana", stored[2].number, 1, 1)] == ["t2", "t3", "t4"]
    assert [one.id for one in await house.turns.window("ana", stored[0].number, 2, 1)] == ["t1", "t2"]
    assert [one.id for one in await house.turns.window("ana", stored[4].number, 9, 9)] == ["t1", "t2", "t3", "t4", "t5"]
    assert [one.id for one in await house.turns.window("ana", stored[4].number, 0, 0)] == ["t5"]


async def test_a_deleted_turn_leaves_nothing(house: Repositories, database: Database) -> None:
    for number in (1, 2):
        await turn(house, number, [{"n": number}])
        await house.embeddings.put("ana", "turn", f"t{number}", model="m", dimensions=2, vector=[1.0, 0.0])
    assert await house.turns.delete("ben", ["t1"]) == 0
    assert await house.turns.delete("ana", ["t1", "none"]) == 1
    assert await house.turns.get("ana", "t1") is None
    assert await house.turns.messages("ana", ["t1", "t2"]) == {"t1": [], "t2": [{"n": 2}]}
    assert await hits_for(database, "question") == ["t2"]
    assert await house.embeddings.count("m") == 1
    assert await house.turns.delete("ana", []) == 0


async def test_the_number_of_a_deleted_turn_is_not_given_again(house: Repositories) -> None:
    """Else a reader whose mark stands there would never read the new one."""
    gone = await turn(house, 1)
    await house.turns.delete("ana", ["t1"])
    assert (await turn(house, 2)).number > gone.number
