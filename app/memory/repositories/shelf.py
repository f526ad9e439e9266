"""What notes, tasks, the journal and the reading list have in common: things a person keeps, finds, throws away and gets back.

Throwing away sets `deleted_at` and takes the document out of every search; getting back undoes both; `purge` is for good."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from app.memory.ports import Value
from app.memory.repositories.searchable import Searchable
from app.memory.rows import marks, records
from app.memory.words import fold, needed


class Kept(Protocol):
    """What every record on a shelf has."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def created_at(self) -> datetime:
        """When it was written down."""
        ...


R = TypeVar("R", bound=Kept)


class Shelf(Searchable[R]):
    """The shared queries. A subclass names its table, its kind of document, its record and the words of one."""

    async def find(self, user_id: str, words: str) -> list[R]:
        """Those that hold all the words, in whatever case; where the heading does first, then the newest."""
        rows = await self._holding(user_id, words, where="deleted_at IS NULL", order="t.created_at DESC, t.id DESC")
        asked = needed(words)
        return sorted(records(self.cls, rows), key=lambda row: not _holds(self.heading(row), asked))

    async def deleted(self, user_id: str, limit: int) -> list[R]:
        """What was thrown away and can be had back, latest first."""
        sql = f"SELECT * FROM {self.table} WHERE user_id = $1 AND deleted_at IS NOT NULL ORDER BY deleted_at DESC LIMIT $2"
        return records(self.cls, await self._db.fetch(sql, user_id, limit))

    async def delete(self, user_id: str, id: int, at: datetime) -> bool:
        """Throw one away; False where there is nothing to throw."""
        sql = f"UPDATE {self.table} SET deleted_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL"
        async with self._db.transaction():
            done = await self._db.execute(sql, user_id, id, at)
            await self._documents.remove(user_id, self.kind, str(id))
        return done > 0

    async def restore(self, user_id: str, id: int) -> bool:
        """Get one back; False where it was not thrown away."""
        return await self.restore_many(user_id, [id]) > 0

    async def restore_many(self, user_id: str, ids: Sequence[int]) -> int:
        """Get several back; how many were."""
        if not ids:
            return 0
        sql = (
            f"UPDATE {self.table} SET deleted_at = NULL"
            f" WHERE user_id = $1 AND deleted_at IS NOT NULL AND id IN ({marks(len(ids), 2)}) RETURNING *"
        )
        async with self._db.transaction():
            rows = records(self.cls, await self._db.fetch(sql, user_id, *ids))
            for row in rows:
                await self._written(user_id, row)
        return len(rows)

    async def count_deleted(self, user_id: str, before: datetime) -> int:
        """How many were thrown away up to `before`, it included."""
        sql = f"SELECT COUNT(*) AS deleted FROM {self.table} WHERE user_id = $1 AND deleted_at <= $2"
        row = await self._db.fetch_one(sql, user_id, before)
        return int(row["deleted"]) if row else 0

    async def purge(self, user_id: str, before: datetime) -> int:
        """Really remove what was thrown away up to `before`, it included; how many there were."""
        return await self._db.execute(
            f"DELETE FROM {self.table} WHERE user_id = $1 AND deleted_at <= $2", user_id, before
        )

    def heading(self, row: R) -> str:
        """What a person would call it by."""
        raise NotImplementedError

    def text(self, row: R) -> str:
        """What a search reads."""
        raise NotImplementedError

    async def _insert(self, user_id: str, **columns: Value) -> R:
        """Add a row and its document."""
        async with self._db.transaction():
            row = await self._add(user_id, **columns)
            await self._documents.add(user_id, self.kind, str(row.id), self.text(row), row.created_at)
        return row

    async def _change(self, user_id: str, id: int, **columns: Value) -> R | None:
        """Set columns of a row that was not thrown away, and its document; None where there is none."""
        sets = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, start=3))
        sql = f"UPDATE {self.table} SET {sets} WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING *"
        async with self._db.transaction():
            rows = records(self.cls, await self._db.fetch(sql, user_id, id, *columns.values()))
            for row in rows:
                await self._written(user_id, row)
        return rows[0] if rows else None

    async def _written(self, user_id: str, row: R) -> None:
        await self._documents.put(user_id, self.kind, str(row.id), self.text(row), row.created_at)


def _holds(heading: str, words: Sequence[str]) -> bool:
    folded = fold(heading)
    return all(word in folded for word in words)
