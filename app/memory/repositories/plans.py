"""Plans of several steps, as far as they have come."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Json, PlanRecord
from app.memory.repositories.turn_rows import TurnRows
from app.memory.rows import marks, parts, record, records

_COLUMNS = "id, user_id, turn_id, goal, steps, taint, status, created_at, updated_at"


class Plans(TurnRows):
    """By their own id; a step's progress is a save of them all."""

    table = "plans"

    async def add(self, plan: PlanRecord) -> PlanRecord:
        """Keep a new one."""
        values: list[Value] = [getattr(plan, name) for name in _COLUMNS.split(", ")]
        sql = f"INSERT INTO plans ({_COLUMNS}) VALUES ({marks(len(values))}) RETURNING *"
        [row] = await self._db.fetch(sql, *values)
        return record(PlanRecord, row)

    async def get(self, user_id: str, id: str) -> PlanRecord | None:
        """One, or None."""
        row = await self._db.fetch_one("SELECT * FROM plans WHERE user_id = $1 AND id = $2", user_id, id)
        return record(PlanRecord, row) if row else None

    async def save(
        self, user_id: str, id: str, *, steps: Sequence[Json], taint: Sequence[str], status: str, at: datetime
    ) -> bool:
        """Write down how far it has come; False where there is no such plan."""
        sql = "UPDATE plans SET steps = $3, taint = $4, status = $5, updated_at = $6 WHERE user_id = $1 AND id = $2"
        return await self._db.execute(sql, user_id, id, list(steps), list(taint), status, at) > 0

    async def of_turns(self, user_id: str, turn_ids: Sequence[str]) -> list[PlanRecord]:
        """Those that were made in these turns."""
        found: list[PlanRecord] = []
        for part in parts(turn_ids):
            sql = (
                f"SELECT * FROM plans WHERE user_id = $1 AND turn_id IN ({marks(len(part), 2)}) ORDER BY created_at, id"
            )
            found += records(PlanRecord, await self._db.fetch(sql, user_id, *part))
        return found

    async def recent(self, user_id: str, limit: int) -> list[PlanRecord]:
        """The last `limit`, newest first."""
        sql = "SELECT * FROM plans WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"
        return records(PlanRecord, await self._db.fetch(sql, user_id, limit))
