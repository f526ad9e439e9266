"""The storage port on Postgres with pgvector: a pool, and one connection that listens.

A lone statement is one round trip. A connection that is lost, a lock that is not given and a statement that takes too long
end as StorageBusy; the pool connects anew by itself.
"""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import asyncpg

from app.errors import StorageBusy, StorageError
from app.memory.adapters import postgres_bulk, postgres_vectors, postgres_words
from app.memory.adapters.bell import Bell
from app.memory.adapters.kinds import KINDS, NEWEST_VECTORS
from app.memory.adapters.migrations import DIRECTORY
from app.memory.adapters.postgres_connection import (
    ACQUIRE_SECONDS,
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    hang_up,
    prepare,
    reset,
    roll_back,
    translated,
)
from app.memory.adapters.postgres_listener import CHANNEL, Listener
from app.memory.adapters.postgres_schema import migrate
from app.memory.adapters.units import Units
from app.memory.adapters.values import for_postgres, unit
from app.memory.ports import Kind, Row, Value
from app.memory.records import Hit
from app.memory.rows import in_order, record
from app.memory.words import ENOUGH, Postings, rarest, scope, terms

PostgresConnection = Any  # asyncpg's connection, direct or out of the pool: the same methods under two types


class PostgresDatabase:
    """One database on a server. See `app.memory.ports.Database` for what each method promises."""

    engine: Literal["sqlite", "postgres"] = "postgres"

    def __init__(
        self,
        url: str,
        *,
        max_connections: int = 10,
        migrations: Path = DIRECTORY,
        acquire_seconds: float = ACQUIRE_SECONDS,
        exact_below: int = postgres_vectors.EXACT_BELOW,
    ) -> None:
        """`url` is a postgresql:// address; of its parts only host and database are ever shown.

        A search by meaning that has to do with fewer than `exact_below` vectors compares them all.
        """
        parts = urlsplit(url)
        self.description = f"{parts.hostname or 'localhost'}{parts.path}"
        self._url = url
        self._max_connections = max_connections
        self._migrations = migrations
        self._acquire_seconds = acquire_seconds
        self._exact_below = exact_below
        self._bell = Bell()
        self._units = Units(self._begun, self._bell.ring)
        self._listener = Listener(url, self._bell.ring)
        self._indexed: set[tuple[str, int]] = set()
        self._pool: Any = None

    async def open(self) -> None:
        """Connect and migrate."""
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self.close)
            await self._reach()
            await self._migrate()
            with translated():
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=1,
                    max_size=self._max_connections,
                    init=prepare,
                    reset=reset,
                    timeout=CONNECT_SECONDS,
                    command_timeout=COMMAND_SECONDS,
                )
            await self._listener.start()
            undo.pop_all()

    async def _reach(self) -> None:
        """Say plainly at the start when nobody answers there."""
        try:
            with translated():
                await hang_up(await asyncpg.connect(self._url, timeout=CONNECT_SECONDS))
        except StorageBusy as problem:
            raise StorageError(
                f"The database at {self.description} isn't answering. Start it, or check DATABASE_URL."
            ) from problem

    async def close(self) -> None:
        """Let running statements end, then close."""
        await self._listener.stop()
        pool, self._pool = self._pool, None
        if pool is not None:
            with translated():
                await pool.close()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """All rows of a query."""
        return await self._rows(sql, map(for_postgres, values))

    async def _rows(self, sql: str, values: Iterable[Any]) -> list[Row]:
        async with self._connection() as connection:
            with translated():
                return [dict(row) for row in await connection.fetch(sql, *values)]

    async def fetch_one(self, sql: str, *values: Value) -> Row | None:
        """The first row or None."""
        found = await self.fetch(sql, *values)
        return found[0] if found else None

    async def execute(self, sql: str, *values: Value) -> int:
        """Run a statement; the number of rows it touched."""
        return await self._touched(sql, map(for_postgres, values))

    async def _touched(self, sql: str, values: Iterable[Any]) -> int:
        async with self._connection() as connection:
            with translated():
                status: str = await connection.execute(sql, *values)
        touched = status.rpartition(" ")[2]
        return int(touched) if touched.isdigit() else 0

    async def fetch_among(self, sql: str, among: Collection[str] | Collection[int], *values: Value) -> list[Row]:
        """All rows of a statement that reads `given`."""
        if not among:
            return []
        asked = postgres_bulk.given(sql, among, len(values) + 1)
        return await self._rows(asked, [*map(for_postgres, values), list(map(for_postgres, among))])

    async def insert_many(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, conflict: str = ""
    ) -> int:
        """Insert rows: one statement over arrays, one for each column."""
        return await self._touched(*postgres_bulk.insert(table, columns, rows, conflict)) if rows else 0

    async def insert_new(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, returning: str
    ) -> list[Row]:
        """Insert the new among these rows."""
        clause = f"ON CONFLICT DO NOTHING RETURNING {returning}"
        return await self._rows(*postgres_bulk.insert(table, columns, rows, clause)) if rows else []

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """One unit of work."""
        return self._units.join()

    async def search_words(self, user_id: str, query: str, *, kinds: Sequence[str], limit: int) -> list[Hit]:
        """Full-text search over documents."""
        postings = await self.find_words(user_id, query, kinds=kinds)
        best = postings.best(limit)
        texts = {row["id"]: row for row in await self.fetch(postgres_words.HITS, user_id, list(best))}
        return [record(Hit, {**texts[number], "score": score}) for number, score in best.items() if number in texts]

    async def find_words(self, user_id: str, query: str, *, kinds: Sequence[str], enough: int = ENOUGH) -> Postings:
        """Where the words stand."""
        among = kinds or [row["kind"] for row in await self.fetch(KINDS, user_id)]
        asked, scopes = terms(query), [scope(user_id, kind) for kind in among]
        found: list[list[int]] = [row["ids"] for row in await self.fetch(postgres_words.NEWEST, asked, scopes, enough)]
        rare = rarest(found, enough)
        first = [asked[term] for term in rare]
        rows = await self.fetch(postgres_words.TOGETHER, first, scopes, enough) if rare else []
        return Postings(found, rare, [row["id"] for row in rows], enough)

    async def put_vector(
        self, user_id: str, kind: str, owner_id: str, *, model: str, vector: Sequence[float], text: str | None = None
    ) -> bool:
        """Keep an embedding, and make the model's index before its first."""
        direction = unit(list(vector))
        async with self.transaction():
            await self._index(model, len(direction))
            values = (user_id, kind, owner_id, model, len(direction), direction, text)
            done = await self.execute(postgres_vectors.PUT, *values)
        if self._units.current() is None:  # committed, so the index is there to stay
            self._indexed.add((model, len(direction)))
        return done > 0

    async def search_vectors(
        self, user_id: str, vector: Sequence[float], *, model: str, kinds: Sequence[str], limit: int
    ) -> list[Hit]:
        """Nearest embeddings by cosine."""
        about = (model, len(vector), kinds)
        asked = (user_id, unit(list(vector)), limit, list(kinds))
        [row] = await self.fetch(postgres_vectors.count(*about), user_id, list(kinds), self._exact_below)
        width = postgres_vectors.width(row["stored"])
        many = row["vectors"] >= row["many"]
        found = await self._walk(postgres_vectors.indexed(*about), width, *asked) if many else []
        if len(found) < limit:  # little, or the walk gave up among what belongs to others
            found = await self.fetch(postgres_vectors.exact(*about), *asked)
        return [record(Hit, row) for row in found]

    async def _walk(self, sql: str, width: int, *values: Value) -> list[Row]:
        if width == postgres_vectors.LEAST_WIDTH:
            return await self.fetch(sql, *values)
        async with self.transaction():
            await self.fetch(postgres_vectors.WIDEN, str(width))
            return await self.fetch(sql, *values)

    async def vectors_of(self, user_id: str, kind: str, owner_ids: Sequence[str], *, model: str) -> dict[str, bytes]:
        """Embeddings by owner."""
        rows = await self.fetch(postgres_vectors.OF_OWNERS, user_id, kind, model, list(owner_ids))
        return {row["owner_id"]: postgres_vectors.packed(row["vector"]) for row in rows}

    async def newest_vectors(self, user_id: str, kind: str, *, model: str, limit: int) -> list[bytes]:
        """The newest embeddings of a kind."""
        rows = await self.fetch(NEWEST_VECTORS, user_id, model, kind, limit)
        return [postgres_vectors.packed(row["vector"]) for row in rows]

    async def claim(
        self, table: str, *, where: str, values: Sequence[Value], limit: int, set_to: str, order: str = "id"
    ) -> list[Row]:
        """Take rows that are due; those that somebody else is taking are passed over."""
        sql = (
            f"WITH due AS MATERIALIZED (SELECT id AS due_id FROM {table} WHERE {where} ORDER BY {order}"
            f" LIMIT {int(limit)} FOR UPDATE SKIP LOCKED)"
            f" UPDATE {table} SET {set_to} FROM due WHERE id = due_id RETURNING {table}.*"
        )
        return in_order(await self.fetch(sql, *values), order)

    async def scrub(self) -> None:
        """Nothing to do by hand: vacuum, which runs by itself, gives removed rows' space to others."""

    async def nudge(self, topic: str) -> None:
        """Wake every process; inside a unit of work, when it commits."""
        await self.execute("SELECT pg_notify($1, $2)", CHANNEL, topic)
        self._units.ring()

    async def changed(self, timeout: float, *, since: int | None = None) -> int:  # noqa: ASYNC109 - it is no failure
        """Return when a process nudged."""
        return await self._bell.wait(timeout, since)

    async def _migrate(self) -> None:
        with translated():
            connection = await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
            try:
                await migrate(connection, self._migrations)
            finally:
                await hang_up(connection)

    async def _index(self, model: str, dimensions: int) -> None:
        if (model, dimensions) in self._indexed:
            return
        await self.execute(postgres_vectors.LOCK)
        for statement in postgres_vectors.indexes(model, dimensions):
            await self.execute(statement)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[PostgresConnection]:
        """The connection for one call: the unit's, or one out of the pool."""
        current = self._units.current()
        if current is not None:
            with current.statement():
                yield current.connection
        else:
            async with self._acquired() as connection:
                yield connection

    @asynccontextmanager
    async def _acquired(self) -> AsyncIterator[PostgresConnection]:
        if self._pool is None:
            raise StorageError
        with translated():
            connection = await self._pool.acquire(timeout=self._acquire_seconds)
        try:
            yield connection
        finally:
            with translated():
                await self._pool.release(connection)

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[PostgresConnection]:
        async with self._acquired() as connection:
            transaction = connection.transaction()
            with translated():
                await transaction.start()
            try:
                yield connection
            except BaseException:
                await roll_back(transaction)
                raise
            with translated():
                await transaction.commit()
