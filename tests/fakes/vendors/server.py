"""A loopback HTTP server that speaks one vendor's dialect: it reads each request by the vendor's types, and answers by a script.

What it checks: the path and method, that the key stands where the vendor wants it, and that the body is one its SDK describes. It knows no
rate limits and no models: every name is served. A request that doesn't hold is answered with 400 and written down in `faults`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import ValidationError

from tests.fakes.vendors.script import BreakOff, Call, Hang, Refuse, Say, Step

KEY = "key-of-the-tests"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. `streams`: the answer is wanted as it comes."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Dialect(Protocol):
    """How one vendor speaks."""

    def read(self, asked: Asked) -> bool:
        """Whether the answer is wanted as a stream. Raises ValueError for what its SDK would not send."""
        ...

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """The answer as server-sent events, each held to the SDK's type."""
        ...

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """The answer in one piece, held to the SDK's type."""
        ...

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """Status and body, as the vendor says no."""
        ...


@dataclass
class VendorServer:
    """Where it listens, what it was asked, and what was wrong with that."""

    dialect: Dialect
    steps: Iterator[Step]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request."""
        try:
            asked = await _read(reader)
            if asked is not None:
                self.asked.append(asked)
                await self._answer(asked, writer)
        except (ConnectionError, asyncio.IncompleteReadError) as gone:
            self.faults += [] if isinstance(gone, ConnectionError) else ["half a request"]
        finally:
            writer.close()

    async def _answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        try:
            streams = self.dialect.read(asked)
        except (ValidationError, ValueError) as fault:
            self.faults.append(f"{asked.path}: {fault}")
            return await _send(writer, 400, json.dumps({"error": {"message": "not what the SDK sends"}}).encode())
        step = next(self.steps)
        if isinstance(step, Hang):
            await self.closing.wait()
        elif isinstance(step, Refuse):
            status, body = self.dialect.refusal(step)
            await _send(writer, status, json.dumps(body).encode())
        elif isinstance(step, BreakOff) or streams:
            events = self.dialect.events(step, asked)
            half = len(events) // 2 if isinstance(step, BreakOff) else len(events)
            await _stream(writer, events[:half], ends=half == len(events))
        else:
            await _send(writer, 200, json.dumps(self.dialect.whole(step, asked)).encode())
        return None


@asynccontextmanager
async def vendor(dialect: Dialect, *steps: Step) -> AsyncIterator[VendorServer]:
    """A server that does these steps, one a request. Fails at the end when it was asked what the SDK would not send."""
    made = VendorServer(dialect, iter(steps))
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        made.closing.set()
        server.close()
    assert made.faults == [], "\n".join(made.faults)


def sse(payload: dict[str, Any], name: str = "") -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(payload)}\n\n".encode()


def pieces(words: str) -> Sequence[str]:
    """Words as a model streams them."""
    return [f"{word} " for word in words.split(" ")[:-1]] + words.split(" ")[-1:]


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
    if not head:
        return None
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(first.split(" ")[1], headers, json.loads(body or b"{}"))


async def _send(writer: asyncio.StreamWriter, status: int, body: bytes) -> None:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


async def _stream(writer: asyncio.StreamWriter, events: list[bytes], *, ends: bool) -> None:
    """Chunk by chunk; one that doesn't end leaves out the last chunk, which a client takes for a line that broke."""
    writer.write(
        b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    for event in events:
        writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        await writer.drain()
    if ends:
        writer.write(b"0\r\n\r\n")
        await writer.drain()
