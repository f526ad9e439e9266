"""Finished turns, on both engines."""

from typing import Any

from app.memory.repositories import Repositories
from tests.memory.rows_of_ana import turn


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
