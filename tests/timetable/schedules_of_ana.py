"""Schedules for these tests: ana's, daily at 13:00 in UTC unless said otherwise."""

from datetime import datetime
from typing import Any

from app.memory.records import Occurrence, ScheduledTask
from app.memory.repositories import Repositories
from tests.memory.databases import NOON

ONE = datetime.fromisoformat("2026-03-01T13:00:00+00:00")


async def scheduled(house: Repositories, rule: str = "FREQ=DAILY", **changes: Any) -> ScheduledTask:
    """A schedule of ana's."""
    fields = {
        "name": "the plants",
        "instruction": "See whether the plants need water",
        "local_start": "2026-03-01T13:00:00",
        "time_zone": "UTC",
        "due_at": ONE,
        "turn_id": None,
        "taint": [],
        "at": NOON,
    }
    return await house.scheduled_tasks.add(changes.pop("user_id", "ana"), rule=rule, **{**fields, **changes})


async def endings(house: Repositories, schedule: ScheduledTask) -> list[tuple[str, str]]:
    """When each of its moments was due, and how it stands or ended."""
    rows = await house.occurrences.list(schedule.user_id, "schedule", str(schedule.id))
    return [(f"{row.due_at:%d %H:%M}", row.status) for row in rows]


async def standing(house: Repositories, schedule: ScheduledTask) -> tuple[str, str]:
    """How it stands, and when it is due."""
    row = await house.scheduled_tasks.get(schedule.user_id, schedule.id)
    assert row is not None
    return row.status, f"{row.due_at:%d %H:%M}"


async def open_one(house: Repositories, user_id: str = "ana") -> Occurrence:
    """The occurrence that is open and comes first."""
    found = await house.occurrences.next_open(user_id)
    assert found is not None
    return found
