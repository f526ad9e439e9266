"""Heartbeats of ana's, and all that is kept of them, for tests of the samples' repositories."""

from typing import Any

from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON

HOUR, DAY = 3_600_000, 86_400_000
START = round(NOON.timestamp() * 1000)


def pulse(hours: float, number: float = 60, **other: Any) -> SampleDraft:
    start = START + round(hours * HOUR)
    values: dict[str, Any] = {
        "metric": "heart_rate",
        "device": "watch",
        "start_ms": start,
        "end_ms": start,
        "zone_offset": 3600,
        "number": number,
        "detail": None,
        "client_id": f"c{hours}",
        "version": 1,
        "app": "phone",
    }
    return SampleDraft(**(values | other))


async def numbers(house: Repositories, metric: str = "heart_rate") -> list[float]:
    found = await house.health_figures.between("ana", metric, (START, START + 99 * HOUR), longest_ms=172_800_000)
    return [one.number for one in found]


async def put(house: Repositories, *samples: SampleDraft, **options: Any) -> list[str]:
    return list(await house.health_samples.put_many("ana", samples, NOON, **options))


async def dump(database: Database) -> dict[str, list[Any]]:
    """All that is kept, without numbers of rows and times of arrival."""
    samples = (
        "SELECT series.metric, series.device, record.client_id, sample.start_ms, sample.end_ms, sample.zone_offset, sample.number"
        " FROM {} sample JOIN health_series series ON series.id = sample.series_id"
        " JOIN health_records record ON record.id = sample.record_id"
    )
    queries = {
        "samples": samples.format("health_samples"),
        "shadowed": samples.format("health_shadowed"),
        "series": "SELECT metric, device, samples, first_ms, last_ms FROM health_series",
        "records": "SELECT client_id, version, deleted_through, app FROM health_records",
        "stale": "SELECT metric, day FROM health_stale_days",
    }
    found = {name: await database.fetch(sql) for name, sql in queries.items()}
    return {name: sorted(tuple(map(str, row.values())) for row in rows) for name, rows in found.items()}
