"""Both databases as the benchmarks fill them: straight through the engine, many rows at once, tables as the product made them.

What is measured afterwards goes through the product's own storage port.
"""

import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import asyncpg
import numpy as np
from pgvector import HalfVector
from pgvector.asyncpg import register_vector

from app.memory.adapters import postgres_vectors
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from app.models.embeddings import EmbeddedEmbedder
from scripts.bench.clusters import DIMENSIONS, Numbers, Vectors

MODEL = EmbeddedEmbedder.name  # so that its calibration is known
KIND = "turn"
AT = datetime(2026, 1, 1, tzinfo=UTC)
DOCUMENTS, EMBEDDINGS = "documents", "embeddings"
COLUMNS = {
    DOCUMENTS: ("id", "user_id", "kind", "owner_id", "text", "words", "scope", "created_at"),
    EMBEDDINGS: ("document_id", "user_id", "kind", "model", "dimensions", "vector"),
}
OURS = r"WHERE indexname ~ '^embeddings_[0-9a-f]{16}(_kind|_near)?$'"  # the indexes of a model

Owned = tuple[int, str, str]  # a document: its id, its user, its kind


class Store(Protocol):
    """A database to be filled with vectors and searched."""

    engine: str

    async def prepare(self, users: Sequence[str]) -> None:
        """Make the tables and the people."""
        ...

    async def before_load(self) -> None:
        """Called before each stretch of loading."""
        ...

    async def load(self, numbers: Numbers, users: Sequence[str], rows: Vectors) -> None:
        """Make a document without words for each number, with its vector."""
        ...

    async def keep(self, owned: Sequence[Owned], rows: Vectors) -> None:
        """Keep the vectors of documents that are there."""
        ...

    async def after_load(self) -> dict[str, Any]:
        """Make the index; what it took."""
        ...

    def opened(self) -> Any:
        """The product's database, open for the length of a `with`."""
        ...


def owners(numbers: Numbers, users: Sequence[str]) -> list[Owned]:
    """The documents of these row numbers; ids begin at one."""
    return [(number + 1, user, KIND) for number, user in zip(numbers.tolist(), users, strict=True)]


@asynccontextmanager
async def opening(database: Database) -> AsyncIterator[Database]:
    """Open for the length of a block."""
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def people(database: Database, users: Sequence[str]) -> None:
    """Make the tables and the users."""
    async with opening(database):
        house = repositories(database)
        for user in users:
            await house.users.add(user, name=user, time_zone="UTC", zone_source="setting", locale="en", at=AT)


class SqliteStore:
    """A file."""

    engine = "sqlite"

    def __init__(self, path: Path) -> None:
        """It is made by `prepare`."""
        self._path = path

    async def prepare(self, users: Sequence[str]) -> None:
        """Make the tables and the people."""
        await people(SqliteDatabase(self._path), users)

    async def before_load(self) -> None:
        """Nothing has to be taken away first."""

    async def load(self, numbers: Numbers, users: Sequence[str], rows: Vectors) -> None:
        """Documents without words, and their vectors."""
        at = AT.isoformat(timespec="microseconds")
        owned = owners(numbers, users)
        self._write(DOCUMENTS, ((row, user, kind, str(row - 1), "text", "", "", at) for row, user, kind in owned))
        await self.keep(owned, rows)

    async def keep(self, owned: Sequence[Owned], rows: Vectors) -> None:
        """The vectors alone."""
        halves = rows.astype("<f2")
        self._write(
            EMBEDDINGS, ((*who, MODEL, DIMENSIONS, row.tobytes()) for who, row in zip(owned, halves, strict=True))
        )

    def _write(self, table: str, records: Iterable[tuple[Any, ...]]) -> None:
        columns = COLUMNS[table]
        connection = sqlite3.connect(self._path)
        with connection:
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            connection.executemany(sql, records)
        connection.close()

    async def after_load(self) -> dict[str, Any]:
        """There is no index; the file's size."""
        return {"file_mb": round(self._path.stat().st_size / 2**20)}

    def opened(self) -> Any:
        """The product's database."""
        return opening(SqliteDatabase(self._path))


class PostgresStore:
    """A database on a server. Its vector index is made after each load: that is many times faster than row by row."""

    engine = "postgres"

    def __init__(self, url: str, build_memory: str = "1GB") -> None:
        """`build_memory` holds the graph while it is built; a graph that does not fit is built slowly."""
        self._url = url
        self._build_memory = build_memory

    async def prepare(self, users: Sequence[str]) -> None:
        """Make the tables and the people."""
        await people(PostgresDatabase(self._url), users)

    async def before_load(self) -> None:
        """Take the vector index away."""
        connection = await asyncpg.connect(self._url)
        for row in await connection.fetch(f"SELECT indexname FROM pg_indexes {OURS}"):
            await connection.execute(f"DROP INDEX {row['indexname']}")
        await connection.close()

    async def load(self, numbers: Numbers, users: Sequence[str], rows: Vectors) -> None:
        """Documents without words, and their vectors."""
        owned = owners(numbers, users)
        await self._copy(DOCUMENTS, ((row, user, kind, str(row - 1), "text", "", "", AT) for row, user, kind in owned))
        await self.keep(owned, rows)

    async def keep(self, owned: Sequence[Owned], rows: Vectors) -> None:
        """The vectors alone."""
        halves = rows.astype(np.float16)
        kept = ((*who, MODEL, DIMENSIONS, HalfVector(row)) for who, row in zip(owned, halves, strict=True))
        await self._copy(EMBEDDINGS, kept)

    async def _copy(self, table: str, records: Iterable[tuple[Any, ...]]) -> None:
        connection = await asyncpg.connect(self._url)
        await register_vector(connection)
        await connection.copy_records_to_table(table, columns=COLUMNS[table], records=records)
        await connection.close()

    async def after_load(self) -> dict[str, Any]:
        """Build the vector index and gather statistics: seconds, sizes, and the memory of the process that builds."""
        connection = await asyncpg.connect(self._url)
        await connection.execute(f"SET maintenance_work_mem = '{self._build_memory}'")
        await connection.execute("SET max_parallel_maintenance_workers = 2")
        pid = await connection.fetchval("SELECT pg_backend_pid()")
        started = time.perf_counter()
        for statement in postgres_vectors.indexes(MODEL, DIMENSIONS):
            await connection.execute(statement, timeout=None)
        built = time.perf_counter() - started
        peak = peak_mb(pid)
        await connection.execute("VACUUM ANALYZE", timeout=None)
        sizes = await connection.fetchrow(
            "SELECT pg_table_size('embeddings') AS vectors, sum(pg_relation_size(to_regclass(indexname))) FILTER"
            " (WHERE indexdef LIKE '%USING hnsw%') AS hnsw, sum(pg_relation_size(to_regclass(indexname))) FILTER"
            f" (WHERE indexdef NOT LIKE '%USING hnsw%') AS by_kind FROM pg_indexes {OURS}"
        )
        await connection.close()
        megabytes = {f"{name}_mb": round(float(size) / 2**20) for name, size in sizes.items()}
        return {"build_s": round(built, 1), "build_peak_mb": peak, **megabytes}

    def opened(self) -> Any:
        """The product's database."""
        return opening(PostgresDatabase(self._url))


def peak_mb(pid: int) -> int:
    """The most memory a process of this machine has held, shared memory included; 0 where Linux does not say."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM:")), 0)
