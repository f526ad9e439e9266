"""Everything that is kept of one person, table by table and page by page: for those who look through it, hand it out or take it away.

Tables and columns are those of `memory/holdings`, never a value; every statement names the user.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.holdings import Holding
from app.memory.ports import Database, Row, Value
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts

PAGE = 500
Keys = Sequence[int] | Sequence[str]


@dataclass(frozen=True, slots=True)
class Stretch:
    """From `since` on and before `until`; open where None."""

    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        return self.since is not None or self.until is not None

    def holds(self, at: datetime | None) -> bool:
        """Whether a moment lies in it."""
        if at is None:
            return not self
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


ALWAYS = Stretch()


class Holdings(Repository):
    """Generic on purpose: a new table is a row of HOLDINGS, not a method here."""

    @property
    def database(self) -> Database:
        """The one all of it is in."""
        return self._db

    async def pages(self, user_id: str, holding: Holding, stretch: Stretch = ALWAYS) -> AsyncIterator[list[Row]]:
        """All rows of a table in the order of its key, some at a time, as the driver gives them."""
        last: list[Value] | None = None
        while True:
            rows = await self._page(user_id, holding, stretch, last)
            if rows:
                yield rows
            if len(rows) < PAGE:
                return
            last = [rows[-1][name] for name in holding.key]

    async def of(self, user_id: str, holding: Holding, column: str, values: Keys) -> list[Row]:
        """The rows that have one of these values in a column."""
        found: list[Row] = []
        for part in parts(list(dict.fromkeys(values))):
            sql = f"SELECT {holding.columns} FROM {holding.table} WHERE user_id = $1 AND {column} IN ({marks(len(part), 2)})"
            found += await self._db.fetch(sql, user_id, *part)
        return found

    async def erase(self, user_id: str, holding: Holding, column: str, values: Keys) -> int:
        """Remove the rows with these values, or write what blanks them; how many those were."""
        if not holding.blank:
            return await self._erase(user_id, holding.table, column, values)
        return await self.write(user_id, holding, column, values, holding.blank)

    async def write(
        self, user_id: str, holding: Holding, column: str, values: Keys, columns: Mapping[str, Value]
    ) -> int:
        """Set columns of the rows with these values; how many those were."""
        done, room = 0, 2 + len(columns)
        sets = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, start=2))
        async with self._db.transaction():
            for part in parts(values):
                sql = f"UPDATE {holding.table} SET {sets} WHERE user_id = $1 AND {column} IN ({marks(len(part), room)})"
                done += await self._db.execute(sql, user_id, *columns.values(), *part)
        return done

    async def count(self, user_id: str, holding: Holding) -> int:
        """How many rows there are."""
        [row] = await self._db.fetch(f"SELECT COUNT(*) AS rows FROM {holding.table} WHERE user_id = $1", user_id)
        return row["rows"]

    async def schema(self) -> int:
        """The number of the newest migration that made these tables."""
        [row] = await self._db.fetch("SELECT MAX(number) AS newest FROM schema_migrations")
        return row["newest"]

    async def _page(self, user_id: str, holding: Holding, stretch: Stretch, last: Sequence[Value] | None) -> list[Row]:
        values: list[Value] = [user_id]
        where = ["user_id = $1"]
        for bound, sign in ((stretch.since, ">="), (stretch.until, "<")):
            if bound is not None and holding.at:
                values.append(bound)
                where.append(f"{holding.at} {sign} ${len(values)}")
        order = ", ".join(holding.key)
        if last is not None:
            where.append(f"({order}) > ({marks(len(last), len(values) + 1)})")
            values += last
        sql = f"SELECT {holding.columns} FROM {holding.table} WHERE {' AND '.join(where)} ORDER BY {order} LIMIT {PAGE}"
        return await self._db.fetch(sql, *values)
