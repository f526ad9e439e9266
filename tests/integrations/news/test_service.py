"""Feeds and topics over real servers: in turn, resting, by themselves as hosts allow."""

from collections.abc import Callable

import pytest

from app.clock import ManualClock
from app.errors import FetchFailed, NotFound, OutsideRefused
from app.integrations.news.service import FeedNews, SearchedFeed, searched_feeds
from app.integrations.search.port import Found, Hit, WebSearch
from tests.integrations.fetching.conftest import NOON, Internet, answer
from tests.integrations.news.conftest import NOW, rss

FEED = rss([("Cocoa rises", "https://example.org/cocoa", "", NOW)])
OTHER = "23.215.0.136"


def xml(body: bytes, **headers: str) -> bytes:
    return answer(body, content_type="application/rss+xml", **headers)


def path_of(request: str) -> str:
    return request.split(" ", 2)[1]


def by_path(pages: dict[str, bytes]) -> Callable[[str], bytes]:
    return lambda request: pages.get(path_of(request), answer(b"", "404 Not Found"))


def news(internet: Internet, *hosts: str, search: WebSearch | None = None) -> FeedNews:
    searched = [SearchedFeed(f"http://{host}/rss?q={{query}}&l={{language}}-{{country}}") for host in hosts]
    fronts = [SearchedFeed(f"http://{host}/front") for host in hosts]
    return FeedNews(internet.fetcher(), ManualClock(NOON), searched=searched, fronts=fronts, search=search)


async def test_a_topic_is_asked_with_its_words_and_the_readers_language(internet: Internet) -> None:
    server = await internet.serve(xml(FEED), "one.example")
    [found] = await news(internet, "one.example").about("cocoa & gold prices", "fr-CI")
    assert [one.title for one in found.stories] == ["Cocoa rises"]
    assert path_of(server.requests[0]) == "/rss?q=cocoa+%26+gold+prices&l=fr-CI"
    assert SearchedFeed("{language}-{country}").url("x", "en") == "en-US"
    assert SearchedFeed("{language}-{country}").url("x", "fr") == "fr-FR"


@pytest.mark.parametrize(
    "broken",
    [answer(b"", "503 Later"), xml(b"<html>consent</html>"), xml(rss([])), answer(b"x", "302 Found", location="/")],
)
async def test_the_next_is_asked_where_one_fails_lies_or_has_nothing(internet: Internet, broken: bytes) -> None:
    await internet.serve(broken, "one.example")
    await internet.serve(xml(FEED), "two.example", address=OTHER)
    [found] = await news(internet, "one.example", "two.example").about("cocoa", "en-GB")
    assert found.host == "two.example"


async def test_one_that_failed_rests(internet: Internet) -> None:
    server = await internet.serve(answer(b"", "503 Later"), "one.example")
    asked = news(internet, "one.example")
    for _ in range(3):
        with pytest.raises(FetchFailed):
            await asked.about("cocoa", "en")
    assert len(server.requests) == 1


async def test_nothing_found_is_no_failure(internet: Internet) -> None:
    await internet.serve(xml(rss([])), "one.example")
    [found] = await news(internet, "one.example").about("zzz", "en")
    assert found.stories == ()
    [front] = await news(internet, "one.example").headlines("en")
    assert front.stories == ()


async def test_nobody_set_is_said(internet: Internet) -> None:
    with pytest.raises(FetchFailed):
        await news(internet).about("cocoa", "en")


async def test_what_a_host_asks_of_programs_is_kept_where_nobody_waits(internet: Internet) -> None:
    rules = answer(b"User-agent: *\nDisallow: /rss\n")
    await internet.serve(by_path({"/robots.txt": rules, "/rss?q=cocoa&l=en-US": xml(FEED)}), "one.example")
    asked = news(internet, "one.example")
    with pytest.raises(FetchFailed) as refused:
        await asked.about("cocoa", "en", attended=False)
    assert refused.value.reason == "robots"
    assert len(await asked.about("cocoa", "en")) == 1


async def test_a_feed_that_is_as_before_brings_nothing_again(internet: Internet) -> None:
    def respond(request: str) -> bytes:
        return answer(b"", "304 Not Modified") if 'If-None-Match: "1"' in request else xml(FEED, etag='"1"')

    await internet.serve(respond, "example.org")
    asked = news(internet)
    first = await asked.feed("http://example.org/feed")
    assert (len(first.stories), first.etag) == (1, '"1"')
    again = await asked.feed("http://example.org/feed", etag=first.etag)
    assert (again.stories, again.as_before) == ((), True)


async def test_the_feed_that_a_site_names_is_found(internet: Internet) -> None:
    page = b"""<html><head><link rel="alternate" type="application/rss+xml" href="/comments/feed">
        <link rel="alternate" type="text/html" href="/mobile"><LINK REL=alternate TYPE="application/rss+xml" HREF="/the-feed"></head>
        <body><link rel="alternate" type="application/rss+xml" href="/planted"></body></html>"""
    await internet.serve(by_path({"/": answer(page), "/the-feed": xml(FEED)}), "example.org")
    found = await news(internet).discover("http://example.org/")
    assert found.url == "http://example.org/the-feed"


async def test_a_feed_at_a_usual_place_is_found_and_none_is_said(internet: Internet) -> None:
    await internet.serve(by_path({"/": answer(b"<html>hello</html>"), "/rss.xml": xml(FEED)}), "example.org")
    assert (await news(internet).discover("http://example.org/")).url == "http://example.org/rss.xml"
    await internet.serve(by_path({"/": answer(b"<html>hello</html>")}), "none.example", address=OTHER)
    with pytest.raises(NotFound, match=r"I found no feed at none\.example"):
        await news(internet).discover("http://none.example/")


async def test_a_page_cannot_name_a_feed_inside(internet: Internet) -> None:
    page = b'<head><link rel="alternate" type="application/rss+xml" href="http://10.0.0.1/feed"></head>'
    await internet.serve(by_path({"/": answer(page)}), "example.org")
    with pytest.raises(NotFound):
        await news(internet).discover("http://example.org/")
    assert internet.asked == ["93.184.216.34"]
    with pytest.raises(OutsideRefused):
        await news(internet).discover("http://192.168.0.1/feed")


async def test_a_feed_without_end_is_refused(internet: Internet) -> None:
    await internet.serve(xml(rss([("a", "https://example.org/a", "x" * 10_000_000, None)])), "example.org")
    with pytest.raises(FetchFailed) as problem:
        await news(internet).feed("http://example.org/feed")
    assert problem.value.reason == "too_large"


class _Search:
    """A search of the web with one engine that has a key. Checks that the newest are wanted."""

    engines = ("Brave Search", "keyless")

    def __init__(self, note: str = "") -> None:
        self.note = note

    async def search(self, query: str, *, limit: int = 5, fresh: bool = False, language: str = "en") -> Found:
        assert (query, fresh, language) == ("cocoa", True, "en")
        hits = (Hit("https://a.example/x", "Cocoa falls", "It fell.", "2026-11-01"), Hit("ftp://x", "No", "", "soon"))
        return Found(hits, "Brave Search", self.note)


async def test_a_search_with_a_key_brings_more_where_somebody_waits(internet: Internet) -> None:
    await internet.serve(by_path({"/rss?q=cocoa&l=en-US": xml(FEED)}), "one.example")
    asked = news(internet, "one.example", search=_Search())
    brought = await asked.about("cocoa", "en")
    assert [[one.title for one in found.stories] for found in brought] == [["Cocoa rises"], ["Cocoa falls"]]
    assert len(await asked.about("cocoa", "en", attended=False)) == 1
    by_note = news(internet, "one.example", search=_Search("an encyclopedia"))
    assert len(await by_note.about("cocoa", "en")) == 1


async def test_a_search_stands_in_for_feeds_that_fail(internet: Internet) -> None:
    [found] = await news(internet, "gone.example", search=_Search()).about("cocoa", "en", attended=False)
    assert [one.title for one in found.stories] == ["Cocoa falls"]


def test_the_owners_own_feeds_may_lie_inside_and_the_usual_ones_do_not() -> None:
    usual = "https://one.example/?q={query}"
    feeds = searched_feeds(f" {usual}, http://127.0.0.1:9/rss?q={{query}},", usual)
    assert [one.allowed for one in feeds] == [frozenset(), frozenset({("127.0.0.1", 9)})]
