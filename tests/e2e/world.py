"""The real program on a loopback port with a small internet around it: a house, its page, and what it asks of the world.

The weather and the search engine are our fakes, held to what their vendors document; sites, feeds and forms are real servers that
have names and addresses outside.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi import FastAPI
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.bootstrap.web import build_web
from app.clock import SystemClock
from app.config import Settings
from app.main import create_app
from app.models.media import build_media
from tests.fakes.vendors.open_meteo import open_meteo
from tests.fakes.vendors.search import engine
from tests.house import open_house, page_auth, settings_in
from tests.integrations.browser.conftest import Elsewhere
from tests.integrations.fetching.conftest import Internet
from tests.interfaces.web.serving import serving
from tests.servers.json_server import JsonServer


@dataclass
class World:
    """A house, the link that opens its page, and the sites outside: `internet` for what is fetched, `elsewhere` for the browser."""

    house: Services
    link: str
    internet: Internet
    elsewhere: Elsewhere


@asynccontextmanager
async def open_world(folder: Path, *, model: Model | None = None) -> AsyncIterator[World]:
    """One that runs."""
    async with AsyncExitStack() as stack:
        internet, elsewhere = Internet(stack), Elsewhere(stack, folder / "browser")
        weather, searxng = stack.enter_context(open_meteo()), stack.enter_context(engine("searxng"))
        sky = internet.lead("weather.example", _port(weather), address="93.184.216.101")
        found = internet.lead("searxng.example", _port(searxng), address="93.184.216.102")
        settings = settings_in(
            folder,
            time_zone="Africa/Accra",
            locale="en-GB",
            web_access=True,
            open_meteo_url=sky,
            open_meteo_places_url=sky,
            news_search_urls="http://paper.example/search?q={query}",
            news_front_urls="http://paper.example/front",
            searxng_url=found,
        )
        clock = SystemClock()
        media = build_media(settings)
        web = replace(build_web(settings, internet.fetcher(), clock, media), browser=elsewhere.browser())
        house = await stack.enter_async_context(open_house(folder, settings=settings, web=web, model=model))
        link = await stack.enter_async_context(_served(house, settings))
        yield World(house, link, internet, elsewhere)


def _port(server: JsonServer) -> int:
    return int(server.url.rpartition(":")[2])


@dataclass
class _Application:
    """What is served."""

    settings: Settings
    app: FastAPI
    closing: asyncio.Event


@asynccontextmanager
async def _served(house: Services, settings: Settings) -> AsyncIterator[str]:
    auth, closing = page_auth(house), asyncio.Event()
    app = create_app(house, auth=auth, closing=closing)
    async with serving(_Application(settings, app, closing)) as address:
        yield f"{address}/?token={auth.local.issue()}"
        closing.set()
