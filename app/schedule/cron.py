"""Cron expressions of five fields: what is refused and why, and the local wall-clock times they name.

Invariant: what `parse_cron` returns is read by `read_cron`, fires at least once and never twice within five minutes of an
hour. Numbers, names, ranges (also over the end: FRI-MON), steps, lists, 0 and 7 for Sunday; a day of the month and a
weekday are joined by "or", as cron does when both are given. Does not know zones: `occurrences` maps the times to UTC.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from app.schedule.refusals import ScheduleError

PREFIX = "CRON:"
_LEAST_MINUTES = 5
_LONGEST = 200
_HOURS_OF_A_DAY = 24
# 29 February is at most eight years away (from 2096 to 2104), and every other day that exists comes each year.
_HORIZON = timedelta(days=9 * 366)
_MONTH_NAMES = tuple("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split())
_DAY_NAMES = tuple("SUN MON TUE WED THU FRI SAT".split())
_LONGEST_MONTHS = dict(zip(range(1, 13), (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), strict=True))
_MACROS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_SHAPE = 'A cron has five parts: minute, hour, day, month and weekday. "0 8 * * 1-5" is every weekday at 08:00.'
_ITEM = re.compile(r"(?P<low>\*|\w{1,4})(?:-(?P<high>\w{1,4}))?(?:/(?P<step>\d{1,3}))?")
_YEAR = re.compile(r"(?:19|20)\d\d")
# L, W, # and the like are extensions that other programs read in different ways.
_EXTENSION = re.compile(r"[#LWHR]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Field:
    """One of the five: what it is called, its first and last number, and the names that stand for numbers."""

    name: str
    first: int
    last: int
    names: tuple[str, ...] = ()
    names_from: int = 0

    @property
    def size(self) -> int:
        return self.last - self.first + 1


_FIELDS = (
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day of the month", 1, 31),
    _Field("month", 1, 12, _MONTH_NAMES, 1),
    _Field("weekday", 0, 6, _DAY_NAMES, 0),
)


@dataclass(frozen=True, slots=True)
class Cron:
    """The times a cron names. `weekdays` count from Sunday, 0; `either` says that a day or a weekday is enough."""

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    either: bool

    @property
    def every_hour(self) -> bool:
        """Whether it names no hour, so that it goes by real time and not by the hours of the clock."""
        return len(self.hours) == _HOURS_OF_A_DAY

    def falls_on(self, day: date) -> bool:
        """Whether it fires on that day at all."""
        if day.month not in self.months:
            return False
        by_date, by_weekday = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return (by_date or by_weekday) if self.either else (by_date and by_weekday)

    def walls(self, earliest: datetime) -> Iterator[datetime]:
        """The wall-clock times from `earliest` (naive) on, in order; they end when nothing fires for nine years."""
        day, quiet_until = earliest.date(), earliest.date() + _HORIZON
        while day < quiet_until:
            if self.falls_on(day):
                quiet_until = day + _HORIZON
                times = (datetime.combine(day, time(hour, minute)) for hour in self.hours for minute in self.minutes)
                yield from (wall for wall in times if wall >= earliest)
            day += timedelta(days=1)


def is_cron(rule: str) -> bool:
    """Whether a stored rule is a cron and not an RRULE."""
    return rule.startswith(PREFIX)


def read_cron(rule: str) -> Cron:
    """The times of a cron with or without its prefix; ScheduleError for what is malformed, but floods are read."""
    texts = _fields(rule.strip().removeprefix(PREFIX).strip())
    values = [_values(text, kind) for text, kind in zip(texts, _FIELDS, strict=True)]
    minutes, hours, days, months, weekdays = values
    either = len(days) < _FIELDS[2].size and len(weekdays) < _FIELDS[4].size
    return Cron(
        tuple(sorted(minutes)), tuple(sorted(hours)), frozenset(days), frozenset(months), frozenset(weekdays), either
    )


def parse_cron(text: str) -> str:
    """ "CRON:0 8 * * 1-5" for what the user wrote; ScheduleError with what is wrong and what would work."""
    plain = text.strip()
    if plain.upper().startswith(PREFIX):
        plain = plain[len(PREFIX) :].strip()
    cron = read_cron(plain)
    _refuse_flood(cron)
    _refuse_never(cron)
    return PREFIX + " ".join(_plain(field, kind) for field, kind in zip(_fields(plain), _FIELDS, strict=True))


def _fields(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise ScheduleError(f"That cron is too long. {_SHAPE}")
    if text.startswith("@"):
        macro = _MACROS.get(text.casefold())
        if macro is None:
            known = ", ".join(name for name in _MACROS if name not in {"@midnight", "@annually"})
            raise ScheduleError(f"{text!r} has no time of its own. I know {known}.")
        return macro.split()
    fields = text.split()
    if len(fields) > len(_FIELDS):
        raise ScheduleError(_too_many(fields))
    if len(fields) < len(_FIELDS):
        raise ScheduleError(_SHAPE)
    return ["*" if field == "?" else field.upper() for field in fields]


def _too_many(fields: list[str]) -> str:
    if len(fields) > len(_FIELDS) + 2:
        return _SHAPE
    with_year = _YEAR.match(fields[-1]) or len(fields) == len(_FIELDS) + 2
    extra = "a year at the end" if len(fields) == len(_FIELDS) + 1 else "seconds in front and a year at the end"
    rest = fields[: len(_FIELDS)] if len(fields) == len(_FIELDS) + 1 else fields[1 : len(_FIELDS) + 1]
    if not with_year:
        extra, rest = "seconds in front", fields[1:]
    return (
        f'That looks like a cron with {extra}. I keep five parts, from the minute to the weekday: "{" ".join(rest)}".'
    )


def _values(text: str, kind: _Field) -> set[int]:
    found: set[int] = set()
    for item in text.split(","):
        found |= _item(item, kind)
    return found


def _item(item: str, kind: _Field) -> set[int]:
    match = _ITEM.fullmatch(item)
    if match is None or (match["low"] == "*" and match["high"]):
        raise ScheduleError(_not_read(item, kind))
    step = int(match["step"] or 1)
    if not 1 <= step <= kind.size:
        raise ScheduleError(
            f'"{item}" can\'t step by {step}: the {kind.name} starts over after {kind.size}. Say it in words, '
            f'such as "every 90 minutes".'
        )
    low, high = _ends(match, kind)
    if kind.names is _DAY_NAMES and match["high"]:
        _refuse_unclear(match, low, high)
    # A range may run over the end, as Friday to Monday does.
    length = (high - low if high >= low else (high - low) % kind.size) + 1
    return {(low - kind.first + index) % kind.size + kind.first for index in range(0, length, step)}


def _refuse_unclear(match: re.Match[str], low: int, high: int) -> None:
    """Weekdays that programs read in different ways: from a day to itself, and steps over the end of the week."""
    if low % 7 == high % 7 and low >= high:
        raise ScheduleError(f'"{match[0]}" is one day or all of them. Write "{low}" for the one, "*" for all.')
    if low > high and match["step"]:
        raise ScheduleError(f'"{match[0]}" steps over the end of the week. Name the days, such as "MON,WED,FRI".')


def _ends(match: re.Match[str], kind: _Field) -> tuple[int, int]:
    if match["low"] == "*":
        return kind.first, kind.last
    low = _number(match["low"], kind)
    if match["high"]:
        return low, _number(match["high"], kind)
    return (low, kind.last) if match["step"] else (low, low)


def _number(text: str, kind: _Field) -> int:
    if text in kind.names:
        return kind.names.index(text) + kind.names_from
    if not (text.isascii() and text.isdecimal()):
        raise ScheduleError(_not_read(text, kind))
    number = int(text)
    # 7 is Sunday, as 0 is, and both can end a range.
    last = kind.size if kind.names is _DAY_NAMES else kind.last
    if not kind.first <= number <= last:
        raise ScheduleError(f"{text} is no {kind.name}: that goes from {kind.first} to {last}.")
    return number


def _not_read(text: str, kind: _Field) -> str:
    if _EXTENSION.search(text) and text not in kind.names and any(sign.isdigit() or sign in "LW#" for sign in text):
        return f'I don\'t read "{text}" in a cron. Say it in words, such as "on the last Friday of every month".'
    return f'I can\'t read "{text}" as a {kind.name}. {_SHAPE}'


def _plain(text: str, kind: _Field) -> str:
    """The field with numbers for names and without leading zeros."""
    return re.sub(r"(?<!/)\b\w+", lambda found: str(_number(found[0], kind)) if found[0] != "*" else "*", text)


def _refuse_flood(cron: Cron) -> None:
    if any(later - earlier < _LEAST_MINUTES for earlier, later in pairwise(cron.minutes)):
        how = "every minute" if len(cron.minutes) == _FIELDS[0].size else "more often than every five minutes"
        raise ScheduleError(f'That would go off {how}. Five minutes is the shortest step: "*/5" in the first place.')


def _refuse_never(cron: Cron) -> None:
    if cron.either or len(cron.days) == _FIELDS[2].size:
        return
    if min(cron.days) > max(_LONGEST_MONTHS[month] for month in cron.months):
        raise ScheduleError(f"That never comes round: none of those months has a day {min(cron.days)}.")
