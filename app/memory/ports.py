"""The storage port: a database, not one method for every table.

Repositories write each query once with `$1` placeholders in SQL both engines read; adapters know engines. Values that cross
the port are plain: str, int, float, bool, bytes, None, aware datetimes, and dicts or lists for JSON columns.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Literal, Protocol

from app.memory.records import Hit
from app.memory.words import ENOUGH, Postings

Value = str | int | float | bool | bytes | datetime | dict[str, Any] | list[Any] | None
Row = dict[str, Any]
Kind = Literal["text", "int", "real", "time", "json"]  # of a column that many rows are written to at once


class Database(Protocol):
    """One database. Every method raises StorageBusy, StorageFull or StorageError, never a driver's exception."""

    engine: Literal["sqlite", "postgres"]
    description: str  # where the data lies, without secrets: a path, or host and database name

    async def open(self) -> None:
        """Connect and migrate. Raises MigrationError with the database as it was."""
        ...

    async def close(self) -> None:
        """Finish what is written and let go."""
        ...

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """All rows of a query (also of `... RETURNING`), JSON and times as the driver gives them."""
        ...

    async def fetch_one(self, sql: str, *values: Value) -> Row | None:
        """The first row or None."""
        ...

    async def execute(self, sql: str, *values: Value) -> int:
        """Run a statement; the number of rows it touched."""
        ...

    async def fetch_among(self, sql: str, among: Collection[str] | Collection[int], *values: Value) -> list[Row]:
        """All rows of a statement that reads `given`, a table whose one column `value` has `among`: any number, of one type.

        Without any, the statement isn't run."""
        ...

    async def insert_many(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, conflict: str = ""
    ) -> int:
        """Insert rows, all or none, as fast as the engine can; how many were written. `conflict` is an ON CONFLICT clause.

        Each row has its values in the order of `columns`. Table, columns and clause are our own text, never a value. No two
        rows may meet the same DO UPDATE."""
        ...

    async def insert_new(
        self, table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], *, returning: str
    ) -> list[Row]:
        """Insert those rows that no row stands in the way of, and return these columns of what was written."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """One unit of work: all statements of this task inside it commit together or not at all. Nested ones join.

        It belongs to the task that opened it: a task started inside works outside the unit (and `asyncio.wait_for` starts
        one on Python 3.11), so waiting for such a task's write from inside the unit ends as StorageBusy."""
        ...

    async def search_words(self, user_id: str, query: str, *, kinds: Sequence[str], limit: int) -> list[Hit]:
        """Full-text search over documents: diacritics folded, English stems, any of the words, best first.

        No `kinds` means all of them. Nothing a person can type is an error."""
        ...

    async def find_words(self, user_id: str, query: str, *, kinds: Sequence[str], enough: int = ENOUGH) -> Postings:
        """Where the words of a query stand, for callers who rank by themselves; the newest `enough` documents of each."""
        ...

    async def put_vector(
        self, user_id: str, kind: str, owner_id: str, *, model: str, vector: Sequence[float], text: str | None = None
    ) -> bool:
        """Keep the direction of `vector` as the embedding by `model` of a document; False where there is no such document, or
        where it no longer has the `text` that was embedded. No change of the text can come between the look and the keeping."""
        ...

    async def search_vectors(
        self, user_id: str, vector: Sequence[float], *, model: str, kinds: Sequence[str], limit: int
    ) -> list[Hit]:
        """Nearest embeddings of one model by cosine; the score is the cosine. Never mixes models. No `kinds` means all."""
        ...

    async def vectors_of(self, user_id: str, kind: str, owner_ids: Sequence[str], *, model: str) -> dict[str, bytes]:
        """The embeddings by one model of these documents, by owner id: half precision, little-endian, of length one."""
        ...

    async def newest_vectors(self, user_id: str, kind: str, *, model: str, limit: int) -> list[bytes]:
        """Some of the newest embeddings of a kind, newest first, in the same form; the very oldest are not looked for."""
        ...

    async def claim(
        self, table: str, *, where: str, values: Sequence[Value], limit: int, set_to: str, order: str = "id"
    ) -> list[Row]:
        """Take rows that are due so that no other process takes them: atomically `UPDATE table SET set_to` on up to
        `limit` rows `where`, lowest `order` first, and return them. All but the values is our own text, never a person's."""
        ...

    async def scrub(self) -> None:
        """See that what was removed leaves the disk too, as far as the engine can: when the open unit commits, or at once.

        SQLite overwrites what is removed, so it is gone. Postgres gives the space to other rows in its own time (vacuum)."""
        ...

    async def nudge(self, topic: str) -> None:
        """Tell every process on this database that there is work under `topic`."""
        ...

    async def changed(self, timeout: float, *, since: int | None = None) -> int:  # noqa: ASYNC109 - it is no failure
        """Return when this process nudged or another one did (or wrote, on SQLite), or after `timeout` seconds.

        What it returns, handed in as `since` next time, makes it return at once if there was news in between."""
        ...
