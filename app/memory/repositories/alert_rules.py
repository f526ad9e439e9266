"""What people want to be told of when it happens."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import AlertRule, Json
from app.memory.repositories.clocked import waiting
from app.memory.repositories.operator import operator
from app.memory.repositories.standing import Standing
from app.memory.rows import record, records


class AlertRules(Standing[AlertRule]):
    """A person's rules, in the order they were made."""

    table = "alert_rules"
    cls = AlertRule

    async def add(
        self,
        user_id: str,
        *,
        name: str,
        source: str,
        condition: Json,
        cooldown: int,
        expires_at: datetime | None,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> AlertRule:
        """Watch for something, at most one alert in `cooldown` seconds."""
        return await self._add(
            user_id,
            name=name,
            source=source,
            condition=condition,
            cooldown=cooldown,
            status="active",
            seen=[],
            expires_at=expires_at,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    async def fired(
        self, user_id: str, id: int, *, because: str, seen: Sequence[str], taint: Sequence[str], at: datetime
    ) -> bool:
        """It happened and the user was told; `taint`: whose words its row holds now. False where there is no active rule of that number."""
        sql = (
            "UPDATE alert_rules SET fired_at = $3, fired_because = $4, seen = $5, taint = $6"
            " WHERE user_id = $1 AND id = $2 AND status = 'active'"
        )
        return await self._db.execute(sql, user_id, id, at, because, list(seen), list(taint)) > 0

    @operator
    async def watching(self, after: int, limit: int) -> list[AlertRule]:
        """Active rules of all users who are not paused, by number, those after `after`."""
        sql = f"SELECT * FROM alert_rules WHERE {waiting('alert_rules')} AND id > $1 ORDER BY id LIMIT $2"
        return records(AlertRule, await self._db.fetch(sql, after, limit))

    @operator
    async def watched(self, source: str) -> list[str]:
        """The users who are not paused and have an active rule of that source."""
        sql = (
            f"SELECT DISTINCT user_id FROM alert_rules WHERE {waiting('alert_rules')} AND source = $1 ORDER BY user_id"
        )
        return [row["user_id"] for row in await self._db.fetch(sql, source)]

    async def of_source(self, user_id: str, source: str) -> list[AlertRule]:
        """A person's active rules of that source."""
        sql = f"SELECT * FROM alert_rules WHERE {waiting('alert_rules')} AND user_id = $1 AND source = $2 ORDER BY id"
        return records(AlertRule, await self._db.fetch(sql, user_id, source))

    @operator
    async def expire(self, now: datetime) -> int:
        """End the rules whose time is over, of all users; how many those were."""
        sql = "UPDATE alert_rules SET status = 'done', updated_at = $1 WHERE status = 'active' AND expires_at <= $1"
        return await self._db.execute(sql, now)

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        name: str,
        source: str,
        condition: Json,
        cooldown: int,
        status: str,
        expires_at: datetime | None,
        taint: Sequence[str] | None,
        at: datetime,
    ) -> AlertRule | None:
        """Write it anew, with whose words are in it now (`taint` None: the same): what it told before no longer counts. None where there
        is none of that number."""
        sql = (
            "UPDATE alert_rules SET name = $3, source = $4, condition = $5, cooldown = $6, status = $7, expires_at = $8,"
            " seen = $9, updated_at = $10, taint = COALESCE($11, taint) WHERE user_id = $1 AND id = $2 RETURNING *"
        )
        values = (name, source, condition, cooldown, status, expires_at, [])
        row = await self._db.fetch_one(sql, user_id, id, *values, at, None if taint is None else list(taint))
        return record(AlertRule, row) if row else None

    async def list(self, user_id: str) -> list[AlertRule]:
        """Those that are not over, paused ones too."""
        sql = "SELECT * FROM alert_rules WHERE user_id = $1 AND status IN ('active', 'paused') ORDER BY id"
        return records(AlertRule, await self._db.fetch(sql, user_id))
