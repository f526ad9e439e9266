"""The journal."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import JournalEntry
from app.memory.repositories.shelf import Shelf
from app.memory.rows import records


class Journal(Shelf[JournalEntry]):
    """A person's journal by local calendar days (ISO text, so that text order is day order)."""

    table = "journal_entries"
    kind = "journal"
    cls = JournalEntry

    async def add(
        self,
        user_id: str,
        *,
        entry_date: str,
        content: str,
        mood: str,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> JournalEntry:
        """Write one down."""
        return await self._insert(
            user_id,
            entry_date=entry_date,
            content=content,
            mood=mood,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
        )

    async def list(
        self, user_id: str, *, since: str | None = None, until: str | None = None, limit: int = 50
    ) -> list[JournalEntry]:
        """The latest days first, from `since` to `until`, both included."""
        sql = (
            "SELECT * FROM journal_entries WHERE user_id = $1 AND deleted_at IS NULL"
            " AND entry_date >= $2 AND entry_date <= $3 ORDER BY entry_date DESC, id DESC LIMIT $4"
        )
        return records(JournalEntry, await self._db.fetch(sql, user_id, since or "", until or "9999-12-31", limit))

    def heading(self, row: JournalEntry) -> str:
        """Its day."""
        return row.entry_date

    def text(self, row: JournalEntry) -> str:
        """What was written, the mood, and the day."""
        return " ".join(part for part in (row.entry_date, row.mood, row.content) if part)
