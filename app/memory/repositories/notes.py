"""Notes."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Note
from app.memory.repositories.shelf import Shelf
from app.memory.rows import marks, records, tainted


class Notes(Shelf[Note]):
    """A person's notes, most recently changed first."""

    table = "notes"
    kind = "note"
    cls = Note

    async def add(
        self,
        user_id: str,
        *,
        title: str,
        content: str,
        tags: Sequence[str],
        source: str,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> Note:
        """Write one down."""
        return await self._insert(
            user_id,
            title=title,
            content=content,
            tags=list(tags),
            source=source,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    async def list(self, user_id: str, *, limit: int, tag: str | None = None) -> list[Note]:
        """The newest `limit`, of one tag where one is given."""
        sql = "SELECT * FROM notes WHERE user_id = $1 AND deleted_at IS NULL ORDER BY updated_at DESC, id DESC"
        if tag is None:
            return records(Note, await self._db.fetch(f"{sql} LIMIT $2", user_id, limit))
        notes = records(Note, await self._db.fetch(sql, user_id))
        return [note for note in notes if tag.casefold() in map(str.casefold, note.tags)][:limit]

    async def titles(self, user_id: str, limit: int) -> Sequence[str]:
        """What the ones changed last are called."""
        sql = "SELECT title FROM notes WHERE user_id = $1 AND deleted_at IS NULL AND title <> '' ORDER BY updated_at DESC LIMIT $2"
        return [row["title"] for row in await self._db.fetch(sql, user_id, limit)]

    async def glimpses(self, user_id: str, ids: Sequence[int], characters: int) -> Sequence[Note]:
        """Those of these numbers that are not thrown away, with only the beginning of their content."""
        if not ids:
            return []
        sql = (
            "SELECT id, user_id, title, SUBSTR(content, 1, $2) AS content, tags, source, turn_id, taint, created_at, updated_at,"
            f" deleted_at FROM notes WHERE user_id = $1 AND deleted_at IS NULL AND id IN ({marks(len(ids), 3)})"
        )
        return records(Note, await self._db.fetch(sql, user_id, characters, *ids))

    async def page(self, user_id: str, limit: int, offset: int, characters: int) -> Sequence[Note]:
        """`limit` of those that are no summary of a session, most recently changed first, behind the first `offset` of them, each with
        only the beginning of its content."""
        sql = (
            "SELECT id, user_id, title, SUBSTR(content, 1, $4) AS content, tags, source, turn_id, taint, created_at, updated_at,"
            " deleted_at FROM notes WHERE user_id = $1 AND deleted_at IS NULL AND source <> 'session'"
            " ORDER BY updated_at DESC, id DESC LIMIT $2 OFFSET $3"
        )
        return records(Note, await self._db.fetch(sql, user_id, limit, offset, characters))

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        title: str,
        content: str,
        tags: Sequence[str],
        taint: Sequence[str] | None,
        at: datetime,
    ) -> Note | None:
        """Write it anew, with whose words are in it now (`taint` None: the same); None where there is no such note."""
        return await self._change(
            user_id, id, title=title, content=content, tags=[*tags], updated_at=at, **tainted(taint)
        )

    def heading(self, row: Note) -> str:
        """Its title."""
        return row.title

    def text(self, row: Note) -> str:
        """Title, content and tags."""
        return "\n".join(part for part in (row.title, row.content, " ".join(row.tags)) if part)
