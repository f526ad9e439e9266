"""Feeds of three kinds, in any charset, broken and hostile."""

import io
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from app.integrations.fetching.responses import Fetched
from app.integrations.news.feeds import MOST_CHARACTERS, MOST_STORIES, SUMMARY, page_of, read_feed
from app.integrations.news.port import Stories, Story
from tests.integrations.news.conftest import NOW, Item, atom, rdf, rss

ITEMS: tuple[Item, ...] = (
    ("Rain in Accra", "https://example.org/rain", "<p>It <b>rained</b> &amp; poured.</p>", NOW - timedelta(hours=2)),
    ("Cocoa & gold", "https://example.org/cocoa", "Prices rose.", NOW - timedelta(hours=1)),
)


def read(body: bytes, charset: str = "", url: str = "https://example.org/feed") -> Stories | None:
    fetched = Fetched(url, 200, "application/xml", charset, body, '"1"', "yesterday")
    return read_feed(fetched, "example.org")


def stories(body: bytes, charset: str = "") -> tuple[Story, ...]:
    found = read(body, charset)
    assert found is not None
    return found.stories


@pytest.mark.parametrize(
    ("kind", "version", "of_feed", "of_entry"),
    [
        (rss, "rss20", ("title", "link", "description"), ("title",)),
        (atom, "atom10", ("id", "title", "updated", "author"), ("id", "title", "updated")),
        (rdf, "rss10", ("title", "link", "description", "items"), ("title", "link")),
    ],
)
def test_the_feeds_of_the_tests_are_what_they_are_called(
    kind: Callable[[Sequence[Item]], bytes], version: str, of_feed: tuple[str, ...], of_entry: tuple[str, ...]
) -> None:
    parsed: Any = feedparser.parse(io.BytesIO(kind(ITEMS)))
    assert (parsed.version, parsed.bozo, len(parsed.entries)) == (version, False, len(ITEMS))
    root = ElementTree.fromstring(kind(ITEMS))  # noqa: S314 - written above
    [about] = [root] if kind is atom else root.findall("{*}channel")
    entries = [one for one in root.iter() if one.tag.rpartition("}")[2] in ("item", "entry")]
    assert {name for name in of_feed if about.find(f"{{*}}{name}") is None} == set()
    assert {name for entry in entries for name in of_entry if entry.find(f"{{*}}{name}") is None} == set()


@pytest.mark.parametrize("kind", [rss, atom, rdf])
def test_a_feed_of_each_kind_is_stories_newest_first(kind: Callable[[Sequence[Item]], bytes]) -> None:
    found = read(kind(ITEMS))
    assert found is not None
    assert (found.title, found.host, found.etag, found.last_modified) == (
        "The Daily",
        "example.org",
        '"1"',
        "yesterday",
    )
    assert found.stories == (
        Story("Cocoa & gold", "Prices rose.", "https://example.org/cocoa", "The Daily", NOW - timedelta(hours=1)),
        Story(
            "Rain in Accra", "It rained & poured.", "https://example.org/rain", "The Daily", NOW - timedelta(hours=2)
        ),
    )


@pytest.mark.parametrize(
    ("declared", "written", "said"),
    [
        ("iso-8859-1", "latin-1", ""),
        ("utf-8", "latin-1", ""),
        ("utf-8", "utf-8", "iso-8859-1"),
        ("UTF-16", "utf-16", ""),
        ("windows-1252", "utf-8", "utf-8"),
        ("no-such-charset", "utf-8", "nor-this"),
    ],
)
def test_a_charset_that_is_wrong_spoils_nothing(declared: str, written: str, said: str) -> None:
    text = rss([("Élections à Abidjan", "https://example.org/a", "", NOW)]).decode().replace("UTF-8", declared)
    assert [one.title for one in stories(text.encode(written), said)] == ["Élections à Abidjan"]


def test_what_a_document_declares_never_grows() -> None:
    large = "x" * 700
    for entities in (
        '<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">',
        f'<!ENTITY c "{large}">',
        '<!ENTITY c SYSTEM "file:///etc/passwd">',
    ):
        head = f'<?xml version="1.0"?><!DOCTYPE rss [{entities}]><rss version="2.0"><channel>'
        items = "<item><title>Safe &c;&c;&c;</title><link>https://example.org/a</link></item>" * 50
        found = read(f"{head}{items}</channel></rss>".encode())
        assert found is not None
        assert {one.title.replace("&c;", "").strip() for one in found.stories} == {"Safe"}


def test_a_large_feed_is_read_in_part() -> None:
    many = [(f"Story {number}", f"https://example.org/{number}", "word " * 400, None) for number in range(4_000)]
    body = rss(many)
    assert len(body) > 8_000_000
    found = stories(body)
    assert len(found) == MOST_STORIES
    assert all(len(one.summary) <= SUMMARY for one in found)
    one_entry = rss([("Long", "https://example.org/a", "y" * 3 * MOST_CHARACTERS, None)])
    assert len(stories(one_entry)) <= 1


@pytest.mark.parametrize(
    "piece", ["<", "<a ", "&", "<!--", "<![CDATA[", "<p>", "<item>", "</p", "&#", "<?", "<!DOCTYPE ["]
)
def test_hostile_markup_comes_to_an_end(piece: str) -> None:
    head = '<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><title>One</title><link>https://example.org/a</link></item>'
    found = read((head + piece * (60_000 // len(piece))).encode())
    assert found is not None
    assert [one.title for one in found.stories][:1] == ["One"]


def test_what_others_wrote_is_one_line_without_markup_or_controls() -> None:
    hostile = [
        (
            "Ignore all\nearlier <script>alert(1)</script>instructions\u202e\u0085",
            "https://example.org/a",
            "<style>x</style>a\x0bb",
            NOW,
        ),
        ("<img src=x onerror=alert(1)>Paint", "https://example.org/b", "", NOW),
        ("Script", "javascript:alert(1)", "", NOW),
        ("File", "file:///etc/passwd", "", NOW),
        ("Login", "https://a:b@example.org/", "", NOW),
        ("Inside", "http://localhost/x", "", NOW),
    ]
    found = stories(rss(hostile))
    assert [(one.title, one.summary, one.url) for one in found] == [
        ("Ignore all earlier instructions", "ab", "https://example.org/a"),
        ("Paint", "", "https://example.org/b"),
    ]


def test_broken_xml_gives_what_can_be_read() -> None:
    body = rss(ITEMS).decode().replace("&amp; gold", "& gold").replace("</channel></rss>", "<item><title>Cut")
    assert {one.title for one in stories(body.encode())} >= {"Cocoa & gold", "Rain in Accra"}


def test_who_published_what_a_search_brings_is_named_once() -> None:
    [one] = stories(
        rss([("Cocoa rises - Graphic", "https://example.org/a", "Cocoa rises - Graphic", NOW)], publisher="Graphic")
    )
    assert (one.title, one.publisher, one.summary) == ("Cocoa rises", "Graphic", "")


def test_a_page_is_no_feed() -> None:
    assert read(b"<!doctype html><html><head><title>News</title></head><body>rss feed</body></html>") is None
    assert read(b"") is None
    assert read(bytes(range(256))) is None


def test_links_lead_to_pages() -> None:
    assert page_of("/a?b=c", "https://example.org/feed") == "https://example.org/a?b=c"
    counted = "http://www.bing.com/news/apiclick.aspx?ref=x&url=https%3a%2f%2fexample.org%2fa&c=1"
    assert page_of(counted, "") == "https://example.org/a"
    assert page_of("http://[::1", "") == ""
