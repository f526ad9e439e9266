"""A speech service on loopback: keeps what it was asked, answers what the test says. It knows nothing of the services it stands for;
the shapes of their requests and answers are in the tests, as their documentation gives them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Asked:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class SpeechServer:
    """Where it listens, what it answers (status, body), and what it was asked. Without an answer it never does."""

    url: str = ""
    answer: tuple[int, bytes] | None = (200, b"{}")
    asked: list[Asked] = field(default_factory=list)

    def says(self, body: Any) -> None:
        """Answer with JSON from now on."""
        self.answer = (200, json.dumps(body).encode())


@asynccontextmanager
async def speech_server() -> AsyncIterator[SpeechServer]:
    """A server for the length of a block."""
    service = SpeechServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            service.asked.append(Asked(first.split(" ")[1], headers, body))
            if service.answer is None:
                await asyncio.Event().wait()
                return
            status, answer = service.answer
            head = f"HTTP/1.1 {status} X\r\nContent-Length: {len(answer)}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + answer)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield service
    finally:
        server.close()
