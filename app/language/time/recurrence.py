"""Phrases of repetition to RFC 5545 rules.

Invariant: `find_rule` returns only rules that `parse_rule` accepts; what one rule and a list of exceptions cannot say
gives nothing.
Rules run on the wall clock (see `occurrences`); the time of day is that of the first occurrence.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from app.language.time import cycle_tails, every
from app.language.time.clock import next_time, settle
from app.language.time.cycles import Cycle
from app.language.time.grammar import Context, Level
from app.language.time.phrases import REMEMBERED, TimeMatch, context_for, find_times, grammar, is_impossible, words
from app.language.time.tokens import Token
from app.schedule.occurrences import next_occurrence
from app.schedule.refusals import ScheduleError
from app.schedule.rules import parse_rule
from app.schedule.zones import localise


@dataclass(frozen=True)
class RuleMatch:
    """A repetition found in a text: the span to cut, the rule, and when it first fires (local, aware).

    Without `has_time` the first occurrence is at midnight and the caller chooses the hour. `without` are the exceptions
    that were said and that no rule can say: ISO local days, or ISO local moments.
    """

    start: int
    end: int
    text: str
    rule: str
    first: datetime
    has_time: bool
    without: tuple[str, ...] = ()


def find_rule(text: str, now: datetime, *, month_first: bool = False) -> RuleMatch | None:
    """The first repetition in the text, or None. `now` is aware, in the user's zone."""
    context = context_for(text, now, month_first=month_first)
    tokens = _read(text, context, str(now.tzinfo))
    token = next((token for token in tokens if isinstance(token.value, Cycle)), None)
    if token is None or any(is_impossible(other) for other in tokens):
        return None
    return _match(token, text=text, context=context)


def names_repetition(text: str, now: datetime) -> bool:
    """Whether something is said to repeat, readable as one rule or not: "twice a day at 8" says when of one of two times."""
    tokens = _read(text, context_for(text, now), str(now.tzinfo))
    return any(isinstance(token.value, Cycle) for token in tokens)


def spans(text: str, now: datetime) -> list[TimeMatch | RuleMatch]:
    """Every time and repetition in the text, none over another, the longest reading first. `now` is aware, in the user's zone."""
    context = context_for(text, now)
    tokens = _read(text, context, str(now.tzinfo))
    rules = [match for token in tokens if (match := _match(token, text=text, context=context))]
    found: list[TimeMatch | RuleMatch] = []
    for match in sorted([*rules, *find_times(text, now)], key=lambda match: (match.start - match.end, match.start)):
        if all(match.end <= other.start or other.end <= match.start for other in found):
            found.append(match)
    return found


@cache
def _levels() -> tuple[Level, Level]:
    house = grammar()
    return house.level(*every.RULES), house.level(*cycle_tails.RULES)


@lru_cache(maxsize=REMEMBERED)
def _read(text: str, context: Context, _zone: str) -> list[Token]:
    house = grammar()
    core, tails = _levels()
    tokens = core.apply(words(text, context), context)
    # Only the first level makes repetitions; without one the others are not needed.
    if not any(token.kind in {"CYCLE", "FORNEXT"} for token in tokens):
        return tokens
    for level in (house.days, house.clocks, tails):
        tokens = level.apply(tokens, context)
    return tokens


def _match(token: Token, *, text: str, context: Context) -> RuleMatch | None:
    cycle = token.value
    if not isinstance(cycle, Cycle) or cycle.refused or not cycle.complete:
        return None
    times = _times(cycle, context)
    rule = cycle.text(times)
    first = _first(cycle, rule=rule, times=times, context=context)
    if first is None or (cycle.until and cycle.until < first.date()):
        return None
    rule += cycle.limited(first.date())
    try:
        parse_rule(rule)
    except ScheduleError:
        return None
    if cycle.without or cycle.sub_daily:
        first = _not_left_out(rule, first, cycle.without)
    if first is None:
        return None
    has_time = bool(times) or cycle.sub_daily
    return RuleMatch(token.start, token.end, text[token.start : token.end], rule, first, has_time, cycle.without)


def _not_left_out(rule: str, first: datetime, without: tuple[str, ...]) -> datetime | None:
    """The first occurrence that is no exception, in step with the rule."""
    zone = _zone(first.tzinfo)
    start = first.astimezone(zone).replace(tzinfo=None, fold=0)
    found = next_occurrence(rule, start, zone, first - timedelta(seconds=1), without=without)
    return found.astimezone(first.tzinfo) if found else None


def _times(cycle: Cycle, context: Context) -> tuple[time, ...]:
    if cycle.clocks:
        return tuple(settle(clock, context.lean).time for clock in cycle.clocks)
    return tuple(part.usual for part in cycle.parts or ((cycle.part,) if cycle.part else ()))


def _first(cycle: Cycle, *, rule: str, times: tuple[time, ...], context: Context) -> datetime | None:
    """The first occurrence after now, at every interval, so that "every other day" does not skip a day first."""
    zone = context.aware_now.tzinfo
    if zone is None:
        return None
    if cycle.sub_daily:
        return _first_sub_daily(cycle, context)
    start = datetime.combine(cycle.start or context.today, min(times, default=time()))
    after = context.aware_now if start <= context.now else localise(start, zone) - timedelta(seconds=1)
    found = next_occurrence(cycle.each().text(times), start, _zone(zone), after)
    return found.astimezone(zone) if found else None


def _first_sub_daily(cycle: Cycle, context: Context) -> datetime:
    zone = context.aware_now.tzinfo
    step = timedelta(hours=cycle.interval) if cycle.frequency == "HOURLY" else timedelta(minutes=cycle.interval)
    if cycle.clocks and zone:
        start = localise(next_time(cycle.clocks[0], context.now, context.lean), zone)
        # A moment that is left out tells the times of the others; the first of them need not wait for it.
        ahead = (start - context.aware_now - timedelta(seconds=1)) // step if cycle.without else 0
        return (start.astimezone(UTC) - step * ahead).astimezone(zone)
    later = context.aware_now.replace(second=0, microsecond=0).astimezone(UTC) + step
    return later.astimezone(zone)


def _zone(zone: object) -> ZoneInfo:
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")
