"""Buttons that still do something."""

from datetime import timedelta

import pytest

from app.interfaces.web.buttons import LiveButtons
from app.messages import Button
from tests.interfaces.web.house import House


async def live(house: House, *buttons: Button) -> list[str]:
    body = {"text": "", "buttons": [button.as_dict() for button in buttons]}
    return [button["verb"] for button in await LiveButtons(house.store, "owner", house.clock).of(body)]


async def test_a_waiting_action_keeps_its_buttons(house: House) -> None:
    await house.hold("a")
    assert await live(house, Button("Confirm", "confirm", "a"), Button("Edit", "edit", "a")) == ["confirm", "edit"]


@pytest.mark.parametrize("status", ["executing", "done", "cancelled", "edited", "expired"])
async def test_a_decided_action_has_none(house: House, status: str) -> None:
    await house.hold("a", status=status)
    assert await live(house, Button("Confirm", "confirm", "a")) == []


async def test_an_expired_one_has_none_even_before_somebody_noticed(house: House) -> None:
    await house.hold("a")
    house.clock.advance(timedelta(hours=24))
    assert await live(house, Button("Confirm", "confirm", "a")) == []


async def test_undo_is_there_until_it_was_undone(house: House) -> None:
    now, ledger = house.clock.now(), house.store.ledger
    entry = await ledger.start("owner", turn_id="t", call_key="k", tool="add_task", arguments={}, at=now)
    assert entry is not None
    assert await live(house, Button("Undo", "undo", "t")) == []
    await ledger.finish("owner", entry.id, status="done", result="ok", undo={"action": "x"}, at=now)
    assert await live(house, Button("Undo", "undo", "t")) == ["undo"]
    await ledger.mark_undone("owner", entry.id, now)
    assert await live(house, Button("Undo", "undo", "t")) == []


async def test_what_nobody_knows_is_left_out(house: House) -> None:
    unknown = {"buttons": [{"verb": "dance", "target": "a"}, {}]}
    assert await LiveButtons(house.store, "owner", house.clock).of(unknown) == []
