"""Open-Meteo on loopback, ours and not theirs, in the JSON of its documentation (open-meteo.com/en/docs, …/geocoding-api).

It checks that latitude and longitude are numbers in range, that every variable asked for is one it documents, that days are 1 to 16 and that
a time zone is said where days are asked for; it answers with what was asked for alone, and knows a few places. The weather is the test's:
`sky` says of an hour from now what it is. Held to the client `open-meteo` of PyPI by `tests/fakes/test_weather.py`: its models read each
answer whole, and it asks as ours does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.servers.json_server import JsonServer, Question, Status, json_server

PLACES = (
    ("Accra", 5.556, -0.1969, "Ghana", "Greater Accra", "Africa/Accra", 1_963_264),
    ("Kumasi", 6.688, -1.624, "Ghana", "Ashanti", "Africa/Accra", 1_468_609),
    ("Paris", 48.853, 2.349, "France", "Île-de-France", "Europe/Paris", 2_138_551),
    ("Paris", 33.661, -95.556, "United States", "Texas", "America/Chicago", 24_839),
    ("Lyon", 45.748, 4.847, "France", "Auvergne-Rhône-Alpes", "Europe/Paris", 522_228),
)
HOURLY = {
    "temperature_2m": "°C",
    "apparent_temperature": "°C",
    "relative_humidity_2m": "%",
    "precipitation_probability": "%",
    "precipitation": "mm",
    "weather_code": "wmo code",
    "wind_speed_10m": "km/h",
    "wind_gusts_10m": "km/h",
}
DAILY = {
    "weather_code": "wmo code",
    "temperature_2m_max": "°C",
    "temperature_2m_min": "°C",
    "precipitation_sum": "mm",
    "precipitation_probability_max": "%",
    "wind_speed_10m_max": "km/h",
    "uv_index_max": "",
    "sunrise": "iso8601",
    "sunset": "iso8601",
}
"""The variables it knows, with their units."""
# (code, degrees, chance of rain, wind) of an hour so many hours from today's midnight there.
Sky = Callable[[int], tuple[int, float, float, float]]


def fair(hour: int) -> tuple[int, float, float, float]:
    """A usual day: cool at night, warm at three."""
    return 1, 24 + 6 * (1 - abs(hour % 24 - 15) / 12), 5, 8


@contextmanager
def open_meteo(sky: Sky = fair, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Iterator[JsonServer]:
    """One that runs, for forecasts and places alike."""

    def forecast(asked: Question) -> object:
        return _forecast(asked, sky, now())

    with json_server({"/v1/forecast": forecast, "/v1/search": _search}) as server:
        yield server


def _search(asked: Question) -> object:
    if not asked.query.get("name"):
        return Status(400, {"error": True, "reason": "Parameter name is required"})
    name = asked.query["name"].casefold()
    found = [_place(number, row) for number, row in enumerate(PLACES) if row[0].casefold() == name]
    took = {"generationtime_ms": 0.5}
    return {"results": found[: int(asked.query.get("count", 10))], **took} if found else took


def _place(number: int, row: tuple[str, float, float, str, str, str, int]) -> dict[str, object]:
    name, latitude, longitude, country, admin1, zone, population = row
    return {
        "id": 2_300_000 + number,
        "name": name,
        "latitude": latitude,
        "longitude": longitude,
        "elevation": 75.0,
        "feature_code": "PPLC",
        "country_code": country[:2].upper(),
        "timezone": zone,
        "population": population,
        "country_id": 2_300_660,
        "country": country,
        "admin1_id": 2_300_569,
        "admin1": admin1,
    }


def _forecast(asked: Question, sky: Sky, now: datetime) -> object:
    query = asked.query
    hourly, daily = (query[name].split(",") if query.get(name) else [] for name in ("hourly", "daily"))
    try:
        latitude, longitude, days = float(query["latitude"]), float(query["longitude"]), int(query["forecast_days"])
    except (KeyError, ValueError):
        return _refused("Data corrupted at path ''.")
    if not (abs(latitude) <= 90 and abs(longitude) <= 180 and 1 <= days <= 16):
        return _refused("Parameter is out of range.")
    if not set(hourly) <= HOURLY.keys() or not set(daily) <= DAILY.keys():
        return _refused("Data corrupted at path ''. Cannot initialize from invalid String value.")
    if daily and not query.get("timezone"):
        return _refused("Timezone is required")
    zone = min(PLACES, key=lambda row: abs(row[1] - latitude) + abs(row[2] - longitude))[5]
    at_midnight = now.astimezone(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0)
    offset = at_midnight.utcoffset() or timedelta()
    midnight, hours = at_midnight.replace(tzinfo=None), [sky(hour) for hour in range(24 * days)]
    return {
        "latitude": latitude,
        "longitude": longitude,
        "generationtime_ms": 0.2,
        "utc_offset_seconds": int(offset.total_seconds()),
        "timezone": zone,
        "timezone_abbreviation": f"GMT{offset.total_seconds() / 3600:+.0f}" if offset else "GMT",
        "elevation": 61.0,
        **_section("hourly", hourly, HOURLY, _of_hours(midnight, hours)),
        **_section("daily", daily, DAILY, _of_days(midnight, hours)),
    }


def _refused(reason: str) -> Status:
    return Status(400, {"error": True, "reason": reason})


def _section(name: str, asked: list[str], units: dict[str, str], known: dict[str, list[object]]) -> dict[str, object]:
    """What was asked for alone, with its times."""
    if not asked:
        return {}
    return {
        f"{name}_units": {"time": "iso8601", **{one: units[one] for one in asked}},
        name: {"time": known["time"], **{one: known[one] for one in asked}},
    }


def _of_hours(midnight: datetime, hours: list[tuple[int, float, float, float]]) -> dict[str, list[object]]:
    return {
        "time": [f"{midnight + timedelta(hours=hour):%Y-%m-%dT%H:%M}" for hour in range(len(hours))],
        "temperature_2m": [one[1] for one in hours],
        "apparent_temperature": [one[1] + 1 for one in hours],
        "relative_humidity_2m": [70 for _ in hours],
        "precipitation_probability": [one[2] for one in hours],
        "precipitation": [one[2] / 50 if one[2] >= 50 else 0.0 for one in hours],
        "weather_code": [one[0] for one in hours],
        "wind_speed_10m": [one[3] for one in hours],
        "wind_gusts_10m": [one[3] * 1.6 for one in hours],
    }


def _of_days(midnight: datetime, hours: list[tuple[int, float, float, float]]) -> dict[str, list[object]]:
    of_days = [hours[at : at + 24] for at in range(0, len(hours), 24)]
    dates = [midnight + timedelta(days=day) for day in range(len(of_days))]
    return {
        "time": [f"{day:%Y-%m-%d}" for day in dates],
        "weather_code": [max(one[0] for one in day) for day in of_days],
        "temperature_2m_max": [max(one[1] for one in day) for day in of_days],
        "temperature_2m_min": [min(one[1] for one in day) for day in of_days],
        "precipitation_sum": [sum(one[2] / 50 for one in day if one[2] >= 50) for day in of_days],
        "precipitation_probability_max": [max(one[2] for one in day) for day in of_days],
        "wind_speed_10m_max": [max(one[3] for one in day) for day in of_days],
        "uv_index_max": [8.5 for _ in of_days],
        "sunrise": [f"{day:%Y-%m-%dT}05:52" for day in dates],
        "sunset": [f"{day:%Y-%m-%dT}17:44" for day in dates],
    }
