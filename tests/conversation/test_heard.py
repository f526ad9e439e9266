"""Where somebody was heard is written down with what they sent, whichever way they sent it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.bootstrap.services import Services
from app.errors import ActionRefused
from app.messages import InboundMessage
from tests.conversation.conftest import NOON


def _message(house: Services, *, external_id: str = "1", after: float = 0) -> InboundMessage:
    at = house.clock.now() + timedelta(hours=after)
    return InboundMessage(house.owner.id, "telegram", external_id, "what time is it", at, address="77")


async def test_a_message_is_heard_where_it_came_from(stored_house: Services) -> None:
    house = stored_house
    await house.conversation.receive(_message(house))
    await house.conversation.receive(replace(_message(house, external_id="2"), channel="web", address=""))
    heard = await house.store.last_heard.of(house.owner.id)
    assert [(place.channel, place.address, place.at) for place in heard] == [
        ("telegram", "77", NOON),
        ("web", "", NOON),
    ]


async def test_nobody_is_heard_in_the_future_and_what_comes_late_was_said_then(house: Services) -> None:
    await house.conversation.receive(_message(house, after=-2))
    assert await house.store.last_heard.at(house.owner.id, "telegram", "77") == NOON - timedelta(hours=2)
    await house.conversation.receive(_message(house, external_id="2", after=5))
    assert await house.store.last_heard.at(house.owner.id, "telegram", "77") == NOON


async def test_a_command_and_a_button_are_heard_too(house: Services) -> None:
    owner = house.owner.id
    await house.conversation.command(owner, "help", "", channel="telegram", address="77", external_id="c1")
    with pytest.raises(ActionRefused):
        await house.conversation.decide(owner, "confirm", "gone", channel="slack", address="U1")
    with pytest.raises(ActionRefused):
        await house.conversation.decide(owner, "confirm", "gone")
    heard = await house.store.last_heard.of(owner)
    assert [(place.channel, place.address) for place in heard] == [("slack", "U1"), ("telegram", "77")]
