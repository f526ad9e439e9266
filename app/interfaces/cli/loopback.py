"""A listener on this machine that a browser is sent back to after a sign-in: one small page, and the parameters of its address.

Listens on 127.0.0.1 alone, until what it waits for has come. Anything else that knocks gets 404, and another sign-in's answer a sentence.
"""

import asyncio
import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qsl, urlsplit

_MOST_BYTES = 16_000
_PATIENCE = 10.0  # seconds for a request's head
DONE = "Thank you. You can close this page and go back to the terminal."
NOT_THIS = "That belongs to another sign-in. Use the link that the terminal shows now."
_PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kwasi</title></head><body><p>{says}</p></body></html>'


class Loopback:
    """One that listens."""

    def __init__(self) -> None:
        """For one sign-in."""
        self.port = 0
        self.state = ""
        self._found: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    async def found(self, seconds: float) -> dict[str, str]:
        """The parameters that came with `state`. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            return await self._found

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one answer."""
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_answer(*self._says(head.split(b"\r\n", 1)[0].decode("ascii", "replace"))))
                await writer.drain()
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()  # nobody that waits for a page
        finally:
            writer.close()

    def _says(self, line: str) -> tuple[str, str]:
        """Status and sentence for a request's first line."""
        method, _, rest = line.partition(" ")
        address = urlsplit(rest.partition(" ")[0])
        params = dict(parse_qsl(address.query)) if len(address.query) < _MOST_BYTES else {}
        if method != "GET" or address.path != "/" or not ({"code", "error"} & params.keys()):
            return "404 Not Found", "There's nothing here."
        if not self.state or params.get("state") != self.state:
            return "400 Bad Request", NOT_THIS
        if not self._found.done():
            self._found.set_result(params)
        return "200 OK", DONE


@asynccontextmanager
async def loopback(port: int = 0) -> AsyncIterator[Loopback]:
    """One on a free port, or on that one. Set its `state` before anybody can come. Raises OSError where it can't listen."""
    made = Loopback()
    server = await asyncio.start_server(made.serve, "127.0.0.1", port, limit=_MOST_BYTES)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()


def _answer(status: str, says: str) -> bytes:
    body = _PAGE.format(says=html.escape(says)).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        "Content-Security-Policy: default-src 'none'\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
