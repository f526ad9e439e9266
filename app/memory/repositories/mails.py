"""Headings of mails that were seen, so that each has a number. Knows no mailbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.records import MailHeading
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, record, records
from app.memory.words import fold

_SEEN = """INSERT INTO mails (user_id, account_id, folder, uid, message_id, sender_name, sender, subject, received_at,
    is_unread, size, taint, listed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    ON CONFLICT (user_id, account_id, folder, uid) DO UPDATE SET is_unread = $10, listed_at = $13, deleted_at = NULL
    RETURNING *"""
_OPEN = "SELECT * FROM mails WHERE user_id = $1 AND deleted_at IS NULL"
_LATEST = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """A mail as a mailbox lists it."""

    account_id: int
    folder: str
    uid: str
    message_id: str
    sender_name: str
    sender: str
    subject: str
    received_at: datetime
    is_unread: bool
    size: int
    taint: tuple[str, ...]


class Mails(Repository):
    """A mail keeps its number for as long as it lies where it is, or was moved by us."""

    async def seen(self, user_id: str, mails: Sequence[Seen], at: datetime) -> list[MailHeading]:
        """Write them down, and give them back with their numbers, in their order."""
        rows: list[MailHeading] = []
        async with self._db.transaction():
            for one in mails:
                values = (one.account_id, one.folder, one.uid, one.message_id, one.sender_name, one.sender, one.subject)
                [row] = await self._db.fetch(
                    _SEEN, user_id, *values, one.received_at, one.is_unread, one.size, list(one.taint), at
                )
                rows.append(record(MailHeading, row))
        return rows

    async def came(self, user_id: str, ids: Sequence[int], at: datetime) -> None:
        """They came just now, and somebody was waiting for them."""
        sql = f"UPDATE mails SET came_at = COALESCE(came_at, $2) WHERE user_id = $1 AND id IN ({marks(len(ids), 3)})"
        await self._db.execute(sql, user_id, at, *ids)

    async def that_came(self, user_id: str, since: datetime, limit: int) -> list[MailHeading]:
        """Those that came since then while somebody was waiting for them, newest first."""
        sql = "SELECT * FROM mails WHERE user_id = $1 AND came_at >= $2 ORDER BY came_at DESC, id DESC LIMIT $3"
        return records(MailHeading, await self._db.fetch(sql, user_id, since, limit))

    async def get(self, user_id: str, id: int) -> MailHeading | None:
        """The one of that number, also one that is gone from where it lay."""
        row = await self._db.fetch_one("SELECT * FROM mails WHERE user_id = $1 AND id = $2", user_id, id)
        return record(MailHeading, row) if row else None

    async def latest(self, user_id: str, limit: int = 50) -> list[MailHeading]:
        """Those that were listed last, newest first."""
        sql = f"{_OPEN} ORDER BY listed_at DESC, received_at DESC, id DESC LIMIT $2"
        return records(MailHeading, await self._db.fetch(sql, user_id, limit))

    async def find(self, user_id: str, words: str) -> list[MailHeading]:
        """Those whose sender or subject has all the words, newest first; of the latest `_LATEST`."""
        asked = [fold(word) for word in words.split()]
        latest = await self.latest(user_id, _LATEST)
        said = [fold(f"{one.sender_name} {one.sender} {one.subject}") for one in latest]
        return [one for one, text in zip(latest, said, strict=True) if all(word in text for word in asked)]

    async def read(self, user_id: str, ids: Sequence[int], *, unread: bool) -> int:
        """They were read, or are to be read again; how many that changes."""
        sql = f"UPDATE mails SET is_unread = $2 WHERE user_id = $1 AND is_unread <> $2 AND id IN ({marks(len(ids), 3)})"
        return await self._db.execute(sql, user_id, unread, *ids) if ids else 0

    async def moved(self, user_id: str, id: int, folder: str, uid: str) -> bool:
        """It lies there now, under the number it has; False where another one is known to lie there."""
        sql = (
            "UPDATE mails SET folder = $3, uid = $4, deleted_at = NULL WHERE user_id = $1 AND id = $2 AND NOT EXISTS"
            " (SELECT 1 FROM mails AS other WHERE other.user_id = $1 AND other.account_id = mails.account_id"
            " AND other.folder = $3 AND other.uid = $4 AND other.id <> $2)"
        )
        return await self._db.execute(sql, user_id, id, folder, uid) > 0

    async def gone(self, user_id: str, id: int, at: datetime) -> None:
        """It lies elsewhere now, or nowhere."""
        await self._db.execute("UPDATE mails SET deleted_at = $3 WHERE user_id = $1 AND id = $2", user_id, id, at)

    async def knows(self, user_id: str, address: str) -> bool:
        """Whether that address has written before, or was written to."""
        sql = "SELECT 1 AS one FROM mails WHERE user_id = $1 AND lower(sender) = $2 LIMIT 1"
        return await self._db.fetch_one(sql, user_id, address.casefold()) is not None
