"""What a worker said and was told: a conversation of its own, in order."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Json
from app.memory.repositories.repository import Repository
from app.memory.rows import message_of, parts, tuples
from app.memory.runs import asking_turn, runs_of

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
                    value
                    for position, message in part
                    for value in (user_id, worker_id, run_id, position, message_of(message), at)
                ]
                sql = f"INSERT INTO worker_messages ({_COLUMNS}) VALUES {tuples(len(part), 6)} ON CONFLICT DO NOTHING"
                new += await self._db.execute(sql, *values)
        return new

    async def recent(self, user_id: str, worker_id: int, limit: int) -> list[Json]:
        """The last `limit`, oldest first."""
        sql = "SELECT message FROM worker_messages WHERE user_id = $1 AND worker_id = $2 ORDER BY id DESC LIMIT $3"
        rows = await self._db.fetch(sql, user_id, worker_id, limit)
        return [message_of(row["message"]) for row in reversed(rows)]

    async def within(self, user_id: str, turn_id: str) -> list[tuple[int, str, Json]]:
        """What came of the runs that one turn asked for and that have ended: worker, run and message, in order."""
        sql = (
            "SELECT worker_id, run_id, message FROM worker_messages"
            " WHERE user_id = $1 AND substr(run_id, 1, $3) = $2 ORDER BY id"
        )
        begins = runs_of(turn_id)
        rows = await self._db.fetch(sql, user_id, begins, len(begins))
        return [(row["worker_id"], row["run_id"], message_of(row["message"])) for row in rows]

    async def runs(self, user_id: str, worker_id: int) -> int:
        """How many runs there were."""
        sql = "SELECT COUNT(DISTINCT run_id) AS runs FROM worker_messages WHERE user_id = $1 AND worker_id = $2"
        [row] = await self._db.fetch(sql, user_id, worker_id)
        return row["runs"]

    async def runs_of_turns(self, user_id: str, turn_ids: Sequence[str]) -> list[str]:
        """Ids of the runs that ended and that these turns asked for."""
        sql = "SELECT DISTINCT run_id FROM worker_messages WHERE user_id = $1 ORDER BY run_id"
        asked_by = frozenset(turn_ids)
        return [row["run_id"] for row in await self._db.fetch(sql, user_id) if asking_turn(row["run_id"]) in asked_by]

    async def erase_runs(self, user_id: str, run_ids: Sequence[str]) -> int:
        """Remove for good what was said in these runs; how many messages that were."""
        return await self._erase(user_id, "worker_messages", "run_id", run_ids)
