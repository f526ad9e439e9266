"""What reminders bring to a briefing: those that will be said on its days, what repeats often in one line."""

import logging
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.briefings.days import AGAIN, AHEAD, day_section, near, plain_section
from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section, hour_of
from app.language.time.wording import say_rule
from app.memory.records import Reminder
from app.schedule.occurrences import occurrences

log = logging.getLogger(__name__)
_OFTEN = 2  # more often than this in the days ahead is a habit


async def promised(occasion: Occasion) -> list[Section]:
    """Reminders from now to the end of the occasion's days."""
    week = occasion.routine == "weekly prep"
    end = occasion.midnight(WEEK + 1 if week else 2 if occasion.looks_on else 1)
    sections: list[Section] = []
    for reminder in await occasion.store.reminders.list(occasion.user.id):
        sections += _of(reminder, end, occasion)
    return sections


def _of(reminder: Reminder, end: datetime, occasion: Occasion) -> list[Section]:
    moments = _moments(reminder, end, occasion)
    taint = tuple(reminder.taint)
    if len(moments) > _OFTEN:
        start = datetime.fromisoformat(reminder.local_start)
        again = Item(reminder.text, aside=say_rule(reminder.rule or "", start), taint=taint)
        heading = AGAIN if occasion.routine == "weekly prep" else near(moments[0].date(), occasion)
        return [plain_section(heading, again)]
    return [_on_day(Item(reminder.text, hour_of(local), taint=taint), local, occasion) for local in moments]


def _on_day(item: Item, local: datetime, occasion: Occasion) -> Section:
    if occasion.routine == "weekly prep":
        return day_section(AHEAD, local.date(), item, occasion)
    return plain_section(near(local.date(), occasion), item)


def _moments(reminder: Reminder, end: datetime, occasion: Occasion) -> list[datetime]:
    """When it will be said, on the user's clock; one more than often is enough to know."""
    if reminder.due_at >= end:
        return []
    found = [reminder.due_at, *_repeated(reminder, max(reminder.due_at, occasion.now - timedelta(seconds=1)))]
    return [occasion.on_clock(moment) for moment in found if occasion.now <= moment < end]


def _repeated(reminder: Reminder, after: datetime) -> list[datetime]:
    """Its next few times; none where it is said once, or its rule can't be read."""
    if not reminder.rule:
        return []
    try:
        start, zone = datetime.fromisoformat(reminder.local_start), ZoneInfo(reminder.time_zone)
        return occurrences(reminder.rule, start, zone, after, _OFTEN, without=reminder.exceptions)
    except (ValueError, KeyError, TypeError, OSError) as problem:
        fields = {"event": "briefing.rule_unread", "reminder": reminder.id, "problem": type(problem).__name__}
        log.warning("a rule can't be read", extra=fields)
        return []
