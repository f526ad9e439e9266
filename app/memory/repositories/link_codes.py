"""One-time codes that let whoever sends one from a channel be this user. Knows only their digests."""

from datetime import datetime

from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository

_ADD = "INSERT INTO link_codes (digest, user_id, channel, expires_at) VALUES ($1, $2, $3, $4)"


class LinkCodes(Repository):
    """At most one for each user and channel."""

    async def add(self, user_id: str, *, digest: str, channel: str, expires_at: datetime) -> None:
        """Give the user a code; their earlier one for the channel no longer works."""
        async with self._db.transaction():
            await self._db.execute("DELETE FROM link_codes WHERE user_id = $1 AND channel = $2", user_id, channel)
            await self._db.execute(_ADD, digest, user_id, channel, expires_at)

    @operator
    async def take(self, digest: str, channel: str, now: datetime) -> str | None:
        """Whose code that is, once; None for one unknown, of another channel, used or expired."""
        sql = "DELETE FROM link_codes WHERE digest = $1 AND channel = $2 AND expires_at > $3 RETURNING user_id"
        row = await self._db.fetch_one(sql, digest, channel, now)
        return row["user_id"] if row else None
