"""Books that are kept of turns: their lines go when the turn is forgotten."""

from collections.abc import Sequence
from typing import ClassVar

from app.memory.ports import Value
from app.memory.repositories.repository import Repository
from app.memory.runs import runs_of

# A turn's own rows, and those of the runs of workers that it set to work.
WITHIN = "(turn_id = $2 OR substr(turn_id, 1, $4) = $3)"


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
