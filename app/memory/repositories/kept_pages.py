"""The texts of pages on reading lists: waited for, kept, found again. A page whose item was thrown away is found no more."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import KeptPage
from app.memory.repositories.operator import operator
from app.memory.repositories.searchable import Searchable
from app.memory.rows import marks, moment, parts, records

_LISTED = "kept_pages p JOIN read_later r ON r.user_id = p.user_id AND r.id = p.item_id AND r.deleted_at IS NULL"


class KeptPages(Searchable[KeptPage]):
    """One row an item of a reading list that has an address to be read."""

    table = "kept_pages"
    kind = "page"
    cls = KeptPage

    async def expect(self, user_id: str, item_id: int, at: datetime, *, turn_id: str | None, look: bool = True) -> None:
        """The page of this item is to be kept; with `look`, as soon as may be, else once its user opens it."""
        await self._add(user_id, item_id=item_id, look_at=at if look else None, turn_id=turn_id, created_at=at)

    async def of_item(self, user_id: str, item_id: int) -> KeptPage | None:
        """The page of an item, kept or not; None where it has none."""
        return next(iter(await self._of_items(user_id, [item_id])), None)

    async def keep(self, user_id: str, page: KeptPage, at: datetime) -> bool:
        """Keep what was read; False where the page or its item is gone meanwhile."""
        sql = (
            "UPDATE kept_pages SET title = $3, site = $4, text = $5, note = $6, taint = $7, look_at = NULL"
            " WHERE user_id = $1 AND id = $2 AND EXISTS (SELECT 1 FROM read_later r WHERE r.user_id = kept_pages.user_id"
            " AND r.id = kept_pages.item_id AND r.deleted_at IS NULL)"
        )
        values = (page.title, page.site, page.text, page.note, page.taint)
        async with self._db.transaction():
            done = await self._db.execute(sql, user_id, page.id, *values)
            if done:
                await self._documents.put(user_id, self.kind, str(page.id), _words(page), at)
        return done > 0

    async def put_off(self, user_id: str, id: int, note: str, until: datetime | None) -> None:
        """It couldn't be read: look again at `until`, or never."""
        sql = "UPDATE kept_pages SET attempts = attempts + 1, note = $3, look_at = $4 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, note, until)

    async def hide(self, user_id: str, item_ids: Sequence[int]) -> None:
        """Their items were thrown away: searches find them no more."""
        pages = await self._of_items(user_id, item_ids)
        await self._documents.remove_many(user_id, self.kind, [str(page.id) for page in pages])

    async def show(self, user_id: str, item_ids: Sequence[int]) -> None:
        """Their items are back."""
        for page in await self._of_items(user_id, item_ids):
            if page.text:
                await self._documents.put(user_id, self.kind, str(page.id), _words(page), page.created_at)

    async def erase_of(self, user_id: str, item_ids: Sequence[int]) -> int:
        """Remove the pages of these items for good; how many there were."""
        return await self.erase(user_id, [page.id for page in await self._of_items(user_id, item_ids)])

    async def _of_items(self, user_id: str, item_ids: Sequence[int]) -> list[KeptPage]:
        found: list[KeptPage] = []
        for part in parts(item_ids):
            sql = f"SELECT * FROM kept_pages WHERE user_id = $1 AND item_id IN ({marks(len(part), 2)}) ORDER BY id"
            found += records(KeptPage, await self._db.fetch(sql, user_id, *part))
        return found

    @operator
    async def due(self, now: datetime, limit: int) -> list[KeptPage]:
        """Everybody's pages to be looked at, the longest due first."""
        sql = f"SELECT p.* FROM {_LISTED} WHERE p.look_at <= $1 ORDER BY p.look_at, p.id LIMIT $2"
        return records(KeptPage, await self._db.fetch(sql, now, limit))

    @operator
    async def next_due(self) -> datetime | None:
        """When the next page is to be looked at; None where none is."""
        row = await self._db.fetch_one(f"SELECT MIN(p.look_at) AS at FROM {_LISTED} WHERE p.look_at IS NOT NULL")
        return moment(row["at"]) if row else None


def _words(page: KeptPage) -> str:
    """What a search reads of it."""
    return "\n".join(part for part in (page.title, page.text) if part)
