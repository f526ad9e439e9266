"""WeatherAPI's answers as forecasts; the sample has the fields of its documentation (weatherapi.com/docs, Forecast API)."""

from collections.abc import Iterator

import pytest

from app.errors import FetchFailed
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.weather.port import Place
from app.integrations.weather.weatherapi import WeatherApi
from tests.servers.json_server import JsonServer, Question, Status, json_server

KEY = "key-7731-secret"
_HOUR = {
    "time_epoch": 1_795_392_000,
    "time": "2026-11-23 00:00",
    "temp_c": 24.1,
    "is_day": 0,
    "condition": {"text": "Patchy rain nearby", "icon": "//cdn.weatherapi.com/64.png", "code": 1063},
    "wind_kph": 8.3,
    "gust_kph": 14.0,
    "precip_mm": 0.2,
    "humidity": 85,
    "feelslike_c": 26.0,
    "will_it_rain": 1,
    "chance_of_rain": 71,
    "chance_of_snow": 0,
}
_DAY = {
    "date": "2026-11-23",
    "date_epoch": 1_795_392_000,
    "day": {
        "maxtemp_c": 31.0,
        "mintemp_c": 23.5,
        "maxwind_kph": 19.1,
        "totalprecip_mm": 2.4,
        "daily_chance_of_rain": 88,
        "daily_chance_of_snow": 0,
        "condition": {"text": "Moderate rain", "icon": "", "code": 1189},
        "uv": 9.0,
    },
    "astro": {"sunrise": "05:51 AM", "sunset": "05:44 PM", "moonrise": "No moonrise"},
    "hour": [_HOUR],
}
_FORECAST = {
    "location": {"name": "Accra", "region": "", "country": "Ghana", "lat": 5.55, "lon": -0.22, "tz_id": "Africa/Accra", "localtime_epoch": 1_795_435_200},
    "current": {"temp_c": 29.0, "condition": {"code": 1003}},
    "forecast": {"forecastday": [_DAY]},
}  # fmt: skip
_PLACES = [{"id": 992_138, "name": "Accra", "region": "Greater Accra", "country": "Ghana", "lat": 5.55, "lon": -0.22, "url": "accra-ghana"}]  # fmt: skip


def _keyed(answer: object) -> object:
    def say(asked: Question) -> object:
        if asked.query.get("key") != KEY:
            return Status(401, {"error": {"code": 2006, "message": "API key provided is invalid"}})
        return answer

    return say


@pytest.fixture
def vendor() -> Iterator[JsonServer]:
    with json_server({"/v1/forecast.json": _keyed(_FORECAST), "/v1/search.json": _keyed(_PLACES)}) as server:  # type: ignore[dict-item]
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
