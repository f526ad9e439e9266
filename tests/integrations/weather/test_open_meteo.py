"""Open-Meteo's answers as forecasts, and what becomes of answers that are none."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.errors import FetchFailed
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.weather.cascade import Forecasts
from app.integrations.weather.open_meteo import OpenMeteo
from app.integrations.weather.port import Place
from app.integrations.weather.skies import OF_WEATHERAPI, OF_WMO, SKIES
from tests.servers.json_server import JsonServer, Status

ACCRA = Place("Accra", 5.556, -0.1969, zone="Africa/Accra")


def service_at(fetcher: Fetcher, server: JsonServer, seconds: float = 2) -> OpenMeteo:
    service = Service(fetcher, server.url, seconds=seconds)
    return OpenMeteo(service, service)


async def test_a_forecast_has_hours_and_days_on_the_clock_of_the_place(fetcher: Fetcher, vendor: JsonServer) -> None:
    told = await service_at(fetcher, vendor).forecast(Place("Paris", 48.853, 2.349), days=3)
    assert (len(told.hours), len(told.days), told.source) == (72, 3, "Open-Meteo")
    assert told.hours[0].at.isoformat() == "2027-03-10T00:00:00+01:00"
    assert (told.hours[15].sky, told.hours[15].temperature, told.hours[15].rain_chance) == ("fair", 30.0, 5.0)
    assert told.days[0].sunset is not None
    assert told.days[0].sunset.isoformat() == "2027-03-10T17:44:00+01:00"


async def test_an_hour_whose_sky_is_not_known_is_not_called_clear(fetcher: Fetcher, vendor: JsonServer) -> None:
    hourly = {
        "time": ["2026-11-23T12:00", "2026-11-23T13:00"],
        "temperature_2m": [29.0, 30.0],
        "weather_code": [None, 0],
    }
    daily = {"time": ["2026-11-23"], "temperature_2m_max": [31.0], "temperature_2m_min": [24.0], "weather_code": [None]}
    vendor.fault = Status(200, {"timezone": "Africa/Accra", "hourly": hourly, "daily": daily})
    told = await service_at(fetcher, vendor).forecast(ACCRA)
    assert [one.sky for one in (*told.hours, *told.days)] == ["cloudy", "clear", "cloudy"]


async def test_places_come_in_the_order_of_the_service(fetcher: Fetcher, vendor: JsonServer) -> None:
    found = await service_at(fetcher, vendor).places("paris", language="en")
    assert [one.label for one in found] == ["Paris, Île-de-France, France", "Paris, Texas, United States"]
    assert await service_at(fetcher, vendor).places("nowhere", language="en") == []


@pytest.mark.parametrize(
    "lie",
    [
        {},
        [],
        {"timezone": "Mars/Olympus", "hourly": {}, "daily": {}},
        {
            "timezone": "Africa/Accra",
            "hourly": {"time": ["x"], "temperature_2m": [1], "weather_code": [0]},
            "daily": {},
        },
        {"hourly": {"time": ["2026-11-23T00:00"] * 9_000}, "timezone": "UTC", "daily": {}},
        b"not JSON at all",
        b"[" * 100_000,
    ],
)
async def test_an_answer_that_is_no_forecast_is_a_failure_and_no_weather(
    fetcher: Fetcher, vendor: JsonServer, lie: object
) -> None:
    vendor.fault = Status(200, lie)
    with pytest.raises(FetchFailed) as problem:
        await service_at(fetcher, vendor).forecast(ACCRA)
    assert problem.value.reason == "protocol"


@pytest.mark.parametrize(("status", "rests"), [(500, True), (503, True), (429, True), (400, False), (404, False)])
async def test_a_service_rests_after_it_failed_and_not_after_a_question_it_does_not_take(
    fetcher: Fetcher, vendor: JsonServer, status: int, rests: bool
) -> None:
    vendor.fault = Status(status, {"error": True})
    service = Service(fetcher, vendor.url, seconds=2)
    for _ in range(3):
        with pytest.raises(FetchFailed):
            await service.get("/v1/forecast")
    assert service.rests is rests
    assert vendor.count == (1 if rests else 3)


async def test_a_service_that_says_nothing_costs_its_time_limit_once(fetcher: Fetcher, vendor: JsonServer) -> None:
    vendor.silent = 5
    weather = service_at(fetcher, vendor, seconds=0.2)
    reasons = list[str]()
    for _ in range(2):
        with pytest.raises(FetchFailed) as problem:
            await weather.forecast(ACCRA)
        reasons.append(problem.value.reason)
    assert reasons == ["timeout", "resting"]


async def test_what_was_told_a_moment_ago_is_told_again_without_asking(
    fetcher: Fetcher, vendor: JsonServer, clock: ManualClock
) -> None:
    weather = Forecasts([service_at(fetcher, vendor)], clock)
    for minutes in (0, 10, 10):
        clock.advance(timedelta(minutes=minutes))
        told = await weather.forecast(ACCRA)
        assert told.now.at <= clock.now() < told.now.at + timedelta(hours=1)
    assert vendor.count == 2


_FAULTS: dict[str, Status] = {"fails": Status(500), "lies": Status(200, {"hourly": 1}), "refuses": Status(401)}


@pytest.mark.parametrize("first", ["works", *_FAULTS])
@pytest.mark.parametrize("second", ["works", *_FAULTS])
async def test_the_second_service_answers_where_the_first_does_not(
    fetcher: Fetcher, vendor: JsonServer, clock: ManualClock, first: str, second: str
) -> None:
    from tests.fakes.vendors.open_meteo import open_meteo

    with open_meteo(now=clock.now) as other:
        vendor.fault, other.fault = _FAULTS.get(first), _FAULTS.get(second)
        weather = Forecasts([service_at(fetcher, vendor), service_at(fetcher, other)], clock)
        if "works" in (first, second):
            assert (await weather.forecast(ACCRA)).source == "Open-Meteo"
        else:
            with pytest.raises(FetchFailed):
                await weather.forecast(ACCRA)
        assert other.count == (0 if first == "works" else 1)


def test_every_number_of_a_service_means_a_sky_there_is() -> None:
    assert set(OF_WMO.values()) | set(OF_WEATHERAPI.values()) == set(SKIES)
