"""What is due at a moment: taken once by the clock's loop, whoever runs it, and never from somebody who has paused."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from app.memory.repositories.operator import operator
from app.memory.repositories.table import R, Table
from app.memory.rows import marks, moment, parts, records

LIVE = "status IN ('active', 'processing')"
_AT_ONCE = 100  # each costs a comparison with every other one of its statement


class Clocked(Table[R]):
    """The table has the columns `due_at`, `status` ("active" waits, "processing" was taken) and `updated_at`."""

    @operator
    async def advance_many(self, dues: Mapping[int, datetime], at: datetime, *, status: str = "active") -> None:
        """Set when those of these numbers that were not cancelled meanwhile are due, and how they stand until then."""
        for part in parts(list(dues.items()), _AT_ONCE):
            pairs = range(3, 3 + 2 * len(part), 2)
            moments = " ".join(f"WHEN ${number} THEN ${number + 1}" for number in pairs)
            sql = (
                f"UPDATE {self.table} SET status = $1, updated_at = $2, due_at = CASE id {moments} ELSE due_at END"
                f" WHERE id IN ({', '.join(f'${number}' for number in pairs)}) AND {LIVE}"
            )
            await self._db.execute(sql, status, at, *chain.from_iterable(part))

    @operator
    async def end_many(self, ids: Sequence[int], status: str, at: datetime) -> None:
        """Say of those of these numbers that were not cancelled meanwhile that they are over ("done"), or set aside ("paused")."""
        for part in parts(ids):
            sql = f"UPDATE {self.table} SET status = $1, updated_at = $2 WHERE id IN ({marks(len(part), 3)}) AND {LIVE}"
            await self._db.execute(sql, status, at, *part)

    @operator
    async def claim_due(self, now: datetime, limit: int, *, users: Sequence[str] = ()) -> list[R]:
        """Take those that are due, of these users (none: of all) who are not paused, so that nobody else takes them."""
        rows = await self._db.claim(
            self.table,
            where=f"{waiting(self.table)} AND due_at <= $1{of_users(users)}",
            values=[now, *users],
            limit=limit,
            set_to="status = 'processing', updated_at = $1",
            order="due_at",
        )
        return records(self.cls, rows)

    @operator
    async def next_due(self) -> datetime | None:
        """When the next one of all users who are not paused is due."""
        row = await self._db.fetch_one(f"SELECT MIN(due_at) AS due_at FROM {self.table} WHERE {waiting(self.table)}")
        return moment(row["due_at"]) if row else None


def waiting(table: str, status: str = "active") -> str:
    """What holds for a row that waits for its moment and whose user is not paused."""
    return f"status = '{status}' AND {not_paused(table)}"


def not_paused(table: str) -> str:
    """What holds for a row whose user is not paused."""
    return f"NOT EXISTS (SELECT 1 FROM controls c WHERE c.user_id = {table}.user_id AND c.paused_at IS NOT NULL)"


def of_users(users: Sequence[str]) -> str:
    """What holds for a row of one of these users, whose ids are the values from $2 on; nothing where none is named."""
    return f" AND user_id IN ({marks(len(users), 2)})" if users else ""
