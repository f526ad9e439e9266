"""Every due moment of a schedule, and how it ended: the proof that nothing due was forgotten or done twice."""

from datetime import datetime

from app.memory.records import Occurrence
from app.memory.repositories.repository import Repository
from app.memory.rows import records

_RECORD = """INSERT INTO occurrences (user_id, owner_kind, owner_id, due_at, status, reason, ended_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, owner_kind, owner_id, due_at) DO NOTHING"""


class Occurrences(Repository):
    """Occurrences by what they are of."""

    async def record(
        self,
        user_id: str,
        *,
        owner_kind: str,
        owner_id: str,
        due_at: datetime,
        status: str,
        reason: str,
        at: datetime,
    ) -> bool:
        """Write down how one ended; False where that is written down already."""
        return await self._db.execute(_RECORD, user_id, owner_kind, owner_id, due_at, status, reason, at) > 0

    async def list(self, user_id: str, owner_kind: str, owner_id: str) -> list[Occurrence]:
        """All of one owner, in the order they were due."""
        sql = "SELECT * FROM occurrences WHERE user_id = $1 AND owner_kind = $2 AND owner_id = $3 ORDER BY due_at"
        return records(Occurrence, await self._db.fetch(sql, user_id, owner_kind, owner_id))
