"""The local days, or the hours, that somebody means who asks what was: "this week", "since March", "the last hour".

What `past` reads, with two habits of talk about oneself: "the past week" is the last seven days, today among them, and "lately" is that
too. Pure: `now` is aware, in the user's zone. Raises ToolProblem with the sentence the user reads.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.language.time.phrases import find_time
from app.schedule.zones import localise
from app.tools.past import Past, whole

MOST_DAYS = 3_660
_DAY = timedelta(days=1)
_LATELY = re.compile(r"\A\s*(?:lately|recently|these days|of late)\s*\Z", re.IGNORECASE)
_OVERNIGHT = re.compile(r"\A\s*(?:overnight|(?:during|in|through|at) (?:the )?night|tonight)\s*\Z", re.IGNORECASE)
_ROLLING = re.compile(
    r"\A\s*(?:in |over |for |during |within )?(?:the |these |this |my )*(?:(?:last|past|previous)\s+)?(?P<count>\d{1,4}|an?|one|two|three|four|five|six|seven|"
    r"ten|twelve|fourteen|thirty|few|couple of)\s+(?P<unit>day|night|week|fortnight|month|year)s?\s*\Z|"
    r"\A\s*(?:in |over |for |during |within )?(?:the |this |my )*past\s+(?P<one>day|night|week|month|year)\s*\Z|"
    r"\A\s*(?:in |over |for )?(?:the )?(?:last|past) (?P<other>fortnight)\s*\Z",
    re.IGNORECASE,
)
_LAST_HOURS = re.compile(r"\b(?:last|past|ago|since)\b", re.IGNORECASE)
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "couple of": 2,
    "two": 2,
    "three": 3,
    "few": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
}
_COUNTS |= {"ten": 10, "twelve": 12, "fourteen": 14, "thirty": 30}
_NIGHT = 18  # where the house's readers let a night begin
_LENGTHS = {"day": 1, "night": 1, "fortnight": 14, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True)
class PastDays:
    """From `first` to `last`, both in it, never after today. `since` and `until` where less than whole days is meant, aware."""

    first: date
    last: date
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_night(self) -> bool:
        """Whether it is what people call a night: the evening of a day and what comes after it."""
        return (
            self.since is not None and self.since.hour == _NIGHT and self.until is not None and _is_midnight(self.until)
        )

    @property
    def count(self) -> int:
        """How many days."""
        return (self.last - self.first).days + 1


def past_days(text: str, now: datetime, default: int) -> PastDays:
    """What is meant; with nothing said the `default` days up to today."""
    if not text.strip() or _LATELY.match(text):
        return _up_to(now, default if not text.strip() else 7)
    rolling = _ROLLING.match(text)
    if rolling:
        unit = (rolling["unit"] or rolling["one"] or rolling["other"]).casefold()
        count = (rolling["count"] or "one").casefold()
        return _up_to(now, (int(count) if count.isdecimal() else _COUNTS[count]) * _LENGTHS[unit])
    return _days_of(whole(_dated("last night" if _OVERNIGHT.match(text) else text, now), now), now)


def _dated(text: str, now: datetime) -> str:
    """An hour of no day is that of today, or of yesterday where today's is yet to come."""
    found = find_time(text, now)
    if found is None or found.has_date or not found.has_time or _LAST_HOURS.search(text):
        return text
    begin = now.replace(hour=found.when.hour, minute=found.when.minute)
    return f"{'today' if begin <= now else 'yesterday'} {text}"


def _up_to(now: datetime, days: int) -> PastDays:
    today = now.date()
    return PastDays(today - (min(max(days, 1), MOST_DAYS) - 1) * _DAY, today)


def _days_of(meant: Past, now: datetime) -> PastDays:
    earliest = localise(datetime.combine(now.date() - MOST_DAYS * _DAY, time()), now.tzinfo) if now.tzinfo else now
    since, until = max(meant.since or earliest, earliest), meant.until or now
    first, last = since.date(), min((until - timedelta(microseconds=1)).date(), now.date())
    if _is_midnight(since) and (meant.until is None or _is_midnight(until)):
        return PastDays(first, max(first, last))
    return PastDays(first, max(first, last), since, until)


def _is_midnight(moment: datetime) -> bool:
    return moment.time() == time()
