"""What people's decisions say about turns, kept until a tracer has taken it."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Score
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, record, records

_ADD = """INSERT INTO scores (user_id, trace_id, name, value, note, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING *"""


class Scores(Repository):
    """Only ever appended to, and marked as sent."""

    async def add(self, user_id: str, *, trace_id: str, name: str, value: float, note: str, at: datetime) -> Score:
        """Write one down."""
        [row] = await self._db.fetch(_ADD, user_id, trace_id, name, float(value), note, at)
        return record(Score, row)

    @operator
    async def unsent(self, limit: int) -> list[Score]:
        """Those no tracer has taken yet, of all users, oldest first."""
        return records(
            Score, await self._db.fetch("SELECT * FROM scores WHERE sent_at IS NULL ORDER BY id LIMIT $1", limit)
        )

    @operator
    async def sent(self, ids: Sequence[int], at: datetime) -> int:
        """A tracer took them; how many of them were not sent before."""
        if not ids:
            return 0
        sql = f"UPDATE scores SET sent_at = $1 WHERE sent_at IS NULL AND id IN ({marks(len(ids), 2)})"
        return await self._db.execute(sql, at, *ids)
