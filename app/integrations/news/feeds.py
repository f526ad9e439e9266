"""A feed's bytes as stories: RSS, RDF and Atom, in whatever charset. Pure; never raises.

Bounded: no more than MOST_CHARACTERS and MOST_STORIES are read, what a document declares of its own is left out before it is parsed, so that
nothing in it can grow, and no markup is followed: titles and summaries are plain text. Runs for up to some seconds on hostile bytes, so in a
thread.
"""

import calendar
import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

from app.integrations.fetching.responses import Fetched
from app.integrations.mail.characters import one_line, text_of
from app.integrations.mail.html_text import read_html
from app.integrations.news.port import Stories, Story

MOST_CHARACTERS = 400_000
MOST_STORIES = 60
TITLE, SUMMARY, PUBLISHER, URL = 200, 400, 60, 1_000  # characters of each at most
_LOOKED_AT = 1_000  # characters in which a document says what it is
_MARKUP = 20_000  # characters of a title's or a summary's markup that are read
_DECLARED = re.compile(r"""<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']""")
_BEGINS = re.compile(r"<(?P<root>(?:[\w.-]{1,30}:)?(?:rss|rdf|feed))[\s>/]", re.IGNORECASE)
_ENTRY_ENDS = re.compile(r"</(?:[\w.-]{1,30}:)?(?:item|entry)\s{0,9}>", re.IGNORECASE)
_PROLOG = re.compile(r"<\?xml[^>]{0,200}\?>", re.IGNORECASE)
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)", re.IGNORECASE)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BARE_AND = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)")
_WEB = ("http", "https")


def is_feed(text: str) -> bool:
    """Whether a document begins as a feed does."""
    return _BEGINS.search(text[:_LOOKED_AT]) is not None


def decoded(fetched: Fetched) -> str:
    """A document's characters: by what it says of itself, then by what the server says, then by what they look like."""
    body = fetched.body
    declared = _DECLARED.search(body[:_LOOKED_AT].decode("latin-1"))
    text = text_of(body, declared[1] if declared else fetched.charset)
    return body.decode("utf-8", "replace") if text is None else text


def read_feed(fetched: Fetched, host: str) -> Stories | None:
    """The stories of a feed, newest first; None where it is no feed. `host` is whose words they are."""
    text = decoded(fetched)
    if not is_feed(text):
        return None
    import feedparser  # loaded here: only who reads a feed waits for it

    headers = {"content-type": "application/xml; charset=utf-8"}
    source = io.BytesIO(_tamed(text).encode("utf-8", "replace"))
    read: Mapping[str, Any] = feedparser.parse(
        source, response_headers=headers, sanitize_html=False, resolve_relative_uris=False
    )
    feed: Mapping[str, Any] = read.get("feed") or {}
    title = _plain(feed.get("title"), PUBLISHER)
    stories = sorted(_stories(read.get("entries") or [], fetched.url, title), key=_newest, reverse=True)
    return Stories(tuple(stories), host, fetched.url, title, fetched.etag, fetched.last_modified)


def _newest(story: Story) -> datetime:
    return story.published or datetime.min.replace(tzinfo=UTC)


def _tamed(text: str) -> str:
    """The document without what it declares, cut behind an entry where it is long, and closed there."""
    text = _NO_XML.sub("", text)
    begins = _BEGINS.search(text[: _LOOKED_AT * 10])
    root = begins["root"] if begins else "rss"
    text = text[begins.start() :] if begins else text
    ends = [found.end() for found in islice(_ENTRY_ENDS.finditer(text[:MOST_CHARACTERS]), MOST_STORIES)]
    if ends and (len(ends) == MOST_STORIES or len(text) > MOST_CHARACTERS):
        text = text[: ends[-1]] + ("</channel></rss>" if root.lower() == "rss" else f"</{root}>")
    return _BARE_AND.sub("&amp;", _DECLARATION.sub("", text[:MOST_CHARACTERS]))


def _stories(entries: list[Mapping[str, Any]], base: str, feed_title: str) -> Iterator[Story]:
    seen = set[str]()
    for entry in entries[:MOST_STORIES]:
        url = page_of(str(entry.get("link") or ""), base)
        title = _plain(entry.get("title"), TITLE + PUBLISHER)
        summary = _plain(entry.get("summary"), SUMMARY)
        publisher = _plain(_published_by(entry), PUBLISHER)
        title = _without(title, publisher)[:TITLE] or summary[:TITLE]
        if url and title and url not in seen:
            seen.add(url)
            said = "" if _without(summary, publisher).startswith(title[:40]) else summary
            yield Story(title, said, url, publisher or feed_title or _host(url), _moment(entry))


def _published_by(entry: Mapping[str, Any]) -> object:
    """Who published it, where a feed brings what others wrote."""
    source = entry.get("source")
    return source.get("title") if isinstance(source, Mapping) and source.get("title") else entry.get("news_source")


def page_of(link: str, base: str) -> str:
    """The address of the page that a feed at `base` links to; "" for what no browser opens. One that only counts its readers on the way there
    is left out."""
    try:
        url = urljoin(base, "".join(link.split()))
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.path.endswith("apiclick.aspx") and (aim := parse_qs(parts.query[:URL]).get("url")):
        return page_of(aim[0], "")
    is_plain = url.isprintable() and "@" not in parts.netloc and len(url) <= URL
    return url if parts.scheme in _WEB and "." in host and is_plain else ""


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _plain(value: object, most: int) -> str:
    """What stands in a field, as one line of text without markup."""
    return one_line(read_html(value[:_MARKUP]).text, most) if isinstance(value, str) else ""


def _without(title: str, publisher: str) -> str:
    """A title without who published it behind a dash."""
    head, dash, tail = title.rpartition(" - ")
    return head if dash and publisher and tail.casefold() == publisher.casefold() else title


def _moment(entry: Mapping[str, Any]) -> datetime | None:
    """When it was published, as the feed says."""
    said = entry.get("published_parsed") or entry.get("updated_parsed")
    try:
        return datetime.fromtimestamp(calendar.timegm(said), UTC) if said else None
    except (OverflowError, ValueError, OSError, TypeError):
        return None
