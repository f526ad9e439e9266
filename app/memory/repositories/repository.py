"""What every repository is: queries over one database."""

from collections.abc import Sequence

from app.memory.ports import Database
from app.memory.rows import marks, parts


class Repository:
    """Holds the database; knows no table."""

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        self._db = db

    async def _erase(self, user_id: str, table: str, column: str, values: Sequence[str] | Sequence[int]) -> int:
        """Remove the user's rows that have one of these values, all or none; how many. Table and column are our own text."""
        gone = 0
        async with self._db.transaction():
            for part in parts(values):
                sql = f"DELETE FROM {table} WHERE user_id = $1 AND {column} IN ({marks(len(part), 2)})"
                gone += await self._db.execute(sql, user_id, *part)
        return gone
