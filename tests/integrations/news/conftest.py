"""Feeds as papers serve them, written by us, and a small internet to serve them in.

Held to `feedparser`, which finds each to be well-formed and of its kind, and to the elements that the formats demand (RSS 2.0 at
rssboard.org, RFC 4287, RSS 1.0 at web.resource.org), by `test_feeds.py`.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from xml.sax.saxutils import escape

from tests.integrations.fetching.conftest import internet

__all__ = ["DAY", "NOW", "atom", "internet", "rdf", "rss"]
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
# Title, address, what it says, when.
Item = tuple[str, str, str, datetime | None]


def rss(items: Sequence[Item], title: str = "The Daily", *, publisher: str = "") -> bytes:
    """RSS 2.0."""
    by = f'<source url="https://example.com">{escape(publisher)}</source>' if publisher else ""
    entries = "".join(
        f"<item><title>{escape(name)}</title><link>{escape(url)}</link><description>{escape(said)}</description>"
        f"{f'<pubDate>{format_datetime(at)}</pubDate>' if at else ''}{by}</item>"
        for name, url, said, at in items
    )
    head = f'<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>{escape(title)}</title>'
    return f"{head}<link>https://example.org/</link><description/>{entries}</channel></rss>".encode()


def atom(items: Sequence[Item], title: str = "The Daily") -> bytes:
    """Atom 1.0."""
    entries = "".join(
        f'<entry><title type="html">{escape(name)}</title><link rel="alternate" href="{escape(url)}"/><id>{escape(url)}</id>'
        f'<updated>{(at or NOW).isoformat()}</updated><summary type="html">{escape(said)}</summary>'
        f"{f'<published>{at.isoformat()}</published>' if at else ''}</entry>"
        for name, url, said, at in items
    )
    head = f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>{escape(title)}</title>'
    about = f"<id>https://example.org/feed</id><updated>{NOW.isoformat()}</updated><author><name>{escape(title)}</name></author>"
    return f"{head}{about}{entries}</feed>".encode()


def rdf(items: Sequence[Item], title: str = "The Daily") -> bytes:
    """RSS 1.0."""
    entries = "".join(
        f'<item rdf:about="{escape(url)}"><title>{escape(name)}</title><link>{escape(url)}</link>'
        f"<description>{escape(said)}</description>{f'<dc:date>{at.isoformat()}</dc:date>' if at else ''}</item>"
        for name, url, said, at in items
    )
    listed = "".join(f'<rdf:li resource="{escape(url)}"/>' for _, url, _, _ in items)
    head = (
        '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.org/"><title>{escape(title)}</title>'
        f"<link>https://example.org/</link><description/><items><rdf:Seq>{listed}</rdf:Seq></items></channel>"
    )
    return f"{head}{entries}</rdf:RDF>".encode()
