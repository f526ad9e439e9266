"""Rows of what a wearable measured. Data only. Times in `_ms` are milliseconds since 1970 in UTC, offsets seconds east of it."""

from dataclasses import dataclass
from datetime import datetime

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class HealthSender:
    """A phone that may send for a person. Its secret is not kept, only that secret's digest."""

    id: int
    user_id: str
    name: str
    clock_skew_seconds: float | None
    created_at: datetime
    used_at: datetime | None
    removed_at: datetime | None


@dataclass(frozen=True, slots=True)
class HealthSeries:
    """One metric of one device: how many samples there are, from when to when, and when the last of them came."""

    id: int
    user_id: str
    metric: str
    device: str
    samples: int
    first_ms: int | None
    last_ms: int | None
    received_at: datetime


@dataclass(frozen=True, slots=True)
class HealthSample:
    """One measurement. `number` is in the metric's stored unit; `detail` has the metric's own shape, None for most."""

    metric: str
    device: str
    start_ms: int
    end_ms: int
    zone_offset: int
    number: float
    detail: Json | None


@dataclass(frozen=True, slots=True)
class HealthDay:
    """A local day of a metric over all devices; `day` counts from 1970-01-01. `detail` is what the metric's days hold besides."""

    user_id: str
    metric: str
    day: int
    samples: int
    number: float
    low: float
    high: float
    last_ms: int
    detail: Json | None


@dataclass(frozen=True, slots=True)
class HealthBackfill:
    """The import of an archive: where it stands, and what came of its rows."""

    id: int
    user_id: str
    name: str
    path: str
    status: str
    progress: Json
    counts: Json
    reasons: list[Json]
    problem: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
