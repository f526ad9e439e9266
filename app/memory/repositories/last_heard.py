"""Where somebody was heard last, by channel and address: what is said to them first goes there.

A moment only ever moves forward, so that a message which comes late changes nothing. Bounded: who writes from ever new places keeps the
latest of them.
"""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import HeardPlace
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, moment, parts, records

MOST_PLACES = 50
_PUT = """INSERT INTO last_heard (user_id, channel, address, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id, channel, address) DO UPDATE SET at = excluded.at WHERE last_heard.at < excluded.at"""
_NEWEST = "ORDER BY at DESC, channel, address"
_TRIM = f"""DELETE FROM last_heard WHERE user_id = $1 AND (channel, address) IN
    (SELECT channel, address FROM last_heard WHERE user_id = $1 {_NEWEST} LIMIT {MOST_PLACES} OFFSET {MOST_PLACES})"""


class LastHeard(Repository):
    """One row a place of a user's."""

    async def put(self, user_id: str, channel: str, address: str, at: datetime) -> None:
        """They were heard there; a moment before the one that is known changes nothing. Inside a transaction it goes with it."""
        async with self._db.transaction():
            if await self._db.execute(_PUT, user_id, channel, address, at):
                await self._db.execute(_TRIM, user_id)

    async def of(self, user_id: str) -> list[HeardPlace]:
        """All places where a user was heard, newest first."""
        sql = f"SELECT * FROM last_heard WHERE user_id = $1 {_NEWEST}"
        return records(HeardPlace, await self._db.fetch(sql, user_id))

    async def at(self, user_id: str, channel: str, address: str) -> datetime | None:
        """When a user was heard in one place; None where they never were."""
        sql = "SELECT at FROM last_heard WHERE user_id = $1 AND channel = $2 AND address = $3"
        row = await self._db.fetch_one(sql, user_id, channel, address)
        return moment(row["at"]) if row else None

    @operator
    async def of_many(self, ids: Sequence[str], channels: Sequence[str]) -> list[HeardPlace]:
        """Where these users were heard on these channels, newest first for each."""
        found: list[HeardPlace] = []
        for part in parts(ids) if channels else ():
            sql = (
                f"SELECT * FROM last_heard WHERE user_id IN ({marks(len(part))})"
                f" AND channel IN ({marks(len(channels), 1 + len(part))}) ORDER BY user_id, at DESC, channel, address"
            )
            found += records(HeardPlace, await self._db.fetch(sql, *part, *channels))
        return found
