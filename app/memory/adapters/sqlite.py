"""The storage port on SQLite: one connection that writes, a few that read, one that searches by meaning.

A write is acknowledged when it is on the disk. Reads outside a unit of work go to the readers and never wait for a writer; what
was committed before, they see. Other processes may use the same file: writers take turns, and `sqlite_watch` notices their news.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from app.errors import StorageBusy, StorageError
from app.memory.adapters import sqlite_connection, sqlite_vectors, sqlite_words
from app.memory.adapters.bell import Bell
from app.memory.adapters.kinds import NEWEST_VECTORS
from app.memory.adapters.migrations import DIRECTORY
from app.memory.adapters.sqlite_connection import Connection
from app.memory.adapters.sqlite_schema import migrate
from app.memory.adapters.sqlite_vectors import Near, Vectors
from app.memory.adapters.sqlite_watch import Watch
from app.memory.adapters.units import Units
from app.memory.adapters.values import columns as columns_of
from app.memory.adapters.values import for_sqlite, json_text, time_text, unit
from app.memory.ports import Kind, Row, Value
from app.memory.records import Hit
from app.memory.rows import in_order
from app.memory.words import ENOUGH, Postings

T = TypeVar("T")
log = logging.getLogger(__name__)
READERS = 3
BUSY_SECONDS = 5.0
GIVEN = "WITH given (value) AS (SELECT value FROM json_each($given))"


class SqliteDatabase:
    """One file. See `app.memory.ports.Database` for what each method promises."""

    engine: Literal["sqlite", "postgres"] = "sqlite"

    def __init__(self, path: Path, *, migrations: Path = DIRECTORY, busy_seconds: float = BUSY_SECONDS) -> None:
        """`path` is made, readable by its owner alone, where it does not exist. A lock is waited for `busy_seconds`."""
        self.description = str(path)
        self._path = path
        self._migrations = migrations
        self._busy_seconds = busy_seconds
        self._connections: list[Connection] = []
        self._turn = asyncio.Lock()
        self._bell = Bell()
        self._units = Units(self._begun, self._bell.ring)
        self._vectors = Vectors()
        self._watch = Watch(path, self._foreign_commits, self._bell.ring)
        self._watching: asyncio.Task[None] | None = None
        self._scrubbing = False

    async def open(self) -> None:
        """Connect and migrate."""
        sqlite_connection.private_file(self._path)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self.close)
            self._writer = await self._connected(sqlite_connection.writer(self._path, self._busy_seconds))
            await self._writer.run(migrate, self._migrations)
            readers = [await self._connected(self._reading()) for _ in range(READERS + 1)]
            self._searcher, *self._readers = readers
            await self._watch.begin()
            undo.pop_all()

    async def close(self) -> None:
        """Let running writes end, then close."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None
        connections, self._connections = self._connections, []
        await sqlite_connection.close(connections)

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """All rows of a query."""
        reads = sql.lstrip()[:6].upper() == "SELECT"
        async with self._connection(reads=reads) as connection:
            return await connection.run(sqlite_connection.rows, sql, _bound(values))

    async def fetch_one(self, sql: str, *values: Value) -> Row | None:
        """The first row or None."""
        found = await self.fetch(sql, *values)
        return found[0] if found else None

    async def execute(self, sql: str, *values: Value) -> int:
        """Run a statement; the number of rows it touched."""
        async with self._connection(reads=False) as connection:
            return await connection.run(sqlite_connection.touched, sql, _bound(values))

    async def fetch_among(self, sql: str, among: Collection[str] | Collection[int], *values: Value) -> list[Row]:
        """All rows of a statement that reads `given`."""
        if not among:
            return []
        reads = sql.lstrip()[:6].upper() == "SELECT"
        bound = _bound(values) | {"given": json_text(list(among))}
        async with self._connection(reads=reads) as connection:
            return await connection.run(sqlite_connection.rows, f"{GIVEN} {sql}", bound)

    async def insert_many(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, conflict: str = ""
    ) -> int:
        """Insert rows: one statement that is prepared once and run for each, on one visit to the thread."""
        return await self._insert(sqlite_connection.touched_by_each, table, columns, rows, conflict) or 0

    async def insert_new(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, returning: str
    ) -> list[Row]:
        """Insert the new among these rows."""
        clause = f"ON CONFLICT DO NOTHING RETURNING {returning}"
        return await self._insert(sqlite_connection.rows_of_each, table, columns, rows, clause) or []

    async def _insert(
        self,
        work: Callable[..., T],
        table: str,
        columns: Mapping[str, Kind],
        rows: Sequence[Sequence[Value]],
        clause: str,
    ) -> T | None:
        if not rows:
            return None
        places = ", ".join("?" * len(columns))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) {clause}"
        values = list(zip(*columns_of(columns.values(), rows, time_text), strict=True))
        async with self.transaction(), self._connection(reads=False) as connection:
            return await connection.run(work, sql, values)

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """One unit of work."""
        return self._units.join()

    async def search_words(self, user_id: str, query: str, *, kinds: Sequence[str], limit: int) -> list[Hit]:
        """Full-text search over documents."""
        async with self._connection(reads=True) as connection:
            search = partial(sqlite_words.search, user_id=user_id, query=query, kinds=kinds, limit=limit)
            return await connection.run(search)

    async def find_words(self, user_id: str, query: str, *, kinds: Sequence[str], enough: int = ENOUGH) -> Postings:
        """Where the words stand."""
        async with self._connection(reads=True) as connection:
            find = partial(sqlite_words.find, user_id=user_id, query=query, kinds=kinds, enough=enough)
            return await connection.run(find)

    async def put_vector(
        self, user_id: str, kind: str, owner_id: str, *, model: str, vector: Sequence[float], text: str | None = None
    ) -> bool:
        """Keep an embedding."""
        direction = unit(list(vector))
        async with self._connection(reads=False) as connection:
            return await connection.run(sqlite_vectors.put, (user_id, kind, owner_id), model, direction, text)

    async def search_vectors(
        self, user_id: str, vector: Sequence[float], *, model: str, kinds: Sequence[str], limit: int
    ) -> list[Hit]:
        """Nearest embeddings by cosine; what the open unit has written is not among them yet."""
        near = Near(user_id, unit(list(vector)), model, kinds, limit)
        return await self._searcher.run(self._vectors.search, near)

    async def vectors_of(self, user_id: str, kind: str, owner_ids: Sequence[str], *, model: str) -> dict[str, bytes]:
        """Embeddings by owner."""
        async with self._connection(reads=True) as connection:
            return await connection.run(sqlite_vectors.of_owners, (user_id, kind, model), owner_ids)

    async def newest_vectors(self, user_id: str, kind: str, *, model: str, limit: int) -> list[bytes]:
        """The newest embeddings of a kind."""
        return [row["vector"] for row in await self.fetch(NEWEST_VECTORS, user_id, model, kind, limit)]

    async def claim(
        self, table: str, *, where: str, values: Sequence[Value], limit: int, set_to: str, order: str = "id"
    ) -> list[Row]:
        """Take rows that are due: one statement, so no other process can come between."""
        chosen = f"SELECT id FROM {table} WHERE {where} ORDER BY {order} LIMIT {int(limit)}"
        taken = await self.fetch(f"UPDATE {table} SET {set_to} WHERE id IN ({chosen}) RETURNING *", *values)
        return in_order(taken, order)

    async def scrub(self) -> None:
        """Take removed words out of the index now, and out of the log when the open unit commits."""
        async with self.transaction():
            await self.execute(sqlite_words.TIDY)
            self._scrubbing = True

    async def nudge(self, topic: str) -> None:
        """Wake this process; others notice the commit that the nudge is about."""
        self._units.ring()

    async def changed(self, timeout: float, *, since: int | None = None) -> int:  # noqa: ASYNC109 - it is no failure
        """Return when this process nudged or another one wrote."""
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch.run(), name="sqlite watch")
        return await self._bell.wait(timeout, since)

    def _reading(self) -> Coroutine[None, None, Connection]:
        return sqlite_connection.reader(self._path, self._busy_seconds)

    async def _connected(self, opening: Coroutine[None, None, Connection]) -> Connection:
        connection = await opening
        self._connections.append(connection)
        return connection

    @asynccontextmanager
    async def _connection(self, *, reads: bool) -> AsyncIterator[Connection]:
        """The connection for one call: the unit's, a reader, or the writer for as long as the call takes."""
        if not self._connections:
            raise StorageError
        current = self._units.current()
        if current is not None:
            with current.statement():
                yield current.connection
        elif reads:
            yield min(self._readers, key=lambda reader: reader.waiting)
        else:
            async with self._my_turn():
                yield self._writer

    @asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._busy_seconds):
                await self._turn.acquire()
        except TimeoutError as error:
            raise StorageBusy from error
        try:
            yield
        finally:
            self._turn.release()

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[Connection]:
        """A transaction. A cancelled task's rollback is queued behind whatever its thread is still doing."""
        async with self._my_turn():
            try:
                await self._writer.run(sqlite_connection.begin)
                yield self._writer
                await self._writer.run(sqlite_connection.commit)
            except BaseException:
                await self._writer.run(sqlite_connection.roll_back)
                self._scrubbing = False
                raise
            if self._scrubbing:
                await self._empty_log()

    async def _empty_log(self) -> None:
        """What is committed stays committed: where a reader is in the way, the log is emptied later, as it always is."""
        self._scrubbing = False
        try:
            await self._writer.run(sqlite_connection.empty_log)
        except StorageError:
            log.warning("the log stays for now", extra={"event": "storage.log_kept"})

    async def _foreign_commits(self) -> int | None:
        """How many there were, as SQLite counts: those of others, and not our own, change the writer's `data_version`."""
        if self._turn.locked():  # inside a unit nothing moves
            return None
        found = await self._writer.run(sqlite_connection.rows, "PRAGMA data_version", {})
        return int(found[0]["data_version"])


def _bound(values: Sequence[Value]) -> dict[str, Any]:
    """By name, since SQLite numbers `$2, $1` in the order in which it meets them."""
    return {str(number): for_sqlite(value) for number, value in enumerate(values, start=1)}
