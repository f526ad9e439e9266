"""What is asked of the world outside: the weather, the news. From the parts that the reader reads to the calls of tools. Pure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice

from app.language.choosing import maps, news, read_watches, read_ways, web
from app.language.choosing.joining import AND
from app.language.choosing.read_watches import ALERT
from app.language.choosing.windows import TALK, parts_of
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.measures import fahrenheit_said
from app.language.orders import standing, times
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part
from app.language.weather import asked_about, asked_beside

WEATHER = "get_weather"
REMEMBERS = "remember_fact"
_SURE = 0.5
_TOLD = 0.3  # the same where a place or a time stands in it
_ASKS_WHERE = "For which place?"  # how the tool asks where its user is
_LIVES = re.compile(
    r"\A(?:i(?:'m| am)? (?:live|living|am|based)|i'm|in|at|près de|à|a|dans|j'habite)\s+(?:in |at |à )?", re.IGNORECASE
)
_FIGURE = re.compile(r"\d")  # "3 miles in metric" is a sum
_MOST_WORDS = 4  # of a town's name that is all somebody answers


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that a whole message asks for by one of the sentences about the world."""
    return news.read(clause, before) or maps.read(clause, before) or web.read(clause, before)


def read_in_front(clause: Clause, before: Before) -> Reading | None:
    """The same before words that ask for nothing: "and by bike? my cousin is mad enough to try"."""
    for cut in islice(_STOP.finditer(clause.text), _STOPS):
        asked = read(replace(clause, text=clause.text[: cut.start()]), before)
        if asked is not None and not _asks(clause.text[cut.end() :]):
            return asked
    return None


def _asks(text: str) -> bool:
    return any(part.sure >= _PLAINLY and part.intent not in _SAID_BESIDE for part in parts_of(text))


_STOP = re.compile(r"(?:[.?!;,…]{1,9}|\s[-–—])\s+")
_STOPS, _PLAINLY = 4, 0.85
_SAID_BESIDE = (TALK - {"no", "never_mind"}) | {"tell_fact"}


def asked(part: Part, clause: Clause, before: Before) -> Reading | None:
    """The call that a part asks for; None where it is about none of this, the reader isn't sure, or the tool isn't there."""
    if (answered := _place_told(part, clause, before) or _in_units(part, clause, before)) is not None:
        return answered
    if asked_about(part.text) and ALERT in clause.tools and says("waits_for_weather", part.text):
        call = read_watches.of_weather(part, clause, before)
        return Reading((call,)) if call else None
    row = _ROWS.get(part.intent)
    if row is None and part.intent == "world" and part.sure >= _SURE:
        way = maps.read(replace(clause, text=AND.sub("", part.text)), before)
        return way or web.asked(part, clause)
    return row(part, clause, before) if row else web.asked(part, clause)


def _weather(part: Part, clause: Clause, before: Before) -> Reading | None:
    if WEATHER not in clause.tools or part.sure < (_TOLD if part.slots else _SURE):
        return None
    given = {"place": _place(part), "when": " ".join(part.all("when")), "about": asked_about(part.text)}
    given["units"] = _units(part)
    if not given["place"] and says("there", part.text):
        given["place"] = read_ways.there(before)
    known = {name: value for name, value in given.items() if value}
    if beside := asked_beside(part.text):
        return Reading((Call(WEATHER, known), Call(WEATHER, {**known, "about": beside})))
    return _reading(known)


def _news(part: Part, clause: Clause, before: Before) -> Reading | None:
    if ALERT in clause.tools and part.sure >= _SURE and says("waits_for_weather", part.text):
        return Reading((Call(ALERT, standing.condition(read_watches.waited(part.text))),))
    return news.asked(part, clause, before)


def _again(part: Part, clause: Clause, before: Before) -> Reading | None:
    """ "And tomorrow?", "and in Paris?", behind the weather: the same of another time or place."""
    last = before.calls[-1] if before.calls else None
    if last is None or last.tool != WEATHER or WEATHER not in clause.tools:
        return None
    when, place = " ".join(part.all("when")), _place(part) or part.one("topic")
    when = f"at {when}" if when.isdigit() else when
    about = asked_about(part.text)
    place = "" if about and asked_about(place) == about else place  # "how about the wind"
    changed = {name: value for name, value in (("when", when), ("place", place), ("about", about)) if value}
    return _reading({**last.arguments, **changed}) if changed else None


def _in_units(part: Part, clause: Clause, before: Before) -> Reading | None:
    """ "In celsius please", behind the weather: the same once more."""
    last = before.calls[-1] if before.calls else None
    is_all = (
        (part.intent == "calculate" or len(part.text.split()) <= _MOST_WORDS + 1)
        and not part.all("place")
        and not _FIGURE.search(part.text)
    )
    if last is None or last.tool != WEATHER or WEATHER not in clause.tools or not is_all or not _units(part):
        return None
    return _reading({**last.arguments, "units": _units(part)})


def _units(part: Part) -> str:
    said = fahrenheit_said(part.text)
    return "" if said is None else "fahrenheit" if said else "celsius"


def _place_told(part: Part, clause: Clause, before: Before) -> Reading | None:
    """ "Accra", where we asked for the place: it is theirs, and the weather there is what they want. "And in Kumasi?" is another place."""
    last = before.calls[-1] if before.calls else None
    if last is None or last.tool != WEATHER or not before.outcome(last).startswith(_ASKS_WHERE):
        return None
    said = part.text.strip(" .!?,")
    is_another = "?" in part.text or _AND.match(said) is not None
    place = _LIVES.sub("", _AND.sub("", said)).strip()
    is_place = bool(place) and len(place.split()) <= _MOST_WORDS and not times.has_time(place, clause.now)
    if not is_place or says("refuses", said) or not {WEATHER, REMEMBERS} <= clause.tools:
        return None
    place = place if any(one.isupper() for one in place) else place.title()
    weather = Call(WEATHER, {**last.arguments, "place": place})
    return Reading((weather,) if is_another else (Call(REMEMBERS, {"statement": f"I live in {place}"}), weather))


_AND = re.compile(r"\A(?:and|et|é|n|then|or|what about|how about|also|puis|pis)\s+", re.IGNORECASE)


def _reading(arguments: Mapping[str, object]) -> Reading:
    return Reading((Call(WEATHER, arguments),))


def _place(part: Part) -> str:
    return ", ".join(part.all("place"))


def _instead(part: Part, clause: Clause, before: Before) -> Reading | None:
    """ "I meant Tucson", behind the weather: the same of the other place or time."""
    last, new = before.calls[-1] if before.calls else None, part.one("new").strip(" .,?!")
    if last is None or last.tool != WEATHER or WEATHER not in clause.tools or not new or len(new.split()) > _MOST_WORDS:
        return None
    return _reading({**last.arguments, "when" if times.has_time(new, clause.now) else "place": new})


_ROWS: Mapping[str, Callable[[Part, Clause, Before], Reading | None]] = {
    "amend": _instead,
    "weather": _weather,
    "news": _news,
    "what_about": _again,
}
