"""WeatherAPI on loopback, ours and not theirs, in the JSON of its documentation (weatherapi.com/docs: Forecast, Search/Autocomplete).

It checks the key, that a place is asked for, and that days are 1 to 14; it knows Accra alone, on one day with one hour. Held to the client
`weatherly` of PyPI by `tests/fakes/test_weather.py`: the client asks it, as ours does, and finds every field that it reads.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.json_server import JsonServer, Question, Status, json_server

KEY = "key-7731-secret"
CONDITION = {"text": "Patchy rain nearby", "icon": "//cdn.weatherapi.com/weather/64x64/night/176.png", "code": 1063}
_WIND = {"wind_mph": 5.1, "wind_kph": 8.3, "wind_degree": 214, "wind_dir": "SW", "gust_mph": 8.7, "gust_kph": 14.0}
_AIR = {"pressure_mb": 1011.0, "pressure_in": 29.86, "precip_mm": 0.2, "precip_in": 0.01, "humidity": 85, "cloud": 71}
_FELT = {
    "temp_c": 24.1,
    "temp_f": 75.4,
    "feelslike_c": 26.0,
    "feelslike_f": 78.8,
    "windchill_c": 24.1,
    "windchill_f": 75.4,
    "heatindex_c": 26.0,
    "heatindex_f": 78.8,
    "dewpoint_c": 22.0,
    "dewpoint_f": 71.6,
}
HOUR = {
    "time_epoch": 1_795_392_000,
    "time": "2026-11-23 00:00",
    "is_day": 0,
    "condition": CONDITION,
    **_FELT,
    **_WIND,
    **_AIR,
    "snow_cm": 0.0,
    "will_it_rain": 1,
    "chance_of_rain": 71,
    "will_it_snow": 0,
    "chance_of_snow": 0,
    "vis_km": 10.0,
    "vis_miles": 6.0,
    "uv": 0,
}
DAY = {
    "date": "2026-11-23",
    "date_epoch": 1_795_392_000,
    "day": {
        "maxtemp_c": 31.0,
        "maxtemp_f": 87.8,
        "mintemp_c": 23.5,
        "mintemp_f": 74.3,
        "avgtemp_c": 26.8,
        "avgtemp_f": 80.2,
        "maxwind_mph": 11.9,
        "maxwind_kph": 19.1,
        "totalprecip_mm": 2.4,
        "totalprecip_in": 0.09,
        "totalsnow_cm": 0.0,
        "avgvis_km": 9.8,
        "avgvis_miles": 6.0,
        "avghumidity": 80,
        "daily_will_it_rain": 1,
        "daily_chance_of_rain": 88,
        "daily_will_it_snow": 0,
        "daily_chance_of_snow": 0,
        "condition": {"text": "Moderate rain", "icon": "//cdn.weatherapi.com/weather/64x64/day/302.png", "code": 1189},
        "uv": 9.0,
    },
    "astro": {
        "sunrise": "05:51 AM",
        "sunset": "05:44 PM",
        "moonrise": "No moonrise",
        "moonset": "05:02 AM",
        "moon_phase": "Waxing Gibbous",
        "moon_illumination": 97,
        "is_moon_up": 0,
        "is_sun_up": 0,
    },
    "hour": [HOUR],
}
PLACE = {"name": "Accra", "region": "Greater Accra", "country": "Ghana", "lat": 5.55, "lon": -0.22}
FORECAST = {
    "location": {**PLACE, "tz_id": "Africa/Accra", "localtime_epoch": 1_795_435_200, "localtime": "2026-11-23 12:00"},
    "current": {
        "last_updated_epoch": 1_795_434_300,
        "last_updated": "2026-11-23 11:45",
        "is_day": 1,
        "condition": CONDITION,
        **_FELT,
        **_WIND,
        **_AIR,
        "vis_km": 10.0,
        "vis_miles": 6.0,
        "uv": 7.0,
    },
    "forecast": {"forecastday": [DAY]},
}


def _error(status: int, code: int, message: str) -> Status:
    return Status(status, {"error": {"code": code, "message": message}})


def _refused(asked: Question) -> Status | None:
    if not asked.query.get("key"):
        return _error(401, 1002, "API key is invalid or not provided.")
    if asked.query["key"] != KEY:
        return _error(401, 2006, "API key is invalid.")
    return None if asked.query.get("q") else _error(400, 1003, "Parameter q is missing.")


def _forecast(asked: Question) -> object:
    if refused := _refused(asked):
        return refused
    days = asked.query.get("days", "1")
    if not days.isdigit() or not 1 <= int(days) <= 14:
        return _error(400, 1008, "Days parameter is out of range.")
    return (
        FORECAST if asked.query["q"].startswith(("5.", "Accra")) else _error(400, 1006, "No matching location found.")
    )


def _search(asked: Question) -> object:
    found = [{"id": 992_138, **PLACE, "url": "accra-greater-accra-ghana"}]
    return _refused(asked) or (found if asked.query["q"].casefold() == "accra" else [])


@contextmanager
def weatherapi() -> Iterator[JsonServer]:
    """One that runs."""
    with json_server({"/v1/forecast.json": _forecast, "/v1/search.json": _search}) as server:
        yield server
