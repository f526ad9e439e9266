"""What people, their workers and the house want done at a time, once or again and again. The clock's loop claims what is due."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import ScheduledTask
from app.memory.repositories.clocked import Clocked
from app.memory.repositories.standing import Standing
from app.memory.rows import record, records

_NOT_OVER = "status IN ('active', 'processing', 'paused')"


class ScheduledTasks(Standing[ScheduledTask], Clocked[ScheduledTask]):
    """A person's schedules, soonest first."""

    table = "scheduled_tasks"
    cls = ScheduledTask

    async def add(
        self,
        user_id: str,
        *,
        name: str,
        instruction: str,
        rule: str,
        local_start: str,
        time_zone: str,
        due_at: datetime,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
        kind: str = "task",
        target: str = "",
        exceptions: Sequence[str] = (),
        freshness: int = 21_600,
        origin: str = "user",
    ) -> ScheduledTask:
        """Schedule one, first due at `due_at`. Of each routine a person has one."""
        return await self._add(
            user_id,
            name=name,
            instruction=instruction,
            rule=rule,
            local_start=local_start,
            time_zone=time_zone,
            due_at=due_at,
            status="active",
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
            kind=kind,
            target=target,
            exceptions=list(exceptions),
            freshness=freshness,
            origin=origin,
        )

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        name: str,
        instruction: str,
        rule: str,
        local_start: str,
        time_zone: str,
        due_at: datetime,
        status: str,
        exceptions: Sequence[str],
        freshness: int,
        origin: str,
        at: datetime,
    ) -> ScheduledTask | None:
        """Write it anew; None where there is none of that number."""
        sql = (
            "UPDATE scheduled_tasks SET name = $3, instruction = $4, rule = $5, local_start = $6, time_zone = $7, due_at = $8,"
            " status = $9, exceptions = $10, freshness = $11, origin = $12, updated_at = $13"
            " WHERE user_id = $1 AND id = $2 RETURNING *"
        )
        values = (name, instruction, rule, local_start, time_zone, due_at, status, list(exceptions), freshness, origin)
        row = await self._db.fetch_one(sql, user_id, id, *values, at)
        return record(ScheduledTask, row) if row else None

    async def routine(self, user_id: str, target: str) -> ScheduledTask | None:
        """The row of one of the house's own routines, whatever became of it; None where this person has none."""
        sql = "SELECT * FROM scheduled_tasks WHERE user_id = $1 AND kind = 'routine' AND target = $2"
        row = await self._db.fetch_one(sql, user_id, target)
        return record(ScheduledTask, row) if row else None

    async def list(self, user_id: str) -> list[ScheduledTask]:
        """Those that are not over, paused ones too."""
        sql = f"SELECT * FROM scheduled_tasks WHERE user_id = $1 AND {_NOT_OVER} ORDER BY due_at, id"
        return records(ScheduledTask, await self._db.fetch(sql, user_id))
