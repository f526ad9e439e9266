"""The tools for the news: topics and feeds that are followed, and what is new of them or of any topic, each story told once."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import NotFound, OutsideError, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import READS, WRITES, Risk
from app.integrations.fetching.addresses import host_of
from app.integrations.news import digest
from app.integrations.news.digest import HEADLINES, Headline, Subject, of_words, subject_of
from app.integrations.news.port import News
from app.memory.records import NewsTopic
from app.memory.words import fold
from app.tools import when as times
from app.tools.addresses import cite, remember
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.provenance import carry, has_read
from app.tools.toolset import Tool

NO_NEWS = "I ask nobody outside for the news: WEB_ACCESS is off."
MOST = 8  # stories of one answer
_LONGEST = 100  # characters of a topic
_SAID = 160  # characters of what a story says
_AT_ONCE = 4  # subjects that are looked at side by side
_SECONDS = 25.0  # for all of them
_ADDRESS = re.compile(r"https?://\S{3,1900}|(?:[\w-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?", re.IGNORECASE)
_UNREAD = "That is an address you don't follow. Say “follow {address}” and I'll read its feed, or name a topic."
_ADDS = Risk(side_effect=True, reversible=True, adds=True, local=False)  # a feed is asked whether it is one


@dataclass(frozen=True, slots=True)
class _Found:
    """What there is of a subject, and why there may be more."""

    subject: Subject
    stories: list[Headline]
    problem: str = ""


async def follow_news(ctx: RunContext[AgentDeps], topic: str) -> Done:
    """Follow a topic in the news, or a site's or feed's address."""
    deps = ctx.deps
    words = one_line(topic, 2_000).strip(" .?!,")
    if not words:
        raise ToolProblem("News of what? A topic, or the address of a site, is what I can follow.")
    before = {one.id for one in await deps.store.news_topics.list(deps.user.id)}
    if _ADDRESS.fullmatch(words):
        found = await _followed_feed(deps, words if "://" in words else f"https://{words}")
    else:
        found = await deps.store.news_topics.add(deps.user.id, words[:_LONGEST], deps.now, taint=deps.taint.all)
    if found.id in before:
        return Done(f"You follow {found.topic} already (#{found.id}).")
    said = f"I follow {found.topic} for you now (#{found.id}). Ask me “any news?” when you like; your briefing has what is new."
    return Done(said, undo={"action": "unfollow_news", "id": found.id})


async def unfollow_news(ctx: RunContext[AgentDeps], topic: str) -> Done:
    """Follow it no longer."""
    deps = ctx.deps
    gone = await pick(shelf(deps), topic)
    await deps.store.news_topics.delete(deps.user.id, gone.id)
    kept = {"topic": gone.topic, "kind": gone.kind, "url": gone.url, "taint": gone.taint}
    return Done(f"I no longer follow {gone.topic}.", undo={"action": "follow_news", **kept})


async def list_news_topics(ctx: RunContext[AgentDeps]) -> str:
    """What is followed."""
    deps = ctx.deps
    topics = await deps.store.news_topics.list(deps.user.id)
    if not topics:
        return "You follow no news yet. “Follow news about cocoa prices” is how it begins."
    carry(deps, topics)
    lines = [f"- {one.topic}{f': {one.url}' if one.url else ''} (#{one.id})" for one in topics]
    return "\n".join(("You follow:", *lines))


async def get_news(ctx: RunContext[AgentDeps], topic: str = "", *, again: bool = False) -> str:
    """What is new of a topic, of all that is followed, or in the headlines; again: also what was told."""
    deps = ctx.deps
    news = deps.web.news
    if news is None:
        raise ToolProblem(NO_NEWS)
    subjects = await _subjects(deps, one_line(topic, _LONGEST).strip(" .?!,"))
    if again:
        found = [_Found(one, await digest.told_before(deps.store, deps.user.id, one, MOST)) for one in subjects]
    else:
        found = await _looked(deps, news, subjects)
    shown = _shared_out(found)
    if not any(one.stories for one in shown):
        return await _nothing(deps, found)
    reports = [story.report for one in shown for story in one.stories]
    await has_read(deps, *dict.fromkeys(source for one in reports for source in one.taint))
    remember(deps, *(one.url for one in reports))
    for one in reports:
        cite(deps, one.url, one.title)
    await deps.store.seen_news.tell(deps.user.id, [one.story for one in reports], deps.now)
    return _told(deps, shown)


def shelf(deps: AgentDeps) -> Shelf[NewsTopic]:
    """How one of the topics that are followed is looked up."""

    async def find(words: str) -> Sequence[NewsTopic]:
        wanted = fold(words).split()
        topics = await deps.store.news_topics.list(deps.user.id)
        return [one for one in topics if all(word in fold(f"{one.topic} {one.url}").split() for word in wanted)]

    return Shelf(
        noun="topic",
        deps=deps,
        get=lambda number: deps.store.news_topics.get(deps.user.id, number),
        find=find,
        all=lambda: deps.store.news_topics.list(deps.user.id),
        name=lambda one: one.topic,
        none="You follow no news yet.",
    )


async def _followed_feed(deps: AgentDeps, address: str) -> NewsTopic:
    """The feed at an address, which is read once to see that it is one. Raises ToolProblem."""
    if deps.web.news is None:
        raise ToolProblem(NO_NEWS)
    try:
        found = await deps.web.news.discover(address)
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem
    name = host_of(found.url)
    known = await deps.store.news_topics.list(deps.user.id)
    if any(one.topic.casefold() == name and one.url != found.url for one in known):
        name = found.url.partition("://")[2][:_LONGEST]
    return await deps.store.news_topics.add(
        deps.user.id, name, deps.now, kind="feed", url=found.url, taint=deps.taint.all
    )


async def _subjects(deps: AgentDeps, said: str) -> list[Subject]:
    """What is meant: what is followed under these words, else the words; without any, all that is followed, else the headlines. An address is
    read only where its user follows it."""
    topics = await deps.store.news_topics.list(deps.user.id)
    wanted = fold(said).strip()
    if not wanted:
        carry(deps, topics)
        return [subject_of(one) for one in topics] or [HEADLINES]
    meant = [one for one in topics if wanted == fold(one.topic).strip() or said.casefold() == one.url.casefold()]
    if meant:
        carry(deps, meant)
        return [subject_of(one) for one in meant]
    if _ADDRESS.fullmatch(said):
        raise NotFound(_UNREAD.format(address=host_of(said if "://" in said else f"https://{said}")))
    return [of_words(said)]


async def _looked(deps: AgentDeps, news: News, subjects: Sequence[Subject]) -> list[_Found]:
    """Each subject looked at, some side by side; one that can't be asked in time has what was found before."""
    turns, problems = asyncio.Semaphore(_AT_ONCE), dict[str, str]()

    async def one(subject: Subject) -> None:
        async with turns:
            try:
                locale = deps.user.locale
                await digest.look(deps.store, news, deps.user.id, subject, deps.clock.now(), locale=locale)
            except (OutsideError, NotFound) as problem:
                problems[subject.key] = problem.sentence

    try:
        async with asyncio.timeout(_SECONDS), asyncio.TaskGroup() as group:
            for subject in subjects:
                group.create_task(one(subject))
    except TimeoutError:
        problems.setdefault(subjects[-1].key, "Not all of them answered in time.")
    return [
        _Found(
            subject,
            await digest.untold(deps.store, deps.user.id, subject, deps.now, limit=MOST),
            problems.get(subject.key, ""),
        )
        for subject in subjects
    ]


def _shared_out(found: Sequence[_Found]) -> list[_Found]:
    """As many stories as are told at once, of each subject in turn, none twice."""
    taken: dict[str, list[Headline]] = {one.subject.key: [] for one in found}
    told = set[str]()
    for row in zip_longest(*(one.stories for one in found)):
        for one, story in zip(found, row, strict=True):
            if story is not None and story.report.story not in told and len(told) < MOST:
                told.add(story.report.story)
                taken[one.subject.key].append(story)
    return [_Found(one.subject, taken[one.subject.key], one.problem) for one in found]


async def _nothing(deps: AgentDeps, found: Sequence[_Found]) -> str:
    """Why nothing is told. Raises ToolProblem where nobody could be asked."""
    problems = list(dict.fromkeys(one.problem for one in found if one.problem))
    if len(problems) and all(one.problem for one in found):
        raise ToolProblem(" ".join(problems[:3]))
    subject = found[0].subject if len(found) == 1 else None
    label = subject.label if subject else ""
    lasts = [await deps.store.seen_news.last_told(deps.user.id, one.subject.key, deps.now) for one in found]
    last = max((one for one in lasts if one is not None), default=None)
    if last is None:
        return f"I found no news about {label}." if label else "I found no news."
    since = times.say(last, deps.local_now)
    said = f"Nothing new about {label} since {since}." if label else f"Nothing new since {since}."
    return f"{said} “Show me the news again” lists what I told you."


def _told(deps: AgentDeps, shown: Sequence[_Found]) -> str:
    lines, number = list[str](), 0
    for one in shown:
        if not one.stories:
            continue
        lines.append(f"News about {one.subject.label}:" if one.subject.label else "In the news:")
        for story in one.stories:
            number += 1
            lines += _lines(deps, number, story)
    problems = dict.fromkeys(one.problem for one in shown if one.problem)
    return "\n".join((*lines, *list(problems)[:3]))


def _lines(deps: AgentDeps, number: int, story: Headline) -> list[str]:
    """ "1. Cocoa price raised (BBC, today at 14:05; also at Reuters)", what it says, its address."""
    one = story.report
    when = f", {times.say(one.published_at, deps.local_now)}" if one.published_at else ""
    also = f"; also at {', '.join(story.others[:3])}" if story.others else ""
    said = [f"   {one_line(one.summary, _SAID)}"] if one.summary else []
    return [f"{number}. {one.title} ({one.publisher}{when}{also})", *said, one.url]


TOOLS: tuple[Tool, ...] = (
    Tool(get_news, READS),
    Tool(follow_news, _ADDS),
    Tool(unfollow_news, WRITES, of_shelf("topic", shelf, "follow no longer")),
    Tool(list_news_topics, READS),
)
