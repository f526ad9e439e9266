"""What to ask or say later, once. An intention that nobody could be told of in time expires unsaid."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Intention
from app.memory.repositories.clocked import waiting
from app.memory.repositories.operator import operator
from app.memory.repositories.standing import Standing
from app.memory.rows import moment, records

_WAITING = waiting("pending_intentions", "pending")


class Intentions(Standing[Intention]):
    """A person's intentions. Who delivers one sets its status together with what is said."""

    table = "pending_intentions"
    cls = Intention

    async def add(
        self,
        user_id: str,
        *,
        text: str,
        due_at: datetime,
        expires_at: datetime,
        source: str,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> Intention:
        """Intend one."""
        return await self._add(
            user_id,
            text=text,
            due_at=due_at,
            expires_at=expires_at,
            status="pending",
            source=source,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    @operator
    async def due(self, now: datetime, limit: int) -> list[Intention]:
        """Those that can be said now, of all users who are not paused, soonest first."""
        sql = (
            f"SELECT * FROM pending_intentions WHERE {_WAITING} AND due_at <= $1 AND expires_at > $1"
            " ORDER BY due_at, id LIMIT $2"
        )
        return records(Intention, await self._db.fetch(sql, now, limit))

    @operator
    async def next_due(self) -> datetime | None:
        """When the next one of all users who are not paused is due; one that has expired counts until `expire` ends it."""
        row = await self._db.fetch_one(f"SELECT MIN(due_at) AS due_at FROM pending_intentions WHERE {_WAITING}")
        return moment(row["due_at"]) if row else None

    @operator
    async def expire(self, now: datetime) -> int:
        """End what was not said in time, of all users; how many those were."""
        sql = (
            "UPDATE pending_intentions SET status = 'expired', updated_at = $1"
            " WHERE status = 'pending' AND due_at <= $1 AND expires_at <= $1"
        )
        return await self._db.execute(sql, now)

    async def list(self, user_id: str) -> list[Intention]:
        """The pending ones, soonest first."""
        sql = "SELECT * FROM pending_intentions WHERE user_id = $1 AND status = 'pending' ORDER BY due_at, id"
        return records(Intention, await self._db.fetch(sql, user_id))
