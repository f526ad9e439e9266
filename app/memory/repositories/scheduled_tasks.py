"""What people want done again and again. The clock's loop claims what is due."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import ScheduledTask
from app.memory.repositories.clocked import Clocked
from app.memory.repositories.standing import Standing
from app.memory.rows import records


class ScheduledTasks(Standing[ScheduledTask], Clocked[ScheduledTask]):
    """A person's scheduled tasks, soonest first."""

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
    ) -> ScheduledTask:
        """Schedule one, first due at `due_at`."""
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
        )

    async def list(self, user_id: str) -> list[ScheduledTask]:
        """Those that are not over, paused ones too."""
        sql = (
            "SELECT * FROM scheduled_tasks WHERE user_id = $1 AND status IN ('active', 'processing', 'paused')"
            " ORDER BY due_at, id"
        )
        return records(ScheduledTask, await self._db.fetch(sql, user_id))
