"""Samples as rows to be counted and handed out: in the order they lie, some at a time, so that years of them never lie in memory."""

from collections.abc import AsyncIterator

from app.memory.ports import Row
from app.memory.repositories.repository import Repository

PAGE = 5_000
_LONG_AGO, _FAR_OFF = -(2**62), 2**62
_COLUMNS = "sample.start_ms, sample.end_ms, sample.zone_offset, sample.number, sample.detail, sample.extra, record.client_id, record.version, record.app"


class HealthRows(Repository):
    """A person's samples."""

    async def count(
        self, user_id: str, *, metric: str | None = None, start_ms: int | None = None, end_ms: int | None = None
    ) -> int:
        """How many there are of a metric (None: of all) that start from `start_ms` on and before `end_ms` (None: open)."""
        if start_ms is None and end_ms is None:
            sql = "SELECT COALESCE(SUM(samples), 0) AS samples FROM health_series WHERE user_id = $1 AND (metric = $2 OR $2 IS NULL)"
            [row] = await self._db.fetch(sql, user_id, metric)
        else:
            sql = (
                "SELECT COUNT(*) AS samples FROM health_series series JOIN health_samples sample ON sample.series_id = series.id"
                " WHERE series.user_id = $1 AND (series.metric = $2 OR $2 IS NULL)"
                " AND sample.start_ms >= $3 AND sample.start_ms < $4"
            )
            start, end = _LONG_AGO if start_ms is None else start_ms, _FAR_OFF if end_ms is None else end_ms
            [row] = await self._db.fetch(sql, user_id, metric, start, end)
        return int(row["samples"])

    async def pages(self, user_id: str, series_id: int) -> AsyncIterator[list[Row]]:
        """All samples of a series by start, each with its record's name, version and app, as the driver gives them."""
        sql = (
            f"SELECT {_COLUMNS} FROM health_series series JOIN health_samples sample ON sample.series_id = series.id"
            " LEFT JOIN health_records record ON record.id = sample.record_id"
            " WHERE series.user_id = $1 AND series.id = $2 AND sample.start_ms > $3 ORDER BY sample.start_ms LIMIT $4"
        )
        after = _LONG_AGO
        while True:
            rows = await self._db.fetch(sql, user_id, series_id, after, PAGE)
            if rows:
                yield rows
            if len(rows) < PAGE:
                return
            after = rows[-1]["start_ms"]
