"""What the assistant learned about how to behave towards a person, and what it was corrected in."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Learning
from app.memory.repositories.clocked import waiting
from app.memory.repositories.operator import operator
from app.memory.repositories.standing import Standing
from app.memory.rows import moment, records

_UNTOLD = (
    f"{waiting('agent_learnings', 'proposed')} AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.user_id = agent_learnings.user_id"
    " AND o.owner_kind = 'learning' AND o.owner_id = CAST(agent_learnings.id AS TEXT))"
)


class Learnings(Standing[Learning]):
    """A person's learnings and corrections."""

    table = "agent_learnings"
    cls = Learning

    async def add(
        self,
        user_id: str,
        *,
        kind: str,
        content: str,
        status: str,
        source: str,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> Learning:
        """Write one down."""
        return await self._add(
            user_id,
            kind=kind,
            content=content,
            status=status,
            source=source,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    async def active(self, user_id: str) -> list[Learning]:
        """Those that count, in the order they were learned."""
        sql = "SELECT * FROM agent_learnings WHERE user_id = $1 AND status = 'active' ORDER BY id"
        return records(Learning, await self._db.fetch(sql, user_id))

    async def list(self, user_id: str, limit: int) -> list[Learning]:
        """The newest `limit`, whatever became of them."""
        sql = "SELECT * FROM agent_learnings WHERE user_id = $1 ORDER BY id DESC LIMIT $2"
        return records(Learning, await self._db.fetch(sql, user_id, limit))

    async def untold(self, user_id: str) -> Sequence[Learning]:
        """Those that are proposed and that their user was not told of, oldest first; none while they have paused."""
        sql = f"SELECT * FROM agent_learnings WHERE {_UNTOLD} AND user_id = $1 ORDER BY id"
        return records(Learning, await self._db.fetch(sql, user_id))

    @operator
    async def untold_users(self, limit: int) -> Sequence[str]:
        """Who has such."""
        sql = f"SELECT DISTINCT user_id FROM agent_learnings WHERE {_UNTOLD} ORDER BY user_id LIMIT $1"
        return [row["user_id"] for row in await self._db.fetch(sql, limit)]

    @operator
    async def next_untold(self) -> datetime | None:
        """Since when the first of anybody's waits to be told."""
        row = await self._db.fetch_one(f"SELECT MIN(created_at) AS since FROM agent_learnings WHERE {_UNTOLD}")
        return moment(row["since"]) if row else None
