"""What is new of the news that somebody follows, for a briefing: a few stories, each told once. Asks nobody where nothing is followed."""

import asyncio
from contextlib import suppress
from datetime import datetime

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Material, Section
from app.errors import NotFound, OutsideError
from app.integrations.news.digest import Headline, Subject, look, subject_of, untold
from app.memory.repositories import Repositories

_TITLE, _RANK = "News", (80,)
_MOST = 3
_MOST_LOOKED_AT = 20  # topics and feeds
_SECONDS = 20.0  # for all of them


async def fresh(occasion: Occasion) -> list[Section]:
    """ "Cocoa price raised (BBC)": the newest of each topic in turn."""
    topics = (await occasion.store.news_topics.list(occasion.user.id))[:_MOST_LOOKED_AT]
    if occasion.web.news is None or not topics:
        return []
    subjects = [subject_of(one) for one in topics]
    with suppress(TimeoutError):  # what was found until then is told
        async with asyncio.timeout(_SECONDS):
            for subject in subjects:
                await _look(occasion, subject)
    now = occasion.now
    found = [await untold(occasion.store, occasion.user.id, one, now, limit=_MOST) for one in subjects]
    stories = dict[str, Headline]()
    for place in range(_MOST):
        for one in found:
            if place < len(one):
                stories.setdefault(one[place].report.story, one[place])
    items = tuple(map(_item, list(stories.values())[:_MOST]))
    return [Section(_TITLE, items, _RANK, "In the news: {}.")] if items else []


async def told(store: Repositories, user_id: str, material: Material, now: datetime) -> None:
    """The news in it is being said."""
    stories = [item.story for section in material.sections for item in section.items if item.story]
    if stories:
        await store.seen_news.tell(user_id, stories, now)


async def _look(occasion: Occasion, subject: Subject) -> None:
    news, user = occasion.web.news, occasion.user
    if news is None:
        return
    try:
        await look(occasion.store, news, user.id, subject, occasion.now, locale=user.locale, attended=False)
    except (OutsideError, NotFound):  # the fetcher has written down which
        return


def _item(story: Headline) -> Item:
    one = story.report
    also = f", also at {', '.join(story.others[:2])}" if story.others else ""
    return Item(f"{one.title} ({one.publisher}{also})", taint=tuple(one.taint), story=one.story)
