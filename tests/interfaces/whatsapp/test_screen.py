"""The ticks and the typing sign."""

import pytest

from app.errors import DeliveryLater, DeliveryRefused
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.screen import WhatsAppScreen
from tests.fakes.graph_api import GraphApiServer, Person, Refuse


async def test_the_newest_message_is_marked_once_while_the_sign_shows(
    server: GraphApiServer, ada: Person, api: GraphApi
) -> None:
    screen = WhatsAppScreen(api)
    await screen.typing(ada.user_id)
    assert server.world.read == []
    first, second = ada.text("one"), ada.text("two")
    screen.noticed(ada.user_id, first["id"])
    await screen.typing(ada.user_id)
    await screen.typing(ada.user_id)
    screen.noticed(ada.user_id, second["id"])
    await screen.typing(ada.user_id)
    assert server.world.read == [(first["id"], True), (second["id"], True)]


async def test_what_fails_is_told_in_our_words(server: GraphApiServer, ada: Person, api: GraphApi) -> None:
    screen = WhatsAppScreen(api)
    screen.noticed(ada.user_id, ada.text("one")["id"])
    server.world.order("messages", Refuse(131056, 400))
    with pytest.raises(DeliveryLater):
        await screen.typing(ada.user_id)


async def test_nothing_that_was_said_can_be_changed(api: GraphApi) -> None:
    screen = WhatsAppScreen(api)
    assert (screen.activity("x"), screen.draft("x"), screen.number("wamid.1"), screen.pause("1")) == ("", "", 0, 0.0)
    for call in (screen.put("u", "1", after=0), screen.change("1", "m", "t"), screen.take_away("1", "m")):
        with pytest.raises(DeliveryRefused):
            await call
