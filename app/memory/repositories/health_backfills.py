"""Imports of archives: jobs that outlive a restart. How far one is, and what came of its rows, is kept with the rows themselves."""

from datetime import datetime

from app.memory.records import HealthBackfill, Json
from app.memory.repositories.operator import operator
from app.memory.repositories.table import Table
from app.memory.rows import record, records

_OPEN = "status IN ('waiting', 'running')"


class HealthBackfills(Table[HealthBackfill]):
    """A person's imports."""

    table = "health_backfills"
    cls = HealthBackfill

    async def add(
        self, user_id: str, *, name: str, path: str, progress: Json, counts: Json, at: datetime
    ) -> HealthBackfill:
        """One that waits for its turn."""
        return await self._add(
            user_id,
            name=name,
            path=path,
            status="waiting",
            progress=progress,
            counts=counts,
            reasons=[],
            problem="",
            created_at=at,
        )

    async def newest(self, user_id: str, limit: int) -> list[HealthBackfill]:
        """The newest first."""
        sql = "SELECT * FROM health_backfills WHERE user_id = $1 ORDER BY id DESC LIMIT $2"
        return records(HealthBackfill, await self._db.fetch(sql, user_id, limit))

    async def open_of(self, user_id: str, path: str) -> HealthBackfill | None:
        """The one of that file that isn't over."""
        sql = f"SELECT * FROM health_backfills WHERE user_id = $1 AND path = $2 AND {_OPEN} ORDER BY id LIMIT 1"
        row = await self._db.fetch_one(sql, user_id, path)
        return record(HealthBackfill, row) if row else None

    async def begin(self, user_id: str, id: int, progress: Json, at: datetime) -> bool:
        """It is being read from now on; False where it is over."""
        sql = (
            "UPDATE health_backfills SET status = 'running', progress = $3, started_at = COALESCE(started_at, $4)"
            f" WHERE user_id = $1 AND id = $2 AND {_OPEN}"
        )
        return await self._db.execute(sql, user_id, id, progress, at) > 0

    async def keep(self, user_id: str, id: int, *, progress: Json, counts: Json, reasons: list[Json]) -> None:
        """How far it is, in the unit of work that keeps the rows before that."""
        sql = "UPDATE health_backfills SET progress = $3, counts = $4, reasons = $5 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, progress, counts, reasons)

    async def end(self, user_id: str, id: int, *, status: str, problem: str, at: datetime, was: str = "") -> bool:
        """It is over; `was` names the one status that it may come from, else it is any of those not over. False where it isn't in it."""
        sql = (
            "UPDATE health_backfills SET status = $3, problem = $4, finished_at = $5 WHERE user_id = $1 AND id = $2"
            f" AND (status = $6 OR ($6 = '' AND {_OPEN}))"
        )
        return await self._db.execute(sql, user_id, id, status, problem, at, was) > 0

    @operator
    async def unfinished(self) -> list[HealthBackfill]:
        """Those of everybody that aren't over, oldest first."""
        return records(
            HealthBackfill, await self._db.fetch(f"SELECT * FROM health_backfills WHERE {_OPEN} ORDER BY id")
        )
