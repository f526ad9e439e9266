"""What repositories of one table of a person's numbered rows have in common. It knows no table; each names its own."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from app.memory.ports import Value
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, record, records

R = TypeVar("R")


class Table(Repository, Generic[R]):
    """Names a table (its own constant, never a value) and the record of its rows."""

    table: ClassVar[str]
    cls: type[R]

    async def get(self, user_id: str, id: int) -> R | None:
        """One by its number, whatever became of it; None where the user has none of that number."""
        row = await self._db.fetch_one(f"SELECT * FROM {self.table} WHERE user_id = $1 AND id = $2", user_id, id)
        return record(self.cls, row) if row else None

    async def many(self, user_id: str, ids: Sequence[int]) -> list[R]:
        """Those of these numbers that the user has, whatever became of them, in the order they were written."""
        found: list[R] = []
        for part in parts(sorted(set(ids))):
            sql = f"SELECT * FROM {self.table} WHERE user_id = $1 AND id IN ({marks(len(part), 2)}) ORDER BY id"
            found += records(self.cls, await self._db.fetch(sql, user_id, *part))
        return found

    async def everything(self, user_id: str) -> list[R]:
        """All there is of the user's, whatever became of it, in the order it was written."""
        sql = f"SELECT * FROM {self.table} WHERE user_id = $1 ORDER BY id"
        return records(self.cls, await self._db.fetch(sql, user_id))

    async def erase(self, user_id: str, ids: Sequence[int]) -> int:
        """Remove these for good, whatever became of them; how many there were."""
        return await self._erase(user_id, self.table, "id", ids)

    async def _add(self, user_id: str, **columns: Value) -> R:
        """Write a row; a column is named by its keyword. Raises TooMany."""
        await self._check_room(user_id, self.table, columns)
        names = ("user_id", *columns)
        sql = f"INSERT INTO {self.table} ({', '.join(names)}) VALUES ({marks(len(names))}) RETURNING *"
        [row] = await self._db.fetch(sql, user_id, *columns.values())
        return record(self.cls, row)
