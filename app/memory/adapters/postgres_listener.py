"""The one connection that hears what other processes say, for as long as the database is open.

It comes back by itself after a loss, and rings once when it does: what was said meanwhile was said to nobody.
"""

import asyncio
import logging
from collections.abc import Callable

import asyncpg

from app.errors import StorageError
from app.memory.adapters.postgres_connection import CONNECT_SECONDS, hang_up, translated

CHANNEL = "kwasi"
RETRY_SECONDS = 1.0
HEARTBEAT_SECONDS = 60.0  # a peer that vanished without a word is noticed by then

_log = logging.getLogger(__name__)


class Listener:
    """Calls `ring` for every notification."""

    def __init__(self, url: str, ring: Callable[[], None]) -> None:
        """Nothing happens before `start`."""
        self._url = url
        self._ring = ring
        self._connection: asyncpg.Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on; returns when nothing that is said from here on is missed."""
        await self._connect()
        self._task = asyncio.create_task(self._listen(), name="postgres listener")

    async def stop(self) -> None:
        """Hang up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._hang_up()

    async def _connect(self) -> None:
        with translated():
            self._connection = connection = await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
            await connection.add_listener(CHANNEL, lambda *_: self._ring())

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await hang_up(connection)

    async def _listen(self) -> None:
        while True:
            if self._connection is not None:
                await self._until_lost(self._connection)
                _log.warning("storage.listener_lost")
                await self._hang_up()
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._connect()
            except StorageError as error:
                _log.info("storage.listener_waits", extra={"reason": str(error)})
                await self._hang_up()
            else:
                self._ring()

    async def _until_lost(self, connection: asyncpg.Connection) -> None:
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        while not connection.is_closed():
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await lost.wait()
            except TimeoutError:
                await self._heartbeat(connection)

    async def _heartbeat(self, connection: asyncpg.Connection) -> None:
        try:
            with translated():
                await connection.execute("SELECT 1", timeout=CONNECT_SECONDS)
        except StorageError as error:
            _log.info("storage.listener_silent", extra={"reason": str(error)})
            await self._hang_up()
