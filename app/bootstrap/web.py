"""What asks the world outside, as the settings say. Nothing is asked yet."""

from pydantic import SecretStr

from app import web_settings as usual
from app.clock import Clock
from app.config import Settings
from app.errors import ConfigurationError, OutsideRefused
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.news.port import News
from app.integrations.news.service import FeedNews, searched_feeds
from app.integrations.weather.cascade import Forecasts
from app.integrations.weather.open_meteo import OpenMeteo
from app.integrations.weather.port import Weather
from app.integrations.weather.weatherapi import WeatherApi
from app.integrations.web import NO_WEB, Web


def build_web(settings: Settings, fetcher: Fetcher, clock: Clock) -> Web:
    """The ports there are; none where WEB_ACCESS is off. Raises ConfigurationError for a base URL that can't be read."""
    if not settings.web_access:
        return NO_WEB
    try:
        return Web(fetcher=fetcher, weather=_weather(settings, fetcher, clock), news=_news(settings, fetcher, clock))
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


def _news(settings: Settings, fetcher: Fetcher, clock: Clock) -> News:
    searched = searched_feeds(settings.news_search_urls, usual.NEWS_SEARCH)
    fronts = searched_feeds(settings.news_front_urls, usual.NEWS_FRONTS)
    return FeedNews(fetcher, clock, searched=searched, fronts=fronts)


def secret(value: SecretStr | None) -> str:
    """What a secret holds; "" for none."""
    return value.get_secret_value().strip() if value else ""
