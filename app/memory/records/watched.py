"""Rows of what the assistant does or watches by itself because a person asked for it: schedules, alerts, news, health. Data only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """Something done again and again: `instruction` is said to the assistant at `due_at` (UTC, the next occurrence).

    `rule` (RFC 5545 RRULE value) is computed from the wall-clock `local_start` (naive ISO text) in `time_zone`.
    """

    id: int
    user_id: str
    name: str
    instruction: str
    rule: str
    local_start: str
    time_zone: str
    due_at: datetime
    status: Literal["active", "processing", "paused", "done", "cancelled"]
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class AlertRule:
    """What the user wants to be told of when it happens, at most once in `cooldown` seconds."""

    id: int
    user_id: str
    name: str
    source: str
    condition: Json
    cooldown: int
    status: Literal["active", "paused", "done", "cancelled"]
    fired_at: datetime | None
    expires_at: datetime | None
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class NewsTopic:
    """Something the user wants news of, in their words."""

    id: int
    user_id: str
    topic: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SeenStory:
    """A story that was shown. `digest` names it whatever page it stands on."""

    user_id: str
    digest: str
    title: str
    url: str
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class HealthSample:
    """One measurement of a metric by a device, and the newest version of it.

    `value` is JSON of the metric's own shape, in `unit`; `zone_offset` is in seconds east of UTC where the device was;
    `client_id` is what the sender calls it.
    """

    id: int
    user_id: str
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
