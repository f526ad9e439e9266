"""Events over a websocket that we open, so that nothing of ours has to be reachable: Slack's Socket Mode.

An envelope is acknowledged once it is kept, and only then; what is not acknowledged in time comes again, here or over another connection,
and has the same name. Before Slack closes a connection it says so: the next one stands before the old one goes.
"""

import asyncio
import json
import logging
import random
import ssl
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.interfaces.slack.failures import Limited, SlackProblem, TokenRefused
from app.interfaces.slack.fields import line
from app.tls import trusted

log = logging.getLogger(__name__)
Keep = Callable[[dict[str, Any]], Awaitable[None]]
OpenUrl = Callable[[], Awaitable[str]]
Pause = Callable[[float], Awaitable[None]]

KEEP_WITHIN = 2.5  # seconds; Slack waits for three
_HELLO_WITHIN = 10.0
_LONGEST_PAUSE = 30.0
_TOKEN_PAUSE = 60.0
_SHORT_LIFE = 10.0  # a connection that ends sooner is no success
_PING = 20.0
_LARGEST_FRAME = 4_000_000
_LONGEST_ID = 200
_BROKEN = (OSError, WebSocketException, TimeoutError)


class SocketMode:
    """Keeps one connection open, two for a moment while the next takes over."""

    def __init__(self, open_url: OpenUrl, keep: Keep, *, pause: Pause = asyncio.sleep) -> None:
        """`open_url` gives the address of a connection, once each; `keep` writes a payload down, and raises where it can't."""
        self._open_url = open_url
        self._keep = keep
        self._pause = pause
        self._failures = 0
        self._live: set[_Connection] = set()
        self._keeping: set[asyncio.Task[None]] = set()

    @property
    def is_connected(self) -> bool:
        """Whether events come in now."""
        return any(connection.greeted.is_set() and not connection.is_over for connection in self._live)

    async def run(self) -> None:
        """Take events until cancelled."""
        try:
            while True:
                await self._once()
        finally:
            for connection in list(self._live):
                await connection.end()
            for task in self._keeping:
                task.cancel()
            await asyncio.gather(*self._keeping, return_exceptions=True)

    async def _once(self) -> None:
        """Open a connection, let those before it go, and wait until it is to be replaced."""
        loop = asyncio.get_running_loop()
        connection = _Connection(self._take)
        try:
            url = await self._open_url()
            await connection.open(url)
        except (SlackProblem, *_BROKEN, ValueError) as problem:
            log.info("no connection", extra={"event": "slack.socket_failed", "reason": _reason(problem)})
            await connection.end()
            self._failures += 1
            await self._pause(self._backoff(problem))
            return
        begun = loop.time()
        before = list(self._live)
        self._live.add(connection)
        log.info("connected", extra={"event": "slack.socket_open"})
        for old in before:
            await old.end()
            self._live.discard(old)
        await connection.leaving.wait()
        if connection.is_over:
            self._live.discard(connection)
        self._failures = self._failures + 1 if loop.time() - begun < _SHORT_LIFE else 0
        if self._failures > 1:
            await self._pause(self._backoff(None))

    async def _take(self, socket: ClientConnection, envelope: Mapping[str, Any]) -> None:
        """Keep what an envelope holds, then say so."""
        mark, payload = envelope.get("envelope_id"), envelope.get("payload")
        if not isinstance(mark, str) or not 0 < len(mark) <= _LONGEST_ID:
            return
        if isinstance(payload, dict) and not await self._kept(payload):
            return
        await socket.send(json.dumps({"envelope_id": mark}))

    async def _kept(self, payload: dict[str, Any]) -> bool:
        """Whether it was kept in time. What takes longer goes on: it comes again, and is known then."""
        task = asyncio.create_task(self._noted(payload))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)
        done, _ = await asyncio.wait({task}, timeout=KEEP_WITHIN)
        if not done:
            log.warning("event kept late", extra={"event": "slack.kept_late"})
            return False
        return task.exception() is None

    async def _noted(self, payload: dict[str, Any]) -> None:
        try:
            await self._keep(payload)
        except Exception as failure:
            log.warning("event not kept", extra={"event": "slack.not_kept", "reason": type(failure).__name__})
            raise

    def _backoff(self, problem: Exception | None) -> float:
        """Seconds until the next attempt: longer each time, never the same for all who wait."""
        if isinstance(problem, Limited):
            return problem.seconds
        if isinstance(problem, TokenRefused):
            return _TOKEN_PAUSE
        longest = min(2.0 ** min(self._failures - 1, 10), _LONGEST_PAUSE)
        return longest * random.uniform(0.5, 1.0)  # noqa: S311 - it spreads load and guards nothing


class _Straight(connect):
    """Goes where Slack said, and nowhere else."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """None is followed."""
        return exc


class _Connection:
    """One websocket. `leaving` is set when another one is wanted in its place; it may still bring events until it is over."""

    def __init__(self, take: Callable[[ClientConnection, Mapping[str, Any]], Awaitable[None]]) -> None:
        self.greeted, self.leaving = asyncio.Event(), asyncio.Event()
        self._take = take
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""
        return self._reading is None or self._reading.done()

    async def open(self, url: str) -> None:
        """Connect, and wait until Slack says hello. Raises what broke."""
        socket = await _Straight(
            url,
            ssl=_tls(url),
            proxy=None,
            open_timeout=_HELLO_WITHIN,
            close_timeout=1.0,  # Slack doesn't end its side
            ping_interval=_PING,
            ping_timeout=_PING,
            max_size=_LARGEST_FRAME,
        )
        self._socket, self._reading = socket, asyncio.create_task(self._read(socket))
        greeting = asyncio.create_task(self.greeted.wait())
        try:
            await asyncio.wait({greeting, self._reading}, timeout=_HELLO_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        finally:
            greeting.cancel()
        if not self.greeted.is_set():
            raise TimeoutError("no hello")

    async def end(self) -> None:
        """Close it."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async with socket:
                async for frame in socket:
                    await self._heed(socket, _parsed(frame))
        except _BROKEN as problem:
            log.info("connection lost", extra={"event": "slack.socket_lost", "reason": type(problem).__name__})
        except Exception:
            log.exception("connection broken", extra={"event": "slack.socket_broken"})
        finally:
            self.leaving.set()

    async def _heed(self, socket: ClientConnection, frame: Mapping[str, Any]) -> None:
        kind = line(frame, "type")
        if kind == "hello":
            self.greeted.set()
        elif kind == "disconnect":
            log.info("to be replaced", extra={"event": "slack.socket_leaving"})
            self.leaving.set()
        else:
            await self._take(socket, frame)


def _parsed(frame: str | bytes) -> Mapping[str, Any]:
    """What a frame says; nothing where it isn't an object."""
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        log.info("frame not understood", extra={"event": "slack.frame_unreadable"})
        return {}
    return found


def _tls(url: str) -> ssl.SSLContext | None:
    return trusted() if url.startswith("wss:") else None


def _reason(problem: Exception) -> str:
    return problem.error if isinstance(problem, SlackProblem) else type(problem).__name__
