"""WeatherAPI's answers as forecasts."""

from collections.abc import Iterator

import pytest

from app.errors import FetchFailed
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.weather.port import Place
from app.integrations.weather.weatherapi import WeatherApi
from tests.fakes.vendors.weatherapi import KEY, weatherapi
from tests.servers.json_server import JsonServer


@pytest.fixture
def vendor() -> Iterator[JsonServer]:
    with weatherapi() as server:
        yield server


async def test_a_forecast_is_read_as_it_is_documented(fetcher: Fetcher, vendor: JsonServer) -> None:
    weather = WeatherApi(Service(fetcher, vendor.url), KEY)
    told = await weather.forecast(Place("Accra", 5.55, -0.22))
    hour, day = told.hours[0], told.days[0]
    assert (hour.sky, hour.temperature, hour.rain_chance, hour.at.hour) == ("showers", 24.1, 71, 0)
    assert (day.sky, day.lowest, day.highest, day.rain_chance, day.uv) == ("rain", 23.5, 31.0, 88, 9.0)
    assert day.sunset is not None
    assert (day.sunset.hour, day.sunset.minute, str(day.sunset.tzinfo)) == (17, 44, "Africa/Accra")
    assert [one.label for one in await weather.places("Accra", language="en")] == ["Accra, Greater Accra, Ghana"]


async def test_its_key_is_in_no_log(fetcher: Fetcher, vendor: JsonServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with pytest.raises(FetchFailed) as problem:
        await WeatherApi(Service(fetcher, vendor.url), KEY + "-wrong").forecast(Place("Accra", 5.55, -0.22))
    said = caplog.text + str([vars(record) for record in caplog.records])
    assert problem.value.status == 401
    assert "fetch.failed" in said
    assert KEY not in said
    assert KEY not in problem.value.sentence
