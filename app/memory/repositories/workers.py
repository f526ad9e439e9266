"""The assistants behind the assistant: who there are, by name."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Json, Worker
from app.memory.repositories.table import Table
from app.memory.rows import record, records


class Workers(Table[Worker]):
    """A person's workers; a name is there once, in whatever case it is written."""

    table = "workers"
    cls = Worker

    async def add(
        self, user_id: str, *, name: str, purpose: str, turn_id: str | None, taint: Sequence[str], at: datetime
    ) -> Worker:
        """Take one on; one of that name is returned as it is."""
        async with self._db.transaction():
            known = await self.named(user_id, name)
            return known or await self._add(
                user_id,
                name=name,
                purpose=purpose,
                running_summary="",
                status="idle",
                question={},
                turn_id=turn_id,
                taint=list(taint),
                created_at=at,
                updated_at=at,
            )

    async def named(self, user_id: str, name: str) -> Worker | None:
        """The one of that name; None where there is none."""
        sql = "SELECT * FROM workers WHERE user_id = $1 AND lower(name) = lower($2) ORDER BY id LIMIT 1"
        row = await self._db.fetch_one(sql, user_id, name)
        return record(Worker, row) if row else None

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        running_summary: str,
        status: str,
        question: Json,
        taint: Sequence[str],
        at: datetime,
    ) -> bool:
        """How it stands after a run; False where there is none of that number."""
        sql = (
            "UPDATE workers SET running_summary = $3, status = $4, question = $5, taint = $6, updated_at = $7"
            " WHERE user_id = $1 AND id = $2"
        )
        return await self._db.execute(sql, user_id, id, running_summary, status, question, list(taint), at) > 0

    async def delete(self, user_id: str, id: int) -> bool:
        """Let it go, with its conversation; False where there is none of that number."""
        return await self.erase(user_id, [id]) > 0

    async def waiting(self, user_id: str) -> list[Worker]:
        """Those that wait for an answer of their user, longest first."""
        sql = "SELECT * FROM workers WHERE user_id = $1 AND status = 'waiting' ORDER BY updated_at, id"
        return records(Worker, await self._db.fetch(sql, user_id))

    async def list(self, user_id: str) -> list[Worker]:
        """All of them, in the order they were taken on."""
        return await self.everything(user_id)
