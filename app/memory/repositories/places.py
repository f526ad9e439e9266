"""Where turns stand in their user's conversation: what a search needs of them before it knows which ones it will show."""

from collections.abc import Sequence

from app.memory.ports import Value
from app.memory.records import Place, TurnRecord
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, records

# A neighbour is found in the user's own order of turns; see the migration for `number + 0`. Both sides need it, or SQLite compares them
# one by one. The order of the join is meant, and `|| ''` keeps it from walking all of the user's turns instead of the few that are named.
_PLACES = """SELECT t.number, t.id, t.started_at, d.id AS document,
        (SELECT p.number FROM turns p WHERE p.user_id = $1 AND p.number + 0 < t.number + 0 ORDER BY p.number + 0 DESC LIMIT 1) AS before,
        (SELECT n.number FROM turns n WHERE n.user_id = $1 AND n.number + 0 > t.number + 0 ORDER BY n.number + 0 LIMIT 1) AS after
    FROM turns t CROSS JOIN documents d WHERE d.user_id = $1 AND d.kind = 'turn' AND d.owner_id = t.id AND t.user_id || '' = $1"""

_ALONE = """SELECT t.number, t.id, t.started_at, d.id AS document, NULL AS before, NULL AS after
    FROM turns t JOIN documents d ON d.user_id = $1 AND d.kind = 'turn' AND d.owner_id = t.id"""


class Places(Repository):
    """Turns by document, id or number; those of other users are not there."""

    async def of(self, user_id: str, documents: Sequence[int], turn_ids: Sequence[str]) -> list[Place]:
        """The places of turns named by their documents or their ids, in no order."""
        named: list[str] = []
        if documents:
            named.append(f"SELECT owner_id FROM documents WHERE id IN ({marks(len(documents), 2)})")
        if turn_ids:
            named.append(f"SELECT id FROM turns WHERE id IN ({marks(len(turn_ids), 2 + len(documents))})")
        if not named:
            return []
        return await self._read(f"t.id IN ({' UNION '.join(named)})", user_id, [*documents, *turn_ids])

    async def at(self, user_id: str, numbers: Sequence[int]) -> list[Place]:
        """The places of the turns of these numbers, in no order."""
        if not numbers:
            return []
        return await self._read(f"t.number IN ({marks(len(numbers), 2)})", user_id, list(numbers))

    async def turns(self, user_id: str, numbers: Sequence[int]) -> list[TurnRecord]:
        """The turns of these numbers themselves, oldest first."""
        if not numbers:
            return []
        sql = f"SELECT * FROM turns WHERE number IN ({marks(len(numbers), 2)}) AND user_id = $1 ORDER BY number"
        return records(TurnRecord, await self._db.fetch(sql, user_id, *numbers))

    async def _read(self, where: str, user_id: str, values: Sequence[Value]) -> list[Place]:
        return records(Place, await self._db.fetch(f"{_PLACES} AND {where}", user_id, *values))
