"""The news from the web: feeds by the guarded fetcher, and topics by feeds that are searched without any key, one after another until one has
found something; a search of the web with a key brings more.

A host that was asked in vain rests, so that nobody waits for it again and again. What nobody sits in front of keeps to what hosts ask of
programs (robots.txt). Knows no storage.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote_plus, urlsplit

from app.clock import Clock
from app.errors import FetchFailed, NotFound, OutsideError
from app.integrations.fetching.addresses import Pairs, entered_pair
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.refusals import failed
from app.integrations.fetching.responses import Fetched
from app.integrations.fetching.robots import Robots
from app.integrations.mail.characters import one_line
from app.integrations.news.discovery import named_feeds, usual_feeds
from app.integrations.news.feeds import SUMMARY, TITLE, decoded, page_of, read_feed
from app.integrations.news.port import Stories, Story
from app.integrations.search.port import WebSearch

_MOST_BYTES = 4_000_000
_FEED = ("application/rss+xml", "application/atom+xml", "application/xml", "text/xml", "text/html", "*/*")
_LONGEST_QUERY = 200
_COUNTRIES = {
    one: one.upper() for one in ("fr", "de", "es", "it", "nl", "pt", "pl")
}  # whose papers, where only a language is known
_HITS = 10
_REST = 120.0  # seconds that a feed which is searched rests after it failed
_SECONDS = 12.0  # for one feed that is searched
_NONE = "I found no feed at {host}. The feed's own address, such as https://example.org/feed, works."
_NO_FAILURES = frozenset(("busy", "robots"))


@dataclass(frozen=True, slots=True)
class SearchedFeed:
    """A feed that takes a question: `template` has {query}, {language} and {country}; `usual`: it is the one that is set where nobody sets one."""

    template: str
    usual: bool = True

    def url(self, query: str, locale: str) -> str:
        """Its address for a query and a reader's locale."""
        language, _, country = locale.replace("_", "-").partition("-")
        country = country or _COUNTRIES.get(language, "US")
        given = {"query": quote_plus(query[:_LONGEST_QUERY]), "language": language or "en", "country": country}
        url = self.template
        for name, value in given.items():
            url = url.replace(f"{{{name}}}", value)
        return url

    @property
    def allowed(self) -> Pairs:
        """The owner's own server may lie inside. Raises OutsideRefused where the template is no address."""
        return frozenset() if self.usual else frozenset((entered_pair(self.url("", "en-US")),))


def searched_feeds(said: str, usual: str) -> list[SearchedFeed]:
    """Feeds as a setting lists them, of which those that are in the `usual` setting lie outside."""
    known = {one.strip() for one in usual.split(",")}
    return [SearchedFeed(one.strip(), one.strip() in known) for one in said.split(",") if one.strip()]


class FeedNews:
    """See `port.News`."""

    def __init__(
        self,
        fetcher: Fetcher,
        clock: Clock,
        *,
        searched: Sequence[SearchedFeed] = (),
        fronts: Sequence[SearchedFeed] = (),
        search: WebSearch | None = None,
    ) -> None:
        """`searched` are asked about topics, `fronts` for the headlines, in that order; `search` is the search of the web."""
        self._fetcher = fetcher
        self._clock = clock
        self._robots = Robots(fetcher, clock)
        self._searched = [(one, one.allowed) for one in searched]
        self._fronts = [(one, one.allowed) for one in fronts]
        self._search = search
        self._rests: dict[str, float] = {}

    async def about(self, words: str, locale: str, *, attended: bool = True) -> Sequence[Stories]:
        """The first of the searched feeds that has anything, and what a search of the web brings where somebody waits or no feed has any."""
        try:
            found, problem = await self._first(self._searched, words, locale, attended=attended), None
        except OutsideError as error:
            found, problem = None, error
        more = await self._hits(words, locale) if attended or found is None or not found.stories else None
        brought = [one for one in (found, more) if one is not None]
        if not brought:
            raise problem or failed("unreachable", "The news")
        return brought

    async def headlines(self, locale: str, *, attended: bool = True) -> Sequence[Stories]:
        """The first of the fronts that has anything."""
        return [await self._first(self._fronts, "", locale, attended=attended)]

    async def feed(self, url: str, *, etag: str = "", last_modified: str = "", attended: bool = True) -> Stories:
        """What the feed at `url` brings. Raises NotFound where it is none."""
        fetched = await self._get(url, etag=etag, last_modified=last_modified, attended=attended)
        found = await self._read(fetched)
        if found is None:
            raise NotFound(_NONE.format(host=_host(url)))
        return found

    async def discover(self, url: str) -> Stories:
        """The feed there, one that the page names, or one where feeds usually are."""
        fetched = await self._get(url)
        if (found := await self._read(fetched)) is not None:
            return found
        page = decoded(fetched)
        named = await asyncio.to_thread(named_feeds, page, fetched.url)
        for address in [*named, *(usual_feeds(fetched.url) if not named else ())]:
            try:
                found = await self._read(await self._get(address))
            except OutsideError:  # the fetcher has written down which
                continue
            if found is not None:
                return found
        raise NotFound(_NONE.format(host=_host(fetched.url)))

    async def _first(
        self, feeds: Sequence[tuple[SearchedFeed, Pairs]], words: str, locale: str, *, attended: bool
    ) -> Stories:
        """What the first of these feeds brings that has anything; an empty one where one answered. Raises what the last one did."""
        empty: Stories | None = None
        problem: OutsideError = failed("unreachable", "The news")
        for feed, allowed in feeds:
            try:
                found = await self._of(feed.url(words, locale), allowed, attended=attended)
            except OutsideError as error:
                problem = error
                continue
            if found.stories:
                return found
            empty = empty or found
        if empty is None:
            raise problem
        return empty

    async def _of(self, url: str, allowed: Pairs, *, attended: bool) -> Stories:
        """What a feed that is searched brings. Raises FetchFailed, also where it rests, takes too long or answers no feed."""
        host, now = _host(url), asyncio.get_running_loop().time()
        if now < self._rests.get(host, 0.0):
            raise failed("resting", host)
        try:
            async with asyncio.timeout(_SECONDS):
                found = await self._read(await self._get(url, attended=attended, allowed=allowed))
        except TimeoutError:
            raise self._resting(host, "timeout") from None
        except FetchFailed as problem:
            if problem.reason not in _NO_FAILURES:
                self._rests[host] = now + _REST
            raise
        if found is None:
            raise self._resting(host, "wrong_type")
        return found

    def _resting(self, host: str, reason: str) -> FetchFailed:
        self._rests[host] = asyncio.get_running_loop().time() + _REST
        return failed(reason, host)

    async def _get(
        self, url: str, *, etag: str = "", last_modified: str = "", attended: bool = True, allowed: Pairs = frozenset()
    ) -> Fetched:
        if not attended and not await self._robots.allow(url, allowed):
            raise failed("robots", _host(url))
        return await self._fetcher.get(
            url, accept=_FEED, most_bytes=_MOST_BYTES, etag=etag, last_modified=last_modified, allowed=allowed
        )

    async def _read(self, fetched: Fetched) -> Stories | None:
        host = _host(fetched.url)
        if fetched.not_modified:
            return Stories((), host, fetched.url, "", fetched.etag, fetched.last_modified, as_before=True)
        return await asyncio.to_thread(read_feed, fetched, host)

    async def _hits(self, words: str, locale: str) -> Stories | None:
        """What a search engine with a key finds that is fresh; None without one, and where it fails."""
        if (
            self._search is None or len(self._search.engines) <= 1
        ):  # the last needs no key, and is no search for what is new
            return None
        try:
            found = await self._search.search(words, limit=_HITS, fresh=True, language=locale.partition("-")[0])
        except OutsideError:
            return None
        if found.note:
            return None
        stories = [_story(one.url, one.title, one.text, one.published) for one in found.hits]
        return Stories(tuple(one for one in stories if one.url and one.title), "".join(found.by.split()))


def _story(url: str, title: str, text: str, published: str) -> Story:
    page = page_of(url, "")
    return Story(one_line(title, TITLE), one_line(text, SUMMARY), page, _host(page), _day(published))


def _day(said: str) -> datetime | None:
    try:
        return datetime.fromisoformat(said).replace(tzinfo=UTC) if said else None
    except ValueError:
        return None


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
