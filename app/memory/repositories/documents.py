"""The searchable text of everything else. Whoever writes a searchable row writes its document in the same unit of work.

A changed text loses its embeddings, so that a search by meaning never answers with what used to be there.
"""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Document
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, record, records
from app.memory.words import fold, scope

_PUT = """INSERT INTO documents (user_id, kind, owner_id, text, words, scope, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (user_id, kind, owner_id) DO UPDATE SET text = $4, words = $5"""
_CHANGES = "SELECT text <> $4 AS changes FROM documents WHERE user_id = $1 AND kind = $2 AND owner_id = $3"
_STALE = """DELETE FROM embeddings WHERE document_id IN (
    SELECT id FROM documents WHERE user_id = $1 AND kind = $2 AND owner_id = $3)"""
_UNEMBEDDED = """SELECT d.user_id, d.kind, d.owner_id, d.text, d.created_at
    FROM (SELECT * FROM documents ORDER BY id DESC LIMIT $3) d
    WHERE NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.document_id = d.id AND e.model = $1)
    ORDER BY d.id DESC LIMIT $2"""


class Documents(Repository):
    """Documents by (kind, owner id)."""

    async def put(self, user_id: str, kind: str, owner_id: str, text: str, at: datetime) -> None:
        """Write the document, new or changed."""
        async with self._db.transaction():
            stands = await self._db.fetch_one(_CHANGES, user_id, kind, owner_id, text)
            await self._db.execute(_PUT, user_id, kind, owner_id, text, fold(text), scope(user_id, kind), at)
            if stands is not None and stands["changes"]:  # after the text: no vector of the old one can come any more
                await self._db.execute(_STALE, user_id, kind, owner_id)

    async def add(self, user_id: str, kind: str, owner_id: str, text: str, at: datetime) -> None:
        """Write the document of a row that is new itself: nothing can be stale."""
        await self._db.execute(_PUT, user_id, kind, owner_id, text, fold(text), scope(user_id, kind), at)

    async def remove(self, user_id: str, kind: str, owner_id: str) -> None:
        """Take the document away, and its embeddings with it."""
        sql = "DELETE FROM documents WHERE user_id = $1 AND kind = $2 AND owner_id = $3"
        await self._db.execute(sql, user_id, kind, owner_id)

    async def remove_many(self, user_id: str, kind: str, owner_ids: Sequence[str]) -> int:
        """Take the documents of several rows away, and their embeddings with them; how many there were."""
        gone = 0
        async with self._db.transaction():
            for part in parts(owner_ids):
                sql = f"DELETE FROM documents WHERE user_id = $1 AND kind = $2 AND owner_id IN ({marks(len(part), 3)})"
                gone += await self._db.execute(sql, user_id, kind, *part)
        return gone

    async def get(self, user_id: str, kind: str, owner_id: str) -> Document | None:
        """The document, or None."""
        sql = (
            "SELECT user_id, kind, owner_id, text, created_at FROM documents"
            " WHERE user_id = $1 AND kind = $2 AND owner_id = $3"
        )
        row = await self._db.fetch_one(sql, user_id, kind, owner_id)
        return record(Document, row) if row else None

    async def newest(self, user_id: str, kinds: Sequence[str], limit: int) -> list[Document]:
        """The last that were written of these kinds, newest first."""
        sql = (
            "SELECT user_id, kind, owner_id, text, created_at FROM documents WHERE id IN ("
            f"SELECT id FROM documents WHERE user_id = $1 AND kind IN ({marks(len(kinds), 3)}) ORDER BY id DESC LIMIT $2)"
            " ORDER BY id DESC"
        )
        return records(Document, await self._db.fetch(sql, user_id, limit, *kinds))

    @operator
    async def unembedded(self, model: str, limit: int, *, among: int = 1_000_000_000) -> list[Document]:
        """Documents of all users that `model` has not embedded yet, newest first; only the newest `among` are looked at."""
        return records(Document, await self._db.fetch(_UNEMBEDDED, model, limit, among))

    @operator
    async def count(self) -> int:
        """How many documents there are, of all users."""
        [row] = await self._db.fetch("SELECT COUNT(*) AS documents FROM documents")
        return row["documents"]
