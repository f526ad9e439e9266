"""What people want to be told of when it happens."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import AlertRule, Json
from app.memory.repositories.standing import Standing
from app.memory.rows import records


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
            expires_at=expires_at,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    async def list(self, user_id: str) -> list[AlertRule]:
        """Those that are not over, paused ones too."""
        sql = "SELECT * FROM alert_rules WHERE user_id = $1 AND status IN ('active', 'paused') ORDER BY id"
        return records(AlertRule, await self._db.fetch(sql, user_id))

    async def fired(self, user_id: str, id: int, at: datetime) -> bool:
        """It happened and the user was told; False where there is no active rule of that number."""
        sql = "UPDATE alert_rules SET fired_at = $3 WHERE user_id = $1 AND id = $2 AND status = 'active'"
        return await self._db.execute(sql, user_id, id, at) > 0
