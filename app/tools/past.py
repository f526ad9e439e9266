"""A stretch of the past as somebody says it: "yesterday", "before March", "the last two hours".

`when` prefers what lies ahead, as a reminder wants it; here "March" is the one that was. Pure: `now` is aware, in the user's zone.
Raises ToolProblem with the sentence the user reads.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.errors import ToolProblem
from app.language.time import wording
from app.tools import when

# What is said without a year may be of last week, of last month, or of last year: the first of them that has begun.
_BACK = tuple(timedelta(days=days) for days in (0, 7, 31, 366))
_EDGE = re.compile(
    r"\A\s*(?P<edge>before|until|till|up to|older than|since|after|from)\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL
)
_OUTSIDE = frozenset(("before", "older than"))
_LAST = re.compile(
    r"\A\s*(?:in |over |during |within |for )?(?:the |these |my )?(?:last|past) (?:(?P<count>\d{1,4}|an?|one|two|three|four|five|six|ten|twelve|few|couple of) )?"
    r"(?P<unit>minute|hour|day|week|month|year)s?\s*\Z",
    re.IGNORECASE,
)
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "couple of": 2,
    "three": 3,
    "few": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "ten": 10,
    "twelve": 12,
}
_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 31, "year": 366}
_AHEAD = re.compile(
    r"\b(?:tomorrow|tonight|next|coming|later|from now|in (?:an?|\d+|two|three|four|five|six|ten) )", re.IGNORECASE
)
_YEAR = re.compile(r"\A\s*(?:in |the year )?(?P<year>(?:19|20)\d\d)\s*\Z")


@dataclass(frozen=True, slots=True)
class Past:
    """From `since` on and before `until`, aware; None where it is open."""

    since: datetime | None = None
    until: datetime | None = None

    def said(self, now: datetime) -> str:
        """ "from Saturday 21 November at 00:00 until today at 00:00"; nothing for all of the past."""
        first = f"from {_moment(self.since, now)}" if self.since else ""
        last = f"until {_moment(self.until, now)}" if self.until else ""
        return " ".join(filter(None, (first, last)))


def past(since: str, until: str, now: datetime) -> Past:
    """What two phrases name together, the second one included; "before …" leaves out what it names."""
    first, until = _split(since, until)
    start = _bounds(first, now)[0] if first else None
    end = _end(until, now) if until.strip() else None
    if start and end and start >= end:
        raise ToolProblem("That ends before it begins. Tell me the earlier time first.")
    return Past(start, end if end and end < now else None)


def whole(text: str, now: datetime) -> Past:
    """One phrase for all of it: "yesterday", "before March", "since Monday"."""
    edge = _EDGE.match(text)
    if edge and edge["edge"].lower() in ("since", "after", "from"):
        return past(text, "", now)
    return past("", text, now) if edge else past(text, text, now)


def _split(since: str, until: str) -> tuple[str, str]:
    """The beginning without its "since"; a beginning that is really an end ("before March") is one."""
    edge = _EDGE.match(since)
    if edge is None:
        return since.strip(), until
    if edge["edge"].lower() in ("since", "after", "from"):
        return edge["rest"].strip(), until
    return "", until if until.strip() else since


def _end(until: str, now: datetime) -> datetime:
    edge = _EDGE.match(until)
    first, last = _bounds(edge["rest"] if edge else until, now)
    return first if edge and edge["edge"].lower() in _OUTSIDE else last


def _bounds(text: str, now: datetime) -> tuple[datetime, datetime]:
    """What a phrase names, as the latest that has begun."""
    year, last = _YEAR.match(text), _LAST.match(text)
    if year:
        first = now.replace(year=int(year["year"]), month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
        return first, first.replace(year=first.year + 1)
    if last and (last["count"] or last["unit"].lower() in ("minute", "hour")):
        count = (last["count"] or "one").lower()
        number = int(count) if count.isdigit() else _COUNTS[count]
        return now - timedelta(days=number * _DAYS[last["unit"].lower()]), now
    for back in _BACK[:1] if _AHEAD.search(text) else _BACK:
        start = when.stretch(text, "", now - back)[0]
        if start is not None and start <= now:
            end = when.stretch("", text, now - back)[1]
            return start, end or now
    raise ToolProblem(
        f'"{text.strip()[:80]}" still lies ahead. Tell me a time in the past, like "yesterday" or "before March".'
    )


def _moment(at: datetime, now: datetime) -> str:
    return wording.say_time(at.astimezone(now.tzinfo), now)
