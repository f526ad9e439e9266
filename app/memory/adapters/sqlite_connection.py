"""One SQLite connection with its thread, and SQLite's errors as ours.

Every call is one hop to the thread however many statements it runs: the hop costs more (about 0.1 ms) than most of them, and
a cancelled caller leaves nothing half done, since what was queued runs to its end. Knows SQL errors and pragmas, no table.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from app.errors import StorageBusy, StorageError, StorageFull
from app.memory.ports import Row

T = TypeVar("T")

_PAUSE = 0.05
_SHARED_MEMORY_FULL = 4874  # SQLITE_IOERR_SHMSIZE: no room for the file that readers and writer share
_SENTENCES = {
    sqlite3.SQLITE_READONLY: "The database file can't be written to. Make it writable, then send that again.",
    sqlite3.SQLITE_CORRUPT: "The database file is damaged. Restore it from a backup.",
    sqlite3.SQLITE_NOTADB: "The database file isn't a database. Point the setting at another file, or restore a backup.",
    sqlite3.SQLITE_CANTOPEN: "The database file can't be opened. Check its folder and who may read it.",
    sqlite3.SQLITE_IOERR: "The disk under the database isn't answering. Check it, then send that again.",
}


class Connection(aiosqlite.Connection):
    """A connection that runs whole functions on its thread and raises only our errors."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        """`connector` runs on the thread, once, when the connection is awaited."""
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # a start that fails must not leave a process that cannot end
        self.waiting = 0

    async def opened(self) -> "Connection":
        """Connect. Where that fails the thread has ended too, and does not outlive the event loop it reports to."""
        try:
            with translated():
                await self
        finally:
            if self._connection is None:
                await asyncio.to_thread(self._thread.join)
        return self

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call `work(connection, *arguments)` on the thread."""
        if self._connection is None:
            raise StorageError
        self.waiting += 1
        try:
            with translated():
                return await self._execute(self._call, work, arguments)
        finally:
            self.waiting -= 1

    def _call(self, work: Callable[..., T], arguments: Sequence[Any]) -> T:
        return work(self._conn, *arguments)


@contextmanager
def translated() -> Iterator[None]:
    """Raise StorageBusy, StorageFull or StorageError where SQLite would raise its own."""
    try:
        yield
    except sqlite3.Error as error:
        raise _ours(error) from error
    except (UnicodeError, OverflowError) as error:
        raise StorageError("That holds something I can't store.") from error


def _ours(error: sqlite3.Error) -> StorageError:
    extended = getattr(error, "sqlite_errorcode", 0)
    code = extended & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageBusy()
    if code == sqlite3.SQLITE_FULL or extended == _SHARED_MEMORY_FULL:
        return StorageFull()
    return StorageError(_SENTENCES.get(code))


def private_file(path: Path) -> None:
    """Make sure the database file exists and only its owner may read it; SQLite gives its companions the same mode."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise StorageError(_SENTENCES[sqlite3.SQLITE_CANTOPEN]) from error


async def writer(path: Path, busy_seconds: float) -> Connection:
    """The connection that writes: what it has committed is on the disk, and what it removed is overwritten there."""
    settings = "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"
    pragmas = [f"PRAGMA {setting}" for setting in settings]
    return await _opened(path, "rw", pragmas, busy_seconds)


async def reader(path: Path, busy_seconds: float) -> Connection:
    """A connection that only reads and never waits for the writer."""
    return await _opened(path, "ro", ("PRAGMA query_only = ON",), busy_seconds)


async def mover(path: Path, busy_seconds: float) -> Connection:
    """A connection for copying everything: the order of tables doesn't matter, and text that is no UTF-8 is read as far as it goes."""
    settings = ("PRAGMA foreign_keys = OFF", "PRAGMA synchronous = FULL", "PRAGMA secure_delete = ON")
    connection = await _opened(path, "rw", settings, busy_seconds)
    await connection.run(_take_damaged_text)
    return connection


def _take_damaged_text(connection: sqlite3.Connection) -> None:
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")


async def _opened(path: Path, mode: str, pragmas: Sequence[str], busy_seconds: float) -> Connection:
    def connect() -> sqlite3.Connection:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=busy_seconds, isolation_level=None)
        for pragma in ("PRAGMA cache_size = -8000", *pragmas):
            _patiently(connection, pragma, busy_seconds)
        return connection

    return await Connection(connect).opened()


def _patiently(connection: sqlite3.Connection, pragma: str, busy_seconds: float) -> None:
    """SQLite does not wait by itself where two processes turn a new file into WAL mode at once."""
    for _ in range(round(busy_seconds / _PAUSE)):
        try:
            connection.execute(pragma)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(_PAUSE)
        else:
            return
    connection.execute(pragma)


def rows(connection: sqlite3.Connection, sql: str, values: dict[str, Any]) -> list[Row]:
    """All rows of a statement; fetched to the end, so that a RETURNING has done its work."""
    cursor = connection.execute(sql, values)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def touched(connection: sqlite3.Connection, sql: str, values: dict[str, Any]) -> int:
    """Run a statement; how many rows it touched."""
    cursor = connection.execute(sql, values)
    cursor.fetchall()
    return max(cursor.rowcount, 0)


def touched_by_each(connection: sqlite3.Connection, sql: str, rows: Sequence[Sequence[Any]]) -> int:
    """Run a statement once a row of values; how many rows that touched."""
    return max(connection.executemany(sql, rows).rowcount, 0)


def rows_of_each(connection: sqlite3.Connection, sql: str, values: Sequence[Sequence[Any]]) -> list[Row]:
    """Run a statement once a row of values; what all of them returned."""
    cursor = connection.cursor()
    found = [row for each in values for row in cursor.execute(sql, each)]
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found]


def begin(connection: sqlite3.Connection) -> None:
    """Start a transaction that already holds the right to write, so that it cannot fail halfway for want of it."""
    connection.execute("BEGIN IMMEDIATE")


def commit(connection: sqlite3.Connection) -> None:
    """Keep what was written."""
    connection.execute("COMMIT")


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo what was written; nothing to do where SQLite already has."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def empty_log(connection: sqlite3.Connection) -> None:
    """Fold the log into the file and empty it; as much of it as nobody is reading from just now."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


async def close(connections: Sequence[Connection]) -> None:
    """Close them, last opened first; one that will not close does not keep the others open.

    The writer was opened first and so closes last: only a connection that may write can fold the log back into the file.
    """
    for connection in reversed(connections):
        await asyncio.gather(connection.close(), return_exceptions=True)
