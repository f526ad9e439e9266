"""A real Chromium, and real servers on this machine's loopback that stand for hosts elsewhere: names and addresses are the test's own."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.integrations.browser.chromium import Chromium
from app.integrations.browser.proxy import Streams
from tests.integrations.fetching.conftest import OUTSIDE, Names, answer

ANA, BEN = "ana", "ben"
Serve = Callable[["Request"], bytes | None]


class Request:
    """One request as it came: `line`, `headers` by lower-case name, `body`."""

    def __init__(self, head: str, body: bytes) -> None:
        self.line, *rest = head.strip().split("\r\n")
        self.method, self.path, _ = self.line.split(" ")
        self.headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in rest)}
        self.body = body


class Site:
    """Answers each request with what `serve` gives; None breaks off without an answer."""

    def __init__(self, serve: Serve) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        self.port = 0
        self._serve = serve

    @property
    def asked(self) -> list[str]:
        """Methods and paths, in order, without what browsers ask by themselves."""
        return [f"{one.method} {one.path}" for one in self.requests if one.path != "/favicon.ico"]

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            request = Request(head, b"")
            request.body = await reader.readexactly(int(request.headers.get("content-length", "0")))
            self.requests.append(request)
            said = self._serve(request)
            if said is not None:
                writer.write(said)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def pages(**bodies: str | bytes) -> Serve:
    """A site of pages by path; "index" is /. What isn't there is a 404."""

    def serve(request: Request) -> bytes:
        name = request.path.partition("?")[0].strip("/").replace("/", "_").replace(".", "_") or "index"
        body = bodies.get(name)
        if body is None:
            return answer(b"nothing", "404 Not Found", content_type="text/plain")
        return body if isinstance(body, bytes) else html(body)

    return serve


def html(body: str, status: str = "200 OK", **headers: str) -> bytes:
    return answer(f"<!doctype html><meta charset=utf-8>{body}".encode(), status, content_type="text/html", **headers)


def moved(location: str, status: str = "302 Found") -> bytes:
    return answer(b"", status, location=location)


class Elsewhere:
    """Hosts by name, what was connected to, and browsers that know no others."""

    def __init__(self, stack: AsyncExitStack, folder: Path) -> None:
        self.names = Names()
        self.dialled: list[tuple[str, int]] = []
        self.folder = folder
        self._sites: dict[str, Site] = {}
        self._stack = stack

    async def serve(self, serve: Serve | str, *names: str, address: str = OUTSIDE) -> Site:
        site = Site(serve if callable(serve) else pages(index=serve))
        running = await self._stack.enter_async_context(await site.start())
        self._stack.callback(running.close)
        self._sites[address] = site
        for name in names:
            self.names.answers[name] = [(address,)]
        return site

    def browser(self, **options: Any) -> Chromium:
        made = Chromium(self.folder, self.names, **{"dial": self._dial, **options})
        self._stack.push_async_callback(made.close)
        return made

    async def _dial(self, address: str, port: int) -> Streams:
        self.dialled.append((address, port))
        if address not in self._sites:
            raise OSError("nobody there")
        return await asyncio.open_connection("127.0.0.1", self._sites[address].port)

    def processes(self, having: str = "") -> list[int]:
        """The numbers of the processes whose command names the folder of profiles."""
        return [number for number, command in commands().items() if f"{self.folder}" in command and having in command]


def commands() -> dict[int, str]:
    """Every process's command, by number."""
    found: dict[int, str] = {}
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) != os.getpid():
            try:
                found[int(place.name)] = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
    return found


async def until(true: Callable[[], bool]) -> None:
    """Wait for what comes sooner or later; a test that waits in vain is ended by its own clock."""
    async with asyncio.timeout(40):
        while not true():
            await asyncio.sleep(0.05)


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Elsewhere]:
    """One with nobody in it."""
    async with AsyncExitStack() as stack:
        yield Elsewhere(stack, tmp_path / "browser")
