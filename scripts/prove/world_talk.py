#!/usr/bin/env python3
"""Plays conversations about the world outside, as shipped and without a language model: `scripts/prove/world_talk.py BATCH.json`.

Prints each message with the calls that were made and the answer, for somebody to judge. BATCH is a list of {"id", "pages", "turns": [{"say",
"expect"}]}; a page is {"title", "paragraphs", "links", "fields"} under its address. The services outside are our own on loopback, which know every
place: their weather, their ways and their stories are made up. Pages, feeds and forms are served over HTTP. `--house FOLDER --say "…"` says
one thing in a house that is kept there, with the pages of BATCH.
"""

import argparse
import asyncio
import hashlib
import html
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus, urlsplit
from zlib import crc32

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.bootstrap.services import Services  # noqa: E402 - the path comes first
from app.bootstrap.web import build_web  # noqa: E402
from app.clock import SystemClock  # noqa: E402
from app.models.media import build_media  # noqa: E402
from tests.fakes.vendors import maps  # noqa: E402
from tests.fakes.vendors.open_meteo import open_meteo  # noqa: E402
from tests.fakes.vendors.search import engine  # noqa: E402
from tests.house import open_house, settings_in, tell  # noqa: E402
from tests.integrations.browser.conftest import Elsewhere, Request  # noqa: E402
from tests.integrations.fetching.conftest import Internet, answer  # noqa: E402
from tests.integrations.news.conftest import rss  # noqa: E402
from tests.servers.json_server import JsonServer, Question, json_server  # noqa: E402

_ADDRESS = "93.184.216.{}"
_MOST = 900  # characters of an answer that are printed


class Everywhere(dict[str, tuple[float, float, str]]):
    """A gazetteer that knows every name, at a place of its own in Ghana."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> tuple[float, float, str]:
        one, two = hashlib.sha256(name.encode()).digest()[:2]
        return 5 + one / 100, -2 + two / 100, name.title()


def _places(asked: Question) -> object:
    name = asked.query.get("name", "")
    latitude, longitude, long = Everywhere()[name.casefold()]
    found = {"id": 1, "name": long, "latitude": latitude, "longitude": longitude, "country": "Ghana"}
    return {"results": [{**found, "admin1": "", "timezone": "Africa/Accra", "population": 100_000}]}


def _stories(request: str) -> bytes:
    asked = unquote_plus(request.split(" ")[1].partition("q=")[2]) or "the day"
    now = datetime.now(UTC)
    items = [
        (
            f"{asked.title()}: {what}",
            f"http://paper.example/{crc32(f'{asked} {what}'.encode()) % 10_000}",
            f"What is known of {asked}.",
            at,
        )
        for what, at in (
            ("talks go on", now - timedelta(hours=2)),
            ("a minister answers", now - timedelta(hours=5)),
            ("what people say in the street", now - timedelta(hours=9)),
            ("the figures of the year", now - timedelta(days=1)),
        )
    ]
    return answer(rss(items), content_type="application/rss+xml")


def _page(said: Mapping[str, Any]) -> str:
    words = "".join(f"<p>{html.escape(one)}</p>" for one in said.get("paragraphs", ()))
    fields = said.get("fields") or ()
    inputs = "".join(f"<label>{html.escape(one)} <input name='{html.escape(one)}'></label>" for one in fields)
    form = f"<form method=post action=/sent>{inputs}<button>Send</button></form>" if fields else ""
    links = "".join(
        f"<a href='{html.escape(one['href'])}'>{html.escape(one['text'])}</a> " for one in said.get("links", ())
    )
    title = html.escape(said.get("title", ""))
    return f"<!doctype html><meta charset=utf-8><title>{title}</title><main><h1>{title}</h1>{words}{links}{form}</main>"


@dataclass
class Sites:
    """The pages of a conversation, by host and path; the front page of a host where the path is unknown."""

    pages: Mapping[str, Mapping[str, Any]]
    by_host: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])

    def __post_init__(self) -> None:
        for address, said in self.pages.items():
            parts = urlsplit(address if "//" in address else f"http://{address}")
            self.by_host.setdefault(parts.netloc, {})[parts.path.rstrip("/")] = _page(said)

    def bytes_of(self, host: str, path: str) -> bytes:
        own = self.by_host[host]
        page = own.get(path.partition("?")[0].rstrip("/")) or "<title>Thank you</title><main><p>Thank you.</p></main>"
        return answer(page.encode(), content_type="text/html; charset=utf-8")

    async def serve(self, internet: Internet, elsewhere: Elsewhere) -> None:
        for number, host in enumerate(self.by_host, 10):
            address = _ADDRESS.format(number)

            def fetched(request: str, host: str = host) -> bytes:
                return self.bytes_of(host, request.split(" ")[1])

            def browsed(request: Request, host: str = host) -> bytes:
                return self.bytes_of(host, request.path)

            await internet.serve(fetched, host, address=address)
            await elsewhere.serve(browsed, host, address=address)


async def play(batch: Sequence[Mapping[str, Any]]) -> None:
    """Each conversation in a house of its own."""
    for talk in batch:
        print(f"=== {talk['id']} ({talk.get('voice', '')})", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncExitStack() as stack:
                house = await _house(Path(folder), talk.get("pages") or {}, stack)
                for turn in talk["turns"]:
                    await _say(house, turn)


async def _house(folder: Path, pages: Mapping[str, Mapping[str, Any]], stack: AsyncExitStack) -> Services:
    internet, elsewhere = Internet(stack), Elsewhere(stack, folder / "browser")
    await Sites(pages).serve(internet, elsewhere)
    await internet.serve(_stories, "paper.example", address=_ADDRESS.format(200))
    ways = {"/search": maps.nominatim, "/routed-*": maps.osrm}
    servers = {
        "sky": stack.enter_context(open_meteo()),
        "places": stack.enter_context(json_server({"/v1/search": _places})),
        "found": stack.enter_context(engine("searxng")),
        "ways": stack.enter_context(json_server(ways)),
    }
    at = {
        name: internet.lead(f"{name}.example", _port(server), address=_ADDRESS.format(201 + number))
        for number, (name, server) in enumerate(servers.items())
    }
    settings = settings_in(
        folder,
        time_zone="Africa/Accra",
        locale="en-GB",
        web_access=True,
        open_meteo_url=at["sky"],
        open_meteo_places_url=at["places"],
        searxng_url=at["found"],
        nominatim_url=at["ways"],
        osrm_url=f"{at['ways']}/routed-{{mode}}",
        news_search_urls="http://paper.example/search?q={query}",
        news_front_urls="http://paper.example/front",
    )
    clock = SystemClock()
    web = build_web(settings, internet.fetcher(), clock, build_media(settings))
    web = replace(web, browser=elsewhere.browser())
    return await stack.enter_async_context(open_house(folder, settings=settings, web=web))


def _port(server: JsonServer) -> int:
    return int(server.url.rpartition(":")[2])


async def _say(house: Services, turn: Mapping[str, Any]) -> None:
    reply = await tell(house, turn["say"])
    said = await house.store.turns.messages(house.owner.id, [reply.turn_id])
    waiting = {one.tool: one.arguments for one in await house.store.pending.of_turn(house.owner.id, reply.turn_id)}
    print(f"> {turn['say']}")
    if turn.get("expect"):
        print(f"  expected: {turn['expect']}")
    for message in said.get(reply.turn_id, ()):
        for part in message.get("parts", ()) if isinstance(message, dict) else ():
            if part.get("part_kind") == "tool-call":
                name, arguments = part["tool_name"], part["args"]
                written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
                print(f"  {'waits' if name in waiting else 'called'}: {name} {written}")
    print("  " + reply.text[:_MOST].replace("\n", "\n  ") + "\n", flush=True)


async def say(folder: Path, batch: Sequence[Mapping[str, Any]], text: str) -> None:
    """One message in the house that is kept in a folder."""
    pages = {address: page for talk in batch for address, page in (talk.get("pages") or {}).items()}
    async with AsyncExitStack() as stack:
        await _say(await _house(folder, pages, stack), {"say": text})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("batch", type=Path, help="the conversations, as JSON")
    parser.add_argument("--only", default="", help="ids, with commas")
    parser.add_argument("--house", type=Path, help="a folder whose house is gone on with")
    parser.add_argument("--say", default="", help="what is said there")
    options = parser.parse_args()
    batch = json.loads(options.batch.read_text(encoding="utf-8"))
    only = set(filter(None, options.only.split(",")))
    maps.PLACES = Everywhere()
    if options.house:
        options.house.mkdir(parents=True, exist_ok=True)
        return asyncio.run(say(options.house, batch, options.say))
    return asyncio.run(play([one for one in batch if not only or one["id"] in only]))


if __name__ == "__main__":
    main()
