"""What a source has to say: lines under a heading, in order, with where their words come from. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, time

from app.learning.answers import flat

MOST = 8  # lines of one section; what is beyond them is counted
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Item:
    """One line. `at`: its hour on the user's clock, where it has one; `aside`: what is said behind it; `taint`: other people's words;
    `story`: the news it tells, which is told once."""

    text: str
    at: time | None = None
    aside: str = ""
    taint: tuple[str, ...] = ()
    story: str = ""

    @property
    def said(self) -> str:
        """ "09:30 Call the bank", "Pay rent, since Friday 20 November"."""
        text = capital(clipped(self.text))
        hour = f"{self.at:%H:%M} " if self.at else ""
        return f"{hour}{text}{f', {self.aside}' if self.aside else ''}"


@dataclass(frozen=True, slots=True)
class Section:
    """`title` is said above the lines; `alone` in place of all that where there is just one line in the whole briefing ("{}" is that
    line). Sections stand by their `rank`; those of one title are one."""

    title: str
    items: tuple[Item, ...]
    rank: tuple[int, ...] = (0,)
    alone: str = ""
    more: int = 0  # lines that are not shown

    @property
    def taint(self) -> tuple[str, ...]:
        """Whose words are in it beside the user's."""
        return tuple(dict.fromkeys(source for item in self.items for source in item.taint))

    @property
    def count(self) -> int:
        """How many there are, those that are not shown among them."""
        return len(self.items) + self.more


@dataclass(frozen=True, slots=True)
class Material:
    """All that was found for a briefing: the greeting's sentences, then sections in their order.

    `is_dated`: the greeting tells of something that is today; `also`: whose words are in it beside the user's.
    """

    greeting: str
    sections: tuple[Section, ...] = field(default=())
    is_dated: bool = False
    also: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.sections

    @property
    def taint(self) -> tuple[str, ...]:
        """Whose words are in it beside the user's."""
        told = (source for section in self.sections for source in section.taint)
        return tuple(dict.fromkeys((*self.also, *told)))


def arranged(sections: Iterable[Section]) -> tuple[Section, ...]:
    """In order, those of one title made one, what has an hour first and by it; each cut to MOST lines."""
    by_title: dict[str, Section] = {}
    for section in sections:
        before = by_title.get(section.title)
        joined = replace(before, items=(*before.items, *section.items)) if before else section
        by_title[section.title] = joined
    filled = [_cut(section) for section in by_title.values() if section.items]
    return tuple(sorted(filled, key=lambda section: section.rank))


def _cut(section: Section) -> Section:
    items = sorted(section.items, key=lambda item: (item.at is None, item.at or time()))
    return replace(section, items=tuple(items[:MOST]), more=section.more + max(0, len(items) - MOST))


def clipped(text: str, most: int = _LONGEST) -> str:
    """Stored text as one line of at most so many characters."""
    line = flat(text[: 4 * most]).strip(" .")
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def capital(text: str) -> str:
    """With a capital first letter; an address stays as it is."""
    return text if "://" in text.split(" ", 1)[0] else text[:1].upper() + text[1:]


def hour_of(local: datetime) -> time:
    """The wall clock's hour and minute."""
    return local.time().replace(second=0, microsecond=0, tzinfo=None)
