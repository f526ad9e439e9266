"""Linking a WhatsApp account: the address writes the message, the person sends it."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pydantic import SecretStr

from app.interfaces.pushed.reception import LINKED, NO_CODE
from app.interfaces.whatsapp import linking
from app.interfaces.whatsapp.linking import whatsapp_link
from tests.fakes.graph_api import GraphApiServer, graph_api
from tests.house import open_house, says, scripted, settings_in
from tests.interfaces.telegram.house import until
from tests.interfaces.whatsapp.house import whatsapp_house, whatsapp_settings
from tests.interfaces.whatsapp.test_service import said

YES = scripted(lambda _: says("Yes."))


async def test_who_sends_the_code_is_the_owner_from_then_on(tmp_path: Path, server: GraphApiServer) -> None:
    async with whatsapp_house(tmp_path, server, model=YES, owner_whatsapp_number="") as house:
        address = urlsplit(await whatsapp_link(house.services))
        assert (address.netloc, address.path) == ("wa.me", f"/{server.world.display}")
        [words] = parse_qs(address.query)["text"]
        await house.hears(house.eve.text(words))
        await until(lambda: said(house.eve) == [LINKED])
        await house.hears(house.eve.text("hello"))
        await until(lambda: said(house.eve) == [LINKED, "Yes."])
        [row] = await house.services.database.fetch("SELECT user_id FROM inbox")
        assert row["user_id"] == "owner"
        await house.hears(house.ben.text(words))
        await until(
            lambda: [text.replace("\u200b", "") for text in said(house.ben)] == [NO_CODE.format(channel="whatsapp")]
        )


async def test_what_is_missing_is_said_plainly(tmp_path: Path) -> None:
    async with graph_api(faults=True) as server:
        cases = [
            (settings_in(tmp_path / "a"), linking.OFF),
            (whatsapp_settings(tmp_path / "b", server, whatsapp_access_token=SecretStr("wrong")), linking.REFUSED),
            (whatsapp_settings(tmp_path / "c", server, whatsapp_api_url="http://127.0.0.1:9"), linking.UNREACHABLE),
        ]
        for settings, sentence in cases:
            async with open_house(tmp_path, settings=settings) as house:
                assert await whatsapp_link(house) == sentence
