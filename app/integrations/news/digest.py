"""What is new on a topic for a person: found and kept, told once whatever page it stands on, and by whom else it is told.

A subject is looked at no more often than its caller says, by whatever process; what was found then is what there is. A story that was told at
this very moment counts as new, so that a turn which is taken up again says the same again. What is older than a week is no news, but where
nobody was ever told anything of a subject. Knows no channel and no model.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from app.cards import sources
from app.integrations.news.alike import Known, Report, digest_of, signature_of, story_named
from app.integrations.news.port import News, Stories
from app.memory.records import FoundStory, NewsTopic, SeenStory
from app.memory.repositories import Repositories
from app.memory.words import fold

OFTEN, AT_ONCE = timedelta(minutes=30), timedelta(minutes=2)  # between two looks: by nobody, and by somebody who waits
_FRESH = timedelta(days=7)
_KEPT = timedelta(days=60)
_COMPARED, _MOST_COMPARED = timedelta(days=14), 1_000
_MOST_KEPT = 1_000  # reports of one subject
_MOST_BROUGHT = 40  # of one look
_MOST_READ = 60
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Subject:
    """What news is wanted of: `key` names it in storage; `words` are asked about, or `feed` is read; neither: the headlines. `label` is what it
    is called."""

    key: str
    label: str
    words: str = ""
    feed: str = ""


HEADLINES = Subject("", "")


@dataclass(frozen=True, slots=True)
class Headline:
    """A story to tell: the report that is shown, and who else has it."""

    report: SeenStory
    others: tuple[str, ...] = ()


def subject_of(topic: NewsTopic) -> Subject:
    """What is followed."""
    return Subject(topic.url, topic.topic, feed=topic.url) if topic.kind == "feed" else of_words(topic.topic)


def of_words(words: str) -> Subject:
    """A topic in somebody's words."""
    return Subject(fold(words).strip(), words, words=words)


async def look(
    store: Repositories,
    news: News,
    user_id: str,
    subject: Subject,
    now: datetime,
    *,
    locale: str,
    attended: bool = True,
) -> bool:
    """Find what there is now and keep it; False where that was done a moment ago. Raises FetchFailed, OutsideRefused, NotFound."""
    every = AT_ONCE if attended else OFTEN
    before = await store.news_looks.get(user_id, subject.key)
    if not await store.news_looks.begin(user_id, subject.key, now, unless_since=now - every):
        return False
    if subject.feed:
        etag, last_modified = (before.etag, before.last_modified) if before else ("", "")
        found = await news.feed(subject.feed, etag=etag, last_modified=last_modified, attended=attended)
        brought: Sequence[Stories] = [found]
        if not found.as_before:
            seen = {"etag": found.etag, "last_modified": found.last_modified}
            await store.news_looks.found(user_id, subject.key, **seen)
    elif subject.words:
        brought = await news.about(subject.words, locale, attended=attended)
    else:
        brought = await news.headlines(locale, attended=attended)
    await keep(store, user_id, subject, brought, now)
    return True


async def keep(store: Repositories, user_id: str, subject: Subject, brought: Sequence[Stories], now: datetime) -> None:
    """Keep what was brought, each report with the story it tells; let go of what is old."""
    recent = await store.seen_news.recent(user_id, now - _COMPARED, _MOST_COMPARED)
    found = await asyncio.to_thread(_matched, recent, subject.key, brought, now)
    if found:
        await store.seen_news.add_many(user_id, found, now)
        await store.seen_news.trim(user_id, subject.key, _MOST_KEPT)
    await store.seen_news.purge(user_id, now - _KEPT)
    await store.news_looks.purge(user_id, now - _KEPT)


async def untold(
    store: Repositories,
    user_id: str,
    subject: Subject,
    now: datetime,
    *,
    limit: int,
    since: datetime | None = None,
) -> list[Headline]:
    """The stories that its user was not told yet, newest first."""
    told = await store.seen_news.last_told(user_id, subject.key, now)
    since = since or (now - _FRESH if told else _EVER)
    reports = await store.seen_news.untold(user_id, subject.key, since=since, now=now, limit=_MOST_READ)
    return await _with_others(store, user_id, _each_once(reports)[:limit])


async def told_before(store: Repositories, user_id: str, subject: Subject, limit: int) -> list[Headline]:
    """The newest stories, told or not."""
    stories = _each_once(await store.seen_news.of_topic(user_id, subject.key, _MOST_READ))
    return await _with_others(store, user_id, stories[:limit])


def _each_once(reports: Sequence[SeenStory]) -> list[SeenStory]:
    first: dict[str, SeenStory] = {}
    for one in reports:
        first.setdefault(one.story, one)
    return list(first.values())


async def _with_others(store: Repositories, user_id: str, stories: Sequence[SeenStory]) -> list[Headline]:
    reports = await store.seen_news.reports(user_id, [one.story for one in stories]) if stories else []
    found = []
    for one in stories:
        also = (other.publisher for other in reports if other.story == one.story)
        found.append(Headline(one, tuple(dict.fromkeys(name for name in also if name != one.publisher))))
    return found


def _matched(recent: Sequence[SeenStory], topic: str, brought: Sequence[Stories], now: datetime) -> list[FoundStory]:
    """What was brought and isn't kept of that topic, with the story that each report tells."""
    known = Known.of(map(_report, reversed(recent)))
    there = {one.digest for one in recent if one.topic == topic}
    found: list[FoundStory] = []
    for source in brought:
        for one in source.stories[:_MOST_BROUGHT]:
            digest, signature = digest_of(one.url), signature_of(one.title, one.summary)
            if digest in there:
                continue
            there.add(digest)
            published = min(one.published, now) if one.published else None
            by = sources.site(source.host)
            own, runs = story_named(digest, by), frozenset(signature)
            report = Report(digest, own, one.title, one.publisher, runs, published or now, by)
            story = known.story_of(report)
            known.add(replace(report, story=story))
            kept = (topic, digest, story, one.title, one.summary, one.url, one.publisher, signature, published)
            found.append(FoundStory(*kept, [by]))
    return found


def _report(one: SeenStory) -> Report:
    at, source = one.published_at or one.seen_at, next(iter(one.taint), "")
    return Report(one.digest, one.story, one.title, one.publisher, frozenset(one.signature), at, source)
