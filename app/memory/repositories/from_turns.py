"""Tables whose rows say in which turn they came about, so that what came of a turn can be found and forgotten with it."""

from collections.abc import Sequence

from app.memory.repositories.table import R, Table
from app.memory.rows import marks, parts, records


class FromTurns(Table[R]):
    """The table has a column `turn_id`."""

    async def of_turns(self, user_id: str, turn_ids: Sequence[str]) -> list[R]:
        """What came of these turns, whatever became of it since, in the order of the turns given."""
        found: list[R] = []
        for part in parts(turn_ids):
            sql = f"SELECT * FROM {self.table} WHERE user_id = $1 AND turn_id IN ({marks(len(part), 2)}) ORDER BY id"
            found += records(self.cls, await self._db.fetch(sql, user_id, *part))
        return found
