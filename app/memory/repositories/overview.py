"""All users' rows at a glance, for whoever looks after the house. The dashboard reads it and nothing else does."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import AuditEntry, ContextEntry, CostLine, ScheduledTask, TurnRecord
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import records

_SINCE = "created_at >= $1"
_COUNTED = ("facts", "notes", "tasks", "reminders", "turns")
_OF = ("user_id", "model", "role")
_LAST = 2**53


class Overview(Repository):
    """Newest first throughout; `before` is the number of the row after which a page begins."""

    @operator
    async def interactions(self, limit: int, *, before: int = _LAST, failed: bool = False) -> list[TurnRecord]:
        """What was asked and answered; `failed`: only what went wrong."""
        where = "number < $1 AND status = 'failed'" if failed else "number < $1"
        sql = f"SELECT * FROM turns WHERE {where} ORDER BY number DESC LIMIT $2"
        return records(TurnRecord, await self._db.fetch(sql, before, limit))

    @operator
    async def audit(self, limit: int, *, before: int = _LAST) -> list[AuditEntry]:
        """Every tool call as it was decided."""
        sql = "SELECT * FROM audit_log WHERE id < $1 ORDER BY id DESC LIMIT $2"
        return records(AuditEntry, await self._db.fetch(sql, before, limit))

    @operator
    async def schedules(self, limit: int) -> list[ScheduledTask]:
        """What will run by itself, soonest first."""
        sql = (
            "SELECT * FROM scheduled_tasks WHERE status IN ('active', 'processing', 'paused')"
            " ORDER BY CASE WHEN status = 'paused' THEN 1 ELSE 0 END, due_at, id LIMIT $1"
        )
        return records(ScheduledTask, await self._db.fetch(sql, limit))

    @operator
    async def profiles(self, limit: int) -> list[ContextEntry]:
        """The texts about each user."""
        sql = "SELECT * FROM context ORDER BY user_id, key LIMIT $1"
        return records(ContextEntry, await self._db.fetch(sql, limit))

    @operator
    async def counts(self) -> dict[str, dict[str, int]]:
        """How much is kept of each user: {user: {table: rows}}."""
        found: dict[str, dict[str, int]] = {}
        for table in _COUNTED:
            for row in await self._db.fetch(f"SELECT user_id, COUNT(*) AS rows_there FROM {table} GROUP BY user_id"):
                found.setdefault(row["user_id"], {})[table] = row["rows_there"]
        return found

    @operator
    async def turns_by(self) -> list[tuple[str, str, int]]:
        """How many turns there were, ever: (channel, status, count)."""
        sql = "SELECT channel, status, COUNT(*) AS rows_there FROM turns GROUP BY channel, status ORDER BY channel, status"
        return [(row["channel"], row["status"], row["rows_there"]) for row in await self._db.fetch(sql)]

    @operator
    async def waiting(self, now: datetime) -> dict[str, int]:
        """What waits now: "messages" for a turn, "approvals" for a yes, "deliveries" for their channel."""
        counts = {
            "messages": ("SELECT COUNT(*) AS rows_there FROM inbox WHERE status <> 'done'", ()),
            "approvals": (
                "SELECT COUNT(*) AS rows_there FROM pending_actions WHERE status = 'pending' AND expires_at > $1",
                (now,),
            ),
            "deliveries": (
                "SELECT COUNT(*) AS rows_there FROM outbox WHERE status IN ('pending', 'sending')",
                (),
            ),
        }
        return {name: (await self._db.fetch(sql, *values))[0]["rows_there"] for name, (sql, values) in counts.items()}

    @operator
    async def costs(self, since: datetime, by: Sequence[str]) -> list[CostLine]:
        """What models cost since then, in US dollars, by these of: user_id, model, role."""
        names = [name for name in _OF if name in by]
        shown = ", ".join(name if name in names else f"'' AS {name}" for name in _OF)
        sql = (
            f"SELECT {shown}, SUM(requests) AS requests, SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens, SUM(cost) AS cost"
            f" FROM usage WHERE {_SINCE} GROUP BY {', '.join(names)} ORDER BY cost DESC, {', '.join(names)}"
        )
        return records(CostLine, await self._db.fetch(sql, since))
