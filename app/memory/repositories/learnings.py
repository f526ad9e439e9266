"""What the assistant learned about how to behave towards a person, and what it was corrected in."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Learning
from app.memory.repositories.standing import Standing
from app.memory.rows import records


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
