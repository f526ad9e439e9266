"""Samples as figures are made of them: grouped by the database where there are many, one by one where there are few.

A sample's local time is that of its own zone offset; `day` counts local days from 1970-01-01. Offsets are at most 18 hours, so a local
day lies within that of the day in UTC: what lies further away is never read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.records import HealthSample
from app.memory.repositories.repository import Repository
from app.memory.rows import json_of, record, records

QUARTER_MS = 900_000
DAY_MS = 86_400_000
FOREVER_MS = 2**62
_FARTHEST_MS = 18 * 3_600_000

_FROM = "FROM health_series r JOIN health_samples s ON s.series_id = r.id WHERE r.user_id = $1 AND r.metric = $2"
_START = "(s.start_ms + s.zone_offset * 1000)"
_END = "(s.end_ms + s.zone_offset * 1000)"
_COLUMNS = "r.metric, r.device, s.start_ms, s.end_ms, s.zone_offset, s.number"
_GROUPED = (
    "COUNT(*) AS samples, SUM(s.number) AS total, MIN(s.number) AS low, MAX(s.number) AS high, MAX(s.end_ms) AS last_ms"
)
_SHORT = f"s.end_ms - s.start_ms <= {QUARTER_MS}"
_BY_DAY = f"""SELECT {_START} / {DAY_MS} AS day, s.start_ms / {QUARTER_MS} AS quarter, {_GROUPED} {_FROM}
    AND s.start_ms >= $3 AND s.start_ms < $4 AND {_START} >= $5 AND {_START} < $6 AND {_SHORT} GROUP BY 1, 2 ORDER BY 1, 2"""
_BETWEEN = f"""SELECT 0 AS day, s.start_ms / {QUARTER_MS} AS quarter, {_GROUPED} {_FROM}
    AND s.start_ms >= $3 AND s.start_ms < $4 AND {_SHORT} GROUP BY 2 ORDER BY 2"""
_SERIES = """SELECT r.metric, r.device, r.samples, s.end_ms, r.received_at FROM health_series r
    JOIN health_samples s ON s.series_id = r.id AND s.start_ms = r.last_ms WHERE r.user_id = $1 ORDER BY r.metric, r.device"""
_NEWEST = f"""SELECT {_COLUMNS}, s.detail {_FROM}
    AND s.start_ms = (SELECT MAX(start_ms) FROM health_samples WHERE series_id = r.id AND start_ms < $3) ORDER BY s.start_ms DESC, r.device LIMIT 1"""


@dataclass(frozen=True, slots=True)
class SeriesEnd:
    """A metric of one device: how many samples there are, when the last of them ends, and when the last came."""

    metric: str
    device: str
    samples: int
    end_ms: int
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Quarter:
    """The samples of at most a quarter hour that begin in one: `quarter` counts them from 1970 in UTC, `day` is the local day.

    `total` is the sum of their numbers; `last_ms` the end of the last."""

    day: int
    quarter: int
    samples: int
    total: float
    low: float
    high: float
    last_ms: int


class HealthFigures(Repository):
    """A person's samples of one metric."""

    async def quarters(self, user_id: str, metric: str, first: int, last: int) -> list[Quarter]:
        """The local days from `first` to `last`, both in it, by quarter hour."""
        start, end = first * DAY_MS, (last + 1) * DAY_MS
        reach = (start - _FARTHEST_MS, end + _FARTHEST_MS)
        return records(Quarter, await self._db.fetch(_BY_DAY, user_id, metric, *reach, start, end))

    async def quarters_between(self, user_id: str, metric: str, start_ms: int, end_ms: int) -> list[Quarter]:
        """What begins from `start_ms` on and before `end_ms`, by quarter hour; their `day` is 0."""
        return records(Quarter, await self._db.fetch(_BETWEEN, user_id, metric, start_ms, end_ms))

    async def of_days(
        self,
        user_id: str,
        metric: str,
        days: tuple[int, int],
        *,
        longest_ms: int,
        over_ms: int = -1,
        details: bool = False,
    ) -> list[HealthSample]:
        """Samples that touch the local days from the first to the last, both in it, by start and device.

        None of the metric lasts longer than `longest_ms`; only those that last longer than `over_ms`. Their `detail` is None
        without `details`."""
        start, end = days[0] * DAY_MS, (days[1] + 1) * DAY_MS
        reach = (start - _FARTHEST_MS - longest_ms, end + _FARTHEST_MS)
        touching = f"AND {_START} < $6 AND ({_END} > $5 OR {_START} >= $5)"
        return await self._samples(touching, (user_id, metric, *reach, start, end), over_ms, details)

    async def between(
        self,
        user_id: str,
        metric: str,
        times: tuple[int, int],
        *,
        longest_ms: int,
        over_ms: int = -1,
        details: bool = False,
    ) -> list[HealthSample]:
        """The same of the time from the first to the second moment, which is not in it."""
        start, end = times
        touching = "AND (s.end_ms > $5 OR s.start_ms >= $5)"
        return await self._samples(touching, (user_id, metric, start - longest_ms, end, start), over_ms, details)

    async def series(self, user_id: str) -> list[SeriesEnd]:
        """All series that have samples, by metric and device."""
        return records(SeriesEnd, await self._db.fetch(_SERIES, user_id))

    async def newest(self, user_id: str, metric: str, before_ms: int = FOREVER_MS) -> HealthSample | None:
        """The one that begins last before a moment; of two devices' the one whose name comes first."""
        row = await self._db.fetch_one(_NEWEST, user_id, metric, before_ms)
        return record(HealthSample, row) if row else None

    async def _samples(
        self, touching: str, values: Sequence[str | int], over_ms: int, details: bool
    ) -> list[HealthSample]:
        long = f"AND s.end_ms - s.start_ms > {int(over_ms)}" if over_ms >= 0 else ""
        detail = ", s.detail" if details else ""
        sql = (
            f"SELECT {_COLUMNS}{detail} {_FROM} AND s.start_ms >= $3 AND s.start_ms < $4 {touching} {long}"
            " ORDER BY s.start_ms, r.device"
        )
        return [
            HealthSample(
                metric=row["metric"],
                device=row["device"],
                start_ms=row["start_ms"],
                end_ms=row["end_ms"],
                zone_offset=row["zone_offset"],
                number=row["number"],
                detail=json_of(row["detail"]) if details else None,
            )
            for row in await self._db.fetch(sql, *values)
        ]
