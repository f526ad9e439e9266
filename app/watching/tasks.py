"""Tasks that are overdue: "any task", "a task about the bank", "more than two hours"."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.language.time.wording import say_time
from app.memory.records import Task
from app.watching.amounts import hours_in, say_hours
from app.watching.watch import Condition, Finding, Look

_ABOUT = re.compile(
    r"\b(?:about|called|with|named|on)\s+(?:the |my )?[\"“']?(?P<words>[^\"”']{2,60}?)[\"”']?(?=\s+(?:is|are|more|by|for)\b|\Z)",
    re.IGNORECASE,
)
_END_OF_DAY = timedelta(days=1)


def read(words: str, _: datetime) -> Condition:
    """By how much, and about what, where that is said."""
    about = _ABOUT.search(words)
    return {"hours": hours_in(words) or 0, "words": about["words"].strip() if about else ""}


def say(condition: Condition) -> str:
    """ "a task about the bank is more than 2 hours overdue"."""
    about = f" about “{condition['words']}”" if condition.get("words") else ""
    by = f" more than {say_hours(condition['hours'])}" if condition.get("hours") else ""
    return f"a task{about} is{by} overdue"


async def find(look: Look) -> Sequence[Finding]:
    """The open tasks whose time is over by so much. One that is due on a day is overdue when the day is over."""
    condition = look.rule.condition
    limit = look.now - timedelta(hours=float(condition.get("hours", 0)))
    wanted = str(condition.get("words", "")).casefold()
    found = []
    for task in await look.store.tasks.due_before(look.user.id, look.now):
        over_at = _over_at(task, ZoneInfo(look.user.time_zone))
        if over_at is not None and over_at <= limit and wanted in task.title.casefold():
            since = (
                say_time(over_at.astimezone(look.local.tzinfo), look.local) if task.due_has_time else _day(task, look)
            )
            found.append(
                Finding(f"task:{task.id}:{over_at.isoformat()}", f"“{task.title}” was due {since}", tuple(task.taint))
            )
    return found


def _over_at(task: Task, zone: ZoneInfo) -> datetime | None:
    if task.due_at is None or task.due_has_time:
        return task.due_at
    midnight = task.due_at.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return (midnight + _END_OF_DAY).replace(tzinfo=zone)


def _day(task: Task, look: Look) -> str:
    assert task.due_at is not None  # only what is due is looked at
    day = task.due_at.astimezone(look.local.tzinfo)
    return f"on {day:%A} {day.day} {day:%B}"
