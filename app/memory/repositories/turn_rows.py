"""Books that are kept of turns: their lines go when the turn is forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.memory.ports import Value
from app.memory.repositories.repository import Repository
from app.memory.rows import records
from app.memory.runs import runs_of

# A turn's own rows, and those of the runs of workers that it set to work.
WITHIN = "(turn_id = $2 OR substr(turn_id, 1, $4) = $3)"


@dataclass(frozen=True, slots=True)
class Line:
    """That there is a line of a turn, and since when."""

    id: int
    turn_id: str
    at: datetime


class TurnRows(Repository):
    """Names its table, which has a column `turn_id`."""

    table: ClassVar[str]

    def _within(self, turn_id: str) -> tuple[Value, Value, Value]:
        """What fills WITHIN in, from $2 on."""
        begins = runs_of(turn_id)
        return turn_id, begins, len(begins)

    async def erase_turns(self, user_id: str, turn_ids: Sequence[str]) -> int:
        """Remove for good what was written of these turns; how many rows that were."""
        return await self._erase(user_id, self.table, "turn_id", turn_ids)


class CallRows(TurnRows):
    """Lines about calls, numbered as they are written. `time` is the column that says when, `trouble` what holds where a call went wrong, `order`
    the number as its index has it."""

    time: ClassVar[str]
    trouble: ClassVar[str]
    order: ClassVar[str] = "id"

    async def lines_before(self, user_id: str, id: int, limit: int, *, in_trouble: bool = False) -> list[Line]:
        """The last `limit` lines before that number, newest first; all, or only of what went wrong."""
        sql = (
            f"SELECT id, turn_id, {self.time} AS at FROM {self.table} WHERE user_id = $1 AND {self.order} < $2"
            f"{f' AND {self.trouble}' if in_trouble else ''} ORDER BY {self.order} DESC LIMIT $3"
        )
        return records(Line, await self._db.fetch(sql, user_id, id, limit))

    async def last_before(self, user_id: str, moment: datetime) -> int:
        """The number of the last line from before that moment, 0 where there is none."""
        sql = (
            f"SELECT id FROM {self.table} WHERE user_id = $1 AND {self.time} < $2"
            f" ORDER BY {self.time} DESC, id DESC LIMIT 1"
        )
        row = await self._db.fetch_one(sql, user_id, moment)
        return row["id"] if row else 0
