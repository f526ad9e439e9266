"""One search engine each: a question in its own words, its answer as hits. All texts are other people's words.

Questions and answers as their makers document them: exa.ai/docs/reference/search, api-dashboard.search.brave.com (Web Search),
docs.linkup.so (POST /v1/search), docs.tavily.com (POST /search), docs.searxng.org/dev/search_api.html, duckduckgo.com/api,
mediawiki.org/wiki/API:Search and API:Extracts.
"""

import re
from collections.abc import Awaitable, Sequence
from typing import Annotated, Protocol

from pydantic import BaseModel, BeforeValidator

from app.entities import unescaped
from app.errors import FetchFailed, OutsideError
from app.integrations.fetching.service import Service
from app.integrations.search.port import Hit

_MOST_TEXT = 2_000
_TAG = re.compile(r"<[^<>]{0,200}>")
_HIGHLIGHTS = 500  # characters of what bears on the query
_MOST_ASKED, _MOST_WORDS = 400, 50  # characters and words of a query
_BAD_QUESTION, _BAD_KEY, _NOT_ALLOWED = 400, 422, 401
BRAVE_LANGUAGES = {
    code: code
    for code in (
        "ar eu bn bg ca hr cs da nl en et fi fr gl de gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te th tr uk vi"
    ).split()
} | {"ja": "jp", "no": "nb", "nn": "nb", "pt": "pt-br", "zh": "zh-hans"}
"""By the language's own code, as Brave calls it. It takes no other."""


def _cut(value: object) -> object:
    return value[:_MOST_TEXT] if isinstance(value, str) else "" if value is None else value


_Text = Annotated[str, BeforeValidator(_cut)]


class Engine(Protocol):
    """One of them; `note` says what kind of search it is where it isn't a whole one."""

    name: str
    note: str

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """The best pages. Raises FetchFailed, OutsideRefused."""
        ...


class _Engine:
    """What all have: a service, a name."""

    name = ""
    note = ""

    def __init__(self, service: Service) -> None:
        self._service = service


class _ExaHit(BaseModel):
    url: str
    title: _Text = ""
    publishedDate: _Text = ""  # noqa: N815 - as Exa calls it
    text: _Text = ""
    highlights: list[_Text] | None = None


class _ExaHits(BaseModel):
    results: list[_ExaHit]


class Exa(_Engine):
    """Exa, which searches by meaning."""

    name = "Exa"

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """By meaning; of each page what bears on the query."""
        del language
        contents = {"highlights": {"maxCharacters": _HIGHLIGHTS}, "text": {"maxCharacters": _MOST_TEXT}}
        asked: dict[str, object] = {"query": query[:_MOST_ASKED], "numResults": limit, "contents": contents}
        if fresh:
            asked["category"] = "news"
        found = self._service.read(_ExaHits, await self._service.post("/search", asked))
        return [
            Hit(one.url, one.title, " … ".join(one.highlights or ()) or one.text, one.publishedDate[:10])
            for one in found.results
        ]


class _BraveHit(BaseModel):
    url: str
    title: _Text = ""
    description: _Text = ""
    page_age: _Text = ""


class _BraveWeb(BaseModel):
    results: list[_BraveHit] = []


class _BraveHits(BaseModel):
    web: _BraveWeb = _BraveWeb()


class Brave(_Engine):
    """Brave Search."""

    name = "Brave Search"

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """Of the last week where the newest is wanted."""
        asked = {
            "q": " ".join(query.split()[:_MOST_WORDS])[:_MOST_ASKED],
            "count": limit,
            "search_lang": BRAVE_LANGUAGES.get(language, ""),
            "freshness": "pw" if fresh else "",
        }
        try:
            answer = await self._service.get("/res/v1/web/search", asked)
        except FetchFailed as problem:
            if problem.status == _BAD_KEY:
                self._service.rest(_NOT_ALLOWED)
            raise
        found = self._service.read(_BraveHits, answer)
        return [
            Hit(one.url, _plain(one.title), _plain(one.description), one.page_age[:10]) for one in found.web.results
        ]


class _LinkupHit(BaseModel):
    url: str
    name: _Text = ""
    content: _Text = ""


class _LinkupHits(BaseModel):
    results: list[_LinkupHit]


class Linkup(_Engine):
    """Linkup."""

    name = "Linkup"

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """Its plain results, without an answer of its own. Where it has none it says so by an error."""
        del language, fresh
        asked = {"q": query[:_MOST_ASKED], "depth": "standard", "outputType": "searchResults", "maxResults": limit}
        try:
            answer = await self._service.post("/v1/search", asked)
        except FetchFailed as problem:
            if problem.status == _BAD_QUESTION:
                return []
            raise
        found = self._service.read(_LinkupHits, answer)
        return [Hit(one.url, one.name, one.content) for one in found.results]


class _TavilyHit(BaseModel):
    url: str
    title: _Text = ""
    content: _Text = ""
    published_date: _Text = ""


class _TavilyHits(BaseModel):
    results: list[_TavilyHit]


class Tavily(_Engine):
    """Tavily."""

    name = "Tavily"

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """Of the news where the newest is wanted."""
        del language
        topic = "news" if fresh else "general"
        asked = {"query": query[:_MOST_ASKED], "max_results": limit, "topic": topic, "search_depth": "basic"}
        found = self._service.read(_TavilyHits, await self._service.post("/search", asked))
        return [Hit(one.url, one.title, one.content, one.published_date[:10]) for one in found.results]


class _SearxngHit(BaseModel):
    url: str
    title: _Text = ""
    content: _Text = ""
    publishedDate: _Text = ""  # noqa: N815 - as SearXNG calls it


class _SearxngHits(BaseModel):
    results: list[_SearxngHit]


class Searxng(_Engine):
    """A SearXNG server of one's own, with `json` among its formats."""

    name = "SearXNG"

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """Of the last week where the newest is wanted."""
        asked = {
            "q": query[:_MOST_ASKED],
            "format": "json",
            "language": language,
            "time_range": "week" if fresh else "",
        }
        found = self._service.read(_SearxngHits, await self._service.get("/search", asked))
        return [Hit(one.url, one.title, one.content, one.publishedDate[:10]) for one in found.results[:limit]]


class _Topic(BaseModel):
    FirstURL: _Text = ""
    Text: _Text = ""


class _Instant(BaseModel):
    Heading: _Text = ""
    AbstractText: _Text = ""
    AbstractURL: _Text = ""
    Answer: object = ""
    RelatedTopics: list[_Topic] = []


class _WikiHit(BaseModel):
    title: _Text
    extract: _Text = ""
    fullurl: _Text = ""
    index: int = 0


class _WikiPages(BaseModel):
    pages: list[_WikiHit] = []


class _Wiki(BaseModel):
    query: _WikiPages = _WikiPages()


class Keyless(_Engine):
    """DuckDuckGo's instant answers and Wikipedia: no search of the whole web, and asked without any key."""

    name = "Wikipedia and DuckDuckGo's instant answers"
    note = "No search engine is set up, so this comes from an encyclopedia, not from the whole web."

    def __init__(self, duckduckgo: Service, wikipedias: dict[str, Service], wikipedia: Service) -> None:
        """`wikipedias` by language, `wikipedia` for all others."""
        super().__init__(duckduckgo)
        self._wikipedias = wikipedias
        self._wikipedia = wikipedia

    async def hits(self, query: str, *, limit: int, fresh: bool, language: str) -> Sequence[Hit]:
        """What an encyclopedia says, and what DuckDuckGo answers at once; either alone is enough. Raises FetchFailed where both fail."""
        del fresh
        instant, failed_first = await _tried(self._instant(query))
        known, failed_too = await _tried(self._known(query, limit, language))
        if failed_first is not None and failed_too is not None:
            raise failed_too
        found = [*instant, *known]
        return list({one.url: one for one in reversed(found)}.values())[::-1][:limit]

    async def _instant(self, query: str) -> list[Hit]:
        asked = {"q": query[:_MOST_ASKED], "format": "json", "no_html": 1, "skip_disambig": 1}
        said = self._service.read(_Instant, await self._service.get("/", asked))
        if not said.AbstractText or not said.AbstractURL:
            return []
        return [Hit(said.AbstractURL, said.Heading, said.AbstractText)]

    async def _known(self, query: str, limit: int, language: str) -> list[Hit]:
        service = self._wikipedias.get(language, self._wikipedia)
        asked = {
            "action": "query",
            "format": "json",
            "formatversion": 2,
            "generator": "search",
            "gsrsearch": query[:300],
            "gsrlimit": limit,
            "prop": "extracts|info",
            "exintro": 1,
            "explaintext": 1,
            "exlimit": limit,
            "inprop": "url",
        }
        pages = service.read(_Wiki, await service.get("/w/api.php", asked)).query.pages
        pages.sort(key=lambda one: one.index)
        return [Hit(one.fullurl, one.title, one.extract) for one in pages if one.fullurl]


async def _tried(asking: Awaitable[list[Hit]]) -> tuple[list[Hit], OutsideError | None]:
    try:
        return await asking, None
    except OutsideError as problem:
        return [], problem


def _plain(text: str) -> str:
    """Without the marks that Brave sets around found words."""
    return unescaped(_TAG.sub("", text))
