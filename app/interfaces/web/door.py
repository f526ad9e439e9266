"""What stands at the port from the first moment: it answers /health while the house behind it is still being loaded.

A request that comes early waits, it is not refused. Pure ASGI, no framework: importing this costs nothing.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Opener = Callable[[], AbstractAsyncContextManager[App]]

log = logging.getLogger(__name__)
_STARTING = json.dumps({"status": "starting"}).encode()


class Door:
    """An ASGI application that becomes another one as soon as that one is open."""

    def __init__(self, opener: Opener, *, failed: Callable[[BaseException], None]) -> None:
        """`opener` loads and starts the real application and ends it on leaving; `failed` is told when it could not."""
        self._opener = opener
        self._failed = failed
        self._app: asyncio.Future[App] | None = None
        self._close = asyncio.Event()
        self._house: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's start and stop."""
        if scope["type"] == "lifespan":
            return await self._lifespan(receive, send)
        if self._app is None:
            return await _answer(send)
        if scope.get("path") == "/health" and not self._app.done():
            return await _answer(send)
        app = await asyncio.shield(self._app)
        return await app(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self._app = asyncio.get_running_loop().create_future()
        self._house = asyncio.create_task(self._live(), name="house")
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._close.set()
        await self._house
        await send({"type": "lifespan.shutdown.complete"})

    async def _live(self) -> None:
        """Open the house, keep it open until the server stops, close it."""
        assert self._app is not None
        try:
            async with self._opener() as app:
                self._app.set_result(app)
                await self._close.wait()
        except Exception as problem:
            if not self._app.done():
                self._app.cancel()
            log.debug("house closed", extra={"event": "serve.failed"}, exc_info=True)
            self._failed(problem)


async def _answer(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": _STARTING})
