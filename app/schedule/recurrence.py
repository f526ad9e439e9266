"""Phrases of repetition to RFC 5545 rules, and the check that a rule is one we are willing to run.

Invariant: `find_rule` returns only rules that `parse_rule` accepts; what no single rule can say gives nothing.
Rules run on the wall clock (see `occurrences`); the time of day is that of the first occurrence.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from app.schedule import cycle_tails, every
from app.schedule.clock import next_time, settle
from app.schedule.cycles import Cycle
from app.schedule.grammar import Context, Level
from app.schedule.occurrences import next_occurrence
from app.schedule.parser import context_for, grammar, is_impossible
from app.schedule.tokens import Token
from app.schedule.zones import localise

_FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
_PARTS = frozenset(
    "FREQ INTERVAL COUNT UNTIL BYMONTH BYMONTHDAY BYYEARDAY BYWEEKNO BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST".split()
)
_UNTIL = re.compile(r"\d{8}(?:T\d{6}Z?)?")
_LEAST_MINUTES = 5
_MOST_COUNT = 10_000
_MOST_PER_HOUR = 12


class ScheduleError(ValueError):
    """That repetition is not one I can run: it is malformed, or would fire more often than every five minutes."""


@dataclass(frozen=True)
class RuleMatch:
    """A repetition found in a text: the span to cut, the rule, and when it first fires (local, aware).

    Without `has_time` the first occurrence is at midnight and the caller chooses the hour.
    """

    start: int
    end: int
    text: str
    rule: str
    first: datetime
    has_time: bool


def find_rule(text: str, now: datetime) -> RuleMatch | None:
    """The first repetition in the text, or None. `now` is aware, in the user's zone."""
    context = context_for(text, now)
    tokens = _read(text, context)
    token = next((token for token in tokens if isinstance(token.value, Cycle)), None)
    if token is None or any(is_impossible(other) for other in tokens):
        return None
    cycle = token.value
    if not isinstance(cycle, Cycle) or cycle.refused:
        return None
    return _match(token, cycle, text=text, context=context)


def parse_rule(rule: str) -> str:
    """The rule in upper case without its "RRULE:" prefix; raises ScheduleError if it is malformed or a flood."""
    plain = rule.strip().upper().removeprefix("RRULE:")
    parts = _parts(plain)
    _check_parts(parts)
    try:
        rrulestr(_without_until(plain), dtstart=datetime.combine(date(2026, 1, 1), time(9)))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ScheduleError(f"{rule!r} is not a rule I understand.") from error
    return plain


def _parts(plain: str) -> dict[str, str]:
    pairs = [part.split("=", 1) for part in plain.split(";") if part]
    if any(len(pair) != 2 or not pair[1] for pair in pairs):
        raise ScheduleError("Every part of a rule is written NAME=VALUE.")
    parts = dict(pairs)
    if len(parts) != len(pairs) or not parts.keys() <= _PARTS:
        raise ScheduleError("The rule repeats a part or has one that is not known.")
    return parts


def _check_parts(parts: dict[str, str]) -> None:
    frequency = parts.get("FREQ")
    if frequency not in _FREQUENCIES:
        raise ScheduleError("A rule needs FREQ, from YEARLY down to MINUTELY.")
    interval, count = _number(parts, "INTERVAL", 1), _number(parts, "COUNT", 1)
    if frequency == "MINUTELY" and interval < _LEAST_MINUTES:
        raise ScheduleError("Five minutes is the shortest step.")
    if count > _MOST_COUNT or ("COUNT" in parts and "UNTIL" in parts):
        raise ScheduleError("A rule ends by COUNT (at most 10,000) or by UNTIL, not by both.")
    if "," in parts.get("BYSECOND", "") or parts.get("BYMINUTE", "").count(",") >= _MOST_PER_HOUR:
        raise ScheduleError("That would fire more than twelve times an hour.")
    if "UNTIL" in parts:
        _check_until(parts["UNTIL"])


def _number(parts: dict[str, str], name: str, default: int) -> int:
    value = parts.get(name, str(default))
    if not value.isdecimal() or int(value) < 1 or len(value) > len("1000000"):
        raise ScheduleError(f"{name} is a whole number from 1 up.")
    return int(value)


def _check_until(value: str) -> None:
    try:
        # Only the two spellings of the standard reach the parser, which would take many more.
        datetime.fromisoformat(value if _UNTIL.fullmatch(value) else "")
    except ValueError as error:
        raise ScheduleError("UNTIL is written 20270630 or 20270630T090000Z.") from error


def _without_until(plain: str) -> str:
    return ";".join(part for part in plain.split(";") if not part.startswith("UNTIL="))


@cache
def _levels() -> tuple[Level, Level]:
    house = grammar()
    return house.level(*every.RULES), house.level(*cycle_tails.RULES)


def _read(text: str, context: Context) -> list[Token]:
    house = grammar()
    core, tails = _levels()
    tokens = house.read(text, context)
    for level in (core, house.days, house.clocks, tails):
        tokens = level.apply(tokens, context)
    return tokens


def _match(token: Token, cycle: Cycle, *, text: str, context: Context) -> RuleMatch | None:
    times = _times(cycle, context)
    rule = cycle.text(times)
    first = _first(cycle, rule=rule, times=times, context=context)
    if first is None:
        return None
    rule += cycle.limited(first.date())
    try:
        parse_rule(rule)
    except ScheduleError:
        return None
    has_time = bool(times) or cycle.sub_daily
    return RuleMatch(token.start, token.end, text[token.start : token.end], rule, first, has_time)


def _times(cycle: Cycle, context: Context) -> tuple[time, ...]:
    if cycle.clocks:
        return tuple(settle(clock, context.lean).time for clock in cycle.clocks)
    return (cycle.part.usual,) if cycle.part else ()


def _first(cycle: Cycle, *, rule: str, times: tuple[time, ...], context: Context) -> datetime | None:
    """The first occurrence after now, at every interval, so that "every other day" does not skip a day first."""
    zone = context.aware_now.tzinfo
    if zone is None:
        return None
    if cycle.sub_daily:
        return _first_sub_daily(cycle, context)
    start = datetime.combine(cycle.start or context.now.date(), min(times, default=time()))
    after = context.aware_now if start <= context.now else localise(start, zone) - timedelta(seconds=1)
    found = next_occurrence(cycle.each().text(times), start, _zone(zone), after)
    return found.astimezone(zone) if found else None


def _first_sub_daily(cycle: Cycle, context: Context) -> datetime:
    zone = context.aware_now.tzinfo
    if cycle.clocks and zone:
        return localise(next_time(cycle.clocks[0], context.now, context.lean), zone)
    step = timedelta(hours=cycle.interval) if cycle.frequency == "HOURLY" else timedelta(minutes=cycle.interval)
    later = context.aware_now.replace(second=0, microsecond=0).astimezone(UTC) + step
    return later.astimezone(zone)


def _zone(zone: object) -> ZoneInfo:
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")
