"""What the reader reads of ways: from where to where, how, and when; a reminder to leave. From the slots of a part to a call. Pure."""

import re

from app.language import ways
from app.language.choosing import maps
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause
from app.language.pointing import points
from app.language.reader.reading import Part, Slot

Arguments = dict[str, object]
_TO_THE = re.compile(r"\b(?:au|aux)\s+\Z", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|depuis|de|d['’]|du)\s*(?:the\s+|la\s+|l['’])?\Z", re.IGNORECASE)
_BEFORE_TIME = re.compile(r"\A(?:by|before|avant|pour|at latest|no later than)\s+", re.IGNORECASE)
_THE = re.compile(r"\A(?:the|a|my|le|la|un|une|mon|ma)\s+", re.IGNORECASE)
_BY_ITSELF = re.compile(r"walking|cycling|driving|biking", re.IGNORECASE)
_CLOCK = re.compile(r"\d|\b(?:noon|midnight|midi|minuit|half|quarter|heures?)\b|o['’]clock", re.IGNORECASE)


def way(part: Part, clause: Clause, before: Before) -> Call | None:
    """The way that is asked for; None where no place is known."""
    last = before.earlier(maps.TOOLS)
    found = _journey(part, before, last)
    if found is None:
        return None
    when, is_arrival = _when(part), says("asks_arriving", part.text)
    if when and (is_arrival or _CLOCK.search(when)):  # a way is the same on any day
        found["arrive_by" if is_arrival else "leave_at"] = when
    return Call(maps.DIRECTIONS, found)


def leave(part: Part, clause: Clause, before: Before) -> Call | None:
    """When to leave: told, or a reminder where they want to be told then."""
    last = before.earlier(maps.TOOLS)
    found = _journey(part, before, last)
    if found is None:
        return None
    when = _when(part) or (str(last.arguments.get("arrive_by", "")) if last else "")
    if when:
        found["arrive_by"] = when
    is_told = says("asks_to_be_told", part.text) or says("puts_reminder", part.text)
    is_reminder = bool(when) and is_told and maps.REMINDER in clause.tools
    return Call(maps.REMINDER if is_reminder else maps.DIRECTIONS, found)


def _journey(part: Part, before: Before, last: Call | None) -> Arguments | None:
    """From where to where, and how; what isn't said is as in the last way where the words point at that. None where no place is known."""
    origin, place = _ends(part)
    mode = _mode(part)
    known = {name: value for name, value in last.arguments.items() if value} if last else {}
    if place and (points(place) or says("own_there", place)):
        place = there(before)
    if not place:
        place = str(known.get("destination", "")) or there(before)
        origin = origin or str(known.get("origin", ""))
        mode = mode or str(known.get("mode", ""))
    if origin and (points(origin) or says("own_there", origin)):
        origin = there(before)
    if not place or place.casefold() == origin.casefold():
        return None
    named = {"origin": "" if ways.is_here(origin) else origin, "destination": place, "mode": mode}
    return {name: value for name, value in named.items() if value}


def _ends(part: Part) -> tuple[str, str]:
    """Where a way begins and where it ends. Of two places of which none is said to be where it begins, the first is, but for "from" between
    them."""
    origin, slots = _place(part, "from"), _places(part, "place")
    if origin or len(slots) != 2:
        return origin, _place(part, "place")
    first, second = slots
    between = part.text[first.end - part.start : second.start - part.start]
    if "," in between:
        return "", _place(part, "place")
    names = _named(first), _named(second)
    return (names[1], names[0]) if _FROM.search(between) else names


def _places(part: Part, name: str) -> list[Slot]:
    """The slots of places, without "the bus"."""
    return [slot for slot in part.slots if slot.name == name and not _is_mode(slot.text)]


def _is_mode(words: str) -> bool:
    bare = _THE.sub("", words.strip())
    return len(bare.split()) == 1 and ways.mode_of(bare) != ""


_TO = re.compile(r"\A(?:in|at|into|à|au|aux)\s+(?=\w)")


def _named(slot: Slot) -> str:
    """A place without how one goes there: "Amersfoort" of "Amersfoort cycling"."""
    words = _TO.sub("", slot.text.strip(" .,?!")).split()
    while len(words) > 1 and _BY_ITSELF.fullmatch(words[-1]):
        words.pop()
    return " ".join(words)


def _mode(part: Part) -> str:
    """How somebody goes, by the words that name no place."""
    said = part.text
    for slot in sorted((*_places(part, "place"), *_places(part, "from")), key=lambda one: -one.start):
        left = slot.text[len(_named(slot)) :] if slot.text.startswith(_named(slot)) else ""
        said = f"{said[: slot.start - part.start]} , {left} {said[slot.end - part.start :]}"
    return ways.mode_of(" ".join(part.all("how"))) or ways.mode_of(said)


def _place(part: Part, name: str) -> str:
    slots = _places(part, name)
    if not slots:
        return ""
    said = ", ".join(map(_named, slots))
    return f"le {said}" if _TO_THE.search(part.text[: slots[0].start - part.start]) else said


def there(before: Before) -> str:
    """The place that was spoken of last: of a way, the weather, an event."""
    named = (str(call.arguments.get(name) or "") for call in before.lately for name in ("destination", "place"))
    return next(filter(None, named), "")


def _when(part: Part) -> str:
    return _BEFORE_TIME.sub("", " ".join(part.all("when")).strip(" ,.?!"))


def again(part: Part, before: Before, last: Call) -> Call | None:
    """ "And by bike?", "and from Tema?": the last way with what is new of it; None where nothing is."""
    kept = {name: value for name, value in last.arguments.items() if value}
    new: Arguments = {}
    if place := _place(part, "place") or part.one("topic"):
        new["destination"] = there(before) if points(place) else place
    if origin := _place(part, "from"):
        new["origin"] = origin
    if mode := _mode(part):
        new["mode"] = mode
    if when := _when(part):
        kept.pop("leave_at", None)
        is_arrival = says("asks_arriving", part.text) or last.tool == maps.REMINDER
        new["arrive_by" if is_arrival else "leave_at"] = when
    return Call(last.tool, {**kept, **new}) if new else None
