"""Fetching by reference, with a sentence for each way it can fail."""

import pytest

from app.errors import DeliveryLater, InputRefused
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.files import Files
from tests.fakes.graph_api import GraphApiServer, Html, Person, Refuse


async def test_what_came_is_fetched(api: GraphApi, ada: Person) -> None:
    assert await Files(api).fetch(f"whatsapp:{ada.speaks(b'OggS1')['audio']['id']}") == b"OggS1"


@pytest.mark.parametrize("reference", ["", "whatsapp:", "telegram:1", "whatsapp:../x"])
async def test_a_reference_that_is_none(api: GraphApi, reference: str) -> None:
    with pytest.raises(InputRefused, match="Send it again"):
        await Files(api).fetch(reference)


async def test_one_too_big_says_how_big(api: GraphApi, ada: Person) -> None:
    sent = ada.file("video", bytes(3_000_000), "video/mp4")
    with pytest.raises(InputRefused, match="larger than 2 MB"):
        await Files(api, largest=2_000_000).fetch(f"whatsapp:{sent['video']['id']}")


async def test_what_may_come_yet_is_later(server: GraphApiServer, api: GraphApi, ada: Person) -> None:
    reference = f"whatsapp:{ada.speaks(b'OggS1')['audio']['id']}"
    for fault in (Html(502), Refuse(4, 429), Refuse(190, 401)):
        server.world.order("media", fault)
        with pytest.raises(DeliveryLater):
            await Files(api).fetch(reference)
    server.world.files.clear()
    with pytest.raises(InputRefused):
        await Files(api).fetch(reference)
    server.world.faults.clear()
