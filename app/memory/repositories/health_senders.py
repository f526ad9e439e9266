"""Who may send measurements for whom: phones, each with a secret of its own, of which the digest is kept."""

from datetime import datetime

from app.memory.records import HealthSender
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

# The digest is looked up and never read: what leaves the database can't be a secret, not even a digest of one.
_COLUMNS = "id, user_id, name, clock_skew_seconds, created_at, used_at, removed_at"
# Stands where a paired phone has its digest, in the row of whoever brings the secret of the settings: no digest looks like it.
SETTING = "setting:"


class HealthSenders(Repository):
    """A person's phones, and whoever sends with the secret of the settings."""

    async def add(self, user_id: str, *, name: str, digest: str, at: datetime) -> HealthSender:
        """Pair one; `digest` is of its secret. Raises StorageError where that secret is somebody's already."""
        sql = (
            "INSERT INTO health_senders (user_id, name, digest, created_at) VALUES ($1, $2, $3, $4)"
            f" RETURNING {_COLUMNS}"
        )
        [row] = await self._db.fetch(sql, user_id, name, digest, at)
        return record(HealthSender, row)

    async def everything(self, user_id: str) -> list[HealthSender]:
        """Those that may send, in the order they were paired."""
        sql = f"SELECT {_COLUMNS} FROM health_senders WHERE user_id = $1 AND removed_at IS NULL ORDER BY id"
        return records(HealthSender, await self._db.fetch(sql, user_id))

    async def remove(self, user_id: str, sender_id: int, at: datetime) -> bool:
        """Its secret opens nothing from now on; False where there is no such phone."""
        sql = (
            "UPDATE health_senders SET removed_at = $3 WHERE user_id = $1 AND id = $2 AND removed_at IS NULL"
            f" AND digest <> '{SETTING}' || user_id"
        )
        return bool(await self._db.execute(sql, user_id, sender_id, at))

    async def of_setting(self, user_id: str, name: str, at: datetime) -> HealthSender:
        """The row of whoever brings the secret of the settings, which is compared elsewhere; made the first time."""
        digest = f"{SETTING}{user_id}"
        found = f"SELECT {_COLUMNS} FROM health_senders WHERE user_id = $1 AND digest = $2"
        row = await self._db.fetch_one(found, user_id, digest)
        if row is None:
            sql = (
                "INSERT INTO health_senders (user_id, name, digest, created_at) VALUES ($1, $2, $3, $4)"
                " ON CONFLICT (digest) DO NOTHING"
            )
            await self._db.execute(sql, user_id, name, digest, at)
            [row] = await self._db.fetch(found, user_id, digest)
        return record(HealthSender, row)

    @operator
    async def by_digest(self, digest: str) -> HealthSender | None:
        """Whose secret this is the digest of; None where it is nobody's or was removed."""
        sql = f"SELECT {_COLUMNS} FROM health_senders WHERE digest = $1 AND removed_at IS NULL"
        row = await self._db.fetch_one(sql, digest)
        return record(HealthSender, row) if row else None

    async def used(self, user_id: str, sender_id: int, at: datetime, clock_skew_seconds: float | None) -> None:
        """It has just sent; its clock was this much ahead of ours, None where it didn't say."""
        sql = "UPDATE health_senders SET used_at = $3, clock_skew_seconds = $4 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, sender_id, at, clock_skew_seconds)
