"""One Postgres database as an end of a move: all that is done to it, its schema included, is one transaction.

Rows go in by COPY, without the triggers and the foreign keys, in any order. Afterwards the keys are made again, which checks every row;
the words of documents and the vectors' indexes are made over everything at once.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import asyncpg
from pgvector import HalfVector
from pgvector.asyncpg import register_vector

from app.errors import MoveRefused, StorageBusy, StorageError, StorageFull
from app.memory.adapters import postgres_vectors
from app.memory.adapters.postgres_connection import CONNECT_SECONDS, hang_up, translated
from app.memory.adapters.postgres_schema import migrate
from app.memory.moving import ColumnKind, Table, Values

KINDS: Mapping[str, ColumnKind] = {
    "text": "text",
    "int8": "int",
    "int4": "small",
    "float8": "real",
    "bool": "bool",
    "timestamptz": "time",
    "json": "json",
    "bytea": "blob",
    "halfvec": "vector",
}
# What triggers would have done row by row. `outbox_in_order` gives new ids, which a copy must not.
TRIGGERS: Mapping[str, str] = {
    "documents_words": "INSERT INTO document_words SELECT key, documents.id FROM documents, word_keys(scope, words) AS key",
    "outbox_in_order": "",
}
_SESSION = """SET statement_timeout = 0; SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = 0; SET jit = off;
    SET TIME ZONE 'UTC'"""
_COLUMNS = """SELECT c.relname AS "table", a.attname AS "column", t.typname AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped"""
_NUMBERED = """SELECT c.relname AS "table", a.attname AS "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attidentity <> ''"""
_KEYS = """SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname"""
_MODELS = "SELECT DISTINCT model, dimensions FROM embeddings ORDER BY model, dimensions"
_AWAY = "The database at {where} isn't answering. Start it, or check the address."
_REFUSED = "{row} can't be kept in {where}: {why}. Change or remove that one, then run this again."
_DANGLING = "A row of {table} refers to one that isn't there ({why}), so it can't be moved. Restore a backup, or remove that row."


class PostgresEnd:
    """A database while it is read or filled. See `app.memory.moving.End` and `Target`."""

    def __init__(self, url: str, connection: asyncpg.Connection) -> None:
        """The connection is in a transaction, which is whoever's opened it."""
        self.description = description(url)
        name = urlsplit(url).path.lstrip("/") or "kwasi"
        self.aside = f"to empty that one: dropdb {name}, then createdb {name}"
        self.mended: list[str] = []
        self._connection = connection
        self._keys: list[asyncpg.Record] = []

    async def count(self, table: Table) -> int:
        """How many rows."""
        with translated():
            [row] = await self._connection.fetch(f"SELECT COUNT(*) AS rows FROM {table.name}")
            return int(row["rows"])

    async def pages(self, table: Table) -> AsyncIterator[list[Values]]:
        """All rows."""
        vectors = [place for place, column in enumerate(table.columns) if column.kind == "vector"]
        names = ", ".join(column.name for column in table.columns)
        with translated():  # by hand, since it has to be closed before the table may be changed
            await self._connection.execute(f"DECLARE moving_{table.name} CURSOR FOR SELECT {names} FROM {table.name}")
        while page := await self._fetched(f"FETCH {table.at_once} FROM moving_{table.name}"):
            yield [_changed(row, vectors, postgres_vectors.packed) for row in page] if vectors else page
        with translated():
            await self._connection.execute(f"CLOSE moving_{table.name}")

    async def _fetched(self, sql: str) -> list[Values]:
        with translated():
            return [tuple(row) for row in await self._connection.fetch(sql)]

    async def numbers(self) -> dict[str, int]:
        """The highest ids."""
        found = {}
        with translated():
            for row in await self._connection.fetch(_NUMBERED):
                [last] = await self._connection.fetch(f"SELECT last_value, is_called FROM {row['sequence']}")
                found[row["table"]] = int(last["last_value"]) - (not last["is_called"])
        return found

    async def empty(self, tables: Sequence[Table]) -> None:
        """Take away what a start wrote, and put triggers and foreign keys aside."""
        with translated():
            self._keys = await self._connection.fetch(_KEYS)
            for key in self._keys:
                await self._connection.execute(f"ALTER TABLE {key['table']} DROP CONSTRAINT {key['name']}")
            for table in tables:
                await self._connection.execute(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
            await self._connection.execute(f"TRUNCATE document_words, {', '.join(table.name for table in tables)}")

    async def write(self, table: Table, page: Sequence[Values]) -> None:
        """Add rows; where one is refused, find out which."""
        vectors = [place for place, column in enumerate(table.columns) if column.kind == "vector"]
        rows = [_changed(row, vectors, _unpacked) for row in page] if vectors else page
        try:
            await self._copy(table, rows)
        except (StorageBusy, StorageFull):
            raise
        except StorageError:
            for row in rows:
                await self._copy_one(table, row)

    async def _copy(self, table: Table, rows: Sequence[Values]) -> None:
        names = [column.name for column in table.columns]
        with translated():
            async with self._connection.transaction():
                await self._connection.copy_records_to_table(table.name, records=rows, columns=names)

    async def _copy_one(self, table: Table, row: Values) -> None:
        try:
            await self._copy(table, [row])
        except (StorageBusy, StorageFull):
            raise
        except StorageError as problem:
            why = str(problem.__cause__).splitlines()[0]
            raise MoveRefused(_REFUSED.format(row=table.named(row), where=self.description, why=why)) from problem

    async def settle(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        """Make words, indexes, keys and triggers, and set the next ids."""
        with translated():
            for rebuild in filter(None, TRIGGERS.values()):
                await self._connection.execute(rebuild)
            for model in await self._connection.fetch(_MODELS):
                for statement in postgres_vectors.indexes(*model):
                    await self._connection.execute(statement)
            for table in tables:
                await self._connection.execute(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")
            for row in await self._connection.fetch(_NUMBERED):
                start = numbers.get(row["table"], 0) + 1
                await self._connection.execute(
                    f"ALTER TABLE {row['table']} ALTER COLUMN {row['column']} RESTART WITH {start}"
                )
        for key in self._keys:
            await self._key(key)
        with translated():
            await self._connection.execute("ANALYZE")

    async def _key(self, key: asyncpg.Record) -> None:
        sql = f"ALTER TABLE {key['table']} ADD CONSTRAINT {key['name']} {key['definition']}"
        try:
            with translated():
                await self._connection.execute(sql)
        except StorageError as problem:
            if isinstance(problem.__cause__, asyncpg.ForeignKeyViolationError):
                why = getattr(problem.__cause__, "detail", "")
                raise MoveRefused(_DANGLING.format(table=key["table"], why=why)) from problem
            raise


class PostgresServer:
    """A database that is moved from or to. See `app.memory.moving.Engine`."""

    def __init__(self, url: str) -> None:
        """Connects to nothing yet."""
        self._url = url

    async def kinds(self) -> dict[str, dict[str, ColumnKind]]:
        """What each column of each of our tables holds. Makes the schema to see it, and takes it back."""
        async with self._begun() as (connection, transaction):
            with translated():
                rows = await connection.fetch(_COLUMNS)
            await transaction.rollback()
        found: dict[str, dict[str, ColumnKind]] = {}
        for row in rows:
            if row["type"] in KINDS:
                found.setdefault(row["table"], {})[row["column"]] = KINDS[row["type"]]
        return found

    @asynccontextmanager
    async def source(self, tables: Sequence[Table]) -> AsyncIterator[PostgresEnd]:
        """To read from; who would write waits."""
        async with self._begun() as (connection, transaction):
            await self._lock(connection, tables, "SHARE ROW EXCLUSIVE")
            yield PostgresEnd(self._url, connection)
            with translated():
                await transaction.rollback()

    @asynccontextmanager
    async def target(self, tables: Sequence[Table], *, keep: bool) -> AsyncIterator[PostgresEnd]:
        """To write to; who would read waits too."""
        async with self._begun() as (connection, transaction):
            await self._lock(connection, tables, "ACCESS EXCLUSIVE")
            yield PostgresEnd(self._url, connection)
            with translated():
                await (transaction.commit() if keep else transaction.rollback())

    async def _lock(self, connection: asyncpg.Connection, tables: Sequence[Table], mode: str) -> None:
        with translated():
            await connection.execute(f"LOCK TABLE {', '.join(table.name for table in tables)} IN {mode} MODE")

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[tuple[asyncpg.Connection, Any]]:
        """A connection in a transaction, the schema there. Ends with it rolled back, unless it was ended before."""
        connection = await self._reached()
        try:
            with translated():
                await connection.execute(_SESSION)
                transaction = connection.transaction()
                await transaction.start()
                await migrate(connection)
                await register_vector(connection)
            yield connection, transaction
        finally:
            await hang_up(connection)

    async def _reached(self) -> asyncpg.Connection:
        try:
            with translated():
                return await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
        except StorageBusy as problem:
            raise StorageError(_AWAY.format(where=description(self._url))) from problem


def description(url: str) -> str:
    """Host and name of a database, without secrets."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}{parts.path}"


def _unpacked(vector: bytes) -> HalfVector:
    import numpy  # loaded here: most commands need none

    return HalfVector(numpy.frombuffer(vector, "<f2"))


def _changed(row: Values, places: Sequence[int], change: Any) -> Values:
    return tuple(change(value) if place in places else value for place, value in enumerate(row))
