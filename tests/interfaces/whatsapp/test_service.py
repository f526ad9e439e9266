"""WhatsApp as people use it: what they send is answered, once, in their chat."""

from pathlib import Path

import pytest

from app.memory.rows import json_of
from tests.fakes.graph_api import GraphApiServer, Person
from tests.house import says, scripted
from tests.interfaces.telegram.house import until
from tests.interfaces.whatsapp.house import WhatsAppHouse, whatsapp_house

YES = scripted(lambda _: says("Good morning, **Ada**."))


def said(person: Person) -> list[str]:
    """What stands in their chat."""
    return [shown.text for shown in person.sees]


async def test_words_are_answered_and_marked_read(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        message = house.ada.text("hello")
        await house.hears(message)
        await until(lambda: said(house.ada) == ["Good morning, *Ada*."])
        assert (message["id"], True) in server.world.read
        [row] = await house.services.database.fetch("SELECT * FROM inbox")
        assert (row["user_id"], row["external_id"], row["address"]) == ("owner", message["id"], "FR.1001")


async def test_a_message_that_comes_again_is_one(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        message, other = house.ada.text("hello"), house.ada.text("and again")
        await house.hears(message)
        await until(lambda: len(said(house.ada)) == 1)
        await house.hears(message, other)
        await house.hears(other, message)
        await until(lambda: len(said(house.ada)) == 2)
        rows = await house.services.database.fetch("SELECT text FROM inbox ORDER BY received_at")
        assert [row["text"] for row in rows] == ["hello", "and again"]


async def test_a_card_is_decided_by_a_tap_and_its_outcome_is_said(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server) as house:
        await house.hears(house.ada.text("my sister's name is Esi"))
        await until(lambda: len(said(house.ada)) == 1)
        await house.hears(house.ada.text("forget my sister's name"))
        await until(lambda: any("Cancel" in shown.buttons for shown in house.ada.sees))
        card = next(shown for shown in house.ada.sees if "Cancel" in shown.buttons)
        assert list(card.buttons) == ["Confirm", "Cancel", "Edit"]
        await house.hears(house.ada.taps("Cancel"))
        await until(lambda: said(house.ada)[-1] == "Left as it is.")
        await house.hears(house.ada.taps("Confirm"))
        await until(lambda: said(house.ada)[-1] == "That was cancelled, so nothing happens.")


async def asked(house: WhatsAppHouse) -> None:
    """A card waits in Ada's chat."""
    before = len(said(house.ada))
    await house.hears(house.ada.text("my sister's name is Esi"))
    await until(lambda: len(said(house.ada)) == before + 1)
    await house.hears(house.ada.text("forget my sister's name"))
    await until(lambda: any("Cancel" in shown.buttons for shown in house.ada.sees[before:]))


async def test_what_came_of_a_tap_is_kept_before_the_tap_counts_as_taken(
    tmp_path: Path, server: GraphApiServer
) -> None:
    async with whatsapp_house(tmp_path, server) as house:
        await asked(house)
        tap = house.ada.taps("Cancel")
        await house.hears(tap)
        [row] = await house.services.database.fetch(
            "SELECT body FROM outbox WHERE key = $1", f"tap:whatsapp:{tap['id']}"
        )
        assert json_of(row["body"])["text"] == "Left as it is."


@pytest.mark.parametrize("button", ["Confirm", "Cancel", "Edit"])
async def test_a_tap_that_comes_again_is_answered_once(tmp_path: Path, server: GraphApiServer, button: str) -> None:
    async with whatsapp_house(tmp_path, server) as house:
        await asked(house)
        before, tap = len(said(house.ada)), house.ada.taps(button)
        await house.hears(tap)
        await house.hears(tap, tap)
        await until(lambda: len(said(house.ada)) > before)
        await house.hears(tap)
        await house.hears(house.ada.text("/help"))
        await until(lambda: said(house.ada)[-1].startswith("Just write or speak"))
        assert len(said(house.ada)) == before + 2


async def test_strangers_are_told_once_and_nothing_is_kept(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        await house.hears(house.eve.text("hello?"), house.eve.text("hello??"))
        await until(lambda: len(said(house.eve)) == 1)
        assert "doesn't know you yet" in said(house.eve)[0]
        assert await house.services.database.fetch("SELECT * FROM inbox") == []


async def test_meta_checks_the_address(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server):
        assert await server.webhooks.verify("1158201444") == "1158201444"
        server.world.verify_token = "another word"
        assert await server.webhooks.verify("1158201444") == ""


async def test_what_is_not_signed_is_not_read(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES) as house:
        server.world.app_secret = "a secret of somebody else's"
        assert await server.webhooks.deliver(house.ada.text("hello")) == 403
        assert await house.services.database.fetch("SELECT * FROM inbox") == []
