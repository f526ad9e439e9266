"""The fakes of the services of weather: the clients that others wrote ask them and understand the answer, and ask as ours do."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from types import ModuleType
from typing import Any

import aiohttp
import pytest
import weatherly
import weatherly.api.client as weatherly_client
from mashumaro.config import BaseConfig
from yarl import URL

from app.clock import ManualClock
from app.config import Settings
from app.integrations.fetching.fetcher import Fetcher, fetcher_of
from app.integrations.fetching.service import Service
from app.integrations.weather.open_meteo import OpenMeteo
from app.integrations.weather.port import Place
from app.integrations.weather.weatherapi import WeatherApi
from tests.conversation.conftest import NOON
from tests.fakes.vendors import open_meteo as fake
from tests.fakes.vendors.weatherapi import DAY, HOUR, KEY, weatherapi
from tests.servers.json_server import JsonServer

ACCRA = Place("Accra", 5.556, -0.1969)
PARIS = Place("Paris", 48.853, 2.349)


@pytest.fixture(scope="module")
def client() -> Iterator[ModuleType]:
    """The package open-meteo. Its models are built when they are first needed: all at once would take seconds."""
    usual = BaseConfig.lazy_compilation
    BaseConfig.lazy_compilation = True
    import open_meteo

    yield open_meteo
    BaseConfig.lazy_compilation = usual


@pytest.fixture
def fetcher() -> Fetcher:
    return fetcher_of(Settings(), ManualClock(NOON))


class Session:
    """What that package asks through; it finds every host at one server."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session = session
        self._base = URL(base)

    def get(self, url: URL, **options: Any) -> Any:
        return self._session.get(self._base.join(url.relative()), **options)


@asynccontextmanager
async def asking(client: ModuleType, server: JsonServer) -> AsyncIterator[Any]:
    """That package's client, which asks this server."""
    async with aiohttp.ClientSession() as session:
        yield client.OpenMeteo(session=Session(session, server.url))


def open_meteo_of(fetcher: Fetcher, server: JsonServer) -> OpenMeteo:
    service = Service(fetcher, server.url)
    return OpenMeteo(service, service)


@pytest.mark.parametrize("place", [ACCRA, PARIS])
async def test_open_meteo_is_asked_for_a_forecast_as_its_client_asks(
    client: ModuleType, fetcher: Fetcher, place: Place
) -> None:
    with fake.open_meteo(now=lambda: NOON) as server:
        ours = await open_meteo_of(fetcher, server).forecast(place, days=3)
        async with asking(client, server) as they:
            read = await they.forecast(
                latitude=place.latitude,
                longitude=place.longitude,
                timezone="auto",
                hourly=[client.HourlyParameters(one) for one in fake.HOURLY],
                daily=[client.DailyParameters(one) for one in fake.DAILY],
                forecast_days=3,
            )
        us, asked = (one.query for one in server.asked)
    assert {**us, "latitude": place.latitude, "longitude": place.longitude}.keys() <= asked.keys()
    assert [float(us[name]) for name in ("latitude", "longitude")] == [place.latitude, place.longitude]
    alike = us.keys() - {"latitude", "longitude"}
    assert {name: us[name] for name in alike} == {name: asked[name] for name in alike}
    units = ("precipitation_unit", "temperature_unit", "wind_speed_unit", "timeformat")
    assert [asked[name] for name in units] == [
        "mm",
        "celsius",
        "kmh",
        "iso8601",
    ]  # which are what it answers in unasked
    assert [one.at.replace(tzinfo=None) for one in ours.hours] == read.hourly.time
    assert [one.temperature for one in ours.hours] == read.hourly.temperature_2m
    assert [(one.lowest, one.highest) for one in ours.days] == list(
        zip(read.daily.temperature_2m_min, read.daily.temperature_2m_max, strict=True)
    )
    assert ours.hours[0].at.utcoffset() == timedelta(seconds=read.utc_offset_seconds)


async def test_open_meteos_client_reads_every_variable_of_the_fake_in_its_unit(client: ModuleType) -> None:
    wish = {"latitude": 5.5, "longitude": -0.2, "timezone": "auto", "forecast_days": 2}
    variables = {"hourly": [*fake.HOURLY], "daily": [*fake.DAILY]}
    with fake.open_meteo(now=lambda: NOON) as server:
        async with asking(client, server) as they:
            read = await they.forecast(**wish, **variables)
    for section, units in (("hourly", fake.HOURLY), ("daily", fake.DAILY)):
        for name, unit in units.items():
            assert len(getattr(getattr(read, section), name)) == (48 if section == "hourly" else 2)
            assert getattr(getattr(read, f"{section}_units"), name) == unit


@pytest.mark.parametrize(
    "wish",
    [
        {"latitude": 91, "timezone": "auto"},
        {"hourly": ["temperature_of_tea"], "timezone": "auto"},
        {"forecast_days": 17, "timezone": "auto"},
        {"timezone": ""},
    ],
)
async def test_what_open_meteo_does_not_take_is_the_error_that_its_client_knows(
    client: ModuleType, wish: dict[str, Any]
) -> None:
    usual: dict[str, Any] = {"latitude": 5.5, "longitude": -0.2, "forecast_days": 2, "daily": ["sunrise"]}
    with fake.open_meteo(now=lambda: NOON) as server:
        async with asking(client, server) as they:
            with pytest.raises(client.OpenMeteoResponseError):
                await they.forecast(**usual | wish)


async def test_open_meteo_is_asked_for_places_as_its_client_asks(client: ModuleType, fetcher: Fetcher) -> None:
    with fake.open_meteo() as server:
        ours = await open_meteo_of(fetcher, server).places("Paris", language="fr", limit=5)
        async with asking(client, server) as they:
            read = await they.geocoding(name="Paris", count=5, language="fr")
            nobody = await they.geocoding(name="nowhere")
        us, asked, _ = server.asked
    assert (us.path, us.query) == (asked.path, asked.query)
    assert [(one.name, one.latitude, one.region, one.zone) for one in ours] == [
        (one.name, one.latitude, one.admin1, one.timezone) for one in read.results
    ]
    assert not nobody.results


@contextmanager
def asking_weatherapi(monkeypatch: pytest.MonkeyPatch, key: str = KEY) -> Iterator[tuple[JsonServer, weatherly.Client]]:
    """The client `weatherly`, which asks the fake."""
    with weatherapi() as server:
        monkeypatch.setattr(weatherly_client, "WEATHERAPI_BASE_URL", f"{server.url}/v1/")
        client = weatherly.Client(key)
        monkeypatch.setattr(client, "on_error", _raised)  # in place of printing it
        yield server, client


def _raised(_asked: str, problem: Exception) -> None:
    raise problem


async def test_weatherapi_is_asked_as_its_client_asks(monkeypatch: pytest.MonkeyPatch, fetcher: Fetcher) -> None:
    with asking_weatherapi(monkeypatch) as (server, they):
        ours = WeatherApi(Service(fetcher, server.url), KEY)
        told = await ours.forecast(ACCRA, days=3)
        read = they.get_forecast_data("5.5560,-0.1969", 3, aqi=False, alerts=False)
        [place] = await ours.places("Accra", language="en")
        [found] = they.get_locations("Accra")
        forecasts, places = server.asked[:2], server.asked[2:]
    us, asked = (one.query for one in forecasts)
    assert {one.path for one in forecasts} == {"/v1/forecast.json"}
    assert us == {**asked, "aqi": "no", "alerts": "no"}
    assert (places[0].path, places[0].query) == (places[1].path, places[1].query)
    [hour], [day] = list(read.iter_hours()), read.forecast_days
    assert (told.hours[0].temperature, told.hours[0].rain_chance) == (hour.temp_c, hour.chance_of_rain)
    assert (told.days[0].lowest, told.days[0].highest, told.days[0].uv) == (day.mintemp_c, day.maxtemp_c, day.uv)
    assert (day.astro.sunset, day.astro.moon_illumination) == ("05:44 PM", 97)
    assert (place.name, place.region) == (found.name, found.region)


@pytest.mark.parametrize(
    ("key", "words", "days", "error"),
    [
        ("another", "Accra", 2, weatherly.InvalidAPIKey),
        (KEY, "nowhere", 2, weatherly.NoLocationFound),
        (KEY, "Accra", 15, weatherly.WeatherAPIException),
    ],
)
def test_what_weatherapi_does_not_take_is_the_error_that_its_client_knows(
    monkeypatch: pytest.MonkeyPatch, key: str, words: str, days: int, error: type[Exception]
) -> None:
    with asking_weatherapi(monkeypatch, key) as (_, they), pytest.raises(error):
        they.get_forecast_data(words, days)


@pytest.mark.parametrize("name", ["temp_f", "wind_dir", "gust_kph", "vis_km"])
def test_a_field_that_weatherapis_client_reads_is_not_left_out(name: str) -> None:
    reader: Any = weatherly.ForecastHour
    reader(HOUR, 200, None)
    with pytest.raises(KeyError, match=name):
        reader({field: value for field, value in HOUR.items() if field != name}, 200, None)
    assert DAY["hour"] == [HOUR]
