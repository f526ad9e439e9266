"""What a worker said and was told: a conversation of its own, in order."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Json
from app.memory.repositories.repository import Repository
from app.memory.rows import json_of, parts, tuples

_COLUMNS = "user_id, worker_id, run_id, position, message, created_at"
_AT_ONCE = 100


class WorkerMessages(Repository):
    """Messages by worker; a run's messages are written together, and once."""

    async def add_many(self, user_id: str, worker_id: int, run_id: str, messages: Sequence[Json], at: datetime) -> int:
        """What one run came to; how many of these are new."""
        new = 0
        numbered = list(enumerate(messages))
        async with self._db.transaction():
            for part in parts(numbered, _AT_ONCE):
                values: list[Value] = [
                    value for position, message in part for value in (user_id, worker_id, run_id, position, message, at)
                ]
                sql = f"INSERT INTO worker_messages ({_COLUMNS}) VALUES {tuples(len(part), 6)} ON CONFLICT DO NOTHING"
                new += await self._db.execute(sql, *values)
        return new

    async def recent(self, user_id: str, worker_id: int, limit: int) -> list[Json]:
        """The last `limit`, oldest first."""
        sql = "SELECT message FROM worker_messages WHERE user_id = $1 AND worker_id = $2 ORDER BY id DESC LIMIT $3"
        rows = await self._db.fetch(sql, user_id, worker_id, limit)
        return [json_of(row["message"]) for row in reversed(rows)]

    async def runs(self, user_id: str, worker_id: int) -> int:
        """How many runs there were."""
        sql = "SELECT COUNT(DISTINCT run_id) AS runs FROM worker_messages WHERE user_id = $1 AND worker_id = $2"
        [row] = await self._db.fetch(sql, user_id, worker_id)
        return row["runs"]
