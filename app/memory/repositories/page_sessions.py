"""Who is signed in to the page, one row a browser. Knows only the digests of the tokens that browsers hold."""

from datetime import datetime

from app.memory.records import PageSession
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

# The digest is looked up and never read.
_COLUMNS = "id, user_id, browser, created_at, used_at, expires_at"


class PageSessions(Repository):
    """Sessions of the page. `door` is the fingerprint of the way in; what began at another one counts for nothing."""

    async def add(
        self, user_id: str, *, digest: str, door: str, browser: str, at: datetime, until: datetime
    ) -> PageSession:
        """One begins; what has run out, or stands under another door, is removed on the way."""
        sql = (
            "INSERT INTO page_sessions (user_id, digest, door, browser, created_at, used_at, expires_at)"
            f" VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING {_COLUMNS}"
        )
        async with self._db.transaction():
            gone = "DELETE FROM page_sessions WHERE user_id = $1 AND (expires_at <= $2 OR door <> $3)"
            await self._db.execute(gone, user_id, at, door)
            [row] = await self._db.fetch(sql, user_id, digest, door, browser, at, until)
        return record(PageSession, row)

    @operator
    async def by_digest(self, digest: str, door: str, at: datetime) -> PageSession | None:
        """The session whose token this is the digest of; None where there is none, or not any more."""
        sql = f"SELECT {_COLUMNS} FROM page_sessions WHERE digest = $1 AND door = $2 AND expires_at > $3"
        row = await self._db.fetch_one(sql, digest, door, at)
        return record(PageSession, row) if row else None

    async def everything(self, user_id: str, door: str, at: datetime) -> list[PageSession]:
        """Those that open something, in the order they began; `door` "": whichever way they signed in."""
        sql = f"SELECT {_COLUMNS} FROM page_sessions WHERE user_id = $1 AND ($2 = '' OR door = $2) AND expires_at > $3 ORDER BY id"
        return records(PageSession, await self._db.fetch(sql, user_id, door, at))

    async def used(self, user_id: str, session_id: int, at: datetime) -> None:
        """Its browser has just come."""
        await self._db.execute(
            "UPDATE page_sessions SET used_at = $3 WHERE user_id = $1 AND id = $2", user_id, session_id, at
        )

    async def end(self, user_id: str, session_id: int) -> bool:
        """Its token opens nothing from now on; False where there is no such session."""
        return bool(
            await self._db.execute("DELETE FROM page_sessions WHERE user_id = $1 AND id = $2", user_id, session_id)
        )

    async def end_all(self, user_id: str, *, but: int = 0) -> int:
        """End every session of the user, `but` one if there is one to keep; how many ended."""
        return await self._db.execute("DELETE FROM page_sessions WHERE user_id = $1 AND id <> $2", user_id, but)
