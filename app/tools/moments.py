"""What the clock's moments were of, by name: the schedule, the reminder or the task that came due."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.cards.literal import one_line
from app.learning.turn_log import readable
from app.memory.records import Occurrence
from app.memory.repositories import Repositories
from app.tools import readback

_TEXT = 240


@dataclass(frozen=True, slots=True)
class Named:
    """What something is called, and whose words that may be."""

    name: str
    taint: list[str]


async def names_of(store: Repositories, user_id: str, moments: Sequence[Occurrence]) -> dict[str, Named]:
    """By kind and number ("schedule:12"); what was deleted since has none."""
    ids = {kind: _numbers(moments, kind) for kind in ("schedule", "reminder", "task")}
    schedules = await store.scheduled_tasks.many(user_id, ids["schedule"])
    reminders, tasks = (
        await store.reminders.many(user_id, ids["reminder"]),
        await store.tasks.many(user_id, ids["task"]),
    )
    found = {f"schedule:{row.id}": Named(readback.title(row), row.taint) for row in schedules}
    found |= {f"reminder:{row.id}": Named(f"Reminder: {row.text}", row.taint) for row in reminders}
    found |= {f"task:{row.id}": Named(f"Due: {row.title}", row.taint) for row in tasks}
    return {key: Named(one_line(readable(one.name)[0], _TEXT), one.taint) for key, one in found.items()}


def _numbers(moments: Sequence[Occurrence], kind: str) -> list[int]:
    return [int(one.owner_id) for one in moments if one.owner_kind == kind and one.owner_id.isdecimal()]
