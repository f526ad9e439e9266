"""Repositories whose rows can be searched: each row has a document, named by the repository's kind and the row's id."""

from collections.abc import Sequence
from typing import ClassVar

from app.memory.ports import Database, Row
from app.memory.repositories.documents import Documents
from app.memory.repositories.from_turns import FromTurns
from app.memory.repositories.table import R
from app.memory.words import needed


class Searchable(FromTurns[R]):
    """Names the kind of its documents besides."""

    kind: ClassVar[str]

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        super().__init__(db)
        self._documents = Documents(db)

    async def erase(self, user_id: str, ids: Sequence[int]) -> int:
        """Remove these for good, with what searches know of them; how many there were."""
        async with self._db.transaction():
            await self._documents.remove_many(user_id, self.kind, [str(number) for number in ids])
            return await super().erase(user_id, ids)

    async def _holding(self, user_id: str, words: str, *, where: str, order: str) -> list[Row]:
        """Rows whose document holds all the words, also inside longer ones; of no words, none."""
        asked = needed(words)
        if not asked:
            return []
        holds = " AND ".join(f"d.words LIKE ${number}" for number in range(3, 3 + len(asked)))
        sql = (  # the order of the join is meant: this table first, each row's document by its key
            f"SELECT t.* FROM {self.table} t CROSS JOIN documents d WHERE t.user_id = $1 AND t.{where}"
            " AND d.user_id = $1 AND d.kind = $2 AND d.owner_id = CAST(t.id AS TEXT)"
            f" AND {holds} ORDER BY {order}"
        )
        return await self._db.fetch(sql, user_id, self.kind, *(f"%{word}%" for word in asked))
