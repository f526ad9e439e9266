"""What briefings are made of: one row a source, with the routines it serves. Another integration is another row.

A source that fails is left out and logged: what the others hold is said all the same.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.briefings import connected, dates, diary, kept, news, reading, reminders, rest, tasks, waiting, weather
from app.briefings.greeting import greet
from app.briefings.occasion import Occasion
from app.briefings.section import Material, Section, arranged
from app.errors import StorageError

log = logging.getLogger(__name__)
_DAY = ("daily briefing", "evening recap")
_AHEAD = (*_DAY, "weekly prep")
_BACK = ("evening recap", "weekly recap")


@dataclass(frozen=True, slots=True)
class Source:
    """`gather` brings sections, none where it has nothing to say."""

    name: str
    routines: tuple[str, ...]
    gather: Callable[[Occasion], Awaitable[list[Section]]]


SOURCES: tuple[Source, ...] = (
    Source("meetings", _AHEAD, connected.meetings),
    Source("weather", _DAY, weather.ahead),
    Source("sleep", ("daily briefing",), rest.slept),
    Source("tasks due", _AHEAD, tasks.due),
    Source("reminders", _AHEAD, reminders.promised),
    Source("dates", _AHEAD, dates.ahead),
    Source("tasks without a day", ("weekly prep",), tasks.someday),
    Source("tasks done", _BACK, tasks.done),
    Source("approvals", _DAY, waiting.waiting),
    Source("notes", _BACK, kept.noted),
    Source("journal", _BACK, kept.journalled),
    Source("conversations", ("weekly recap",), kept.talked),
    Source("alerts", ("weekly recap",), kept.alerted),
    Source("reading list", ("read-later digest",), reading.reading),
    Source("diary", ("journal digest",), diary.diary),
    Source("news", ("daily briefing",), news.fresh),
    Source("work", _AHEAD, connected.work),
    Source("mail", (*_DAY, "email intelligence"), connected.letters),
)


async def gather(occasion: Occasion, sources: tuple[Source, ...] = SOURCES) -> Material:
    """All there is to say on this occasion. Raises StorageError where storage answers to nobody."""
    sections: list[Section] = []
    asked = [source for source in sources if occasion.routine in source.routines]
    for source in asked:
        try:
            sections += await source.gather(occasion)
        except StorageError:
            raise
        except Exception:
            # The edge to integrations: one that breaks costs its own lines and no more.
            log.exception("source failed", extra={"event": "briefing.source_broke", "source": source.name})
    greeting, is_dated = await greet(occasion)
    return Material(greeting, arranged(sections), is_dated)
