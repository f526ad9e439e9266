"""The tool for the weather: now, an hour, a day or several, at its user's place or elsewhere, with a picture."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import OutsideError, ToolProblem
from app.gate.risk import READS
from app.integrations.weather.asked import Stretch, Told, units_of
from app.integrations.weather.drawing import charts
from app.integrations.weather.port import Forecast, Place, Weather
from app.integrations.weather.wording import ANSWERS, OF_THE_SUN, stretch_name, told
from app.language.weather import asked_about
from app.tools import when as times
from app.tools.places import place_of
from app.tools.toolset import Tool

NO_WEATHER = "I ask nobody outside about the weather: WEB_ACCESS is off."
_WEEK, _FURTHEST = 7, 16  # days
_LEAST_OF_WEEK = 3  # days: of a week that is nearly over the next seven days are meant
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


async def get_weather(
    ctx: RunContext[AgentDeps], place: str = "", when: str = "", about: str = "", *, units: str = ""
) -> str:
    """Weather; about: rain, umbrella, coat, wind, uv, sunset…; units: celsius or fahrenheit."""
    deps = ctx.deps
    weather = weather_of(deps)
    where, name = await place_of(deps, weather, place)
    zone = ZoneInfo(where.zone or deps.user.time_zone)
    asked = stretch_of(when, deps.now.astimezone(zone))
    forecast = await forecast_for(weather, where, asked, deps.now)
    shown = Told(_named(forecast, name), asked)
    shown_in, today = units_of(deps.user, units), deps.now.astimezone(zone).date()
    heading = stretch_name(asked, today)
    topic = about.strip().casefold()
    topic = topic if topic in ANSWERS else asked_about(about)
    text = told(shown, topic, shown_in, heading)
    if (shown.hours or shown.days) and topic not in OF_THE_SUN:
        deps.books.charts += charts(shown, shown_in, f"{name}, {heading}")
    return text


def weather_of(deps: AgentDeps) -> Weather:
    """The service that is asked. Raises ToolProblem where none is."""
    if deps.web.weather is None:
        raise ToolProblem(NO_WEATHER)
    return deps.web.weather


async def forecast_for(weather: Weather, where: Place, asked: Stretch, now: datetime) -> Forecast:
    """The weather there, far enough ahead for what is asked. Raises ToolProblem where nobody answers."""
    is_near = asked.end <= now + _DAY * (_WEEK - 1)
    try:
        return await weather.forecast(where, days=_WEEK if is_near else _FURTHEST)
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem


def stretch_of(when: str, now: datetime) -> Stretch:
    """What a phrase asks for, on the place's clock; this moment where it says nothing that is known."""
    said = when.strip()
    if not said or said.casefold() in ("now", "right now", "maintenant", "currently"):
        return Stretch(now, now + _HOUR, is_now=True)
    if "T" in said[:11] and said[:4].isdigit():
        at = times.read_moment(said, now).local.replace(minute=0, second=0, microsecond=0)
        return Stretch(at, at + _HOUR)
    try:
        start, end = times.stretch(said, said, now)
    except ToolProblem:  # words that name no day are shown the present and the rest of today
        start = end = None
    if start is None or end is None:
        return Stretch(now, now + _HOUR, is_now=True)
    if end - start < _HOUR:
        start = start.replace(minute=0, second=0, microsecond=0)
        end = start + _HOUR
    if end <= now:
        return Stretch(start, end)
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    is_nearly_over = end - start == _WEEK * _DAY and end - today < _LEAST_OF_WEEK * _DAY
    return Stretch(max(start, today), today + _WEEK * _DAY if is_nearly_over and start < today else end)


def _named(forecast: Forecast, name: str) -> Forecast:
    """The forecast of a place that is called as it is shown."""
    where = forecast.place
    shown = Place(name, where.latitude, where.longitude, zone=where.zone)
    return Forecast(shown, forecast.now, forecast.hours, forecast.days, forecast.source)


TOOLS: tuple[Tool, ...] = (Tool(get_weather, READS, needs="weather"),)
