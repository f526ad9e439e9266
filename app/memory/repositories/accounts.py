"""People's accounts elsewhere."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Account, AccountHoldings, Json
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_PUT = """INSERT INTO accounts
    (user_id, provider, label, identity, settings, scopes, state, problem, checked_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'ok', '', $7, $7, $7)
    ON CONFLICT (user_id, provider, identity) DO UPDATE SET
    label = $3, settings = $5, scopes = $6, state = 'ok', problem = '', told_at = NULL, checked_at = $7, updated_at = $7
    RETURNING *"""

_HOLDINGS = """SELECT
    (SELECT COUNT(*) FROM mails WHERE user_id = $1 AND account_id = $2) AS mails,
    (SELECT COUNT(*) FROM calendar_events WHERE user_id = $1 AND account_id = $2) AS events,
    (SELECT COUNT(*) FROM mail_outbox WHERE user_id = $1 AND account_id = $2 AND state IN ('waiting', 'sending')) AS waiting"""


class Accounts(Repository):
    """At most one of an identity for each provider."""

    async def put(
        self,
        user_id: str,
        provider: str,
        identity: str,
        *,
        label: str,
        settings: Json,
        scopes: Sequence[str],
        at: datetime,
    ) -> Account:
        """Keep one that was just tried and works; connecting it again mends it. Raises TooMany."""
        if await self.named(user_id, provider, identity) is None:
            await self._check_room(user_id, "accounts", {})
        [row] = await self._db.fetch(_PUT, user_id, provider, label, identity, settings, list(scopes), at)
        return record(Account, row)

    async def every(self, user_id: str) -> list[Account]:
        """All of a person, in the order they were connected."""
        return records(Account, await self._db.fetch("SELECT * FROM accounts WHERE user_id = $1 ORDER BY id", user_id))

    async def get(self, user_id: str, id: int) -> Account | None:
        """The one of that number."""
        row = await self._db.fetch_one("SELECT * FROM accounts WHERE user_id = $1 AND id = $2", user_id, id)
        return record(Account, row) if row else None

    async def named(self, user_id: str, provider: str, identity: str) -> Account | None:
        """The one a vendor knows by that name."""
        sql = "SELECT * FROM accounts WHERE user_id = $1 AND provider = $2 AND identity = $3"
        row = await self._db.fetch_one(sql, user_id, provider, identity)
        return record(Account, row) if row else None

    async def used(self, user_id: str, id: int, at: datetime) -> None:
        """It was reached just now, so it works."""
        sql = (
            "UPDATE accounts SET used_at = $3, checked_at = $3, state = 'ok', problem = '', told_at = NULL"
            " WHERE user_id = $1 AND id = $2"
        )
        await self._db.execute(sql, user_id, id, at)

    async def broke(self, user_id: str, id: int, *, state: str, problem: str, at: datetime) -> None:
        """It could not be reached, or no longer lets us in."""
        sql = "UPDATE accounts SET state = $3, problem = $4, checked_at = $5 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, state, problem, at)

    async def heard(self, user_id: str, id: int, watermark: str, *, before: str) -> bool:
        """Its inbox was heard of up to there; False where it no longer stands where it stood `before`."""
        sql = "UPDATE accounts SET watermark = $3 WHERE user_id = $1 AND id = $2 AND watermark = $4"
        return await self._db.execute(sql, user_id, id, watermark, before) > 0

    async def told(self, user_id: str, id: int, at: datetime) -> bool:
        """Its owner is told that it broke; False where they were already."""
        sql = "UPDATE accounts SET told_at = $3 WHERE user_id = $1 AND id = $2 AND told_at IS NULL"
        return await self._db.execute(sql, user_id, id, at) > 0

    async def rename(self, user_id: str, id: int, label: str, at: datetime) -> bool:
        """What its owner calls it; False where there is none of that number."""
        sql = "UPDATE accounts SET label = $3, updated_at = $4 WHERE user_id = $1 AND id = $2"
        return await self._db.execute(sql, user_id, id, label, at) > 0

    async def set_up(self, user_id: str, id: int, settings: Json, at: datetime) -> bool:
        """How it is reached and what it offers; False where there is none of that number."""
        sql = "UPDATE accounts SET settings = $3, updated_at = $4 WHERE user_id = $1 AND id = $2"
        return await self._db.execute(sql, user_id, id, settings, at) > 0

    async def holdings(self, user_id: str, id: int) -> AccountHoldings:
        """What of it would go with it."""
        [row] = await self._db.fetch(_HOLDINGS, user_id, id)
        return record(AccountHoldings, row)

    async def delete(self, user_id: str, id: int) -> bool:
        """Remove it with its mails, those on their way out included."""
        return await self._db.execute("DELETE FROM accounts WHERE user_id = $1 AND id = $2", user_id, id) > 0

    @operator
    async def everyones(self) -> list[Account]:
        """All accounts of all people, by number."""
        return records(Account, await self._db.fetch("SELECT * FROM accounts ORDER BY id"))
