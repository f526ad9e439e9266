"""The browser's way out, over real connections: what is judged, what goes on, and what rides on nothing else's judgement."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.integrations.browser.proxy import ForwardingProxy, Streams, check_domain
from tests.integrations.fetching.conftest import OUTSIDE, Names, Server, answer

INSIDE = "10.1.2.3"


class Way:
    """A proxy in front of one server, and how to speak to it."""

    def __init__(self, proxy: ForwardingProxy, server: Server, url: str) -> None:
        self.proxy, self.server = proxy, server
        self._port = int(url.rpartition(":")[2])

    async def says(self, *pieces: bytes) -> bytes:
        """All that comes back for these bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        async with asyncio.timeout(20):
            found = await reader.read()
        writer.close()
        return found


@asynccontextmanager
async def way(respond: Any = None, **options: Any) -> AsyncIterator[Way]:
    server = Server(respond or (lambda _request: answer(b"page", connection="keep-alive", x_kept="1")))
    names = Names(**{"site.example": [(OUTSIDE,)], "inside.example": [(OUTSIDE, INSIDE)]})
    running = await server.start()

    async def dial(address: str, port: int) -> Streams:
        assert (address, port) in ((OUTSIDE, 80), (OUTSIDE, 443), ("127.0.0.1", server.port))
        return await asyncio.open_connection("127.0.0.1", server.port)

    proxy = ForwardingProxy(names, dial=dial, **options)
    try:
        yield Way(proxy, server, await proxy.start())
    finally:
        await proxy.close()
        await server.stop()
        running.close()


async def test_a_plain_request_goes_on_for_its_path_alone() -> None:
    async with way() as there:
        said = await there.says(
            b"GET http://site.example/a?b=1 HTTP/1.1\r\nHost: evil.example\r\nProxy-Connection: keep-alive\r\nX-Own: 1\r\n\r\n"
        )
    assert there.server.requests == [
        "GET /a?b=1 HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\nX-Own: 1\r\n\r\n"
    ]
    assert said == b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nx-kept: 1\r\nConnection: close\r\n\r\npage"


async def test_a_second_request_on_a_connection_goes_nowhere() -> None:
    async with way() as there:
        said = await there.says(
            b"POST http://site.example/ HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
            b"GET http://169.254.169.254/ HTTP/1.1\r\n\r\n",
        )
    assert said.count(b"HTTP/1.1") == 1
    assert [one.split("\r\n")[0] for one in there.server.requests] == ["POST / HTTP/1.1"]


@pytest.mark.parametrize(
    ("asked", "host", "reason"),
    [
        ("127.0.0.1:443", "127.0.0.1", "inside"),
        ("[::1]:443", "::1", "inside"),
        ("inside.example:443", "inside.example", "inside"),
        ("site.example:22", "site.example", "port"),
        ("nowhere.example:443", "nowhere.example", "dns"),
        ("update.googleapis.com:443", "update.googleapis.com", "not_allowed"),
    ],
)
async def test_a_tunnel_to_what_may_not_be_asked_is_refused_and_kept(asked: str, host: str, reason: str) -> None:
    async with way() as there:
        assert (await there.says(f"CONNECT {asked} HTTP/1.1\r\n\r\n".encode())).startswith(b"HTTP/1.1 403")
        problem = there.proxy.refusal(host)
        assert problem is not None
        assert problem.reason == reason
        there.proxy.forget()
        assert there.proxy.refusal(host) is None
        assert there.server.requests == []


async def test_a_plain_request_to_what_may_not_be_asked_gets_no_answer() -> None:
    async with way() as there:
        for url in (
            "http://127.0.0.1/",
            "http://inside.example/",
            "ftp://site.example/",
            "/path",
            "http://a@site.example/",
        ):
            assert await there.says(f"GET {url} HTTP/1.1\r\n\r\n".encode()) == b""
        assert there.server.requests == []


@pytest.mark.parametrize(
    "sent",
    [
        b"POST http://site.example/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST http://site.example/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi",
        b"POST http://site.example/ HTTP/1.1\r\nContent-Length: x\r\n\r\nhi",
        b"nonsense\r\n\r\n",
        b"GET http://site.example/ HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
    ],
)
async def test_what_could_be_read_in_two_ways_is_dropped(sent: bytes) -> None:
    async with way() as there:
        try:
            assert await there.says(sent) == b""
        except ConnectionError:  # it hung up before all of it was said
            assert len(sent) > 60_000
        assert all("hi" not in one for one in there.server.requests)


async def test_a_tunnel_carries_bytes_both_ways() -> None:
    async with way() as there:
        said = await there.says(b"CONNECT site.example:443 HTTP/1.1\r\n\r\n", b"GET /x HTTP/1.1\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n")
    assert said.endswith(b"page")
    assert there.server.requests == ["GET /x HTTP/1.1\r\n\r\n"]


async def test_all_but_what_was_entered_goes_through_the_owners_proxy() -> None:
    async with way(lambda _request: b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\nthrough") as outer:
        through = f"http://me:p%40ss@127.0.0.1:{outer.server.port}"
        entered = frozenset((("127.0.0.1", outer.server.port),))
        async with way(through=through, allowed=entered) as there:
            assert (await there.says(b"GET http://site.example/ HTTP/1.1\r\n\r\n")).endswith(b"through")
            assert await there.says(b"GET http://inside.example/ HTTP/1.1\r\n\r\n") == b""
    assert outer.server.requests == [
        "CONNECT site.example:80 HTTP/1.1\r\nHost: site.example:80\r\nProxy-Authorization: Basic bWU6cEBzcw==\r\n\r\n"
    ]


def test_a_domain_has_its_subdomains_and_no_neighbours() -> None:
    check_domain("a.shop.example", ("shop.example",))
    check_domain("anything.example", ())
    for host in ("notshop.example", "shop.example.evil.example"):
        with pytest.raises(Exception, match="BROWSER_ALLOWED_DOMAINS"):
            check_domain(host, ("shop.example",))
