"""What a change of samples touches besides them: the local days to be computed anew, and how much there is of each series.

A tally is kept in memory while a person's samples change, under that person's lock, and written once at the end. Whoever adds or
removes a row tells it, or the counts go wrong. Days here are those that may change, never one too few.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from app.memory.ports import Database, Kind
from app.memory.records import HealthSeries
from app.memory.rows import records

DAY_MS = 86_400_000
BY_WAKING = frozenset({"sleep_session"})  # metrics that belong to the day on which they end

_SERIES: dict[str, Kind] = {
    "user_id": "text",
    "metric": "text",
    "device": "text",
    "samples": "int",
    "first_ms": "int",
    "last_ms": "int",
    "received_at": "time",
}
_STALE: dict[str, Kind] = {"user_id": "text", "metric": "text", "day": "int"}
_COUNTED = (
    "ON CONFLICT (user_id, metric, device) DO UPDATE SET samples = excluded.samples, first_ms = excluded.first_ms,"
    " last_ms = excluded.last_ms, received_at = excluded.received_at"
)


class SampleRow(NamedTuple):
    """A row of `health_samples`, in the order of its columns."""

    series_id: int
    start_ms: int
    end_ms: int
    zone_offset: int
    number: float
    detail: Any
    record_id: int
    extra: Any


def days_of(metric: str, start_ms: int, end_ms: int, zone_offset: int) -> range:
    """The local days a sample belongs to, since 1970-01-01: by its own offset, the end not in it; a sleep's is that of waking."""
    shift = zone_offset * 1000
    if metric in BY_WAKING:
        day = (end_ms + shift) // DAY_MS
        return range(day, day + 1)
    return range((start_ms + shift) // DAY_MS, (max(start_ms, end_ms - 1) + shift) // DAY_MS + 1)


@dataclass(slots=True)
class _Count:
    """A series as it is being changed; `edge`: its first or last sample went, so where it begins and ends must be looked up."""

    metric: str
    device: str
    samples: int
    first_ms: int | None
    last_ms: int | None
    received_at: datetime
    came: bool = False
    touched: bool = False
    edge: bool = False


class Tally:
    """The series of one person, for one unit of work."""

    def __init__(self, db: Database, user_id: str) -> None:
        """Empty until `load`."""
        self._db = db
        self._user_id = user_id
        self._counts: dict[int, _Count] = {}
        self._stale: set[tuple[str, int]] = set()
        self._last: tuple[str, range] | None = None
        self.ids: dict[tuple[str, str], int] = {}

    async def load(self, wanted: Collection[tuple[str, str]], at: datetime) -> None:
        """Read the person's series; those `wanted` (metric, device) that don't exist yet are made."""
        await self._read()
        missing = [(self._user_id, *one, 0, None, None, at) for one in wanted if one not in self.ids]
        if missing:
            await self._db.insert_many("health_series", _SERIES, missing, conflict="ON CONFLICT DO NOTHING")
            await self._read()

    async def _read(self) -> None:
        found = await self._db.fetch("SELECT * FROM health_series WHERE user_id = $1", self._user_id)
        for one in records(HealthSeries, found):
            self.ids[one.metric, one.device] = one.id
            self._counts[one.id] = _Count(
                one.metric, one.device, one.samples, one.first_ms, one.last_ms, one.received_at
            )

    def added(self, rows: Iterable[SampleRow]) -> None:
        """These keys have a sample now that had none."""
        for row in rows:
            count = self._counts[row.series_id]
            start = row.start_ms
            count.samples += 1
            count.came = count.touched = True
            if count.first_ms is None or start < count.first_ms:
                count.first_ms = start
            if count.last_ms is None or start > count.last_ms:
                count.last_ms = start
            self._mark(count.metric, row)

    def changed(self, rows: Iterable[SampleRow]) -> None:
        """These keys have another sample now; what stood there before is told as well."""
        for row in rows:
            count = self._counts[row.series_id]
            count.came = count.touched = True
            self._mark(count.metric, row)

    def removed(self, rows: Iterable[SampleRow]) -> None:
        """These keys have no sample any more."""
        for row in rows:
            count = self._counts[row.series_id]
            count.samples -= 1
            count.touched = True
            count.edge = count.edge or row.start_ms in (count.first_ms, count.last_ms)
            self._mark(count.metric, row)

    def _mark(self, metric: str, row: SampleRow) -> None:
        days = days_of(metric, row.start_ms, row.end_ms, row.zone_offset)
        if (metric, days) != self._last:  # most samples are of the day of the one before
            self._last = metric, days
            self._stale.update((metric, day) for day in days)

    async def write(self, at: datetime) -> None:
        """Once all samples are written: the counts, the stale days and that something changed. Nothing where nothing did."""
        touched = {number: count for number, count in self._counts.items() if count.touched}
        if not touched:
            return
        for number, count in touched.items():
            if count.edge:
                await self._look_up(number, count)
        rows = [_row(self._user_id, count, at) for count in touched.values()]
        await self._db.insert_many("health_series", _SERIES, rows, conflict=_COUNTED)
        stale = [(self._user_id, *one) for one in self._stale]
        await self._db.insert_many("health_stale_days", _STALE, stale, conflict="ON CONFLICT DO NOTHING")
        sql = "UPDATE health_state SET changes = changes + 1, changed_at = $2 WHERE user_id = $1"
        await self._db.execute(sql, self._user_id, at)

    async def _look_up(self, number: int, count: _Count) -> None:
        sql = "SELECT MIN(start_ms) AS first, MAX(start_ms) AS last FROM health_samples WHERE series_id = $1"
        [row] = await self._db.fetch(sql, number)
        count.first_ms, count.last_ms = row["first"], row["last"]


def _row(user_id: str, count: _Count, at: datetime) -> tuple[Any, ...]:
    came = at if count.came else count.received_at
    return user_id, count.metric, count.device, count.samples, count.first_ms, count.last_ms, came
