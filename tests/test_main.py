"""The application around a real house: its routes, its loops, and its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.bootstrap.services import Services
from app.conversation.holder import PRESENCE
from app.errors import StorageError
from app.main import create_app
from app.messages import InboundMessage
from app.version import VERSION
from tests.house import open_house, page_auth, settings_in

TOKEN = "a token of the tests"


@asynccontextmanager
async def _served(house: Services, closing: asyncio.Event) -> AsyncIterator[httpx.AsyncClient]:
    """A visitor of the running application."""
    app = create_app(house, auth=page_auth(house), closing=closing)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as visitor:
            yield visitor


async def test_it_says_that_it_runs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, _served(house, asyncio.Event()) as visitor:
        assert (await visitor.get("/health")).json() == {"status": "ok", "version": VERSION, "database": "sqlite"}


async def test_a_message_by_http_gets_its_answer(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, api_token=TOKEN)
    async with open_house(tmp_path, settings=settings) as house, _served(house, asyncio.Event()) as visitor:
        said = {"text": "add milk to my shopping list"}
        answer = await visitor.post("/message", json=said, headers={"X-API-Token": TOKEN})
        items = await house.store.tasks.list(house.owner.id)
    assert answer.status_code == 200
    assert "milk" in answer.json()["reply"].lower()
    assert [item.title for item in items] == ["milk"]


async def test_no_page_tells_strangers_how_it_is_built(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, _served(house, asyncio.Event()) as visitor:
        for path in ("/docs", "/redoc"):
            assert (await visitor.get(path)).status_code == 404


async def test_what_was_left_open_is_taken_up_at_the_start(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before:
        await before.conversation.close()
        message = InboundMessage(before.owner.id, "web", "m1", "hello", received_at=before.clock.now())
        entry, _ = await before.store.inbox.receive(
            message.user_id,
            id="m1",
            channel=message.channel,
            external_id="m1",
            address="",
            text=message.text,
            attachments=(),
            at=message.received_at,
        )
    async with open_house(tmp_path) as house, _served(house, asyncio.Event()):
        assert (await house.conversation.answer(house.owner.id, entry.id, timeout=5)).status == "done"


async def test_it_can_be_found_while_it_runs_and_no_longer(tmp_path: Path) -> None:
    closing = asyncio.Event()
    async with open_house(tmp_path) as house:
        async with _served(house, closing):
            async with asyncio.timeout(5):
                while not (found := await house.store.leases.live(PRESENCE, house.clock.now())):
                    await asyncio.sleep(0.01)
            assert [lease.info for lease in found] == [{"url": "http://127.0.0.1:8321"}]
            assert not closing.is_set()
        assert closing.is_set()
    async with open_house(tmp_path) as again:
        assert await again.store.leases.live(PRESENCE, again.clock.now()) == []


async def test_at_its_end_the_database_is_let_go(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        async with _served(house, asyncio.Event()):
            pass
        with pytest.raises(StorageError):
            await house.store.inbox.users_with_open()
