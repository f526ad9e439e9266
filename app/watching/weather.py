"""The weather ahead: "it will rain tomorrow morning", "it gets hotter than 35", "it snows in Kumasi".

A rule about a day is looked at until that day is over; one about none looks at the next day and a half, and tells of each day once. Nobody is
asked before somebody watches; a service that doesn't answer is asked again at a later look.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.errors import OutsideError, ToolProblem
from app.integrations.weather.asked import Stretch, Told, units_of
from app.integrations.weather.places import Home, find_place, home_of
from app.integrations.weather.port import Forecast, Place
from app.integrations.weather.wording import happens, stretch_name, told
from app.language.places import place_in
from app.language.time.phrases import find_time
from app.language.weather import asked_about
from app.watching.watch import Condition, Finding, Look

SOURCE = "weather"
_AHEAD = timedelta(hours=36)
_DAYS = 7
_NUMBER = re.compile(r"(?<![\w.:])-?\d{1,3}(?![\w.:])")
_SAID = {
    "umbrella": "it looks like rain",
    "rain": "it looks like rain",
    "snow": "it looks like snow",
    "coat": "it gets cold",
    "cold": "it gets cold",
    "hot": "it gets hot",
    "wind": "it gets windy",
}
_NO_HOME = "For which place? Say “I live in …” once, or name it: “rain in Kumasi tomorrow”."


def read(words: str, moment: datetime) -> Condition:
    """What of the weather, when and where. `start` and `end` are local wall times, "" for no day in particular."""
    about = asked_about(words)
    if about not in _SAID:
        raise ToolProblem("What of the weather? “Rain tomorrow morning”, “snow” or “hotter than 35” I can watch for.")
    time = find_time(words, moment)
    start, end = time.window() if time is not None and time.has_date else (None, None)
    rest = words if time is None else f"{words[: time.start]} {words[time.end :]}"
    bound = _NUMBER.search(rest) if about in ("cold", "hot") else None
    return {
        "about": about,
        "said": time.text.strip() if time is not None and start else "",
        "start": start.replace(tzinfo=None).isoformat() if start else "",
        "end": end.replace(tzinfo=None).isoformat() if end else "",
        "place": place_in(rest)[:80],
        "bound": int(bound[0]) if bound else None,
    }


def say(condition: Condition) -> str:
    """ "it looks like rain in Kumasi tomorrow morning"."""
    place = f" in {condition['place']}" if condition.get("place") else ""
    when = f" ({condition['said']})" if condition.get("said") else ""
    bound = f", {condition['bound']}° or more" if condition.get("bound") is not None else ""
    if condition.get("bound") is not None and condition["about"] == "cold":
        bound = f", {condition['bound']}° or less"
    return f"{_SAID[str(condition['about'])]}{bound}{place}{when}"


async def find(look: Look) -> Sequence[Finding]:
    """The days ahead on which it comes true; none where nobody can be asked."""
    weather, condition = look.web.weather, look.rule.condition
    named = str(condition.get("place", ""))
    home = Home(named) if named else await home_of(look.store, look.user.id)
    if weather is None or not home.name:
        return ()
    try:
        place = await find_place(weather, home.name, language="en", zone=look.user.time_zone)
        forecast = await weather.forecast(place, days=_DAYS) if place is not None else None
    except OutsideError:  # the fetcher has written down which
        return ()
    return _found(condition, forecast, home, look) if forecast is not None else ()


def _found(condition: Condition, forecast: Forecast, home: Home, look: Look) -> list[Finding]:
    now = look.now.astimezone(forecast.now.at.tzinfo)
    shown = Forecast(Place(home.name, 0, 0), forecast.now, forecast.hours, forecast.days, forecast.source)
    units, about = units_of(look.user), str(condition["about"])
    found = list[Finding]()
    for stretch in _stretches(condition, now):
        asked = Told(shown, stretch)
        if asked.hours and happens(asked, about, condition.get("bound"), units):
            lines = told(asked, "", units, stretch_name(stretch, now.date())).split("\n")
            found.append(Finding(f"{about}:{stretch.start:%Y-%m-%d}", lines[0].rstrip("."), home.taint))
    return found


def _stretches(condition: Condition, now: datetime) -> list[Stretch]:
    """The hours that are looked at: those that were named, until they are over; else what is left of today, and tomorrow, each by itself."""
    zone = now.tzinfo if isinstance(now.tzinfo, ZoneInfo) else None
    if condition.get("start"):
        start, end = (datetime.fromisoformat(str(condition[one])).replace(tzinfo=zone) for one in ("start", "end"))
        return [Stretch(max(start, now), end)] if now < end and start - now < timedelta(days=_DAYS) else []
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    later = min(now + _AHEAD, midnight + timedelta(days=1))
    return [Stretch(now, midnight), Stretch(midnight, later)]
