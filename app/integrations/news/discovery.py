"""Where the feed of a site is: what its pages name, and where feeds usually are. Pure."""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from app.integrations.news.feeds import page_of

KINDS = frozenset(("application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+xml"))
_USUAL = ("/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml")
_MOST_CHARACTERS = 300_000
_MOST_LINKS = 200
_MOST_NAMED = 3
_NOT_THE_NEWS = ("comment", "/wp-json")


def named_feeds(page: str, base: str) -> list[str]:
    """The addresses of the feeds that a page at `base` names in its head, no more than three, those of comments last."""
    found = list(dict.fromkeys(_named(page[:_MOST_CHARACTERS], base)))
    found.sort(key=lambda url: any(word in url.casefold() for word in _NOT_THE_NEWS))
    return found[:_MOST_NAMED]


def usual_feeds(url: str) -> list[str]:
    """Where the feed of the site at `url` usually is."""
    parts = urlsplit(url)
    return [urljoin(f"{parts.scheme}://{parts.netloc}", path) for path in _USUAL]


def _named(page: str, base: str) -> Iterator[str]:
    head = page[: page.lower().find("<body")] if "<body" in page.lower() else page
    for link in LexborHTMLParser(head).css("link[href]")[:_MOST_LINKS]:
        said = {name: (value or "").strip().casefold() for name, value in link.attributes.items()}
        if "alternate" in said.get("rel", "").split() and said.get("type", "").partition(";")[0].strip() in KINDS:
            url = page_of(link.attributes.get("href") or "", base)
            if url:
                yield url
