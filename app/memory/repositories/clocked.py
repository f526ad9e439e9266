"""What is due at a moment: taken once by the clock's loop, whoever runs it, and never from somebody who has paused."""

from datetime import datetime

from app.memory.repositories.operator import operator
from app.memory.repositories.table import R, Table
from app.memory.rows import moment, records

LIVE = "status IN ('active', 'processing')"


class Clocked(Table[R]):
    """The table has the columns `due_at`, `status` ("active" waits, "processing" was taken) and `updated_at`."""

    async def advance(self, user_id: str, id: int, due_at: datetime, at: datetime) -> bool:
        """Let a repeating one wait for its next occurrence; False where it was cancelled meanwhile."""
        sql = (
            f"UPDATE {self.table} SET status = 'active', due_at = $3, updated_at = $4"
            f" WHERE user_id = $1 AND id = $2 AND {LIVE}"
        )
        return await self._db.execute(sql, user_id, id, due_at, at) > 0

    async def finish(self, user_id: str, id: int, at: datetime) -> bool:
        """It was due for the last time; False where it was cancelled meanwhile."""
        sql = f"UPDATE {self.table} SET status = 'done', updated_at = $3 WHERE user_id = $1 AND id = $2 AND {LIVE}"
        return await self._db.execute(sql, user_id, id, at) > 0

    @operator
    async def claim_due(self, now: datetime, limit: int) -> list[R]:
        """Take those that are due, of all users who are not paused, so that nobody else takes them."""
        rows = await self._db.claim(
            self.table,
            where=f"{waiting(self.table)} AND due_at <= $1",
            values=[now],
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
