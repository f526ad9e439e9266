"""What leaves is said once, in the feed that every local surface reads, and everybody who waits is woken."""

import asyncio

import pytest

from app.bootstrap.services import Services
from app.conversation.outbox import CHANNELS
from app.messages import Button, OutboundMessage
from tests.conversation.conftest import NOON


def _message(house: Services, text: str = "Tea is ready.", *, channel: str = "web", key: str = "k1") -> OutboundMessage:
    buttons = (Button("Undo", "undo", "t1"),)
    return OutboundMessage(house.owner.id, channel, key, text, kind="notice", turn_id="t1", buttons=buttons)


async def _feed(house: Services) -> list[str]:
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), 0, 50)]


async def test_a_message_is_kept_whole_and_is_there_when_it_is_committed(stored_house: Services) -> None:
    entry = await stored_house.conversation.mailroom.put(_message(stored_house), NOON)
    assert entry.body == {
        "text": "Tea is ready.",
        "kind": "notice",
        "buttons": [{"label": "Undo", "verb": "undo", "target": "t1"}],
    }
    assert (entry.channel, entry.status, entry.turn_id) == ("local", "sent", "t1")


async def test_the_same_key_is_said_once(stored_house: Services) -> None:
    mailroom = stored_house.conversation.mailroom
    first = await mailroom.put(_message(stored_house), NOON)
    again = await mailroom.put(_message(stored_house, "Tea is cold."), NOON)
    assert again == first
    assert await _feed(stored_house) == ["Tea is ready."]


async def test_it_goes_with_the_transaction_it_belongs_to(stored_house: Services) -> None:
    async def put_and_fail() -> None:
        async with stored_house.database.transaction():
            await stored_house.conversation.mailroom.put(_message(stored_house), NOON)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await put_and_fail()
    assert await _feed(stored_house) == []


@pytest.mark.parametrize("channel", CHANNELS)
async def test_every_local_surface_reads_the_same_feed(house: Services, channel: str) -> None:
    await house.conversation.mailroom.put(_message(house, channel=channel), NOON)
    assert await _feed(house) == ["Tea is ready."]


async def test_who_watches_here_and_who_waits_on_the_database_are_woken(stored_house: Services) -> None:
    waiting = asyncio.create_task(stored_house.database.changed(10))
    with stored_house.hub.watch(stored_house.owner.id) as events:
        await asyncio.sleep(0.05)
        await stored_house.conversation.mailroom.say(_message(stored_house), NOON)
        async with asyncio.timeout(2):
            assert (await events.get()).kind == "outbox"
            await waiting
