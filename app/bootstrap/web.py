"""What asks the world outside, as the settings say."""

from app.clock import Clock
from app.config import Settings
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.maps.cascade import MapsInTurn
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from app.integrations.maps.port import Maps
from app.integrations.web import NO_WEB, Web


def build_web(settings: Settings, fetcher: Fetcher, clock: Clock) -> Web:
    """The ports there are; none where WEB_ACCESS is off. Nothing is asked yet."""
    if not settings.web_access:
        return NO_WEB
    return Web(fetcher=fetcher, maps=_maps(settings, fetcher, clock))


def _maps(settings: Settings, fetcher: Fetcher, clock: Clock) -> Maps:
    """Google's with a key, and OpenStreetMap's."""
    services: list[Maps] = []
    if settings.google_maps_api_key and (key := settings.google_maps_api_key.get_secret_value().strip()):
        services.append(GoogleMaps(fetcher, clock, key, base=settings.google_maps_url))
    return MapsInTurn(
        [*services, OpenStreetMap(fetcher, clock, nominatim=settings.nominatim_url, osrm=settings.osrm_url)]
    )
