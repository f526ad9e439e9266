"""The message that stands in a chat until the answer replaces it: one a chat, and it belongs to one turn at a time."""

from datetime import datetime

from app.memory.records import Placeholder
from app.memory.repositories.repository import Repository
from app.memory.rows import record

_PUT = """INSERT INTO placeholders (user_id, channel, address, external_id, turn_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, channel, address)
    DO UPDATE SET external_id = excluded.external_id, turn_id = excluded.turn_id, created_at = excluded.created_at"""
_CHAT = "user_id = $1 AND channel = $2 AND address = $3"


class Placeholders(Repository):
    """By chat: (channel, address)."""

    async def put(self, user_id: str, channel: str, address: str, external_id: str, turn_id: str, at: datetime) -> None:
        """The chat shows this one now; an earlier one is no longer known."""
        await self._db.execute(_PUT, user_id, channel, address, external_id, turn_id, at)

    async def get(self, user_id: str, channel: str, address: str) -> Placeholder | None:
        """The one in the chat, or None."""
        row = await self._db.fetch_one(f"SELECT * FROM placeholders WHERE {_CHAT}", user_id, channel, address)
        return record(Placeholder, row) if row else None

    async def assign(self, user_id: str, channel: str, address: str, turn_id: str) -> bool:
        """Let it stand for that turn's answer; False where the chat shows none."""
        sql = f"UPDATE placeholders SET turn_id = $4 WHERE {_CHAT}"
        return await self._db.execute(sql, user_id, channel, address, turn_id) > 0

    async def take(self, user_id: str, channel: str, address: str, turn_id: str) -> Placeholder | None:
        """Take it out of the books, once, to become that turn's answer; None where there is none of that turn."""
        sql = f"DELETE FROM placeholders WHERE {_CHAT} AND turn_id = $4 RETURNING *"
        row = await self._db.fetch_one(sql, user_id, channel, address, turn_id)
        return record(Placeholder, row) if row else None
