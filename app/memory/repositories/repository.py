"""What every repository is: queries over one database."""

from collections.abc import Mapping, Sequence

from app.errors import TooMany
from app.memory.caps import CAPS
from app.memory.ports import Database, Value
from app.memory.rows import marks, parts


class Repository:
    """Holds the database; knows no table."""

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        self._db = db

    async def _check_room(self, user_id: str, table: str, row: Mapping[str, Value]) -> None:
        """Raise TooMany where the user has as many as the table of caps allows of what `row` is one more of. Two processes that
        write at the same moment may end one beyond it."""
        cap = CAPS.get(table)
        if cap is None or any(row.get(name) != value for name, value in cap.only.items()):
            return
        if await self._count(user_id, table) >= cap.most:
            raise TooMany(cap.refusal)

    async def _count(self, user_id: str, table: str) -> int:
        """How many the user has of what is capped in this table."""
        cap = CAPS[table]
        also = "".join(f" AND {name} = ${number}" for number, name in enumerate(cap.only, start=2))
        sql = f"SELECT COUNT(*) AS rows_there FROM {table} WHERE user_id = $1 AND {cap.while_}{also}"
        [row] = await self._db.fetch(sql, user_id, *cap.only.values())
        return row["rows_there"]

    async def _erase(self, user_id: str, table: str, column: str, values: Sequence[str] | Sequence[int]) -> int:
        """Remove the user's rows that have one of these values, all or none; how many. Table and column are our own text."""
        gone = 0
        async with self._db.transaction():
            for part in parts(values):
                sql = f"DELETE FROM {table} WHERE user_id = $1 AND {column} IN ({marks(len(part), 2)})"
                gone += await self._db.execute(sql, user_id, *part)
        return gone
