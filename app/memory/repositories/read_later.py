"""The reading list. The text of an item's page goes where the item goes: thrown away, got back and erased with it."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Database
from app.memory.records import ReadLaterItem
from app.memory.repositories.kept_pages import KeptPages
from app.memory.repositories.shelf import Shelf
from app.memory.rows import records


class ReadLater(Shelf[ReadLaterItem]):
    """What a person wants to read, newest first."""

    table = "read_later"
    kind = "read_later"
    cls = ReadLaterItem

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        super().__init__(db)
        self._pages = KeptPages(db)

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

    async def name(self, user_id: str, id: int, title: str, taint: Sequence[str]) -> None:
        """Give an item without a title that of its page, which are other people's words: `taint` says whose."""
        item = await self.get(user_id, id)
        if item is not None and not item.title:
            await self._change(user_id, id, title=title, taint=list(dict.fromkeys((*item.taint, *taint))))

    async def delete(self, user_id: str, id: int, at: datetime) -> bool:
        """Throw one away; False where there is nothing to throw."""
        async with self._db.transaction():
            done = await super().delete(user_id, id, at)
            await self._pages.hide(user_id, [id])
        return done

    async def restore_many(self, user_id: str, ids: Sequence[int]) -> int:
        """Get several back; how many were."""
        async with self._db.transaction():
            back = await super().restore_many(user_id, ids)
            await self._pages.show(user_id, ids)
        return back

    async def purge(self, user_id: str, before: datetime) -> int:
        """Really remove what was thrown away up to `before`, it included; how many there were."""
        sql = "SELECT id FROM read_later WHERE user_id = $1 AND deleted_at <= $2"
        async with self._db.transaction():
            gone = [row["id"] for row in await self._db.fetch(sql, user_id, before)]
            await self._pages.erase_of(user_id, gone)
            return await super().purge(user_id, before)

    async def erase(self, user_id: str, ids: Sequence[int]) -> int:
        """Remove these for good, with what searches know of them; how many there were."""
        async with self._db.transaction():
            await self._pages.erase_of(user_id, ids)
            return await super().erase(user_id, ids)

    def heading(self, row: ReadLaterItem) -> str:
        """Its title."""
        return row.title

    def text(self, row: ReadLaterItem) -> str:
        """Title, address and tags."""
        return " ".join(part for part in (row.title, row.url, *row.tags) if part)
