"""Books that are kept of turns: their lines go when the turn is forgotten."""

from collections.abc import Sequence
from typing import ClassVar

from app.memory.repositories.repository import Repository


class TurnRows(Repository):
    """Names its table, which has a column `turn_id`."""

    table: ClassVar[str]

    async def erase_turns(self, user_id: str, turn_ids: Sequence[str]) -> int:
        """Remove for good what was written of these turns; how many rows that were."""
        return await self._erase(user_id, self.table, "turn_id", turn_ids)
