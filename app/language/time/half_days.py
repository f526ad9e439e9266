"""A clock time that doesn't say which half of the day it is in: "at 7", "a quarter past eleven". Pure.

"5h30" says it: that clock has 24 hours.
"""

import re
from datetime import datetime

from app.language.time import phrases

_BARE_HOUR = re.compile(
    r"\A\s*(?:at |to )?(?P<hour>1[0-2]|[1-9])(?:[:.](?P<minute>[0-5]\d))?(?: o'?clock)?\s*\Z",
    re.IGNORECASE,
)
_LONGEST = 40  # characters; more are no mere hour
# What says which half it is, or is no hour of the clock: a length of time, an hour past noon or written with a nought.
_SAYS_HALF = re.compile(
    r"[ap]\.? ?m\b|\b(?:morning|afternoon|evening|night|tonight|noon|midday|midnight|breakfast|lunch|lunchtime|dinner|supper|matin|soir|midi|minuit|après|in|dans|later|earlier)\b|\b(?:0\d|1[3-9]|2[0-3])(?:\b|h)|\d{3,}|\d ?h\b|\dh\d",
    re.IGNORECASE,
)
_HALF_DAY, _DAY = 12, 24
_EARLIEST, _LATE = 6, 21  # hours: what had its hour in the day is not moved into the night


def bare_hour(words: str, now: datetime) -> tuple[int, int] | None:
    """The hour, 0 to 11, and the minute of words that are nothing but a clock time in either half of the day; None for any others.
    `now`: aware, in the user's zone."""
    digits = _BARE_HOUR.match(words)
    if digits:
        return int(digits["hour"]) % _HALF_DAY, int(digits["minute"] or 0)
    if len(words) > _LONGEST or _SAYS_HALF.search(words):
        return None
    said = words.strip(" .,!?")
    found = phrases.find_time(said, now) or phrases.find_time(f"at {said}", now)
    if found is None or not found.has_time or found.has_date or len(found.text) + 1 < len(said):
        return None
    return found.when.hour % _HALF_DAY, found.when.minute


def in_its_half(words: str, old: datetime) -> str:
    """A bare hour in the half of the day that is nearer to the hour it replaces, and not at night where that wasn't; else what was said.
    `old`: aware, in the user's zone."""
    bare = bare_hour(words, old)
    if bare is None:
        return words
    hour, minute = bare
    is_at_night = old.hour < _EARLIEST or old.hour >= _LATE
    awake = [one for one in (hour, hour + _HALF_DAY) if is_at_night or one >= _EARLIEST]
    nearer = min(
        awake,
        key=lambda one: min(abs(one - old.hour), _DAY - abs(one - old.hour)) if is_at_night else abs(one - old.hour),
    )
    return f"at {nearer % _HALF_DAY or _HALF_DAY}:{minute:02} {'am' if nearer < _HALF_DAY else 'pm'}"
