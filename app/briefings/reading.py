"""The digest of the reading list: what waits, by its tags, and what has waited longest."""

from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import urlsplit

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section, capital
from app.language.time.wording import full_date
from app.memory.records import ReadLaterItem

_MOST = 200
_SHOWN = 4  # of one tag
_TAGS = 3
_LONG = 14  # days after which something has waited long


async def reading(occasion: Occasion) -> list[Section]:
    """The unread ones, newest first: those of the tags that are used most, the others, and the oldest."""
    unread = list(await occasion.store.read_later.list(occasion.user.id, limit=_MOST))
    oldest = min(unread, key=lambda item: item.created_at) if len(unread) > 1 else None
    if oldest is None or (occasion.now - oldest.created_at).days < _LONG:
        return _by_tags(unread)
    return [*_by_tags([item for item in unread if item.id != oldest.id]), _longest(oldest, occasion)]


def _by_tags(items: Sequence[ReadLaterItem]) -> list[Section]:
    """A section for each of the tags that are used most, then one for all others."""
    groups: defaultdict[str, list[ReadLaterItem]] = defaultdict(list)
    for item in items:
        groups[item.tags[0].strip() if item.tags else ""].append(item)
    tags = sorted(filter(None, groups), key=lambda tag: -len(groups[tag]))[:_TAGS]
    sections = [_group(capital(tag), groups[tag], (1, rank)) for rank, tag in enumerate(tags)]
    rest = [item for tag, group in groups.items() if tag not in tags for item in group]
    return [*sections, _group("Others" if sections else "To read", rest, (2,))] if rest else sections


def _group(title: str, items: list[ReadLaterItem], rank: tuple[int, ...]) -> Section:
    lines = tuple(_line(item) for item in items[:_SHOWN])
    return Section(title, lines, rank, "One thing waits to be read: {}.", more=max(0, len(items) - _SHOWN))


def _line(item: ReadLaterItem, aside: str = "") -> Item:
    host = urlsplit(item.url).hostname or ""
    named = f"{item.title} ({host.removeprefix('www.')})" if item.title and host else item.title or item.url
    return Item(named, aside=aside, taint=tuple(item.taint))


def _longest(oldest: ReadLaterItem, occasion: Occasion) -> Section:
    """What could be read or let go."""
    since = f"since {full_date(occasion.on_clock(oldest.created_at).date(), occasion.local)}"
    return Section("Waiting longest", (_line(oldest, since),), (3,))
