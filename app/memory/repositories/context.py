"""Named texts about a person, such as the narrative profile."""

from datetime import datetime

from app.memory.records import ContextEntry
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_PUT = """INSERT INTO context (user_id, key, content, updated_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id, key) DO UPDATE SET content = $3, updated_at = $4"""


class Contexts(Repository):
    """Texts by key."""

    async def get(self, user_id: str, key: str) -> ContextEntry | None:
        """The text under `key`, or None."""
        row = await self._db.fetch_one("SELECT * FROM context WHERE user_id = $1 AND key = $2", user_id, key)
        return record(ContextEntry, row) if row else None

    async def all(self, user_id: str) -> list[ContextEntry]:
        """All of them, by key."""
        return records(
            ContextEntry, await self._db.fetch("SELECT * FROM context WHERE user_id = $1 ORDER BY key", user_id)
        )

    async def put(self, user_id: str, key: str, content: str, at: datetime) -> None:
        """Write the text under `key`, over what was there."""
        await self._db.execute(_PUT, user_id, key, content, at)

    async def delete(self, user_id: str, key: str) -> bool:
        """Remove it; False where there is none."""
        return await self._db.execute("DELETE FROM context WHERE user_id = $1 AND key = $2", user_id, key) > 0
