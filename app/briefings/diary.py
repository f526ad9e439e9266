"""The digest of the journal: a week of it, day by day, in its writer's own words."""

from datetime import date

from app.briefings.kept import moods_of
from app.briefings.occasion import WEEK, Occasion
from app.briefings.section import Item, Section, clipped
from app.language.time.wording import say_date

_ENTRIES = 100
_CUT = 110  # characters of an entry


async def diary(occasion: Occasion) -> list[Section]:
    """The entries of the last seven days, oldest first: the day, its mood, and how it begins."""
    since = occasion.midnight(1 - WEEK).date().isoformat()
    today = occasion.today.isoformat()
    entries = await occasion.store.journal.list(occasion.user.id, since=since, until=today, limit=_ENTRIES)
    items = tuple(
        Item(
            f"{_day(entry.entry_date, occasion)}{f' ({entry.mood.strip()})' if entry.mood.strip() else ''}: "
            f"{clipped(entry.content, _CUT)}",
            taint=tuple(entry.taint),
        )
        for entry in reversed(entries)
    )
    if not items:
        return []
    moods = moods_of([entry.mood for entry in entries])
    title = f"Your journal this week{f', {moods}' if moods else ''}"
    return [Section(title, items, (0,), "Your journal this week: {}.")]


def _day(entry_date: str, occasion: Occasion) -> str:
    day = date.fromisoformat(entry_date)
    days = (occasion.today - day).days
    return say_date(day, occasion.local) if days == 0 else "yesterday" if days == 1 else f"{day:%A}"
