"""Another process that writes to the same database, as a busy one does: while it holds, nobody else's change goes through."""

import asyncio
import sqlite3
from contextlib import suppress

import asyncpg
import pytest

from app.bootstrap.storage import DATABASE_FILE
from app.config import Settings
from app.memory.adapters import postgres_connection, sqlite

WAITS = 0.3  # seconds in which the product gives up waiting for it


def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The product waits for a lock and between two tries a moment, instead of seconds."""
    monkeypatch.setattr("app.gate.hook._PAUSES", (0.05, 0.05, 0.05))
    monkeypatch.setattr("app.conversation.inbox._RETRY_PAUSE", 0.05)
    monkeypatch.setattr(sqlite.SqliteDatabase.__init__, "__kwdefaults__", {**_sqlite_defaults(), "busy_seconds": WAITS})
    session = postgres_connection._SESSION.replace("lock_timeout = '5s'", f"lock_timeout = '{int(WAITS * 1000)}ms'")
    monkeypatch.setattr(postgres_connection, "_SESSION", session)


def _sqlite_defaults() -> dict[str, object]:
    return dict(sqlite.SqliteDatabase.__init__.__kwdefaults__ or {})


class SecondWriter:
    """Holds the right to write: to all of SQLite's file, or to one table of Postgres."""

    def __init__(self, settings: Settings, table: str = "ledger") -> None:
        self._settings, self._table = settings, table
        self._file: sqlite3.Connection | None = None
        self._server: asyncpg.Connection | None = None

    async def hold(self) -> None:
        """From now on it writes."""
        if self._settings.database_url is None:
            self._file = sqlite3.connect(self._settings.data_dir / DATABASE_FILE, isolation_level=None, timeout=10)
            self._file.execute("BEGIN IMMEDIATE")
            return
        self._server = await asyncpg.connect(self._settings.database_url.get_secret_value())
        await self._server.execute(f"BEGIN; LOCK TABLE {self._table} IN ACCESS EXCLUSIVE MODE")

    async def let(self) -> None:
        """It is done."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._server is not None:
            await self._server.close()
            self._server = None

    async def hold_for(self, seconds: float) -> asyncio.Task[None]:
        """Hold, and let go by itself."""
        await self.hold()

        async def later() -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(seconds)
            await self.let()

        return asyncio.create_task(later())
