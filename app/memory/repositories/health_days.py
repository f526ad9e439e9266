"""Local days of a metric, computed from samples: a page a day, made anew when its samples change."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.memory.ports import Value
from app.memory.records import HealthDay
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, records, tuples

_COLUMNS = "user_id, metric, day, samples, number, low, high, last_ms, detail"
_WIDTH = _COLUMNS.count(",") + 1
_AT_ONCE = 100  # days of one statement
_PAGE = f"""SELECT 0 AS stale, {_COLUMNS} FROM health_days WHERE user_id = $1 AND metric = $2 AND day >= $3 AND day <= $4
    UNION ALL SELECT 1, user_id, metric, day, 0, 0, 0, 0, 0, NULL FROM health_stale_days
    WHERE user_id = $1 AND metric = $2 AND day >= $5 AND day <= $6"""


@dataclass(frozen=True, slots=True)
class Page:
    """Days as they were computed, in their order, and those whose samples have changed since, whether they are among them or not."""

    rows: list[HealthDay]
    stale: list[int]


class HealthDays(Repository):
    """A person's days. `day` counts from 1970-01-01; what marks them stale is `HealthSamples`."""

    async def between(self, user_id: str, metric: str, first: int, last: int, *, margin: int = 0) -> Page:
        """The days from `first` to `last`, both in it, and the stale ones of so many days more on either side; as of one moment."""
        found = await self._db.fetch(_PAGE, user_id, metric, first, last, first - margin, last + margin)
        kept = [row for row in found if not row["stale"]]
        return Page(
            rows=sorted(records(HealthDay, kept), key=lambda row: row.day),
            stale=sorted(row["day"] for row in found if row["stale"]),
        )

    async def all_stale(self, user_id: str, first: int, last: int) -> dict[str, list[int]]:
        """The stale days among these, by metric and in their order."""
        sql = (
            "SELECT metric, day FROM health_stale_days"
            " WHERE user_id = $1 AND day >= $2 AND day <= $3 ORDER BY metric, day"
        )
        found: dict[str, list[int]] = {}
        for row in await self._db.fetch(sql, user_id, first, last):
            found.setdefault(row["metric"], []).append(row["day"])
        return found

    async def newest_stale(self, user_id: str, limit: int) -> tuple[str, list[int]] | None:
        """The metric that has the newest stale day, and its newest of them, in their order; None where there are none."""
        newest = "SELECT metric FROM health_stale_days WHERE user_id = $1 ORDER BY day DESC, metric LIMIT 1"
        one = await self._db.fetch_one(newest, user_id)
        if one is None:
            return None
        sql = (
            f"SELECT day FROM health_stale_days WHERE user_id = $1 AND metric = $2 ORDER BY day DESC LIMIT {int(limit)}"
        )
        found = await self._db.fetch(sql, user_id, one["metric"])
        return one["metric"], [row["day"] for row in reversed(found)]

    async def count_stale(self, user_id: str) -> int:
        """How many days of all metrics are still to be computed."""
        sql = "SELECT COUNT(*) AS days FROM health_stale_days WHERE user_id = $1"
        [row] = await self._db.fetch(sql, user_id)
        return int(row["days"])

    async def changes(self, user_id: str) -> int:
        """A number that is another one after every change of the person's samples."""
        row = await self._db.fetch_one("SELECT changes FROM health_state WHERE user_id = $1", user_id)
        return int(row["changes"]) if row else 0

    async def put(self, user_id: str, metric: str, days: Sequence[int], rows: Sequence[HealthDay]) -> None:
        """Under the person's lock: `rows` are now what there is of these `days`, which are stale no more."""
        async with self._db.transaction():
            for part in parts(days):
                among = f"WHERE user_id = $1 AND metric = $2 AND day IN ({marks(len(part), 3)})"
                await self._db.execute(f"DELETE FROM health_stale_days {among}", user_id, metric, *part)
                await self._db.execute(f"DELETE FROM health_days {among}", user_id, metric, *part)
            for some in parts(rows, _AT_ONCE):
                values: list[Value] = []
                for row in some:
                    values += [user_id, metric, row.day, row.samples, row.number, row.low, row.high, row.last_ms]
                    values.append(row.detail)
                sql = f"INSERT INTO health_days ({_COLUMNS}) VALUES {tuples(len(some), _WIDTH)}"
                await self._db.execute(sql, *values)

    @operator
    async def behind(self) -> list[str]:
        """Whose days are stale, by user id."""
        rows = await self._db.fetch("SELECT DISTINCT user_id FROM health_stale_days ORDER BY user_id")
        return [row["user_id"] for row in rows]

    @operator
    async def any_stale(self) -> bool:
        """Whether anybody's are; as cheap as a look can be."""
        return await self._db.fetch_one("SELECT user_id FROM health_stale_days LIMIT 1") is not None
