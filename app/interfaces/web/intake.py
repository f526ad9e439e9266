"""What one request may bring and how slowly: a limit on its bytes, an end to silence, a least rate; and how many run at once.

One pure-ASGI middleware inside the guard, so that who asks is known by then and streams pass through unbuffered. A table says for each
address how many bytes it takes and which share of the running requests it comes out of: whoever isn't signed in can use up the others'
share and never the owner's. Only waiting for the sender counts against the sender; our own disk may be slow.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.interfaces.web.hosts import is_loopback_peer

log = logging.getLogger(__name__)
MEGABYTE = 1_000_000
LEAST_RATE = 500  # bytes a second on average; a phone at the edge of any network sends ten times that
FORM_ALLOWANCE = 100_000  # bytes of a form around its file
Share = Literal["owner", "others", "none"]
# How many requests of a share may run at once. Streams of events are counted by the feed.
AT_ONCE: dict[Share, int] = {"owner": 64, "others": 256}
FROM_ONE_ADDRESS = 32  # of the others' share; this machine is not held to it, since a proxy on it brings everybody
BUSY = (503, "too_many_requests", "I'm answering as many requests as I can. Try again in a moment.")
TOO_SLOW = (408, "too_slow", "That came too slowly, so I stopped waiting for the rest. Send it again.")
TOO_LARGE = (413, "too_large", "That's more than {most:.3g} MB. Send it in smaller parts.")


class Halted(HTTPException):
    """A body that isn't read any further. FastAPI lets it pass from wherever a body is read."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        """`code` is the stable name a program can rely on."""
        super().__init__(status, sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Allowance:
    """What requests to a path may bring: bytes of the body, and whose share of what runs they come out of."""

    prefix: str
    most_bytes: int
    share: Share = "others"


def allowances(*, upload: int, archive: int) -> tuple[Allowance, ...]:
    """The table; the first prefix that fits counts. `upload` and `archive` are the settings, in bytes."""
    return (
        Allowance("/health/backfill", archive + FORM_ALLOWANCE),
        Allowance("/health/ingest", upload),
        Allowance("/health/", FORM_ALLOWANCE),
        Allowance("/health", FORM_ALLOWANCE, "none"),  # whether the process lives must always be known
        Allowance("/message", upload),
        Allowance("/webhooks", MEGABYTE),
        Allowance("/chat/messages", upload, "owner"),
        Allowance("/chat/events", FORM_ALLOWANCE, "none"),  # the feed counts them
        Allowance("/chat", 3 * FORM_ALLOWANCE, "owner"),  # a correction of 20,000 characters, each escaped
        Allowance("/export", FORM_ALLOWANCE, "owner"),
        Allowance("/connections/", FORM_ALLOWANCE, "owner"),
        Allowance("/act/", FORM_ALLOWANCE, "owner"),
        Allowance("/", FORM_ALLOWANCE),
    )


class Intake:
    """The middleware."""

    def __init__(self, app: ASGIApp, *, table: tuple[Allowance, ...], patience: timedelta) -> None:
        """`patience` is how long a sender may be silent in the middle of a body."""
        self._app = app
        self._table = table
        self._patience = patience.total_seconds()
        self._running: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        allowance = next(one for one in self._table if scope["path"].startswith(one.prefix))
        address = scope["client"][0] if scope.get("client") else ""
        if self._is_full(allowance.share, address):
            log.warning("too many requests", extra={"event": "http.busy", "share": allowance.share})
            return await _busy(scope, receive, send)
        body = Body(scope, receive, most=allowance.most_bytes, patience=self._patience)
        with self._counted(allowance.share, address):
            return await self._app(scope, body.receive, body.watching(send))

    def _is_full(self, share: Share, address: str) -> bool:
        if share == "none":
            return False
        alone = share == "others" and not is_loopback_peer(address) and self._running[address] >= FROM_ONE_ADDRESS
        return alone or self._running[share] >= AT_ONCE[share]

    @contextmanager
    def _counted(self, *names: str) -> Iterator[None]:
        self._running.update(names)
        try:
            yield
        finally:
            self._running.subtract(names)
            for name in names:
                if not self._running[name]:
                    del self._running[name]


class Body:
    """A request's body as it comes, bounded in bytes and in time."""

    def __init__(self, scope: Scope, receive: Receive, *, most: int, patience: float) -> None:
        """`most` in bytes, `patience` in seconds."""
        self._path = scope["path"]
        self._receive = receive
        self._most = most
        self._patience = patience
        claimed = Headers(scope=scope).get("content-length", "")
        self._is_claimed_larger = claimed.isascii() and claimed.isdigit() and int(claimed[:20]) > most
        self._got, self._waited = 0, 0.0
        self._ended = self._answered = False

    async def receive(self) -> Message:
        """The next part. Raises Halted: 413 or 408."""
        if self._ended:
            return await self._receive()
        if self._is_claimed_larger:
            raise self._halted(TOO_LARGE)
        try:
            message = await self._in_time()
        except TimeoutError as error:
            raise self._halted(TOO_SLOW) from error
        self._got += len(message.get("body", b""))
        self._ended = not message.get("more_body", False)
        if self._got > self._most:
            raise self._halted(TOO_LARGE)
        if not self._ended and self._waited > self._patience and self._got < LEAST_RATE * self._waited:
            raise self._halted(TOO_SLOW)
        return message

    def watching(self, send: Send) -> Send:
        """The same `send`, which notes that the answer has begun: from then on nobody reads for the sake of the body."""

        async def sender(message: Message) -> None:
            self._answered = self._answered or message["type"] == "http.response.start"
            await send(message)

        return sender

    async def _in_time(self) -> Message:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(None if self._answered else self._patience):
                return await self._receive()
        finally:
            self._waited += loop.time() - began

    def _halted(self, why: tuple[int, str, str]) -> Halted:
        status, code, sentence = why
        log.info("body not taken", extra={"event": f"http.{code}", "path": self._path, "bytes": self._got})
        return Halted(status, code, sentence.format(most=self._most / MEGABYTE))


async def _busy(scope: Scope, receive: Receive, send: Send) -> None:
    status, code, sentence = BUSY
    answer = JSONResponse({"error": sentence, "code": code}, status, {"Retry-After": "5"})
    await answer(scope, receive, send)
