"""A small HTTP/1.1 server on 127.0.0.1: h11 over asyncio streams, so that a connection can be dropped at any point.

Invariant: a handler whose client has gone is cancelled, like a long poll of a bot that was killed. Knows nothing of
Telegram.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

import h11

LARGEST_CHUNK = 1 << 16
ACCEPTING_ROUNDS = (
    5  # of the event loop, in which it hands us what it has accepted: closed meanwhile, it would leak that
)


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked for; header names are lower case."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """What it gets."""

    status: int
    body: bytes
    media_type: str = "application/json"


class Dropped(Exception):
    """Raised by a handler: the connection breaks and no answer is given."""


Handler = Callable[[Request], Awaitable[Response]]


def as_json(status: int, body: Any) -> Response:
    """A JSON answer."""
    return Response(status, json.dumps(body, ensure_ascii=False).encode())


class WebServer:
    """Listens until stopped; `port` stays the same over a stop and a new start."""

    def __init__(self, handler: Handler, *, port: int = 0) -> None:
        self.handler = handler
        self.port = port
        self.server: asyncio.Server | None = None
        self.connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen; port 0 takes a free one and keeps it."""
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Refuse new connections and break the open ones, those included that are just being accepted."""
        if self.server is None:
            return
        for listener in self.server.sockets:
            asyncio.get_running_loop().remove_reader(listener)
        for _ in range(ACCEPTING_ROUNDS):
            await asyncio.sleep(0)
        open_ones = list(self.connections)
        for connection in open_ones:
            connection.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)
        self.server.close()
        await self.server.wait_closed()
        self.server = None

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a connection in a task of its own."""
        task = asyncio.create_task(Connection(self.handler, reader, writer).serve())
        self.connections.add(task)
        task.add_done_callback(self.connections.discard)
        task.add_done_callback(lambda _: writer.transport.abort())  # cancelled at once, it never began


class Connection:
    """One client's connection: requests one after the other."""

    def __init__(self, handler: Handler, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.handler = handler
        self.reader = reader
        self.writer = writer
        self.http = h11.Connection(h11.SERVER)

    async def serve(self) -> None:
        """Answer until one side ends it; a broken connection is nothing special."""
        with contextlib.suppress(ConnectionError, h11.RemoteProtocolError, Dropped):
            while (request := await self.request()) is not None:
                await self.send(await self.answer(request))
                if self.http.our_state is not h11.DONE or self.http.their_state is not h11.DONE:
                    return
                self.http.start_next_cycle()

    async def event(self) -> Any:
        """The next event of the protocol."""
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(LARGEST_CHUNK))
        return event

    async def request(self) -> Request | None:
        """The next request with its whole body; nothing when the client has finished."""
        head = await self.event()
        if not isinstance(head, h11.Request):
            return None
        if self.http.they_are_waiting_for_100_continue:
            await self.write(h11.InformationalResponse(status_code=100, headers=[]))
        body = bytearray()
        while isinstance(part := await self.event(), h11.Data):
            body += part.data
        target = urlsplit(head.target.decode("ascii"))
        headers = {name.decode("ascii"): value.decode("latin-1") for name, value in head.headers}
        return Request(head.method.decode("ascii"), unquote(target.path), target.query, headers, bytes(body))

    async def answer(self, request: Request) -> Response:
        """The handler's answer, unless the client leaves before it is there."""
        answering = asyncio.create_task(self.handler(request))  # type: ignore[arg-type]
        leaving = asyncio.create_task(self.reader.read(LARGEST_CHUNK))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                self.take_early(leaving.result())
            return await answering
        finally:
            for task in (answering, leaving):
                task.cancel()
            await asyncio.gather(answering, leaving, return_exceptions=True)
            if not leaving.cancelled() and leaving.exception() is None and not answering.cancelled():
                self.keep(leaving.result())

    def take_early(self, data: bytes) -> None:
        """What arrived while a request is worked on: nothing means that the client has gone."""
        if not data:
            raise Dropped

    def keep(self, data: bytes) -> None:
        """The beginning of the next request, which was sent before this one's answer."""
        if data:
            self.http.receive_data(data)

    async def send(self, response: Response) -> None:
        """The answer with its length."""
        headers = [
            ("content-type", response.media_type),
            ("content-length", str(len(response.body))),
            ("server", "nginx/1.18.0"),
        ]
        reason = HTTPStatus(response.status).phrase
        await self.write(h11.Response(status_code=response.status, headers=headers, reason=reason))
        await self.write(h11.Data(data=response.body))
        await self.write(h11.EndOfMessage())

    async def write(self, event: h11.Event) -> None:
        """One event of ours onto the wire."""
        self.writer.write(self.http.send(event) or b"")
        await self.writer.drain()
