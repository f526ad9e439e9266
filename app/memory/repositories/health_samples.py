"""Measurements of the body. The same metric, start and device is the same measurement, and its newest version counts.

Devices send what they sent before, in whatever order: putting a sample again changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import HealthSample, Json
from app.memory.repositories.table import Table
from app.memory.rows import parts, records, tuples

_COLUMNS = (
    "user_id, metric, start_at, end_at, zone_offset, value, unit, device, source, client_id, version, received_at"
)
_NAMES = _COLUMNS.split(", ")
_AT_ONCE = 200
_NEWER = f"""ON CONFLICT (user_id, metric, start_at, device) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _NAMES if name not in ("user_id", "metric", "start_at", "device"))}
    WHERE excluded.version > health_samples.version RETURNING id"""
# The names of the metrics one after the other, and the last of each: a few steps down an index, however many samples there are.
_LATEST = """WITH RECURSIVE metrics (name) AS (
        SELECT MIN(metric) FROM health_samples WHERE user_id = $1
        UNION ALL
        SELECT (SELECT MIN(metric) FROM health_samples WHERE user_id = $1 AND metric > metrics.name)
        FROM metrics WHERE metrics.name IS NOT NULL)
    SELECT s.* FROM metrics JOIN health_samples s ON s.id = (SELECT id FROM health_samples
        WHERE user_id = $1 AND metric = metrics.name ORDER BY start_at DESC, device DESC LIMIT 1)
    ORDER BY s.metric"""


@dataclass(frozen=True, slots=True)
class SampleDraft:
    """A measurement as it was sent; its fields are those of a HealthSample."""

    metric: str
    start_at: datetime
    end_at: datetime
    zone_offset: int | None
    value: Json
    unit: str
    device: str
    source: str
    client_id: str
    version: int
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the samples of one delivery: `unchanged` were known, in this version or a newer one."""

    added: int
    replaced: int
    unchanged: int


class HealthSamples(Table[HealthSample]):
    """A person's samples, by metric and time."""

    table = "health_samples"
    cls = HealthSample

    async def put_many(self, user_id: str, samples: Sequence[SampleDraft]) -> Taken:
        """Keep these, all or none of them."""
        newest: dict[tuple[str, datetime, str], SampleDraft] = {}
        for sample in samples:
            key = (sample.metric, sample.start_at, sample.device)
            if key not in newest or newest[key].version < sample.version:
                newest[key] = sample
        ids: list[int] = []
        async with self._db.transaction():
            last = await self._last_id()
            for part in parts(list(newest.values()), _AT_ONCE):
                values: list[Value] = []
                for one in part:
                    values += [user_id, *(getattr(one, name) for name in _NAMES[1:])]
                sql = f"INSERT INTO health_samples ({_COLUMNS}) VALUES {tuples(len(part), len(_NAMES))} {_NEWER}"
                ids += [row["id"] for row in await self._db.fetch(sql, *values)]
        added = sum(number > last for number in ids)  # numbers rise: what was there before has a lower one
        return Taken(added=added, replaced=len(ids) - added, unchanged=len(samples) - len(ids))

    async def latest(self, user_id: str) -> list[HealthSample]:
        """The last sample of each metric, by metric."""
        return records(HealthSample, await self._db.fetch(_LATEST, user_id))

    async def between(self, user_id: str, metric: str, start: datetime, end: datetime) -> list[HealthSample]:
        """Samples of a metric that start from `start` on and before `end`, in their order."""
        sql = (
            "SELECT * FROM health_samples WHERE user_id = $1 AND metric = $2 AND start_at >= $3 AND start_at < $4"
            " ORDER BY start_at, device"
        )
        return records(HealthSample, await self._db.fetch(sql, user_id, metric, start, end))

    async def delete(self, user_id: str, client_ids: Sequence[str]) -> int:
        """Remove for good what its sender calls so; how many samples that were."""
        return await self._erase(user_id, "health_samples", "client_id", client_ids)

    async def _last_id(self) -> int:
        [row] = await self._db.fetch("SELECT COALESCE(MAX(id), 0) AS id FROM health_samples")
        return row["id"]
