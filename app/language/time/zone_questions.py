"""Questions about other zones: the time there, the difference, a time converted.

Invariant: a place that is not known, or means several zones, is not answered. It does not know where the user is beyond
the zone of `now`.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from app.language.time.meaning import Grain
from app.language.time.phrases import find_times
from app.language.time.wording import say_duration
from app.schedule.zones import find_zone, offset_at, open_zone, to_local

_HERE = frozenset({"here", "my time", "my zone", "local time", "my time zone", "home", "me", "us"})


def _zone(place: str, now: datetime) -> tzinfo | None:
    name = place.strip(" ?!.,")
    if name in _HERE:
        return now.tzinfo
    found = find_zone(name)
    return open_zone(found) if found else None


def _title(place: str) -> str:
    name = re.sub(r"\A(?:the|in) |(?:'s)? time\Z", "", place.strip(" ?!.,"))
    if name in _HERE:
        return "here"
    short = len(name) <= 3 or (not name.isalpha() and "+" in name)
    return (
        name.upper()
        if short
        else " ".join(word.capitalize() if word not in {"of", "and", "the"} else word for word in name.split())
    )


def _in(place: str) -> str:
    title = _title(place)
    return title if title == "here" else f"in {title}"


def _there(match: re.Match[str], now: datetime) -> str | None:
    zone = _zone(match["place"], now)
    if zone is None:
        return None
    there = to_local(now, zone)
    return f"It's {there:%H:%M} {_in(match['place'])}{_day_note(there, now)}."


def _day_note(there: datetime, here: datetime) -> str:
    days = (there.date() - here.date()).days
    return {0: "", 1: ", already tomorrow there", -1: ", still yesterday there"}.get(days, f" on {there:%A}")


def _difference(match: re.Match[str], now: datetime) -> str | None:
    places = match.groupdict()
    first, second = places["first"], places.get("second") or "here"
    zones = _zone(first, now), _zone(second, now)
    if zones[0] is None or zones[1] is None:
        return None
    ahead = offset_at(zones[0], now) - offset_at(zones[1], now)
    names = f"{_title(first)[0].upper()}{_title(first)[1:]}", _title(second)
    if not ahead:
        return f"None: {names[0]} and {names[1]} have the same time."
    word = "ahead of" if ahead > timedelta(0) else "behind"
    other = "your time" if names[1] == "here" else names[1]
    return f"{names[0]} is {say_duration(ahead)} {word} {other}."


def _convert(match: re.Match[str], now: datetime) -> str | None:
    return _converted(match["clock"], match["source"], match["target"], now=now)


def _converted(clock: str, origin_place: str, target_place: str, *, now: datetime) -> str | None:
    source, target = _zone(origin_place, now), _zone(target_place, now)
    if source is None or target is None:
        return None
    found = find_times(clock, to_local(now, source))
    if len(found) != 1 or not found[0].has_time or found[0].grain is Grain.SECOND:
        return None
    there = found[0].when.astimezone(target)
    origin = found[0].when
    days = (there.date() - origin.date()).days
    note = {0: "", 1: " the next day", -1: " the day before"}.get(days, f" on {there:%A}")
    return f"{origin:%H:%M} {_in(origin_place)} is {there:%H:%M} {_in(target_place)}{note}."


def _convert_here(match: re.Match[str], now: datetime) -> str | None:
    """A time said without its zone is one of the user's own."""
    return _converted(match["clock"], "here", match["target"], now=now)


def _convert_to_here(match: re.Match[str], now: datetime) -> str | None:
    return _converted(match["clock"], match["source"], "here", now=now)


_PLACE = r"[^\d?]{2,40}?"
_CLOCK = r"(?P<clock>(?:at )?\d{1,2}(?:[:.]\d{2})? ?(?:[ap]\.?m\.?)?|noon|midnight|\d{1,2} o'clock)"

ZONE_QUESTIONS: tuple[tuple[str, Callable[[re.Match[str], datetime], str | None]], ...] = (
    (
        r"(?:what is the (?:current |local )?time|what time is it|what time|current time|the time|time)(?: right now| now| currently)? (?:in|over in|at) (?P<place>[^?]{2,40}?)(?: right now| now| currently)?",
        _there,
    ),
    (rf"what is the time difference between (?P<first>{_PLACE}) and (?P<second>{_PLACE})", _difference),
    (
        rf"(?:what is )?(?:the )?(?:time )?difference (?:in time )?between (?P<first>{_PLACE}) and (?P<second>{_PLACE})",
        _difference,
    ),
    (rf"(?:what is )?(?:the )?time difference (?:to|with|from) (?P<first>{_PLACE})", _difference),
    (
        rf"how (?:many hours|far|much) (?:ahead|behind)(?: of (?:me|us|here))? is (?P<first>{_PLACE})(?: (?:of|from|to|than|compared to) (?P<second>{_PLACE}))?",
        _difference,
    ),
    (
        rf"how many hours (?:is )?(?P<first>{_PLACE}) (?:is )?(?:ahead|behind)(?: of)?(?: (?P<second>{_PLACE}))?",
        _difference,
    ),
    (
        rf"(?:convert |change |what is |what time is |when is )?{_CLOCK} (?:in |at )?(?P<source>{_PLACE}) (?:to|in|into|at) (?P<target>[^?]{{2,40}}?)",
        _convert,
    ),
    (
        rf"(?:if|when) it(?:'s| is) {_CLOCK} in (?P<source>{_PLACE}),? (?:then )?what (?:time is it|is the time|is it) (?:in )?(?P<target>[^?]{{2,40}}?)",
        _convert,
    ),
    (
        rf"what time is it in (?P<target>{_PLACE}) (?:when|if) it(?:'s| is) {_CLOCK} (?:in )?(?P<source>[^?]{{2,40}}?)",
        _convert,
    ),
    (rf"(?:convert |what is |what time is ){_CLOCK} (?:to|in|into) (?P<target>[^?]{{2,40}}?)", _convert_here),
    (
        rf"(?:convert |what is |what time is ){_CLOCK} (?P<source>[^?]{{2,40}}?)(?: (?:for me|here|my time|in my time))?",
        _convert_to_here,
    ),
)
