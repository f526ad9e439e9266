"""The headings that several sources put their lines under, so that a reminder and a task of one day stand together. Pure."""

from dataclasses import dataclass
from datetime import date

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section
from app.language.time.wording import full_date


@dataclass(frozen=True, slots=True)
class Heading:
    """A title, where it stands, and how its only line is said in a sentence."""

    title: str
    rank: tuple[int, ...]
    alone: str = ""


TODAY = Heading("Today", (1,), "One thing today: {}.")
OPEN = Heading("Still open", (1,), "One thing is still open: {}.")
TO_COME = Heading("Still to come", (1, 1), "One thing is still to come: {}.")
OVERDUE = Heading("Overdue", (3,), "One thing is overdue: {}.")
TOMORROW = Heading("Tomorrow", (2,), "One thing tomorrow: {}.")
AHEAD = Heading("Ahead", (1,))
AGAIN = Heading("As always", (4,), "As always: {}.")
SOMEDAY = Heading("No day yet", (5,), "Nothing has a day this week. On your list: {}.")
WAITING = Heading("Waiting for your OK", (6,), "One thing waits for your OK: {}.")


def near(day: date, occasion: Occasion) -> Heading:
    """The heading of today or tomorrow; at the end of a day today is what is still to come of it."""
    if day > occasion.today:
        return TOMORROW
    return TO_COME if occasion.routine == "evening recap" else TODAY


def plain_section(heading: Heading, *items: Item) -> Section:
    """Lines under a heading."""
    return Section(heading.title, items, heading.rank, heading.alone)


def day_section(heading: Heading, day: date, item: Item, occasion: Occasion) -> Section:
    """A line under its day, the days in their order."""
    named = {0: "Today", 1: "Tomorrow"}.get((day - occasion.today).days, "")
    title = named or full_date(day, occasion.local)
    alone = f"One thing ahead, {named.casefold() or f'on {title}'}: {{}}."
    return Section(title, (item,), (*heading.rank, day.toordinal()), alone)
