"""What Slack's Home tab shows: today, as a briefing knows it, without what has to be fetched from strangers."""

from typing import Any

from app.briefings.occasion import Occasion
from app.briefings.sources import SOURCES, gather
from app.interfaces.slack.home import Section
from app.interfaces.slack.reception import Today
from app.memory.records import User

_SHOWN = {"meetings", "weather", "tasks due", "reminders", "dates", "approvals", "sleep"}
_EMPTY = "Nothing is due today. Write to me whenever you like."


def today_of(services: Any) -> Today:
    """What tells a user's today."""

    async def today(user: User) -> list[Section]:
        now = services.clock.now()
        occasion = Occasion(
            "daily briefing", user, services.store, now, services.feeds, services.database, services.web
        )
        material = await gather(occasion, tuple(source for source in SOURCES if source.name in _SHOWN))
        sections = [Section(each.title, tuple(item.said for item in each.items)) for each in material.sections]
        return [Section(material.greeting, () if sections else (_EMPTY,)), *sections]

    return today
