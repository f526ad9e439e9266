"""Measurements of metrics this version doesn't know, kept as they came until one does.

The same metric, start and device is the same measurement here too, and the newer version stands, then the greater client id.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Kind
from app.memory.records import Json
from app.memory.repositories.health_records import FOREVER
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import json_of, marks, parts

_COLUMNS: dict[str, Kind] = {
    "user_id": "text",
    "metric": "text",
    "start_ms": "int",
    "device": "text",
    "client_id": "text",
    "version": "int",
    "sample": "json",
    "received_at": "time",
}
_NEWER = (
    "ON CONFLICT (user_id, metric, start_ms, device) DO UPDATE SET client_id = excluded.client_id, version = excluded.version,"
    " sample = excluded.sample, received_at = excluded.received_at"
    " WHERE (excluded.version, excluded.client_id) > (health_set_aside.version, health_set_aside.client_id)"
)


@dataclass(frozen=True, slots=True)
class SetAsideDraft:
    """A measurement of an unknown metric: what names it, and all of it as it came."""

    metric: str
    start_ms: int
    device: str
    client_id: str
    version: int
    sample: Json


@dataclass(frozen=True, slots=True)
class SetAside:
    """One that was kept."""

    id: int
    sample: Json


class HealthSetAside(Repository):
    """A person's unknown measurements."""

    async def put_many(self, user_id: str, samples: Sequence[SetAsideDraft], at: datetime) -> int:
        """Keep these, all or none; how many are new or newer than what was there."""
        newest: dict[tuple[str, int, str], SetAsideDraft] = {}
        for sample in samples:
            key = sample.metric, sample.start_ms, sample.device
            other = newest.get(key)
            if other is None or (sample.version, sample.client_id) > (other.version, other.client_id):
                newest[key] = sample
        rows = [
            (user_id, one.metric, one.start_ms, one.device, one.client_id, one.version, one.sample, at)
            for one in newest.values()
        ]
        return await self._db.insert_many("health_set_aside", _COLUMNS, rows, conflict=_NEWER)

    async def count(self, user_id: str) -> int:
        """How many are kept."""
        [row] = await self._db.fetch("SELECT COUNT(*) AS kept FROM health_set_aside WHERE user_id = $1", user_id)
        return row["kept"]

    async def metrics(self, user_id: str) -> list[str]:
        """What they are of, by name."""
        sql = "SELECT DISTINCT metric FROM health_set_aside WHERE user_id = $1 ORDER BY metric"
        return [row["metric"] for row in await self._db.fetch(sql, user_id)]

    @operator
    async def people(self) -> list[str]:
        """Whose measurements are set aside."""
        rows = await self._db.fetch("SELECT DISTINCT user_id FROM health_set_aside ORDER BY user_id")
        return [row["user_id"] for row in rows]

    async def of(self, user_id: str, metric: str, *, after: int, limit: int) -> list[SetAside]:
        """Those of a metric that were kept after number `after`, in the order they came; at most `limit`."""
        sql = "SELECT id, sample FROM health_set_aside WHERE user_id = $1 AND metric = $2 AND id > $3 ORDER BY id LIMIT $4"
        found = await self._db.fetch(sql, user_id, metric, after, limit)
        return [SetAside(row["id"], json_of(row["sample"])) for row in found]

    async def remove(self, user_id: str, ids: Sequence[int]) -> int:
        """These are measurements now, or will never be; how many there were."""
        return await self._erase(user_id, "health_set_aside", "id", ids)

    async def delete_records(self, user_id: str, records: Sequence[tuple[str, int | None]]) -> int:
        """Remove records by their client id up to and with a version (None: any); how many samples that were."""
        through = {client_id: FOREVER if version is None else version for client_id, version in records}
        gone = 0
        for part in parts(list(through)):
            sql = (
                "SELECT id, client_id, version FROM health_set_aside WHERE user_id = $1"
                f" AND client_id IN ({marks(len(part), 2)})"
            )
            found = await self._db.fetch(sql, user_id, *part)
            ids = [row["id"] for row in found if row["version"] <= through[row["client_id"]]]
            gone += await self.remove(user_id, ids)
        return gone

    async def erase(self, user_id: str, *, start_ms: int | None = None, end_ms: int | None = None) -> int:
        """Remove for good all of them, or those that start in a time; how many."""
        sql = (
            "DELETE FROM health_set_aside WHERE user_id = $1 AND (start_ms >= $2 OR $2 IS NULL)"
            " AND (start_ms < $3 OR $3 IS NULL)"
        )
        return await self._db.execute(sql, user_id, start_ms, end_ms)
