"""Tables whose rows have a status that others decide about, such as what was learned or is to be said later."""

from datetime import datetime

from app.memory.repositories.from_turns import FromTurns
from app.memory.repositories.table import R


class Standing(FromTurns[R]):
    """The table has the columns `status` and `updated_at`."""

    async def set_status(self, user_id: str, id: int, status: str, at: datetime) -> bool:
        """Say how it stands; False where that is so already, or there is none of that number."""
        sql = f"UPDATE {self.table} SET status = $3, updated_at = $4 WHERE user_id = $1 AND id = $2 AND status <> $3"
        return await self._db.execute(sql, user_id, id, status, at) > 0

    async def delete(self, user_id: str, id: int) -> bool:
        """Remove it for good; False where there is none of that number."""
        return await self.erase(user_id, [id]) > 0
