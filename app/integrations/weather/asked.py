"""What was asked of the weather, and how it is measured for its reader. Data and the calendar only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.integrations.weather.port import Day, Forecast, Hour
from app.language.measures import fahrenheit_said, in_fahrenheit, in_miles
from app.memory.records import User

_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
_MILE, _INCH = 1.609344, 25.4


@dataclass(frozen=True, slots=True)
class Units:
    """How a country measures: ° of Fahrenheit or Celsius, miles or kilometres, inches or millimetres."""

    fahrenheit: bool = False
    miles: bool = False
    inches: bool = False

    def degrees(self, celsius: float) -> str:
        """ "31 °C"."""
        return f"{self.number(celsius)} {self.sign}"

    def value(self, celsius: float) -> float:
        """A temperature in the reader's degrees."""
        return celsius * 9 / 5 + 32 if self.fahrenheit else celsius

    def number(self, celsius: float) -> str:
        """ "31", with a true minus."""
        value = round(self.value(celsius))
        return f"−{-value}" if value < 0 else str(value)

    @property
    def sign(self) -> str:
        """Of a temperature."""
        return "°F" if self.fahrenheit else "°C"

    def speed(self, kmh: float) -> str:
        """ "14 km/h"."""
        return f"{round(kmh / _MILE)} mph" if self.miles else f"{round(kmh)} km/h"

    def depth(self, mm: float) -> str:
        """ "3 mm", "0.2 in"."""
        if self.inches:
            return f"{max(mm / _INCH, 0.01):.2g} in"
        return f"{round(mm)} mm" if mm >= 1 else f"{mm:.1f} mm"


def units_of(user: User, said: str = "") -> Units:
    """As people measure where somebody lives, or as they said: "celsius", "imperial"."""
    fahrenheit = fahrenheit_said(said)
    if fahrenheit is None:
        return Units(in_fahrenheit(user.locale), in_miles(user.locale, user.time_zone), in_fahrenheit(user.locale))
    return Units(fahrenheit, fahrenheit, fahrenheit)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The hours that are asked about, half-open, on the place's clock. `is_now`: this moment, and nothing was said of any other."""

    start: datetime
    end: datetime
    is_now: bool = False

    @property
    def days(self) -> list[date]:
        """The local days it touches."""
        last = (self.end - timedelta(seconds=1)).date()
        return [self.start.date() + _DAY * n for n in range((last - self.start.date()).days + 1)]

    @property
    def is_whole_days(self) -> bool:
        """Whether it lasts from a midnight to a midnight."""
        return not self.is_now and (self.start.hour, self.start.minute, self.end.hour, self.end.minute) == (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Told:
    """The part of a forecast that a stretch asks for. `ends` is the day after the last one that is known."""

    forecast: Forecast
    stretch: Stretch

    @property
    def hours(self) -> list[Hour]:
        """Its hours, as far as they are known; the present one for now."""
        if self.stretch.is_now:
            return [self.forecast.now]
        return [one for one in self.forecast.hours if one.at < self.stretch.end and one.at + _HOUR > self.stretch.start]

    @property
    def days(self) -> list[Day]:
        """Its days, as far as they are known."""
        wanted = set(self.stretch.days)
        return [one for one in self.forecast.days if one.on in wanted]

    @property
    def last(self) -> date:
        """The last day that is known."""
        return self.forecast.days[-1].on


def chance(hours: list[Hour]) -> float | None:
    """The greatest chance of rain of some hours, in per cent; None where nobody says."""
    return max((one.rain_chance for one in hours if one.rain_chance is not None), default=None)


def wettest(hours: list[Hour], least: float = 40) -> tuple[datetime, datetime] | None:
    """The stretch of hours around the likeliest rain that are at least so likely (per cent); None where none is."""
    likely = [(one.rain_chance or 0) >= least for one in hours]
    if not any(likely):
        return None
    top = max(range(len(hours)), key=lambda at: (hours[at].rain_chance or 0, -at))
    first = last = top
    while first and likely[first - 1]:
        first -= 1
    while last + 1 < len(hours) and likely[last + 1]:
        last += 1
    return hours[first].at, hours[last].at + _HOUR


def heaviest(hours: list[Hour], weights: Mapping[str, int]) -> str:
    """The sky that stands for some hours: the commonest of the dry ones, or the heaviest that lasts an hour in four or falls as rain."""
    skies = [one.sky for one in hours]
    wet = [one for one in skies if weights[one] >= weights["drizzle"]]
    if wet and len(wet) * 4 >= len(skies):
        return max(wet, key=lambda one: (wet.count(one), weights[one]))
    dry = [one for one in skies if one not in wet] or skies
    return max(dry, key=lambda one: (dry.count(one), weights[one]))
