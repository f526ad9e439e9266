"""The weather and the places of Open-Meteo, which needs no key (open-meteo.com/en/docs, CC BY 4.0)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from app.errors import FetchFailed
from app.integrations.fetching.refusals import failed
from app.integrations.fetching.service import Service
from app.integrations.weather.port import Day, Forecast, Hour, Place
from app.integrations.weather.skies import OF_WMO, UNKNOWN
from app.schedule.zones import is_zone

SOURCE = "Open-Meteo"
MOST_DAYS = 16
_HOURLY = (
    "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation_probability,precipitation,weather_code,"
    "wind_speed_10m,wind_gusts_10m"
)
_DAILY = (
    "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,"
    "wind_speed_10m_max,uv_index_max,sunrise,sunset"
)
_Name = Annotated[str, Field(max_length=200)]
_Some = list[float | None]


class _Hourly(BaseModel):
    time: list[datetime] = Field(max_length=24 * MOST_DAYS)
    temperature_2m: _Some
    weather_code: list[int | None]
    apparent_temperature: _Some = []
    relative_humidity_2m: _Some = []
    precipitation_probability: _Some = []
    precipitation: _Some = []
    wind_speed_10m: _Some = []
    wind_gusts_10m: _Some = []


class _Daily(BaseModel):
    time: list[date] = Field(max_length=MOST_DAYS)
    weather_code: list[int | None]
    temperature_2m_max: _Some
    temperature_2m_min: _Some
    precipitation_sum: _Some = []
    precipitation_probability_max: _Some = []
    wind_speed_10m_max: _Some = []
    uv_index_max: _Some = []
    sunrise: list[datetime | None] = []
    sunset: list[datetime | None] = []


class _Forecast(BaseModel):
    timezone: str
    hourly: _Hourly
    daily: _Daily


class _Place(BaseModel):
    name: _Name
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    country: _Name = ""
    admin1: _Name = ""
    timezone: _Name = ""
    population: int = 0


class _Places(BaseModel):
    results: list[_Place] = []


class OpenMeteo:
    """One server for forecasts, one for names of places."""

    def __init__(self, forecasts: Service, places: Service) -> None:
        """Both as `Service`s; a server of one's own may be both."""
        self._forecasts = forecasts
        self._places = places

    async def places(self, name: str, *, language: str, limit: int = 5) -> Sequence[Place]:
        """Places of that name, the likeliest first."""
        asked = {"name": name[:100], "count": limit, "language": language, "format": "json"}
        found, host = self._places.read(_Places, await self._places.get("/v1/search", asked)).results, self._places.host
        return [
            Place(one.name, one.latitude, one.longitude, one.country, one.admin1, one.timezone, one.population, host)
            for one in found[:limit]
        ]

    async def forecast(self, place: Place, *, days: int = 7) -> Forecast:
        """The weather there, from this hour on. Raises FetchFailed, OutsideRefused."""
        asked = {
            "latitude": f"{place.latitude:.4f}",
            "longitude": f"{place.longitude:.4f}",
            "hourly": _HOURLY,
            "daily": _DAILY,
            "timezone": "auto",
            "forecast_days": min(days, MOST_DAYS),
        }
        said = self._forecasts.read(_Forecast, await self._forecasts.get("/v1/forecast", asked))
        if not is_zone(said.timezone):
            raise self._broken()
        zone = ZoneInfo(said.timezone)
        hours, told = tuple(_hours(said.hourly, zone)), tuple(_days(said.daily, zone))
        if not hours or not told:
            raise self._broken()
        return Forecast(place, hours[0], hours, told, SOURCE)

    def _broken(self) -> FetchFailed:
        return failed("protocol", self._forecasts.host)


def _hours(said: _Hourly, zone: ZoneInfo) -> Iterator[Hour]:
    for at, moment in enumerate(said.time):
        temperature = _at(said.temperature_2m, at)
        if temperature is None:
            continue
        yield Hour(
            moment.replace(tzinfo=zone),
            _sky(said.weather_code, at),
            temperature,
            _at(said.apparent_temperature, at),
            _at(said.precipitation, at) or 0.0,
            _at(said.precipitation_probability, at),
            _at(said.wind_speed_10m, at),
            _at(said.wind_gusts_10m, at),
            _at(said.relative_humidity_2m, at),
        )


def _days(said: _Daily, zone: ZoneInfo) -> Iterator[Day]:
    for at, day in enumerate(said.time):
        lowest, highest = _at(said.temperature_2m_min, at), _at(said.temperature_2m_max, at)
        if lowest is None or highest is None:
            continue
        rises, sets = (one[at] if at < len(one) else None for one in (said.sunrise, said.sunset))
        yield Day(
            day,
            _sky(said.weather_code, at),
            lowest,
            highest,
            _at(said.precipitation_sum, at) or 0.0,
            _at(said.precipitation_probability_max, at),
            _at(said.wind_speed_10m_max, at),
            _at(said.uv_index_max, at),
            rises.replace(tzinfo=zone) if rises else None,
            sets.replace(tzinfo=zone) if sets else None,
        )


def _at(values: Sequence[float | None], at: int) -> float | None:
    """The value of that row, None where the service left it out."""
    return values[at] if at < len(values) else None


def _sky(codes: Sequence[int | None], at: int) -> str:
    code = _at(codes, at)
    return UNKNOWN if code is None else OF_WMO.get(int(code), UNKNOWN)
