"""What people, their workers and the house want done at a time, once or again and again. The clock's loop claims what is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import ScheduledTask
from app.memory.repositories.clocked import Clocked
from app.memory.repositories.operator import operator
from app.memory.repositories.standing import Standing
from app.memory.rows import marks, parts, record, records, tuples

_ROUTINE_COLUMNS = (
    "user_id, kind, origin, status, target, name, instruction, rule, local_start, time_zone, due_at, freshness, taint, exceptions,"
    " turn_id, created_at, updated_at"
)
_ROUTINES_AT_ONCE = 100
_NOT_OVER = "status IN ('active', 'processing', 'paused')"


@dataclass(frozen=True, slots=True)
class RoutineDraft:
    """A routine of the house for one person, as the settings have it: `target` is its name."""

    user_id: str
    target: str
    name: str
    instruction: str
    rule: str
    local_start: str
    time_zone: str
    due_at: datetime
    freshness: int


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
        taint: Sequence[str] | None = None,
    ) -> ScheduledTask | None:
        """Write it anew, what it was made from only where that is said; None where there is none of that number."""
        sql = (
            "UPDATE scheduled_tasks SET name = $3, instruction = $4, rule = $5, local_start = $6, time_zone = $7, due_at = $8,"
            " status = $9, exceptions = $10, freshness = $11, origin = $12, updated_at = $13, taint = COALESCE($14, taint)"
            " WHERE user_id = $1 AND id = $2 RETURNING *"
        )
        values = (name, instruction, rule, local_start, time_zone, due_at, status, list(exceptions), freshness, origin)
        row = await self._db.fetch_one(sql, user_id, id, *values, at, None if taint is None else list(taint))
        return record(ScheduledTask, row) if row else None

    async def routine(self, user_id: str, target: str) -> ScheduledTask | None:
        """The row of one of the house's own routines, whatever became of it; None where this person has none."""
        sql = "SELECT * FROM scheduled_tasks WHERE user_id = $1 AND kind = 'routine' AND target = $2"
        row = await self._db.fetch_one(sql, user_id, target)
        return record(ScheduledTask, row) if row else None

    @operator
    async def routines(self, user_ids: Sequence[str], targets: Sequence[str]) -> list[ScheduledTask]:
        """The house's own routines of these names that these people have, whatever became of them."""
        found: list[ScheduledTask] = []
        for part in parts(user_ids):
            sql = (
                f"SELECT * FROM scheduled_tasks WHERE kind = 'routine' AND user_id IN ({marks(len(part))})"
                f" AND target IN ({marks(len(targets), len(part) + 1)})"
            )
            found += records(ScheduledTask, await self._db.fetch(sql, *part, *targets))
        return found

    @operator
    async def add_routines(self, drafts: Sequence[RoutineDraft], at: datetime) -> int:
        """Let people have these routines; those that somebody has already stay as they are. How many are new."""
        new = 0
        for part in parts(drafts, _ROUTINES_AT_ONCE):
            values: list[Value] = [value for draft in part for value in _routine_values(draft, at)]
            sql = (
                f"INSERT INTO scheduled_tasks ({_ROUTINE_COLUMNS}) VALUES {tuples(len(part), 17)}"
                " ON CONFLICT (user_id, target) WHERE kind = 'routine' DO NOTHING"
            )
            new += await self._db.execute(sql, *values)
        return new

    async def swap(self, user_id: str, old: ScheduledTask, new: ScheduledTask, at: datetime) -> bool:
        """Write `new` where it still stands as `old` was read; False where somebody changed or took it meanwhile."""
        sql = (
            "UPDATE scheduled_tasks SET rule = $3, local_start = $4, time_zone = $5, due_at = $6, status = $7, freshness = $8,"
            " updated_at = $9 WHERE user_id = $1 AND id = $2 AND status = $10 AND due_at = $11 AND updated_at = $12"
        )
        values = (new.rule, new.local_start, new.time_zone, new.due_at, new.status, new.freshness, at)
        return await self._db.execute(sql, user_id, old.id, *values, old.status, old.due_at, old.updated_at) > 0

    async def rest(self, user_id: str, id: int, *, was: datetime, status: str, due_at: datetime, at: datetime) -> bool:
        """Its occurrence due at `was` is over: let it stand so until `due_at`; False where it was changed meanwhile."""
        sql = (
            "UPDATE scheduled_tasks SET status = $4, due_at = $5, updated_at = $6"
            " WHERE user_id = $1 AND id = $2 AND status = 'processing' AND due_at = $3"
        )
        return await self._db.execute(sql, user_id, id, was, status, due_at, at) > 0

    async def release(self, user_id: str, id: int, at: datetime) -> bool:
        """Let one that was changed while it was done wait for its new moment; False where it needs no letting go."""
        sql = (
            "UPDATE scheduled_tasks SET status = 'active', updated_at = $3"
            " WHERE user_id = $1 AND id = $2 AND status = 'processing' AND NOT EXISTS"
            " (SELECT 1 FROM occurrences o WHERE o.user_id = $1 AND o.owner_kind = 'schedule'"
            " AND o.owner_id = CAST(scheduled_tasks.id AS TEXT) AND o.status IN ('waiting', 'running'))"
        )
        return await self._db.execute(sql, user_id, id, at) > 0

    async def list(self, user_id: str) -> list[ScheduledTask]:
        """Those that are not over, paused ones too."""
        sql = f"SELECT * FROM scheduled_tasks WHERE user_id = $1 AND {_NOT_OVER} ORDER BY due_at, id"
        return records(ScheduledTask, await self._db.fetch(sql, user_id))

    async def count_set(self, user_id: str, target: str, origin: str, since: datetime) -> int:
        """How many of that target were set since then by that origin, whatever became of them."""
        sql = (
            "SELECT COUNT(*) AS set_since FROM scheduled_tasks"
            " WHERE user_id = $1 AND lower(target) = lower($2) AND origin = $3 AND created_at >= $4"
        )
        [row] = await self._db.fetch(sql, user_id, target, origin, since)
        return row["set_since"]


def _routine_values(draft: RoutineDraft, at: datetime) -> list[Value]:
    """In the order of the columns."""
    return [
        draft.user_id,
        "routine",
        "settings",
        "active",
        draft.target,
        draft.name,
        draft.instruction,
        draft.rule,
        draft.local_start,
        draft.time_zone,
        draft.due_at,
        draft.freshness,
        [],
        [],
        None,
        at,
        at,
    ]
