"""What a weather service can tell, in words of the domain. No vendor's types, names or errors here.

Every method may raise FetchFailed (later may work) and OutsideRefused. Temperatures are in °C, wind in km/h, rain in mm, chances in per
cent from 0 to 100; times are aware, in the place's own zone. Names of places are other people's words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere on the map. `country` and `region` may be "", `zone` is an IANA name or ""; `people` is how many live there, 0 where unknown;
    `source` is the host that says so."""

    name: str
    latitude: float
    longitude: float
    country: str = ""
    region: str = ""
    zone: str = ""
    people: int = 0
    source: str = ""

    @property
    def label(self) -> str:
        """How it is called among others of its name."""
        return ", ".join(dict.fromkeys(filter(None, (self.name, self.region, self.country))))


@dataclass(frozen=True, slots=True)
class Hour:
    """The weather of an hour that begins `at`. `sky` is a key of `skies.SKIES`."""

    at: datetime
    sky: str
    temperature: float
    feels_like: float | None = None
    rain: float = 0.0
    rain_chance: float | None = None
    wind: float | None = None
    gusts: float | None = None
    humidity: float | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """The weather of a day there."""

    on: date
    sky: str
    lowest: float
    highest: float
    rain: float = 0.0
    rain_chance: float | None = None
    wind: float | None = None
    uv: float | None = None
    sunrise: datetime | None = None
    sunset: datetime | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a service says of a place, `now` being the hour it was asked in. `source` is who says it, as its terms want it named."""

    place: Place
    now: Hour
    hours: tuple[Hour, ...]
    days: tuple[Day, ...]
    source: str


class Weather(Protocol):
    """One service that knows the weather."""

    async def places(self, name: str, *, language: str, limit: int = 5) -> Sequence[Place]:
        """Places of that name, the likeliest first; none where it knows none."""
        ...

    async def forecast(self, place: Place, *, days: int = 7) -> Forecast:
        """The weather there, from this hour on."""
        ...
