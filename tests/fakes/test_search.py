"""The fakes of search engines: the vendors' own clients ask them and understand the answer, and ask as ours does."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import brave_search_python_client.client as brave_client
import ddg3
import linkup
import mwclient
import pytest
import requests
import tavily
from brave_search_python_client import WebSearchRequest
from brave_search_python_client.constants import MAX_QUERY_LENGTH, MAX_QUERY_TERMS
from brave_search_python_client.requests import FreshnessType, LanguageCode
from exa_py import Exa
from exa_py.api import SEARCH_OPTIONS_TYPES, HighlightsContentsOptions, TextContentsOptions, snake_to_camel
from mwclient.listing import GeneratorList

from app.bootstrap.web import build_web
from app.clock import ManualClock
from app.config import Settings
from app.integrations.fetching.fetcher import fetcher_of
from app.integrations.search.engines import BRAVE_LANGUAGES
from app.integrations.search.port import WebSearch
from app.models.media import build_media
from tests.conversation.conftest import NOON
from tests.fakes.vendors import search as fakes
from tests.fakes.vendors.npm import Package
from tests.fakes.vendors.search import ANSWERS, KEY, PAGES, engine, settings_of
from tests.fakes.vendors.typescript import Declared, declared
from tests.servers.json_server import JsonServer, Question

WORDS = "cocoa prices"
URLS = [url for url, *_ in PAGES]
SEARXNG = Package(
    "@agentic/searxng",
    "7.6.9",
    "2VfS833PV9ZiEZnKE4g1h+raKmr3OP81G936hXIEs4MYtn0shdgfIwo0dNlCDbz1dDUoO7sRHTvF8+I8b7wPNw==",
)
OMITTED = {"parsed_url", "engines", "positions", "template"}  # which that package takes out itself
MEDIAWIKI = Package(
    "types-mediawiki-api",
    "2.1.0",
    "8atBno7W5oeSZlvTjZcYQ48YSDjwpwOkQtXezel1+hIpH0hbEIPSECkKiU3NsHjPhK0Do3DdY+sDhsZM2WFoFQ==",
)


@pytest.fixture
def servers() -> Iterator[dict[str, JsonServer]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(engine(name)) for name in ANSWERS}


def ours(servers: dict[str, JsonServer], *keyed: str, key: str = KEY) -> WebSearch:
    """Our own search, which asks these."""
    found = {**settings_of(servers, *keyed)}
    settings = Settings(**{name: key if value == KEY else value for name, value in found.items()})  # type: ignore[arg-type]
    clock = ManualClock(NOON)
    search = build_web(settings, fetcher_of(settings, clock), clock, build_media(settings)).search
    assert search is not None
    return search


async def asked_by_us(servers: dict[str, JsonServer], name: str, words: str = WORDS, **wish: Any) -> Question:
    """What our client asks one engine."""
    await ours(servers, name).search(words, **{"limit": 3, **wish})
    return servers[name].asked[-1]


def theirs(server: JsonServer) -> Question:
    return server.asked[-1]


def same(one: Question, other: Question, *headers: str) -> bool:
    """Whether two questions are one: of what is asked, and of these headers."""
    kept = [(asked.method, asked.path, asked.query, asked.body) for asked in (one, other)]
    return kept[0] == kept[1] and all(one.headers[name] == other.headers[name] for name in headers)


@pytest.mark.parametrize("fresh", [False, True])
async def test_exa_is_asked_as_its_client_asks(servers: dict[str, JsonServer], fresh: bool) -> None:
    us = await asked_by_us(servers, "exa", fresh=fresh)
    assert isinstance(us.body, dict)
    found = Exa(KEY, base_url=servers["exa"].url).search(
        WORDS,
        num_results=3,
        category="news" if fresh else None,
        contents={"highlights": {"max_characters": 500}, "text": {"max_characters": 2_000}},
    )
    assert same(us, theirs(servers["exa"]), "x-api-key", "content-type")
    assert [one.url for one in found.results] == URLS
    assert [(one.title, one.highlights, one.published_date) for one in found.results] == [
        (title, [text], f"{day}T00:00:00.000Z") for _, title, text, day in PAGES
    ]
    assert found.cost_dollars is not None


def test_exas_fake_knows_what_exas_client_knows_but_for_what_is_deprecated() -> None:
    gone = {"start_crawl_date", "end_crawl_date"}
    assert {snake_to_camel(name) for name in SEARCH_OPTIONS_TYPES.keys() - gone} == fakes.EXA_FIELDS
    gone = {"num_sentences", "highlights_per_url"}
    for name, options in (("text", TextContentsOptions), ("highlights", HighlightsContentsOptions)):
        fields = {snake_to_camel(one) for one in options.__annotations__.keys() - gone}
        assert fields == fakes.EXA_CONTENTS[name]


def test_what_is_wrong_is_the_error_that_each_client_knows(servers: dict[str, JsonServer]) -> None:
    with pytest.raises(ValueError, match="401"):
        Exa("another", base_url=servers["exa"].url).search(WORDS)
    with pytest.deprecated_call(), pytest.raises(ValueError, match="400"):
        Exa(KEY, base_url=servers["exa"].url).search(WORDS, contents={"highlights": {"num_sentences": 2}})
    with pytest.raises(linkup.LinkupAuthenticationError):
        linkup_search(servers, key="another")
    with pytest.raises(linkup.LinkupNoResultError):
        linkup_search(servers, words="nowhere")
    with pytest.raises(tavily.InvalidAPIKeyError, match="missing or invalid API key"):
        tavily_search(servers, key="another")
    with pytest.raises(tavily.BadRequestError):
        tavily_search(servers, topic="gossip")


def linkup_search(servers: dict[str, JsonServer], *, key: str = KEY, words: str = WORDS) -> linkup.LinkupSearchResults:
    client = linkup.LinkupClient(key, base_url=f"{servers['linkup'].url}/v1")
    return client.search(words, depth="standard", output_type="searchResults", max_results=3)


async def test_linkup_is_asked_as_its_client_asks(servers: dict[str, JsonServer]) -> None:
    us = await asked_by_us(servers, "linkup")
    found = linkup_search(servers)
    assert same(us, theirs(servers["linkup"]), "authorization", "content-type")
    assert [(one.url, one.name) for one in found.results] == [row[:2] for row in PAGES]


async def test_what_linkup_does_not_know_is_no_failure(
    servers: dict[str, JsonServer], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    assert (await ours(servers, "linkup").search("nowhere")).hits == ()
    assert servers["linkup"].count == 1
    assert "search.failed" not in [getattr(record, "event", "") for record in caplog.records]


def tavily_search(servers: dict[str, JsonServer], *, key: str = KEY, topic: Any = "general") -> dict[str, Any]:
    with requests.Session() as session:
        client = tavily.TavilyClient(key, api_base_url=servers["tavily"].url, session=session)
        return client.search(WORDS, search_depth="basic", topic=topic, max_results=3)


@pytest.mark.parametrize("fresh", [False, True])
async def test_tavily_is_asked_as_its_client_asks(servers: dict[str, JsonServer], fresh: bool) -> None:
    us = await asked_by_us(servers, "tavily", fresh=fresh)
    found = tavily_search(servers, topic="news" if fresh else "general")
    assert same(us, theirs(servers["tavily"]), "authorization", "content-type")
    assert [one["url"] for one in found["results"]] == URLS


@pytest.mark.parametrize("language", ["en", "fr", "pt", "ja", "zh", "sw"])
async def test_brave_is_asked_what_its_client_would_ask(
    servers: dict[str, JsonServer], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    us = await asked_by_us(servers, "brave", fresh=True, language=language)
    monkeypatch.setattr(brave_client, "BASE_URL", f"{servers['brave'].url}/res/v1/")
    wish = WebSearchRequest(q=WORDS, count=3, freshness="pw", search_lang=BRAVE_LANGUAGES.get(language))
    found = await brave_client.BraveSearch(KEY).web(wish)
    they = theirs(servers["brave"])
    assert (us.method, us.path) == (they.method, they.path)
    assert us.query.items() <= they.query.items()
    assert us.headers["x-subscription-token"] == they.headers["x-subscription-token"]
    assert found.web is not None
    assert [one.url for one in found.web.results] == URLS
    assert servers["brave"].count == 2


@pytest.mark.parametrize("words", ["a " * 200, "word" * 200, "é" * 900])
async def test_no_question_is_longer_than_brave_takes(servers: dict[str, JsonServer], words: str) -> None:
    us = await asked_by_us(servers, "brave", words=words)
    assert len(us.query["q"]) <= MAX_QUERY_LENGTH
    assert len(us.query["q"].split()) <= MAX_QUERY_TERMS
    assert (await ours(servers, "brave").search(words)).by == "Brave Search"


def test_braves_fake_and_ours_know_the_languages_of_braves_client() -> None:
    known = {str(one) for one in LanguageCode}
    assert known == fakes.BRAVE_LANGUAGES
    assert set(BRAVE_LANGUAGES.values()) == known - {"en-gb", "pt-pt", "zh-hant"}  # one of each language
    assert {str(one) for one in FreshnessType} == set(fakes.BRAVE_FRESHNESS)


async def test_brave_rests_after_it_refused_a_key(servers: dict[str, JsonServer]) -> None:
    search = ours(servers, "brave", key="another")
    for _ in range(2):
        assert (await search.search("ghana")).by != "Brave Search"
    assert servers["brave"].count == 1


async def test_searxngs_answer_is_of_its_types(servers: dict[str, JsonServer]) -> None:
    types = declared(SEARXNG, "package/dist/index.d.ts")
    us = await asked_by_us(servers, "searxng", fresh=True)
    assert us.query == {"q": WORDS, "format": "json", "language": "en", "time_range": "week"}
    answer: Any = ANSWERS["searxng"]["/search"](us)
    kept = {name: answer[name] for name in ("results", "suggestions", "query")}
    for row in kept["results"]:
        assert row.keys() >= OMITTED
        [row.pop(name) for name in (*OMITTED, "score")]
    undated = {**kept, "results": [{**row, "publishedDate": row["publishedDate"] or ""} for row in kept["results"]]}
    assert list(types.faults("SearchResponse", undated)) == []
    assert list(types.faults("SearchResponse", {"results": [{"engine": "moojeek", "link": ""}]})) != []


async def test_duckduckgos_fields_are_those_that_its_client_reads(
    servers: dict[str, JsonServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    await ours(servers).search("capital of Ghana")
    us = servers["duckduckgo"].asked[-1]
    assert us.query == {"q": "capital of Ghana", "format": "json", "no_html": "1", "skip_disambig": "1"}
    monkeypatch.setattr(requests, "get", at(servers["duckduckgo"]))
    read = ddg3.query("capital of Ghana")
    they = theirs(servers["duckduckgo"])
    assert (they.path, they.query["q"]) == (us.path, us.query["q"])
    said: Any = fakes.ANSWERS["duckduckgo"]["/"](us)
    known = json.loads(json.dumps(said.body))
    assert (read.heading, read.abstract.text, read.abstract.url, read.abstract.source, read.type) == (
        *(known[name] for name in ("Heading", "AbstractText", "AbstractURL", "AbstractSource")),
        "answer",
    )
    assert [(one.url, one.text) for one in read.related] == [
        (known["RelatedTopics"][0]["FirstURL"], known["RelatedTopics"][0]["Text"])
    ]
    assert ddg3.query("nobody knows this").type == "nothing"


def at(server: JsonServer) -> Callable[..., requests.Response]:
    """`requests.get`, which finds every host at this server."""

    def get(url: str, **options: Any) -> requests.Response:
        with requests.Session() as session:
            return session.get(f"{server.url}/?{url.partition('?')[2]}", **options)

    return get


async def test_wikipedia_is_asked_with_the_parameters_it_describes(servers: dict[str, JsonServer]) -> None:
    found = await ours(servers).search("capital of Ghana", limit=2)
    us = servers["wikipedia"].asked[-1]
    types = declared(MEDIAWIKI, "package/index.d.ts")
    known = {
        **types.fields("TextExtractsApiQueryExtractsParams"),
        **types.fields("ApiQueryInfoParams"),
        **{f"g{name}": said for name, said in types.fields("ApiQuerySearchParams").items() if name.startswith("sr")},
    }
    assert [fault for name, value in us.query.items() for fault in wrong(types, known, name, value)] == []
    assert list(wrong(types, known, "inprop", "address")) != []
    assert list(wrong(types, known, "exsentence", "1")) != []
    assert [one.title for one in found.hits] == ["Accra", "Ghana"]


def wrong(types: Declared, known: dict[str, str], name: str, value: str) -> Iterator[str]:
    """What a parameter isn't that a wiki would take; a truth is one by being there."""
    if name not in known:
        yield f"no parameter {name}"
        return
    said = types.aliases.get(known[name], known[name])
    for one in value.split("|"):
        is_number = "number" in said and one.isdigit()
        if not (is_number or said in ("string", "boolean") or f'"{one}"' in said):
            yield f"{name}={one} for {said}"


def test_wikipedias_pages_are_those_that_its_client_reads(servers: dict[str, JsonServer]) -> None:
    host = servers["wikipedia"].url.removeprefix("http://")
    site = mwclient.Site(host, path="/w/", scheme="http", do_init=False, clients_useragent="Kwasi of the tests")
    asked = {"generator": "search", "gsrsearch": "ghana", "gsrlimit": 2, "prop": "extracts|info", "inprop": "url"}
    said = site.get("query", explaintext=1, formatversion=2, **asked)
    assert [page["title"] for page in said["query"]["pages"]] == ["Ghana", "Accra"]
    assert list(site.get("query", gsroffset=2, **asked)) == ["batchcomplete"]
    with pytest.raises(mwclient.errors.APIError, match="badvalue"):
        site.get("query", **{**asked, "generator": "everything"})
    pages = GeneratorList(site, "search", "sr", srsearch="ghana", srlimit=1)
    assert [page.name for page in pages] == ["Accra", "Ghana"]
    site.connection.close()
