"""The weather of WeatherAPI, for whoever has a key (weatherapi.com/docs)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from app.integrations.fetching.refusals import failed
from app.integrations.fetching.service import Service
from app.integrations.weather.port import Day, Forecast, Hour, Place
from app.integrations.weather.skies import OF_WEATHERAPI, UNKNOWN
from app.schedule.zones import is_zone

SOURCE = "WeatherAPI"
MOST_DAYS = 14
_Name = Annotated[str, Field(max_length=200)]


class _Condition(BaseModel):
    code: int


class _Hour(BaseModel):
    time_epoch: int
    temp_c: float
    condition: _Condition
    feelslike_c: float | None = None
    precip_mm: float = 0.0
    chance_of_rain: float | None = None
    chance_of_snow: float | None = None
    wind_kph: float | None = None
    gust_kph: float | None = None
    humidity: float | None = None


class _OfDay(BaseModel):
    mintemp_c: float
    maxtemp_c: float
    condition: _Condition
    totalprecip_mm: float = 0.0
    daily_chance_of_rain: float | None = None
    daily_chance_of_snow: float | None = None
    maxwind_kph: float | None = None
    uv: float | None = None


class _Astro(BaseModel):
    sunrise: str = ""
    sunset: str = ""


class _Day(BaseModel):
    date: date
    day: _OfDay
    astro: _Astro = _Astro()
    hour: list[_Hour] = Field(max_length=25)


class _Days(BaseModel):
    forecastday: list[_Day] = Field(max_length=MOST_DAYS)


class _Where(BaseModel):
    tz_id: str
    localtime_epoch: int


class _Forecast(BaseModel):
    location: _Where
    forecast: _Days


class _Place(BaseModel):
    name: _Name
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)
    country: _Name = ""
    region: _Name = ""


class _Places(BaseModel):
    found: list[_Place]


class WeatherApi:
    """The vendor's server."""

    def __init__(self, service: Service, key: str) -> None:
        """`key` goes with each question, in its address: no log holds more of that than its host."""
        self._service = service
        self._key = key

    async def places(self, name: str, *, language: str, limit: int = 5) -> Sequence[Place]:
        """Places of that name; it knows them by their English names, so `language` changes nothing."""
        answer = await self._service.get("/v1/search.json", {"key": self._key, "q": name[:100]})
        found = self._service.read(_Places, {"found": answer}).found
        return [
            Place(one.name, one.lat, one.lon, one.country, one.region, source=self._service.host)
            for one in found[:limit]
        ]

    async def forecast(self, place: Place, *, days: int = 7) -> Forecast:
        """The weather there. Raises FetchFailed, OutsideRefused."""
        asked = {
            "key": self._key,
            "q": f"{place.latitude:.4f},{place.longitude:.4f}",
            "days": min(days, MOST_DAYS),
            "aqi": "no",
            "alerts": "no",
        }
        said = self._service.read(_Forecast, await self._service.get("/v1/forecast.json", asked))
        if not is_zone(said.location.tz_id):
            raise failed("protocol", self._service.host)
        zone = ZoneInfo(said.location.tz_id)
        hours = tuple(_hour(one, zone) for day in said.forecast.forecastday for one in day.hour)
        told = tuple(_day(one, zone) for one in said.forecast.forecastday)
        if not hours or not told:
            raise failed("protocol", self._service.host)
        return Forecast(place, hours[0], hours, told, SOURCE)


def _hour(said: _Hour, zone: ZoneInfo) -> Hour:
    return Hour(
        datetime.fromtimestamp(said.time_epoch, UTC).astimezone(zone),
        OF_WEATHERAPI.get(said.condition.code, UNKNOWN),
        said.temp_c,
        said.feelslike_c,
        said.precip_mm,
        _likelier(said.chance_of_rain, said.chance_of_snow),
        said.wind_kph,
        said.gust_kph,
        said.humidity,
    )


def _day(said: _Day, zone: ZoneInfo) -> Day:
    return Day(
        said.date,
        OF_WEATHERAPI.get(said.day.condition.code, UNKNOWN),
        said.day.mintemp_c,
        said.day.maxtemp_c,
        said.day.totalprecip_mm,
        _likelier(said.day.daily_chance_of_rain, said.day.daily_chance_of_snow),
        said.day.maxwind_kph,
        said.day.uv,
        _clock(said.astro.sunrise, said.date, zone),
        _clock(said.astro.sunset, said.date, zone),
    )


def _likelier(rain: float | None, snow: float | None) -> float | None:
    return max((one for one in (rain, snow) if one is not None), default=None)


def _clock(said: str, day: date, zone: ZoneInfo) -> datetime | None:
    """ "06:10 AM" on that day; None for "No sunrise"."""
    try:
        at: time = datetime.strptime(said.strip(), "%I:%M %p").time()  # noqa: DTZ007 - an hour of the day
    except ValueError:
        return None
    return datetime.combine(day, at, zone)
