"""Cron expressions of five fields: what is refused and why, and the local wall-clock times they name.

croniter reads them: numbers, names, ranges, steps, lists, macros, L (the last day), FRI#2 and L5 (the second, the last Friday).
Invariant: what `parse_cron` returns is read by `read_cron`, fires at least once and never twice within five minutes of an hour. A day
of the month and a weekday are joined by "or", as cron does when both are given. Does not know zones: `occurrences` maps the
times to UTC (decisions 13 and 25).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise

from app.schedule.refusals import ScheduleError

PREFIX = "CRON:"
LAST = -1
_FIELD_TEXT = (
    r"(?:[\d*/,?#()-]|\b[HLRW]|[HLRW]\b|sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)+"
)
# How a cron stands in a sentence; how many fields there should be is `parse_cron`'s to say.
WRITTEN = rf"(?:@[a-z]+|{_FIELD_TEXT}(?:\s+{_FIELD_TEXT}){{3,6}})"
_LEAST_MINUTES = 5
_LONGEST = 200
_HOURS_OF_A_DAY = 24
# 29 February on one weekday is the rarest of days: it comes every 28 years, and every 40 across 2100.
_HORIZON = timedelta(days=41 * 366)
_SOME_DAY = datetime(2000, 1, 1)  # noqa: DTZ001 wall-clock time
_SHAPE = 'A cron has five parts: minute, hour, day, month and weekday. "0 8 * * 1-5" is every weekday at 08:00.'
_MACROS = "@hourly, @daily, @weekly, @monthly, @yearly"
_YEAR = re.compile(r"(?:19|20)\d\d")
# Drawn by lot (H, R) or moved to a working day (W): other programs read them in other ways.
_EXTENSION = re.compile(r"(?<![A-Z])[HR](?:[(/]|\Z)|(?:\d|L)W|W\d")
_RANGE = re.compile(r"\b(\d{1,2})-(\d{1,2})(?:/(\d{1,2}))?(?!\d)")
_STEP = re.compile(r"/(\d+)\Z")


@dataclass(frozen=True, slots=True)
class _Field:
    """One of the five: what it is called, how many numbers it has, which, and what else may stand there."""

    name: str
    first: int
    size: int
    may_be: str

    @property
    def all(self) -> frozenset[int]:
        return frozenset(range(self.first, self.first + self.size))


_FIELDS = (
    _Field("minute", 0, 60, "that goes from 0 to 59"),
    _Field("hour", 0, 24, "that goes from 0 to 23"),
    _Field("day of the month", 1, 31, "that goes from 1 to 31, and L is the last day"),
    _Field("month", 1, 12, "that goes from 1 to 12 or JAN to DEC"),
    _Field(
        "weekday",
        0,
        7,
        'that goes from 0 to 7 or SUN to SAT; "FRI#2" is the second Friday of a month, "L5" the last one',
    ),
)
_DAY, _WEEKDAY = 2, 4


@dataclass(frozen=True, slots=True)
class Cron:
    """The times a cron names. `weekdays` count from Sunday, 0; `either` says that a day or a weekday is enough.

    `days` has LAST for the last day of a month. `places` are pairs of a weekday and its place in the month, 1 to 5 or LAST;
    where there are some, other weekdays don't count.
    """

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    places: frozenset[tuple[int, int]]
    either: bool

    @property
    def every_hour(self) -> bool:
        """Whether it names no hour, so that it goes by real time and not by the hours of the clock."""
        return len(self.hours) == _HOURS_OF_A_DAY

    def falls_on(self, day: date) -> bool:
        """Whether it fires on that day at all."""
        if day.month not in self.months:
            return False
        by_date = day.day in self.days or (LAST in self.days and _next_month(day) - day == timedelta(days=1))
        by_weekday = self._on_weekday(day)
        return (by_date or by_weekday) if self.either else (by_date and by_weekday)

    def walls(self, earliest: datetime) -> Iterator[datetime]:
        """The wall-clock times from `earliest` (naive) on, in order; they end when nothing fires for 41 years."""
        day, quiet_until = earliest.date(), earliest.date() + _HORIZON
        while day < quiet_until:
            if day.month not in self.months:
                day = _next_month(day)
                continue
            if self.falls_on(day):
                quiet_until = day + _HORIZON
                times = (datetime.combine(day, time(hour, minute)) for hour in self.hours for minute in self.minutes)
                yield from (wall for wall in times if wall >= earliest)
            day += timedelta(days=1)

    def _on_weekday(self, day: date) -> bool:
        weekday = day.isoweekday() % 7
        if not self.places:
            return weekday in self.weekdays
        is_last = (day + timedelta(days=7)).month != day.month
        return (weekday, (day.day + 6) // 7) in self.places or (is_last and (weekday, LAST) in self.places)


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def is_cron(rule: str) -> bool:
    """Whether a stored rule is a cron and not an RRULE."""
    return rule.startswith(PREFIX)


def read_cron(rule: str) -> Cron:
    """The times of a cron with or without its prefix; ScheduleError for what is malformed, but floods are read."""
    return _read(" ".join(_plain(rule)))


def parse_cron(text: str) -> str:
    """ "CRON:0 8 * * 1-5" for what the user wrote; ScheduleError with what is wrong and what would work."""
    fields = _plain(text)
    cron = _read(" ".join(fields))
    _refuse_flood(cron)
    if next(cron.walls(_SOME_DAY), None) is None:
        raise ScheduleError(f"That never comes round: no day is all of that at once. {_SHAPE}")
    return PREFIX + " ".join(fields)


@lru_cache(maxsize=512)
def _read(plain: str) -> Cron:
    fields = [_as_meant(field, kind) for field, kind in zip(plain.split(), _FIELDS, strict=True)]
    values, places = _expanded(fields)
    sets = [_numbers(found, kind) for found, kind in zip(values, _FIELDS, strict=True)]
    minutes, hours, days, months, weekdays = sets
    if places and (days != _FIELDS[_DAY].all or weekdays != {day for day, _ in places}):
        raise ScheduleError(
            f'"{plain.split()[_WEEKDAY]}" is a day of each month by itself. Leave the day a "*", and name only such weekdays.'
        )
    either = days != _FIELDS[_DAY].all and weekdays != _FIELDS[_WEEKDAY].all
    return Cron(tuple(sorted(minutes)), tuple(sorted(hours)), days, months, weekdays, places, either)


def _expanded(fields: list[str]) -> tuple[Sequence[Sequence[int | str]], frozenset[tuple[int, int]]]:
    """What croniter makes of the five: the numbers of each, "*" or "l" among them, and weekdays with their places."""
    from croniter import CroniterError, croniter  # loaded here: it costs the start 35 ms and a child process

    try:
        values, places = croniter.expand(" ".join(fields))
    except CroniterError as problem:
        raise ScheduleError(_what_is_wrong(fields)) from problem
    return values, frozenset(
        (int(day), LAST if place == "l" else int(place)) for day in places for place in places[day]
    )


def _what_is_wrong(fields: list[str]) -> str:
    """The sentence about the first field that croniter doesn't read alone."""
    from croniter import croniter  # as above

    for index, (field, kind) in enumerate(zip(fields, _FIELDS, strict=True)):
        alone = ["*"] * len(_FIELDS)
        alone[index] = field
        if not croniter.is_valid(" ".join(alone)):
            return f'I can\'t read "{field}" as a {kind.name}: {kind.may_be}.'
    return f"I can't read that as a cron. {_SHAPE}"


def _numbers(found: Sequence[int | str], kind: _Field) -> frozenset[int]:
    if "*" in found:
        return kind.all
    return frozenset(LAST if value == "l" else int(value) for value in found)


def _plain(text: str) -> list[str]:
    """The five fields in capitals, with numbers for names and without leading zeros."""
    fields = _fields(text.strip())
    for field in fields:
        if _EXTENSION.search(field):
            raise ScheduleError(
                f'I don\'t read "{field}" in a cron. Say it in words, such as "on the last Friday of every month".'
            )
    return [_in_numbers(field, index) for index, field in enumerate(fields)]


def _fields(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise ScheduleError(f"That cron is too long. {_SHAPE}")
    text = text[len(PREFIX) :].strip() if text.upper().startswith(PREFIX) else text
    if text.startswith("@"):
        return _of_macro(text)
    fields = text.upper().split()
    if len(fields) > len(_FIELDS):
        raise ScheduleError(_too_many(fields))
    if len(fields) < len(_FIELDS):
        raise ScheduleError(_SHAPE)
    return ["*" if field == "?" else field for field in fields]


def _of_macro(text: str) -> list[str]:
    """The five fields that "@daily" stands for."""
    from croniter import croniter  # as above

    if len(text.split()) > 1 or not croniter.is_valid(text):
        raise ScheduleError(f"{text!r} has no time of its own. I know {_MACROS}.")
    return [",".join(map(str, values)) for values in croniter.expand(text)[0]]


def _in_numbers(field: str, index: int) -> str:
    if "#" in field:  # croniter takes names alone for "MON-FRI#2"
        return field
    from croniter import croniter  # as above

    names = {name: str(number) for name, number in croniter.ALPHACONV[index].items()}
    named = re.sub(r"(?<![A-Z])[A-Z]{3}(?![A-Z])", lambda found: names.get(found[0].lower(), found[0]), field)
    return re.sub(r"(?<!\d)0+(?=\d)", "", named)


def _as_meant(field: str, kind: _Field) -> str:
    """The field as croniter should see it; ScheduleError for a step or a range that programs read in different ways."""
    for item in field.split(","):
        step = _STEP.search(item)
        if step and not 1 <= int(step[1]) <= kind.size:
            raise ScheduleError(
                f'"{item}" can\'t step by {step[1]}: the {kind.name} starts over after {kind.size}. Say it in words, '
                f'such as "every 90 minutes".'
            )
    return _RANGE.sub(lambda found: _range(found, kind), field)


def _range(found: re.Match[str], kind: _Field) -> str:
    """croniter takes "9-9" for the whole day, and steps over the end of a field by one too many: neither was ever meant."""
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low < high or high < kind.first or low >= kind.first + kind.size + (kind is _FIELDS[_WEEKDAY]):
        return found[0]
    if kind is _FIELDS[_WEEKDAY] and low % kind.size == high % kind.size:
        raise ScheduleError(f'"{found[0]}" is one day or all of them. Write "{low}" for the one, "*" for all.')
    if low == high:
        return str(low)
    if step == 1:
        return found[0]
    if kind is _FIELDS[_WEEKDAY]:
        raise ScheduleError(f'"{found[0]}" steps over the end of the week. Name the days, such as "MON,WED,FRI".')
    numbers = range(low - kind.first, high - kind.first + kind.size + 1, step)
    return ",".join(str(number % kind.size + kind.first) for number in numbers)


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


def _refuse_flood(cron: Cron) -> None:
    if any(later - earlier < _LEAST_MINUTES for earlier, later in pairwise(cron.minutes)):
        how = "every minute" if len(cron.minutes) == _FIELDS[0].size else "more often than every five minutes"
        raise ScheduleError(f'That would go off {how}. Five minutes is the shortest step: "*/5" in the first place.')
