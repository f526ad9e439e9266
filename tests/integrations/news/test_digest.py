"""What is new, over days: nothing told twice, whatever paper it stands in, on both engines."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from app.clock import ManualClock
from app.errors import FetchFailed
from app.integrations.news import digest
from app.integrations.news.digest import AT_ONCE, HEADLINES, OFTEN, Subject, of_words
from app.integrations.news.service import FeedNews
from app.memory.repositories import Repositories
from tests.integrations.fetching.conftest import Internet, answer
from tests.integrations.news.conftest import DAY, NOW, Item, atom, rss

FEED, OTHER = Subject("http://example.org/feed", "example.org", feed="http://example.org/feed"), "23.215.0.136"
SECOND = Subject("http://second.example/feed", "second.example", feed="http://second.example/feed")


class Paper:
    """A feed whose stories change."""

    def __init__(self, *items: Item, kind: str = "rss", name: str = "The Daily") -> None:
        self.items: Sequence[Item] = items
        self.name = name
        self.kind = kind
        self.is_down = False

    def __call__(self, _: str) -> bytes:
        body = {"rss": rss, "atom": atom}[self.kind](self.items, self.name)
        return answer(b"", "503 Later") if self.is_down else answer(body, content_type="application/xml")


def item(title: str, at: datetime, host: str = "example.org", said: str = "") -> Item:
    return title, f"https://{host}/{title.replace(' ', '-')}", said, at


async def new(house: Repositories, news: FeedNews, now: datetime, *subjects: Subject, most: int = 8) -> list[str]:
    """What is told then, and told."""
    shown = []
    for subject in subjects or (FEED,):
        await digest.look(house, news, "ana", subject, now, locale="en")
        stories = await digest.untold(house, "ana", subject, now, limit=most)
        await house.seen_news.tell("ana", [one.report.story for one in stories], now)
        shown += [f"{one.report.title}{' + ' if one.others else ''}{', '.join(one.others)}" for one in stories]
    return shown


async def test_over_two_days_nothing_is_told_twice(house: Repositories, internet: Internet) -> None:
    paper = Paper(item("Rain in Accra", NOW - DAY / 24), item("Cocoa board pays more", NOW - DAY / 12))
    await internet.serve(paper, "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW) == ["Rain in Accra", "Cocoa board pays more"]
    assert await new(house, news, NOW + DAY / 24) == []
    paper.items = (item("Harbour opens in Tema", NOW + DAY), *paper.items)
    assert await new(house, news, NOW + DAY) == ["Harbour opens in Tema"]
    assert await new(house, news, NOW + DAY * 1.5) == []


async def test_another_papers_report_of_a_story_that_was_told_is_not_told(
    house: Repositories, internet: Internet
) -> None:
    await internet.serve(Paper(item("Cocoa prices hit record high in London", NOW)), "example.org")
    second = Paper(
        item("London cocoa prices hit a new record", NOW + DAY, "second.example"), kind="atom", name="The Second"
    )
    await internet.serve(second, "second.example", address=OTHER)
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW) == ["Cocoa prices hit record high in London"]
    assert await new(house, news, NOW + DAY, SECOND) == []
    second.items = (item("Gold falls below 2,000 dollars", NOW + DAY, "second.example"), *second.items)
    assert await new(house, news, NOW + 2 * DAY, SECOND, FEED) == ["Gold falls below 2,000 dollars"]


async def test_two_papers_with_one_story_are_one_that_names_both(house: Repositories, internet: Internet) -> None:
    said = "The cocoa board said on Monday that it will pay farmers more for each bag of beans from next week on."
    both = (
        item("More for farmers", NOW, "a.example", said),
        item("Board lifts pay", NOW - DAY / 24, "b.example", said),
    )
    await internet.serve(Paper(*both), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    await digest.look(house, news, "ana", FEED, NOW, locale="en")
    [one] = await digest.untold(house, "ana", FEED, NOW, limit=8)
    assert one.report.title == "More for farmers"
    reports = await house.seen_news.reports("ana", [one.report.story])
    assert {report.url for report in reports} == {
        "https://a.example/More-for-farmers",
        "https://b.example/Board-lifts-pay",
    }


async def test_what_was_not_shown_comes_the_next_time_and_what_is_old_does_not(
    house: Repositories, internet: Internet
) -> None:
    many = [
        item(f"{name} wins the district award", NOW - DAY * number)
        for number, name in enumerate(("Ama", "Kofi", "Esi", "Yaw"))
    ]
    old = [item("Harvest festival begins", NOW - 9 * DAY), item("Museum reopens", NOW - 300 * DAY)]
    await internet.serve(Paper(*many, *old), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert len(await new(house, news, NOW, most=2)) == 2
    assert len(await new(house, news, NOW + DAY / 24)) == 2
    assert await new(house, news, NOW + DAY / 12) == []


async def test_a_feed_that_is_seldom_written_shows_its_newest_at_first(house: Repositories, internet: Internet) -> None:
    await internet.serve(Paper(item("Museum reopens", NOW - 300 * DAY)), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW) == ["Museum reopens"]


async def test_a_turn_that_is_taken_up_again_says_the_same(house: Repositories, internet: Internet) -> None:
    await internet.serve(Paper(item("Rain in Accra", NOW)), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW) == await new(house, news, NOW) == ["Rain in Accra"]


async def test_a_subject_is_looked_at_once_in_a_while(house: Repositories, internet: Internet) -> None:
    server = await internet.serve(Paper(item("Rain in Accra", NOW)), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))

    async def look(after: timedelta, *, attended: bool) -> bool:
        return await digest.look(house, news, "ana", FEED, NOW + after, locale="en", attended=attended)

    assert await look(timedelta(), attended=True)
    assert not await look(AT_ONCE / 2, attended=True)
    assert not await look(OFTEN - AT_ONCE, attended=False)
    assert await look(OFTEN, attended=False)
    assert [request.split(" ")[1] for request in server.requests] == ["/feed", "/robots.txt", "/feed"]


async def test_one_that_is_down_is_said_and_not_asked_again_at_once(house: Repositories, internet: Internet) -> None:
    paper = Paper(item("Rain in Accra", NOW))
    paper.is_down = True
    server = await internet.serve(paper, "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    with pytest.raises(FetchFailed):
        await digest.look(house, news, "ana", FEED, NOW, locale="en")
    assert await new(house, news, NOW + AT_ONCE / 2) == []
    paper.is_down = False
    assert await new(house, news, NOW + AT_ONCE) == ["Rain in Accra"]
    assert len(server.requests) == 2


async def test_a_date_ahead_is_now_and_what_is_kept_names_whose_words_it_is(
    house: Repositories, internet: Internet
) -> None:
    await internet.serve(Paper(item("From the future", NOW + 400 * DAY)), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW) == ["From the future"]
    [kept] = await house.seen_news.recent("ana", NOW - DAY, 9)
    assert (kept.published_at, kept.taint) == (NOW, ["site example.org"])


async def test_what_is_old_is_let_go(house: Repositories, internet: Internet) -> None:
    await internet.serve(Paper(item("Rain in Accra", NOW)), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    await new(house, news, NOW)
    await digest.keep(house, "ana", HEADLINES, (), NOW + 61 * DAY)
    assert await house.seen_news.recent("ana", NOW - DAY, 9) == []
    assert await house.news_looks.get("ana", FEED.key) is None


def test_a_topic_is_one_however_it_is_written() -> None:
    assert of_words("Cocoa  PRICES!").key == of_words("cocoa prices").key


async def test_a_feed_that_names_anothers_page_takes_its_story_from_nobody(
    house: Repositories, internet: Internet
) -> None:
    true = item("Minister resigns over cocoa scandal", NOW)
    liar = Paper(("Ten recipes for soup", true[1], "", NOW), name="The Liar")
    await internet.serve(liar, "second.example", address=OTHER)
    await internet.serve(Paper(true), "example.org")
    news = FeedNews(internet.fetcher(), ManualClock(NOW))
    assert await new(house, news, NOW, SECOND) == ["Ten recipes for soup"]
    assert await new(house, news, NOW, FEED) == ["Minister resigns over cocoa scandal"]
    assert await new(house, news, NOW + DAY, FEED, SECOND) == []
