"""The past month of everything that runs by itself, as rows of days: what ran, ran late or was left out, and why.

Drawn as an HTML table, so that it is read as well as looked at.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from app.interfaces.web.views.viewer import Viewer
from app.memory.records import Occurrence, ScheduledTask
from app.tools import readback

DAYS = 30
_MOST = 3_000
_WORSE = {"ran": 0, "late": 1, "running": 1, "waiting": 1, "skipped": 2}
_REMINDERS = "Reminders"
_TASKS = "Tasks due"


async def timeline(seen: Viewer, schedules: Sequence[ScheduledTask]) -> dict[str, Any]:
    """{days: [ISO], rows: [{name, cells: [{status, words}]}]}: a row a schedule, one for all reminders; a cell a local day, oldest first."""
    today = seen.local_now.date()
    days = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    names = {str(row.id): readback.title(row) for row in schedules}
    by_row: dict[str, dict[date, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
    for one in await seen.store.occurrences.recent(seen.user.id, _MOST):
        day = seen.local(one.due_at).date()
        if day >= days[0]:
            by_row[_row_of(one, names)][day].append(one)
    return {
        "days": [_short(day) for day in days],
        "rows": [
            {"name": name, "cells": [_cell(found.get(day, []), day, seen) for day in days]}
            for name, found in sorted(by_row.items(), key=lambda pair: pair[0].casefold())
        ],
    }


def _row_of(one: Occurrence, names: dict[str, str]) -> str:
    if one.owner_kind == "schedule":
        return names.get(one.owner_id, "Ended since")
    return _REMINDERS if one.owner_kind == "reminder" else _TASKS


def _cell(found: Sequence[Occurrence], day: date, seen: Viewer) -> dict[str, str]:
    if not found:
        return {"status": "none", "words": f"{_short(day)}: nothing"}
    worst = max(found, key=lambda one: _WORSE.get(one.status, 0))
    told = "; ".join(
        f"{seen.local(one.due_at):%H:%M} {one.status}{f' ({one.reason})' if one.reason else ''}" for one in found[:6]
    )
    more = f" and {len(found) - 6} more" if len(found) > 6 else ""
    return {"status": worst.status, "words": f"{_short(day)}: {told}{more}"}


def _short(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"
