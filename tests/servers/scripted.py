"""A server of our own that answers each request with the bytes a test gives, to behave as no real one would on demand.

It checks nothing but that a request is one (a line, headers, a body of the length that is said) and keeps what it was asked. What real servers
answer is in the tests with Radicale and Xandikos.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Asked:
    """One request; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: str


Answer = Callable[[Asked], "bytes | None"]


@dataclass
class Scripted:
    """Where it listens, and what it was asked. With `endless` an answer goes on until the other side has enough; one that says
    "connection: close" is the last of its connection."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list[Asked])
    endless: bytes = b""

    @property
    def methods(self) -> list[str]:
        """In order."""
        return [one.method for one in self.asked]


def reply(status: int, body: str = "", **headers: str) -> bytes:
    """A whole answer; names with "_" for "-"."""
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} X\r\ncontent-length: {len(body.encode())}\r\n{lines}\r\n{body}".encode()


def multistatus(*responses: str) -> str:
    """XML around responses."""
    return f'<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">{"".join(responses)}</d:multistatus>'


def response(href: str, properties: str, status: int = 200) -> str:
    """One of them, with its properties."""
    given = f"<d:propstat><d:prop>{properties}</d:prop><d:status>HTTP/1.1 {status} X</d:status></d:propstat>"
    return f"<d:response><d:href>{href}</d:href>{given}</d:response>"


@asynccontextmanager
async def scripted(answer: Answer) -> AsyncIterator[Scripted]:
    """One that runs; None as an answer closes the connection."""
    made = Scripted()
    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if task := asyncio.current_task():
            serving.add(task)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                first, *lines = head.decode().strip().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                method, path, _ = first.split()
                made.asked.append(Asked(method, path, headers, body.decode()))
                said = answer(made.asked[-1])
                if said is None:
                    break
                writer.write(said)
                while made.endless:
                    writer.write(made.endless)
                    await writer.drain()
                await writer.drain()
                if b"connection: close" in said:
                    break
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving)
