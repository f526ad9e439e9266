"""A forecast in words: an answer to what was asked first, then the figures. English; other languages say it by the phrasebook.

Every sentence is whole, so that a phrasebook's row can be one sentence.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from app.integrations.weather.asked import Stretch, Told, Units, chance, heaviest, wettest
from app.integrations.weather.port import Day, Hour
from app.integrations.weather.skies import SKIES

_WEIGHTS = {name: sky.weight for name, sky in SKIES.items()}
_SURE, _MAYBE = 50, 25  # per cent
_WET = 0.5  # mm in an hour, where nobody says how likely it is
_COLD, _COOL, _WARM, _HOT = 5, 14, 26, 31  # °C
_BREEZY, _WINDY = 30, 45  # km/h
_UV = 3
_WORTH_SAYING = 20  # per cent of rain
_WINDS = 20  # km/h

_SOURCE = "Source: {source}."
_BEYOND = "I can see the weather until {last}, no further."
_OVER = "I only know the weather ahead."
_NOW = "In {place} it's {degrees} now, {sky}."
_FEELS = "It feels like {degrees}."
_RAINS = "{chance}% chance of rain."
_RAINS_AROUND = "{chance}% chance of rain, most likely {from_}–{to}."
_WIND = "Wind up to {speed}."
_PART = "{place}, {when}: {sky}, {range}."
_LINE = "- {day}: {sign} {sky}, {range}{rain}"


def told(asked: Told, about: str, units: Units, when: str) -> str:
    """The answer. `about` is a key of ANSWERS or ""; `when` is how the stretch is called."""
    if not asked.hours and not asked.days:
        return _OVER if asked.stretch.end <= asked.forecast.now.at else _BEYOND.format(last=_dated(asked.last))
    answer = ANSWERS[about](asked, units) if about in ANSWERS and (asked.hours or about in _BY_DAY) else ""
    parts = [answer] if answer and about in OF_THE_SUN else [answer, _figures(asked, units, when)]
    if asked.stretch.days[-1] > asked.last:
        parts.append(_BEYOND.format(last=_dated(asked.last)))
    source = _SOURCE.format(source=asked.forecast.source)
    return "\n".join(filter(None, (*parts, source)))


def _figures(asked: Told, units: Units, when: str) -> str:
    if asked.stretch.is_now:
        return _at_present(asked, units)
    if len(asked.days) > 1:
        place = asked.forecast.place.label
        return "\n".join((f"{place}, {when}:", *(_line(day, units) for day in asked.days)))
    return _one_part(asked, units, when)


def _at_present(asked: Told, units: Units) -> str:
    now, place = asked.forecast.now, asked.forecast.place.label
    said = [_NOW.format(place=place, degrees=units.degrees(now.temperature), sky=SKIES[now.sky].words)]
    if now.feels_like is not None and abs(now.feels_like - now.temperature) >= 2:
        said.append(_FEELS.format(degrees=units.degrees(now.feels_like)))
    if (now.wind or 0) >= _WINDS:
        said.append(_WIND.format(speed=units.speed(now.wind or 0)))
    today = asked.forecast.days[0]
    rest = [one for one in asked.forecast.hours if one.at.date() == today.on]
    later = f"Today: {SKIES[today.sky].words}, {_range(today, units)}."
    return "\n".join((" ".join(said), " ".join(filter(None, (later, _rain(rest))))))


def _one_part(asked: Told, units: Units, when: str) -> str:
    hours, place = asked.hours, asked.forecast.place.label
    if asked.stretch.is_whole_days or not hours:
        day = asked.days[0]
        sky, span = day.sky, _range(day, units)
    else:
        sky, span = heaviest(hours, _WEIGHTS), _span([one.temperature for one in hours], units)
    wind = max((one.wind or 0 for one in hours), default=0)
    said = [_PART.format(when=when, place=place, sky=SKIES[sky].words, range=span), _rain(hours)]
    said.append(_WIND.format(speed=units.speed(wind)) if wind >= _WINDS else "")
    return " ".join(filter(None, said))


def _line(day: Day, units: Units) -> str:
    likely, sky = day.rain_chance or 0, SKIES[day.sky]
    rain = f", {round(likely)}% chance of rain" if likely >= _WORTH_SAYING else ""
    on = f"{day.on:%A} {day.on.day}"
    return _LINE.format(day=on, sign=sky.sign, sky=sky.words, range=_range(day, units), rain=rain)


def _rain(hours: list[Hour]) -> str:
    likely = chance(hours)
    if likely is None or likely < _WORTH_SAYING:
        return ""
    around = wettest(hours, max(_WORTH_SAYING, likely * 0.6))
    if around is None or len(hours) <= 2:
        return _RAINS.format(chance=round(likely))
    return _RAINS_AROUND.format(chance=round(likely), from_=f"{around[0]:%H:%M}", to=f"{around[1]:%H:%M}")


def _range(day: Day, units: Units) -> str:
    return _span([day.lowest, day.highest], units)


def _span(values: list[float], units: Units) -> str:
    low, high = units.number(min(values)), units.number(max(values))
    return f"{low} {units.sign}" if low == high else f"{low} to {high} {units.sign}"


def _dated(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def _falls(asked: Told, *, frozen: bool = False) -> str:
    """yes, perhaps or no: whether something falls in those hours."""
    hours = [one for one in asked.hours if not frozen or SKIES[one.sky].frozen]
    if frozen and not hours:
        return "no"
    likely = chance(hours)
    if likely is None:
        wet = any(one.rain >= _WET or SKIES[one.sky].wet for one in hours)
        return "yes" if wet else "no"
    return "yes" if likely >= _SURE else "perhaps" if likely >= _MAYBE else "no"


def _umbrella(asked: Told, units: Units) -> str:
    del units
    return {
        "yes": "Yes, take an umbrella.",
        "perhaps": "Perhaps: it may rain.",
        "no": "No, you won't need an umbrella.",
    }[_falls(asked)]


def _raining(asked: Told, units: Units) -> str:
    del units
    if asked.stretch.is_now:
        return "Yes, it's raining." if SKIES[asked.forecast.now.sky].wet else "No, it isn't raining."
    return {"yes": "Yes, it looks like rain.", "perhaps": "Perhaps: it may rain.", "no": "No rain to speak of."}[
        _falls(asked)
    ]


def _snowing(asked: Told, units: Units) -> str:
    del units
    return {"yes": "Yes, it looks like snow.", "perhaps": "Perhaps: it may snow.", "no": "No snow."}[
        _falls(asked, frozen=True)
    ]


def _coldest(asked: Told) -> float:
    return min(one.feels_like if one.feels_like is not None else one.temperature for one in asked.hours)


def _warmest(asked: Told) -> float:
    return max(one.feels_like if one.feels_like is not None else one.temperature for one in asked.hours)


def _cold(asked: Told, units: Units) -> str:
    lowest = _coldest(asked)
    if lowest <= _COLD:
        return f"Yes, cold: it feels like {units.degrees(lowest)} at the least."
    if lowest <= _COOL:
        return f"Cool: it feels like {units.degrees(lowest)} at the least."
    return f"No, it feels like {units.degrees(lowest)} at the least."


def _hot(asked: Told, units: Units) -> str:
    highest = _warmest(asked)
    if highest >= _HOT:
        return f"Yes, hot: it feels like up to {units.degrees(highest)}."
    if highest >= _WARM:
        return f"Warm: it feels like up to {units.degrees(highest)}."
    return f"No, it feels like {units.degrees(highest)} at the most."


def _coat(asked: Told, units: Units) -> str:
    lowest = _coldest(asked)
    if lowest <= _COOL:
        return f"Yes, take a jacket: it feels like {units.degrees(lowest)} at the least."
    return f"No, it feels like {units.degrees(lowest)} at the least."


def _windy(asked: Told, units: Units) -> str:
    fastest = max(max(one.wind or 0, one.gusts or 0) for one in asked.hours)
    if fastest >= _WINDY:
        return f"Yes, windy: gusts of up to {units.speed(fastest)}."
    if fastest >= _BREEZY:
        return f"A breeze: gusts of up to {units.speed(fastest)}."
    return f"No, gusts of {units.speed(fastest)} at the most."


def _sun(asked: Told, units: Units) -> str:
    del units
    uv = max((day.uv for day in asked.days if day.uv is not None), default=None)
    if uv is None:
        return ""
    return (
        f"Yes, the UV index goes up to {round(uv)}." if uv >= _UV else f"No, the UV index is {round(uv)} at the most."
    )


def _sunrise(asked: Told, units: Units) -> str:
    del units
    day = next((one for one in asked.days or asked.forecast.days if one.sunrise), None)
    return f"The sun rises at {day.sunrise:%H:%M}." if day and day.sunrise else ""


def _sunset(asked: Told, units: Units) -> str:
    del units
    day = next((one for one in asked.days or asked.forecast.days if one.sunset), None)
    return f"The sun sets at {day.sunset:%H:%M}." if day and day.sunset else ""


def happens(asked: Told, about: str, bound: float | None, units: Units) -> bool:
    """Whether what is watched for comes true in those hours: rain at all likely, cold or heat beyond `bound` (in the reader's degrees) or what
    most people would call so."""
    if about in ("rain", "umbrella", "snow"):
        return _falls(asked, frozen=about == "snow") == "yes"
    if about == "wind":
        return max(max(one.wind or 0, one.gusts or 0) for one in asked.hours) >= _WINDY
    temperatures = [units.value(one.temperature) for one in asked.hours]
    if about == "hot":
        return max(temperatures) >= (bound if bound is not None else units.value(_HOT + 2))
    return min(temperatures) <= (bound if bound is not None else units.value(_COLD))


ANSWERS: Mapping[str, Callable[[Told, Units], str]] = {
    "umbrella": _umbrella,
    "rain": _raining,
    "snow": _snowing,
    "coat": _coat,
    "cold": _cold,
    "hot": _hot,
    "wind": _windy,
    "sun": _sun,
    "sunrise": _sunrise,
    "sunset": _sunset,
}
OF_THE_SUN = frozenset(("sunrise", "sunset"))
_BY_DAY = OF_THE_SUN | {"sun"}


def stretch_name(stretch: Stretch, today: date) -> str:
    """How a stretch is called: "tomorrow", "Saturday 13 March", "today at 17:00", "tomorrow, 06:00–12:00"."""
    days = stretch.days
    if len(days) > 1:
        return f"{_day(days[0], today)} to {_day(days[-1], today)}"
    name = _day(days[0], today)
    if stretch.is_whole_days or stretch.is_now:
        return name
    if stretch.end - stretch.start <= timedelta(hours=1):
        return f"{name} at {stretch.start:%H:%M}"
    return f"{name}, {stretch.start:%H:%M}–{stretch.end:%H:%M}"


def _day(day: date, today: date) -> str:
    return {0: "today", 1: "tomorrow"}.get((day - today).days) or _dated(day)
