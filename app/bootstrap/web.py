"""What asks the world outside, as the settings say. Nothing is asked yet."""

from collections.abc import Callable
from functools import partial

from pydantic import SecretStr

from app import web_settings as usual
from app.clock import Clock
from app.config import Settings
from app.deps import FileReader
from app.errors import ConfigurationError, OutsideRefused
from app.integrations.browser.chromium import chromium_of
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.robots import Robots
from app.integrations.fetching.service import Service
from app.integrations.maps.cascade import MapsInTurn
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from app.integrations.maps.port import Maps
from app.integrations.news.port import News
from app.integrations.news.service import FeedNews, searched_feeds
from app.integrations.pages.reading import PageReader
from app.integrations.search.cascade import Cascade
from app.integrations.search.engines import Brave, Engine, Exa, Keyless, Linkup, Searxng, Tavily
from app.integrations.search.port import WebSearch
from app.integrations.weather.cascade import Forecasts
from app.integrations.weather.open_meteo import OpenMeteo
from app.integrations.weather.port import Weather
from app.integrations.weather.weatherapi import WeatherApi
from app.integrations.web import NO_WEB, Web
from app.models.reading.reader import File

_ENGINE_SECONDS = 6.0  # for one search engine, before the next is asked
_LANGUAGES = ("en", "fr", "de", "es", "pt", "it")


def build_web(settings: Settings, fetcher: Fetcher, clock: Clock, files: FileReader) -> Web:
    """The ports there are; none where WEB_ACCESS is off. `files` reads PDFs. Raises ConfigurationError for a base URL that can't be read."""
    if not settings.web_access:
        return NO_WEB
    try:
        search = _search(settings, fetcher)
        return Web(
            weather=_weather(settings, fetcher, clock),
            search=search,
            pages=PageReader(fetcher, partial(_open_pdf, files, settings.locale, clock), Robots(fetcher, clock)),
            maps=_maps(settings, fetcher, clock),
            news=_news(settings, fetcher, clock, search),
            browser=chromium_of(settings),
        )
    except OutsideRefused as problem:
        raise ConfigurationError(
            f"One of the addresses of services outside can't be read: {problem.sentence}"
        ) from problem


def _weather(settings: Settings, fetcher: Fetcher, clock: Clock) -> Weather:
    services: list[Weather] = []
    if key := secret(settings.weatherapi_key):
        services.append(WeatherApi(Service(fetcher, settings.weatherapi_url, usual=usual.WEATHERAPI), key))
    forecasts = Service(fetcher, settings.open_meteo_url, usual=usual.OPEN_METEO)
    places = Service(fetcher, settings.open_meteo_places_url, usual=usual.OPEN_METEO_PLACES)
    return Forecasts([*services, OpenMeteo(forecasts, places)], clock)


def _news(settings: Settings, fetcher: Fetcher, clock: Clock, search: WebSearch) -> News:
    searched = searched_feeds(settings.news_search_urls, usual.NEWS_SEARCH)
    fronts = searched_feeds(settings.news_front_urls, usual.NEWS_FRONTS)
    return FeedNews(fetcher, clock, searched=searched, fronts=fronts, search=search)


def _search(settings: Settings, fetcher: Fetcher) -> WebSearch:
    """The engines whose keys or addresses are set, and behind them what needs none."""
    rows: tuple[tuple[str, str, str, Callable[[str], dict[str, str]], Callable[[Service], Engine]], ...] = (
        (secret(settings.exa_api_key), settings.exa_url, usual.EXA, _header("x-api-key"), Exa),
        (secret(settings.brave_api_key), settings.brave_url, usual.BRAVE, _header("X-Subscription-Token"), Brave),
        (secret(settings.linkup_api_key), settings.linkup_url, usual.LINKUP, _bearer, Linkup),
        (secret(settings.tavily_api_key), settings.tavily_url, usual.TAVILY, _bearer, Tavily),
    )
    engines: list[Engine] = [
        build(Service(fetcher, url, usual=vendor, headers=headers(key), seconds=_ENGINE_SECONDS))
        for key, url, vendor, headers, build in rows
        if key
    ]
    if settings.searxng_url:
        engines.append(Searxng(Service(fetcher, settings.searxng_url, seconds=_ENGINE_SECONDS)))
    return Cascade([*engines, _keyless(settings, fetcher)])


def _keyless(settings: Settings, fetcher: Fetcher) -> Keyless:
    written = settings.wikipedia_url
    wikipedias = {
        language: Service(fetcher, written.format(language=language), usual=usual.WIKIPEDIA.format(language=language))
        for language in _LANGUAGES
    }
    return Keyless(Service(fetcher, settings.duckduckgo_url, usual=usual.DUCKDUCKGO), wikipedias, wikipedias["en"])


async def _open_pdf(files: FileReader, locale: str, clock: Clock, data: bytes, name: str) -> tuple[str, str]:
    reading = await files.read(File(name, data, "application/pdf"), locale, sees=False, now=clock.now())
    return reading.text, reading.note


def _header(name: str) -> Callable[[str], dict[str, str]]:
    return lambda key: {name: key}


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _maps(settings: Settings, fetcher: Fetcher, clock: Clock) -> Maps:
    services: list[Maps] = []
    if key := secret(settings.google_maps_api_key):
        services.append(GoogleMaps(fetcher, clock, key, base=settings.google_maps_url))
    osm = OpenStreetMap(fetcher, clock, nominatim=settings.nominatim_url, osrm=settings.osrm_url)
    return MapsInTurn([*services, osm])


def secret(value: SecretStr | None) -> str:
    """What a secret holds; "" for none."""
    return value.get_secret_value().strip() if value else ""
