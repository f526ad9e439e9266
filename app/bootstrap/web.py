"""What asks the world outside, as the settings say. Nothing is asked yet."""

from pydantic import SecretStr

from app import web_settings as usual
from app.clock import Clock
from app.config import Settings
from app.errors import ConfigurationError, OutsideRefused
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.maps.cascade import MapsInTurn
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from app.integrations.maps.port import Maps
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
        return Web(fetcher=fetcher, weather=_weather(settings, fetcher, clock), maps=_maps(settings, fetcher, clock))
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


def _maps(settings: Settings, fetcher: Fetcher, clock: Clock) -> Maps:
    services: list[Maps] = []
    if key := secret(settings.google_maps_api_key):
        services.append(GoogleMaps(fetcher, clock, key, base=settings.google_maps_url))
    osm = OpenStreetMap(fetcher, clock, nominatim=settings.nominatim_url, osrm=settings.osrm_url)
    return MapsInTurn([*services, osm])


def secret(value: SecretStr | None) -> str:
    """What a secret holds; "" for none."""
    return value.get_secret_value().strip() if value else ""
