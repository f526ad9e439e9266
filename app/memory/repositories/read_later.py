"""The reading list."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import ReadLaterItem
from app.memory.repositories.shelf import Shelf
from app.memory.rows import records


class ReadLater(Shelf[ReadLaterItem]):
    """What a person wants to read, newest first."""

    table = "read_later"
    kind = "read_later"
    cls = ReadLaterItem

    async def add(
        self,
        user_id: str,
        *,
        url: str,
        title: str,
        tags: Sequence[str],
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> ReadLaterItem:
        """Put one on the list."""
        return await self._insert(
            user_id, url=url, title=title, tags=list(tags), turn_id=turn_id, taint=list(taint), created_at=at
        )

    async def list(self, user_id: str, *, include_read: bool = False, limit: int = 50) -> list[ReadLaterItem]:
        """The newest `limit`, the unread ones unless said."""
        unread = "" if include_read else " AND read_at IS NULL"
        sql = (
            f"SELECT * FROM read_later WHERE user_id = $1 AND deleted_at IS NULL{unread}"
            " ORDER BY created_at DESC, id DESC LIMIT $2"
        )
        return records(ReadLaterItem, await self._db.fetch(sql, user_id, limit))

    async def mark_read(self, user_id: str, id: int, at: datetime) -> bool:
        """It was read; False where there is no unread one of that number."""
        sql = "UPDATE read_later SET read_at = $3 WHERE user_id = $1 AND id = $2 AND read_at IS NULL AND deleted_at IS NULL"
        return await self._db.execute(sql, user_id, id, at) > 0

    async def mark_unread(self, user_id: str, id: int) -> bool:
        """It was not read after all; False where it was not marked."""
        sql = "UPDATE read_later SET read_at = NULL WHERE user_id = $1 AND id = $2 AND read_at IS NOT NULL"
        return await self._db.execute(sql, user_id, id) > 0

    def heading(self, row: ReadLaterItem) -> str:
        """Its title."""
        return row.title

    def text(self, row: ReadLaterItem) -> str:
        """Title, address and tags."""
        return " ".join(part for part in (row.title, row.url, *row.tags) if part)
