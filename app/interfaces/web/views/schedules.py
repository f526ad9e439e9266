"""Reminders and schedules: what rings and what runs by itself, when next, how it last went, and the past month as a picture."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.interfaces.web.views.timeline import timeline
from app.interfaces.web.views.viewer import Viewer, page_number
from app.language.time.wording import say_rule
from app.memory.records import Occurrence, Reminder, ScheduledTask
from app.tools import readback
from app.tools.upcoming import say_without, upcoming

_SHOWN = 30  # reminders of one page
_ENDED = {"ran": "ran", "late": "ran late", "skipped": "skipped", "waiting": "waits", "running": "runs now"}


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All of it."""
    store, user_id = seen.store, seen.user.id
    rows, reminders, at = (
        await store.scheduled_tasks.list(user_id),
        await store.reminders.list(user_id),
        page_number(query),
    )
    latest = await store.occurrences.latest(user_id, "schedule")
    return {
        "title": "Reminders and schedules",
        "reminders": [reminder_row(one, seen) for one in reminders[at * _SHOWN : at * _SHOWN + _SHOWN]],
        "page": {
            "before": f"/schedules?page={at - 1}" if at else "",
            "after": f"/schedules?page={at + 1}" if len(reminders) > (at + 1) * _SHOWN else "",
        },
        "schedules": [_schedule(row, latest.get(str(row.id)), seen) for row in rows],
        "timeline": await timeline(seen, rows),
    }


def reminder_row(reminder: Reminder, seen: Viewer) -> dict[str, Any]:
    """One reminder: when next, and by which rule."""
    start = datetime.fromisoformat(reminder.local_start)
    return {
        "id": reminder.id,
        "text": reminder.text,
        "next": seen.said(reminder.due_at),
        "rule": _rule(reminder.rule or "", start, reminder.exceptions, seen),
        "then": _then(reminder.rule or "", start, reminder, seen),
        "late": reminder.due_at < seen.now,
        "taint": reminder.taint,
    }


def _schedule(row: ScheduledTask, last: Occurrence | None, seen: Viewer) -> dict[str, Any]:
    start = datetime.fromisoformat(row.local_start)
    return {
        "id": row.id,
        "title": readback.title(row),
        "rule": _rule(row.rule, start, row.exceptions, seen) or "once",
        "paused": row.status == "paused",
        "next": "" if row.status == "paused" else seen.said(row.due_at),
        "then": "" if row.status == "paused" else _then(row.rule, start, row, seen),
        "last": f"{_ENDED[last.status]} {seen.said(last.due_at)}" if last else "",
        "why": last.reason if last else "",
        "repeats": bool(row.rule),
        "taint": row.taint,
    }


def _rule(rule: str, start: datetime, exceptions: list[str], seen: Viewer) -> str:
    if not rule:
        return ""
    return f"{say_rule(rule, start)}{say_without(exceptions, seen.local_now.date())}"


def _then(rule: str, start: datetime, row: Reminder | ScheduledTask, seen: Viewer) -> str:
    """The runs after the next one, three at most in all."""
    moments = upcoming(rule, start, row.due_at, ZoneInfo(row.time_zone), without=row.exceptions)[1:]
    return ", ".join(seen.said(moment) for moment in moments)
