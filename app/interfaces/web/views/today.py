"""Today: what waits for a yes, what is due, what rings, and beside it, when it is there, the agenda, the weather and how one slept."""

import logging
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from app.briefings import connected, dates, rest, weather
from app.briefings.occasion import Occasion
from app.briefings.section import arranged
from app.interfaces.web.views.lists import task_row
from app.interfaces.web.views.schedules import reminder_row
from app.interfaces.web.views.viewer import Viewer, requests_shown
from app.learning.own_name import own_name
from app.schedule.zones import localise

log = logging.getLogger(__name__)
_AROUND = (connected.meetings, weather.ahead, rest.slept, dates.ahead)
_GREETINGS = ((5, "Hello"), (12, "Good morning"), (18, "Good afternoon"), (24, "Good evening"))


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All that is stored here."""
    now = seen.local_now
    end = localise(datetime.combine(now.date() + timedelta(days=1), time()), seen.zone)
    tasks = await seen.store.tasks.list(seen.user.id)
    due = [task for task in tasks if task.due_at is not None and task.due_at < end]
    reminders = [one for one in await seen.store.reminders.list(seen.user.id) if one.due_at < end]
    greeting = next(words for hour, words in _GREETINGS if now.hour < hour)
    name = await own_name(seen.store, seen.user)
    return {
        "title": f"{now:%A} {now.day} {now:%B}",
        "greeting": f"{greeting}, {name}" if name else greeting,
        "requests": await requests_shown(seen),
        "due": [task_row(task, seen) for task in due],
        "someday": [task_row(task, seen) for task in tasks if task.due_at is None and task.list_name == "todo"],
        "reminders": [reminder_row(one, seen) for one in sorted(reminders, key=lambda one: one.due_at)],
    }


async def around(seen: Viewer) -> dict[str, Any]:
    """What has to be asked for elsewhere, or reckoned: sections of lines. A source that fails is left out, and said to be."""
    house = seen.house
    occasion = Occasion("daily briefing", seen.user, seen.store, seen.now, house.feeds, house.database, house.web)
    sections, missing = [], 0
    for gather in _AROUND:
        try:
            sections += await gather(occasion)
        except Exception:  # the edge to integrations: one that breaks costs its own lines and no more
            log.exception("source failed", extra={"event": "page.source_broke", "source": gather.__module__})
            missing += 1
    return {"sections": arranged(sections), "missing": missing}
