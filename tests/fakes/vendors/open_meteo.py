"""Open-Meteo on loopback, ours and not theirs, in the JSON of its documentation (open-meteo.com/en/docs, …/geocoding-api).

It checks that latitude and longitude are numbers in range, that every variable asked for is one it documents, and that days are 1 to 16; it
knows a few places. The weather is the test's: `sky` says of an hour from now what it is.
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
HOURLY = frozenset(
    "temperature_2m apparent_temperature relative_humidity_2m precipitation_probability precipitation weather_code "
    "wind_speed_10m wind_gusts_10m".split()
)
DAILY = frozenset(
    "weather_code temperature_2m_max temperature_2m_min precipitation_sum precipitation_probability_max "
    "wind_speed_10m_max uv_index_max sunrise sunset".split()
)
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
    try:
        latitude, longitude, days = float(query["latitude"]), float(query["longitude"]), int(query["forecast_days"])
        fits = abs(latitude) <= 90 and abs(longitude) <= 180 and 1 <= days <= 16
    except (KeyError, ValueError):
        fits = False
        latitude = longitude = days = 0
    hourly, daily = query.get("hourly", "").split(","), query.get("daily", "").split(",")
    if not fits or not set(hourly) <= HOURLY or not set(daily) <= DAILY:
        return Status(400, {"error": True, "reason": "Data corrupted at path ''."})
    zone = min(PLACES, key=lambda row: abs(row[1] - latitude) + abs(row[2] - longitude))[5]
    midnight = now.astimezone(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    hours = [sky(hour) for hour in range(24 * days)]
    of_days = [hours[24 * day : 24 * day + 24] for day in range(days)]
    dates = [midnight + timedelta(days=day) for day in range(days)]
    return {
        "latitude": latitude,
        "longitude": longitude,
        "generationtime_ms": 0.2,
        "utc_offset_seconds": 0,
        "timezone": zone,
        "timezone_abbreviation": "GMT",
        "elevation": 61.0,
        "hourly_units": {"time": "iso8601", "temperature_2m": "°C"},
        "hourly": {
            "time": [f"{midnight + timedelta(hours=hour):%Y-%m-%dT%H:%M}" for hour in range(24 * days)],
            "temperature_2m": [one[1] for one in hours],
            "apparent_temperature": [one[1] + 1 for one in hours],
            "relative_humidity_2m": [70 for _ in hours],
            "precipitation_probability": [one[2] for one in hours],
            "precipitation": [one[2] / 50 if one[2] >= 50 else 0.0 for one in hours],
            "weather_code": [one[0] for one in hours],
            "wind_speed_10m": [one[3] for one in hours],
            "wind_gusts_10m": [one[3] * 1.6 for one in hours],
        },
        "daily_units": {"time": "iso8601"},
        "daily": {
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
        },
    }
