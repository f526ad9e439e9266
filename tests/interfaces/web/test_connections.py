"""Connections that say nothing, say it slowly, take nothing, or are too many; over real sockets."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.interfaces.web.house import House, open_house
from tests.interfaces.web.serving import serving

PATIENCE = 0.3
LONG = 10.0  # seconds after which a test gives up
SAME = {"Sec-Fetch-Site": "same-origin"}


@asynccontextmanager
async def a_server(folder: Path, **settings: Any) -> AsyncIterator[tuple[House, str]]:
    async with open_house(folder, **{"sender_patience": PATIENCE, **settings}) as house, serving(house) as url:
        yield house, url


class Caller:
    """A connection of our own, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def to(cls, url: str) -> "Caller":
        place = urlsplit(url)
        return cls(*await asyncio.open_connection(place.hostname, place.port))

    async def say(self, text: str) -> None:
        self.writer.write(text.encode())
        await self.writer.drain()

    async def rest(self) -> str:
        """All that comes until the server ends the connection. Where that resets it, what came before stays: a stream forgets it."""
        came = b""
        async with asyncio.timeout(LONG):
            try:
                while data := await self.reader.read(65_536):
                    came += data
            except ConnectionResetError:
                pass
            finally:
                self.writer.close()
        return came.decode()

    async def answer(self) -> str:
        """The head of the next answer."""
        async with asyncio.timeout(LONG):
            return (await self.reader.readuntil(b"\r\n\r\n")).decode()


async def drip(caller: Caller, text: str) -> None:
    """Say the same again and again, faster than anybody's patience, until the other end has enough."""
    while True:
        try:
            await caller.say(text)
        except ConnectionError:
            return
        await asyncio.sleep(PATIENCE / 10)


async def test_who_connects_and_says_nothing_is_let_go(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        callers = [await Caller.to(url) for _ in range(50)]
        assert await asyncio.gather(*(caller.rest() for caller in callers)) == [""] * 50


async def test_half_a_head_is_answered_that_it_came_too_slowly(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert (await caller.rest()).startswith("HTTP/1.1 408 ")


@pytest.mark.parametrize("before", ["", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"], ids=["first", "second"])
async def test_a_head_that_trickles_in_ends_like_one_that_stops(tmp_path: Path, before: str) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say(before)
        await caller.say("GET /health HTTP/1.1\r\nX-Slow: ")
        dripping = asyncio.create_task(drip(caller, "a"))
        assert "HTTP/1.1 408 " in await caller.rest()
        await dripping


async def test_blank_lines_keep_no_connection_open(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        dripping = asyncio.create_task(drip(caller, "\r\n"))
        assert (await caller.rest()).startswith("HTTP/1.1 200 ")
        await dripping


async def test_a_connection_is_used_again_for_as_long_as_requests_come(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        for _ in range(4):
            await asyncio.sleep(PATIENCE / 2)
            await caller.say("HEAD /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await caller.answer()).startswith("HTTP/1.1 ")
        caller.writer.close()


async def test_a_body_that_comes_after_its_answer_is_not_read_for_ever(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say("POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n")
        assert (await caller.answer()).startswith("HTTP/1.1 404 ")  # that endpoint is off here
        dripping = asyncio.create_task(drip(caller, "a"))
        await caller.rest()  # the end of it, or a reset: some of what was sent is never read
        await dripping


CHUNKED = "Host: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nSec-Fetch-Site: same-origin\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"


async def test_a_body_that_is_no_http_is_refused_without_a_crash(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say(f"POST /message HTTP/1.1\r\n{CHUNKED}\r\nno number\r\n")
        assert (await caller.rest()).startswith("HTTP/1.1 400 ")
        honest = await Caller.to(url)
        await honest.say(f"POST /login HTTP/1.1\r\nConnection: close\r\n{CHUNKED}{FORM}a\r\npassword=a\r\n0\r\n\r\n")
        assert (await honest.rest()).startswith("HTTP/1.1 401 ")  # no password opens this page
    assert [row for row in caplog.records if row.exc_info] == []


async def test_what_is_no_http_behind_an_answer_just_ends_the_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        await caller.say(f"POST /message HTTP/1.1\r\n{CHUNKED}\r\n")
        assert (await caller.answer()).startswith("HTTP/1.1 404 ")
        await caller.say("no number\r\n")
        assert "HTTP/1.1" not in await caller.rest()
    assert [row for row in caplog.records if row.exc_info] == []


async def test_who_takes_none_of_an_answer_is_let_go(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with a_server(tmp_path) as (house, url):
        async with house.signed_in() as browser:
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        for number in range(60):
            await house.conversation.say(f"{number}: " + "long " * 20_000)
        place = urlsplit(url)
        with socket.socket() as reader, caplog.at_level(logging.INFO):
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.setblocking(False)
            await asyncio.get_running_loop().sock_connect(reader, (place.hostname, place.port))
            name = cookie.replace("kwasi_session_8321", f"kwasi_session_{place.port}")
            head = f"GET /chat/history?limit=200 HTTP/1.1\r\nHost: {place.netloc}\r\nSec-Fetch-Site: same-origin\r\n"
            await asyncio.get_running_loop().sock_sendall(reader, f"{head}Cookie: {name}\r\n\r\n".encode())
            async with asyncio.timeout(LONG):
                while "http.stalled" not in [getattr(record, "event", "") for record in caplog.records]:
                    await asyncio.sleep(0.02)


async def test_idle_connections_make_room_for_whoever_has_something_to_say(tmp_path: Path) -> None:
    async with a_server(tmp_path, max_connections=32, sender_patience=60) as (_, url):
        idle = [await Caller.to(url) for _ in range(200)]
        for caller in idle[-20:]:
            await caller.say("GET / HTTP/1.1\r\n")
        async with httpx.AsyncClient() as client:
            assert (await client.get(f"{url}/health")).status_code == 200
        for caller in idle[:150]:
            assert await caller.rest() == ""
        for caller in idle[150:]:
            caller.writer.close()


async def test_an_open_page_is_never_pushed_out(tmp_path: Path) -> None:
    async with (
        a_server(tmp_path, max_connections=32, sender_patience=60) as (house, url),
        httpx.AsyncClient(headers=SAME, timeout=LONG) as browser,
    ):
        await browser.get(f"{url}/?token={house.auth.local.issue()}")
        async with browser.stream("GET", f"{url}/chat/events") as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            crowd = [await Caller.to(url) for _ in range(100)]
            await house.conversation.say("Still here")
            house.hub.refresh()
            async with asyncio.timeout(LONG):
                while "Still here" not in await anext(lines):
                    pass
            for caller in crowd:
                caller.writer.close()


async def test_an_upgrade_to_what_we_do_not_speak_is_an_ordinary_request(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, url):
        caller = await Caller.to(url)
        asking = "Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
        await caller.say(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n{asking}\r\n")
        assert (await caller.rest()).startswith("HTTP/1.1 200 ")
