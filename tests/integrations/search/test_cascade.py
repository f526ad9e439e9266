"""The search cascade over real HTTP: each engine's own question and answer, and every set of engines that fail, lie or say nothing."""

import itertools
import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from app.bootstrap.web import build_web
from app.clock import ManualClock
from app.config import Settings
from app.errors import FetchFailed
from app.integrations.fetching.fetcher import fetcher_of
from app.integrations.search.port import WebSearch
from app.models.media import build_media
from tests.conversation.conftest import NOON
from tests.fakes.vendors.search import ANSWERS, KEY, KEYED, PAGES, engine, settings_of
from tests.servers.json_server import JsonServer, Status

ORDER = (*KEYED, "searxng")
NAMES = {"exa": "Exa", "brave": "Brave Search", "linkup": "Linkup", "tavily": "Tavily", "searxng": "SearXNG"}
KEYLESS = "Wikipedia and DuckDuckGo's instant answers"
FAULTS = {
    "down": Status(503),
    "limit": Status(429, {"error": "rate"}),
    "lies": Status(200, {"results": "none", "web": 7, "query": []}),
    "html": Status(200, b"<html>captcha</html>", kind="text/html"),
    "key": Status(401, {"error": "bad key"}),
}


@pytest.fixture
def servers() -> Iterator[dict[str, JsonServer]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(engine(name)) for name in ANSWERS}


def search_over(servers: dict[str, JsonServer], *keyed: str) -> WebSearch:
    settings, clock = Settings(**settings_of(servers, *keyed)), ManualClock(NOON)  # type: ignore[arg-type]
    found = build_web(settings, fetcher_of(settings, clock), clock, build_media(settings)).search
    assert found is not None
    return found


@pytest.mark.parametrize("name", ORDER)
async def test_each_engine_is_asked_as_it_documents(servers: dict[str, JsonServer], name: str) -> None:
    for fresh in (False, True):
        found = await search_over(servers, name).search("cocoa prices", limit=3, fresh=fresh)
        assert (found.by, found.note) == (NAMES[name], "")
        assert [(one.url, one.title, one.text) for one in found.hits] == [row[:3] for row in PAGES]
    asked = servers[name].asked[-1]
    assert "cocoa prices" in f"{asked.query} {asked.body}"


async def test_without_a_key_an_encyclopedia_is_asked_and_said_to_be_one(servers: dict[str, JsonServer]) -> None:
    found = await search_over(servers).search("capital of Ghana", limit=3)
    assert found.by == KEYLESS
    assert found.note.startswith("No search engine is set up")
    assert [one.title for one in found.hits] == ["Accra", "Ghana"]
    servers["duckduckgo"].fault = Status(500)
    again = await search_over(servers).search("capital of Ghana", limit=3)
    assert [one.title for one in again.hits] == ["Accra", "Ghana"]


async def test_a_question_nobody_knows_is_an_answer_and_no_failure(servers: dict[str, JsonServer]) -> None:
    found = await search_over(servers).search("nowhere", limit=3)
    assert (found.hits, found.by) == ((), KEYLESS)


@pytest.mark.parametrize("works", list(itertools.product((True, False), repeat=6)))
async def test_the_first_that_works_answers_whatever_the_others_do(
    servers: dict[str, JsonServer], works: tuple[bool, ...]
) -> None:
    chance = random.Random(repr(works))
    for name, well in zip((*ORDER, "keyless"), works, strict=True):
        for server in ("duckduckgo", "wikipedia") if name == "keyless" else (name,):
            servers[server].fault = None if well else FAULTS[chance.choice(list(FAULTS))]
    search = search_over(servers, *ORDER)
    expected = next((NAMES.get(name, KEYLESS) for name, well in zip((*ORDER, "x"), works, strict=True) if well), "")
    for _ in range(2):  # the second time those that failed rest
        if expected:
            assert (await search.search("ghana", limit=3)).by == expected
        else:
            with pytest.raises(FetchFailed):
                await search.search("ghana", limit=3)
    failed = [name for name, well in zip(ORDER, works, strict=False) if not well]
    before = works.index(True) if True in works else len(ORDER)
    assert all(servers[name].count == 1 for name in failed if ORDER.index(name) < before)


async def test_a_silent_engine_costs_its_time_once(
    servers: dict[str, JsonServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.bootstrap.web._ENGINE_SECONDS", 0.3)
    servers["exa"].silent = 3
    search = search_over(servers, "exa", "brave")
    for _ in range(3):
        assert (await search.search("cocoa", limit=3)).by == "Brave Search"
    assert servers["exa"].count == 1


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "file:///etc/passwd", "https://user:pass@evil.example", "ftp://x.example/a", "https://a b", "//x", "https://" + "a" * 2_000],
)  # fmt: skip
async def test_what_no_browser_opens_is_no_hit(servers: dict[str, JsonServer], url: str) -> None:
    servers["searxng"].fault = Status(200, {"results": [{"url": url, "title": "t", "content": "c"}]})
    found = await search_over(servers, "searxng").search("ghana", limit=3)
    assert found.by == KEYLESS
    assert url not in [one.url for one in found.hits]


async def test_keys_are_in_no_log(servers: dict[str, JsonServer], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    for name in KEYED:
        servers[name].fault = Status(500)
    await search_over(servers, *ORDER).search("cocoa", limit=3)
    said = caplog.text + str([vars(record) for record in caplog.records])
    assert "search.failed" in said
    assert KEY not in said
