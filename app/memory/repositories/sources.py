"""Whose words were read, and which of them their user trusts.

Invariant: a name is trusted only while everything ever read under it is: a second file of a trusted file's name is nobody's yet.
"""

from datetime import datetime

from app.memory.records import Source
from app.memory.repositories.repository import Repository
from app.memory.rows import records


class Sources(Repository):
    """A person's sources by name and mark."""

    async def seen(self, user_id: str, name: str, mark: str, at: datetime) -> None:
        """Something was read under `name`; `mark` tells its contents apart from others of that name."""
        sql = (
            "INSERT INTO sources (user_id, name, mark, trusted_at, created_at) VALUES ($1, $2, $3, NULL, $4)"
            " ON CONFLICT (user_id, name, mark) DO NOTHING"
        )
        await self._db.execute(sql, user_id, name, mark, at)

    async def trust(self, user_id: str, name: str, at: datetime) -> None:
        """Trust all that was read under `name` so far; where nothing was, the name itself."""
        async with self._db.transaction():
            sql = "UPDATE sources SET trusted_at = $3 WHERE user_id = $1 AND name = $2 AND trusted_at IS NULL"
            await self._db.execute(sql, user_id, name, at)
            if not await self.is_known(user_id, name):
                sql = "INSERT INTO sources (user_id, name, mark, trusted_at, created_at) VALUES ($1, $2, '', $3, $3)"
                await self._db.execute(sql, user_id, name, at)

    async def distrust(self, user_id: str, name: str) -> bool:
        """Take trust back; False where there was none."""
        sql = "UPDATE sources SET trusted_at = NULL WHERE user_id = $1 AND name = $2 AND trusted_at IS NOT NULL"
        return await self._db.execute(sql, user_id, name) > 0

    async def trusted(self, user_id: str) -> frozenset[str]:
        """The names of those that are trusted now."""
        sql = "SELECT name FROM sources WHERE user_id = $1 GROUP BY name HAVING COUNT(*) = COUNT(trusted_at)"
        return frozenset(str(row["name"]) for row in await self._db.fetch(sql, user_id))

    async def is_known(self, user_id: str, name: str) -> bool:
        """Whether anything was ever read under `name`."""
        return (
            await self._db.fetch_one("SELECT 1 FROM sources WHERE user_id = $1 AND name = $2", user_id, name)
            is not None
        )

    async def list(self, user_id: str, limit: int) -> list[Source]:
        """The newest first, each name and mark a row of its own."""
        sql = "SELECT * FROM sources WHERE user_id = $1 ORDER BY created_at DESC, name, mark LIMIT $2"
        return records(Source, await self._db.fetch(sql, user_id, limit))
