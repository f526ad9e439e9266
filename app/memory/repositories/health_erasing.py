"""Measurements that are removed for good, a slice at a time, so that nobody else waits long for theirs.

Unlike a deletion by the sender it leaves no mark: what is sent again afterwards is new. What is cut short carries on when asked again.
"""

from collections.abc import Collection
from dataclasses import dataclass

from app.memory.ports import Database
from app.memory.repositories.health_tally import DAY_MS
from app.memory.rows import marks, parts

SLICE = 10_000  # samples in one unit of work
_LONG_AGO, _FAR_OFF = -(2**62), 2**62
_WHOLE = ("health_days", "health_stale_days", "health_records", "health_series")


@dataclass(frozen=True, slots=True)
class Span:
    """Samples of a metric (None: of all) that start from `start_ms` on and before `end_ms` (None: open)."""

    metric: str | None = None
    start_ms: int | None = None
    end_ms: int | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return self.metric is None and self.start_ms is None and self.end_ms is None

    @property
    def bounds(self) -> tuple[int, int]:
        """From when on and before when."""
        start = _LONG_AGO if self.start_ms is None else self.start_ms
        return start, _FAR_OFF if self.end_ms is None else self.end_ms


class Erasing:
    """Of one person's samples."""

    def __init__(self, db: Database, user_id: str) -> None:
        """Nothing happens until `run`."""
        self._db = db
        self._user_id = user_id

    async def run(self, span: Span) -> int:
        """Remove them, and what is left of them elsewhere; how many there were."""
        sql = "SELECT id FROM health_series WHERE user_id = $1 AND (metric = $2 OR $2 IS NULL) ORDER BY id"
        gone = 0
        for row in await self._db.fetch(sql, self._user_id, span.metric):
            gone += await self._series(row["id"], span)
        if span.everything:
            await self._all_else()
        return gone

    async def _series(self, series_id: int, span: Span) -> int:
        gone = 0
        for table in ("health_shadowed", "health_samples"):
            while True:
                async with self._db.transaction():
                    await self._lock()
                    ids = await self._slice(table, series_id, *span.bounds)
                    if ids and not span.everything:  # all records and days go at the end
                        await self._forget(set(ids))
                        await self._mark(series_id, *span.bounds)
                    counted = len(ids) if table == "health_samples" else 0
                    await self._count(series_id, counted)
                gone += counted
                if len(ids) < SLICE:
                    break
        return gone

    async def _lock(self) -> None:
        await self._db.execute("UPDATE health_state SET changes = changes + 1 WHERE user_id = $1", self._user_id)

    async def _slice(self, table: str, series_id: int, start: int, end: int) -> list[int]:
        """Some of them go; the numbers of their records."""
        first = (
            f"SELECT start_ms FROM {table} WHERE series_id = $1 AND start_ms >= $2 AND start_ms < $3"
            " ORDER BY start_ms LIMIT 1 OFFSET $4"
        )
        beyond = await self._db.fetch_one(first, series_id, start, end, SLICE)
        until = end if beyond is None else beyond["start_ms"]
        sql = f"DELETE FROM {table} WHERE series_id = $1 AND start_ms >= $2 AND start_ms < $3 RETURNING record_id"
        return [row["record_id"] for row in await self._db.fetch(sql, series_id, start, until)]

    async def _forget(self, record_ids: Collection[int]) -> None:
        """Records that have no sample any more, unless what was deleted by their sender must not come back."""
        for part in parts(sorted(record_ids)):
            left = " AND ".join(
                f"NOT EXISTS (SELECT 1 FROM {table} sample WHERE sample.record_id = health_records.id)"
                for table in ("health_samples", "health_shadowed")
            )
            sql = f"DELETE FROM health_records WHERE id IN ({marks(len(part))}) AND deleted_through < 0 AND {left}"
            await self._db.execute(sql, *part)

    async def _count(self, series_id: int, gone: int) -> None:
        """So many fewer; counting what is left would take longer the more there is."""
        of_it = "FROM health_samples WHERE series_id = $1"
        sql = (
            f"UPDATE health_series SET samples = samples - $2, first_ms = (SELECT MIN(start_ms) {of_it}),"
            f" last_ms = (SELECT MAX(start_ms) {of_it}) WHERE id = $1"
        )
        await self._db.execute(sql, series_id, gone)

    async def _mark(self, series_id: int, start: int, end: int) -> None:
        """Every day with a sample either was computed or is stale already, so the computed ones are all there is to mark."""
        sql = (
            "INSERT INTO health_stale_days (user_id, metric, day) SELECT day.user_id, day.metric, day.day FROM health_days day"
            " JOIN health_series series ON series.user_id = day.user_id AND series.metric = day.metric"
            " WHERE series.id = $1 AND day.day >= $2 AND day.day <= $3 ON CONFLICT DO NOTHING"
        )
        first, last = max(start // DAY_MS - 1, -(10**6)), min(end // DAY_MS + 3, 10**6)
        await self._db.execute(sql, series_id, first, last)

    async def _all_else(self) -> None:
        """The days, the records with the marks of what was deleted, and the names of the devices."""
        async with self._db.transaction():
            await self._lock()
            for table in _WHOLE:
                await self._db.execute(f"DELETE FROM {table} WHERE user_id = $1", self._user_id)
