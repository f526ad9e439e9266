"""The kinds of sky there are, in one table, and which number of which service means which.

Numbers: WMO code 4677 as Open-Meteo serves it (open-meteo.com/en/docs), and WeatherAPI's condition codes
(weatherapi.com/docs/weather_conditions.json).
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sky:
    """`words` stand in a sentence; `wet`: something falls; `weight` orders them: the sky of a day is its heaviest."""

    words: str
    sign: str
    weight: int
    wet: bool = False
    frozen: bool = False


SKIES: Mapping[str, Sky] = {
    "clear": Sky("clear", "☀️", 0),
    "fair": Sky("mostly clear", "🌤️", 1),
    "cloudy": Sky("partly cloudy", "⛅", 2),
    "overcast": Sky("overcast", "☁️", 3),
    "fog": Sky("fog", "🌫️", 4),
    "drizzle": Sky("drizzle", "🌦️", 5, wet=True),
    "showers": Sky("showers", "🌦️", 6, wet=True),
    "rain": Sky("rain", "🌧️", 7, wet=True),
    "freezing rain": Sky("freezing rain", "🌧️", 9, wet=True, frozen=True),
    "snow": Sky("snow", "🌨️", 8, wet=True, frozen=True),
    "heavy rain": Sky("heavy rain", "🌧️", 10, wet=True),
    "thunderstorm": Sky("thunderstorms", "⛈️", 11, wet=True),
}
_WMO: Mapping[str, str] = {
    "clear": "0",
    "fair": "1",
    "cloudy": "2",
    "overcast": "3",
    "fog": "45 48",
    "drizzle": "51 53 55",
    "freezing rain": "56 57 66 67",
    "rain": "61 63",
    "heavy rain": "65 82",
    "snow": "71 73 75 77 85 86",
    "showers": "80 81",
    "thunderstorm": "95 96 99",
}
_WEATHERAPI: Mapping[str, str] = {
    "clear": "1000",
    "cloudy": "1003",
    "overcast": "1006 1009",
    "fog": "1030 1135 1147",
    "drizzle": "1150 1153",
    "freezing rain": "1072 1168 1171 1198 1201 1204 1207 1237 1249 1252 1261 1264",
    "rain": "1180 1183 1186 1189",
    "heavy rain": "1192 1195 1246",
    "snow": "1066 1069 1114 1117 1210 1213 1216 1219 1222 1225 1255 1258",
    "showers": "1063 1240 1243",
    "thunderstorm": "1087 1273 1276 1279 1282",
}
UNKNOWN = "cloudy"


def _by_number(table: Mapping[str, str]) -> dict[int, str]:
    return {int(number): sky for sky, numbers in table.items() for number in numbers.split()}


OF_WMO = _by_number(_WMO)
OF_WEATHERAPI = _by_number(_WEATHERAPI)
