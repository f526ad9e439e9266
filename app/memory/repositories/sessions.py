"""Stretches of talk that are over."""

from datetime import datetime

from app.memory.records import Session
from app.memory.repositories.table import Table
from app.memory.rows import record, records

_ADD = """INSERT INTO sessions (user_id, first_turn, last_turn, turns, topic, note_id, started_at, ended_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id, first_turn) DO UPDATE
    SET last_turn = excluded.last_turn, turns = excluded.turns, topic = excluded.topic, note_id = excluded.note_id,
    started_at = excluded.started_at, ended_at = excluded.ended_at RETURNING *"""


class Sessions(Table[Session]):
    """A person's sessions; where one begins, there is one."""

    table = "sessions"
    cls = Session

    async def add(
        self,
        user_id: str,
        *,
        first_turn: int,
        last_turn: int,
        turns: int,
        topic: str,
        note_id: int | None,
        started_at: datetime,
        ended_at: datetime,
    ) -> Session:
        """Write one down, over one that begins with the same turn."""
        values = (first_turn, last_turn, turns, topic, note_id, started_at, ended_at)
        [row] = await self._db.fetch(_ADD, user_id, *values)
        return record(Session, row)

    async def recent(self, user_id: str, limit: int) -> list[Session]:
        """The last `limit`, latest first."""
        sql = "SELECT * FROM sessions WHERE user_id = $1 ORDER BY ended_at DESC, id DESC LIMIT $2"
        return records(Session, await self._db.fetch(sql, user_id, limit))

    async def delete(self, user_id: str, id: int) -> bool:
        """Remove one for good, not the note that sums it up; False where there is none of that number."""
        return await self.erase(user_id, [id]) > 0
