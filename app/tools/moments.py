"""What the clock's moments were of, by name: the schedule, the reminder or the task that came due."""

from collections.abc import Sequence

from app.cards.literal import one_line
from app.learning.turn_log import readable
from app.memory.records import Occurrence
from app.memory.repositories import Repositories
from app.tools import readback

_TEXT = 240


async def names_of(store: Repositories, user_id: str, moments: Sequence[Occurrence]) -> dict[str, str]:
    """By kind and number ("schedule:12"); what was deleted since has none."""
    ids = {kind: _numbers(moments, kind) for kind in ("schedule", "reminder", "task")}
    names = {
        f"schedule:{row.id}": readback.title(row) for row in await store.scheduled_tasks.many(user_id, ids["schedule"])
    }
    names |= {
        f"reminder:{row.id}": f"Reminder: {row.text}" for row in await store.reminders.many(user_id, ids["reminder"])
    }
    names |= {f"task:{row.id}": f"Due: {row.title}" for row in await store.tasks.many(user_id, ids["task"])}
    return {key: one_line(readable(name)[0], _TEXT) for key, name in names.items()}


def _numbers(moments: Sequence[Occurrence], kind: str) -> list[int]:
    return [int(one.owner_id) for one in moments if one.owner_kind == kind and one.owner_id.isdecimal()]
