"""What stands at the port from the first moment: health at once, everything else as soon as the house is open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from app.interfaces.web.door import Door, Receive, Scope, Send


@dataclass
class House:
    """A house that opens when the test says so."""

    may_open: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False
    failed: list[BaseException] = field(default_factory=list)
    problem: Exception | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Any]:
        await self.may_open.wait()
        if self.problem:
            raise self.problem
        try:
            yield _hello
        finally:
            self.closed = True


async def _hello(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"hello from {scope['path']}".encode()})


class Server:
    """What a web server does with an application: start it, hand it requests, stop it."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_app: asyncio.Queue[Any] = asyncio.Queue()
        self._life: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._life = asyncio.create_task(self.door({"type": "lifespan"}, self._to_app.get, self._from_app.put))
        await self._to_app.put({"type": "lifespan.startup"})
        assert (await self._from_app.get())["type"] == "lifespan.startup.complete"

    async def stop(self) -> None:
        await self._to_app.put({"type": "lifespan.shutdown"})
        assert (await self._from_app.get())["type"] == "lifespan.shutdown.complete"
        assert self._life is not None
        await self._life

    async def get(self, path: str) -> httpx.Response:
        transport = httpx.ASGITransport(app=self.door)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as visitor:
            return await visitor.get(path)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def server(house: House) -> Server:
    return Server(Door(house.open, failed=house.failed.append))


async def test_health_answers_while_the_house_is_loading(house: House, server: Server) -> None:
    await server.start()
    answer = await server.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "starting"})
    house.may_open.set()
    await server.stop()


async def test_a_visitor_who_comes_early_waits_and_is_served(house: House, server: Server) -> None:
    await server.start()
    early = asyncio.create_task(server.get("/chat"))
    await asyncio.sleep(0)
    assert not early.done()
    house.may_open.set()
    assert (await early).text == "hello from /chat"
    await server.stop()


async def test_an_open_house_answers_for_itself(house: House, server: Server) -> None:
    await server.start()
    house.may_open.set()
    assert (await server.get("/")).text == "hello from /"
    assert (await server.get("/health")).text == "hello from /health"
    await server.stop()


async def test_the_house_is_closed_before_the_server_ends(house: House, server: Server) -> None:
    await server.start()
    house.may_open.set()
    await server.get("/")
    await server.stop()
    assert house.closed
    assert house.failed == []


async def test_a_house_that_cannot_open_is_told_once_and_the_server_can_end(house: House, server: Server) -> None:
    house.problem = ValueError("no roof")
    await server.start()
    early = asyncio.create_task(server.get("/chat"))
    house.may_open.set()
    with pytest.raises(asyncio.CancelledError):
        await early
    await server.stop()
    assert [str(problem) for problem in house.failed] == ["no roof"]


async def test_before_it_is_started_it_says_so(server: Server) -> None:
    assert (await server.get("/chat")).json() == {"status": "starting"}
