"""Times within a day at which a repetition fires: "twice a day at 9 and 21", "every 2 hours between 9 and 5".

Invariant: hours that were said as a stretch become the times themselves, so the rule is a daily one and does not depend
on when it was set. It does not know exceptions or ends.
"""

from dataclasses import replace
from datetime import time

from app.schedule.clock import HALF_DAY, clock_range, in_part, settle
from app.schedule.cycles import Cycle
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Grain, Span
from app.schedule.tokens import Token

_COUNTS = {"twice": 2, "thrice": 3}
_UNITS = {
    "day": "DAILY",
    "daily": "DAILY",
    "week": "WEEKLY",
    "weekly": "WEEKLY",
    "month": "MONTHLY",
    "monthly": "MONTHLY",
}
_SPANS = {(0, 1, False): "DAILY", (0, 7, False): "WEEKLY", (1, 0, False): "MONTHLY"}
_MOST_TIMES = 24
_DAY_MINUTES = 24 * 60


def _several(_: Context, found: Found) -> Cycle | None:
    """ "Twice a day": complete only once as many times, or days, have been said."""
    count = next((number for word, number in _COUNTS.items() if found.has(word)), None) or int(found.get("INT", 0))
    span: Span | None = found.get("DURATION")
    frequency = _SPANS.get((span.months, span.days, span.timed)) if span else _UNITS[found.tokens[-1].text]
    return Cycle(frequency, per=count) if frequency and 2 <= count <= _MOST_TIMES else None


def _next_days(_: Context, found: Found) -> Span | None:
    span: Span = found.get("DURATION")
    return None if span.timed or span.months or not 1 < span.days <= 100 else span


def _on_next_days(_: Context, found: Found) -> Cycle:
    """ "For the next five days at 7": once on each of them."""
    return Cycle("DAILY", span=found.get("FORNEXT"), clocks=(found.get("CLOCK"),))


def timed(_: Context, found: Found) -> Cycle | None:
    """The clock times said beside a repetition."""
    cycle: Cycle = found.get("CYCLE")
    clocks = tuple(
        _clock_of(token) for token in found.tokens if token.symbol in found.symbols("CLOCK") + found.symbols("HOUR")
    )
    if cycle.clocks or (cycle.sub_daily and len(clocks) > 1):
        return None
    if cycle.part:
        clocks = tuple(in_part(clock, cycle.part) for clock in clocks)
    return replace(cycle, clocks=clocks)


def _clock_of(token: Token) -> Clock:
    """A clock time, or the bare hour of a list: "at 10, 12 and 17"."""
    if isinstance(token.value, Clock):
        return token.value
    hour = int(str(token.value))
    return Clock(hour % 24, settled=hour > HALF_DAY or hour == 0)


def _between(context: Context, found: Found) -> Cycle | None:
    """ "Every 2 hours between 9 and 5": each time from the first on that is not after the last."""
    cycle: Cycle = found.get("CYCLE")
    if not cycle.sub_daily or cycle.clocks or cycle.days:
        return None
    ends = [
        _clock_of(token) for token in found.tokens if token.symbol in found.symbols("CLOCK") + found.symbols("HOUR")
    ]
    hours = _settled(ends[0], ends[1], context.lean)
    step = cycle.interval * (60 if cycle.frequency == "HOURLY" else 1)
    start, end = _minutes(hours.first), _minutes(hours.last)
    minutes = range(start, (end if end > start else end + _DAY_MINUTES) + 1, step)
    if not 2 <= len(minutes) <= _MOST_TIMES or minutes[-1] >= _DAY_MINUTES:
        return replace(cycle, refused=True)
    clocks = tuple(Clock(at // 60, at % 60, settled=True, grain=Grain.MINUTE) for at in minutes)
    return replace(cycle, frequency="DAILY", interval=1, clocks=clocks)


def _settled(first: Clock, last: Clock, lean: str) -> ClockRange:
    """Both ends on the clock: the first as on any day unless the last one tells, the last the next one after it."""
    if not first.settled and not last.settled:
        first = settle(first, lean)
    return clock_range(first, last)


def _minutes(clock: Clock) -> int:
    moment: time = clock.time
    return moment.hour * 60 + moment.minute


def _on_those_days(_: Context, found: Found) -> Cycle | None:
    """ "Every hour from 9 to 5 on weekdays": the times of the one on the days of the other."""
    cycles: list[Cycle] = found.values("CYCLE")
    timed_one = next((cycle for cycle in cycles if cycle.clocks and cycle.frequency == "DAILY"), None)
    days_one = next((cycle for cycle in cycles if cycle.days and not cycle.clocks), None)
    whole_days = next((cycle for cycle in cycles if cycle == Cycle("DAILY")), None)
    if timed_one and whole_days:
        return timed_one
    if timed_one is None or days_one is None or timed_one.interval > 1 or days_one.frequency != "WEEKLY":
        return None
    return replace(days_one, clocks=timed_one.clocks, part=timed_one.part)


_AT = "(?: COMMA? (at|@|by|from|around|about|on)? (about|around|exactly)? | DASH )"
_MORE = (
    "(?: (COMMA? and|COMMA|&) (at)? (?: CLOCK | HOUR (?! (MEASURE|UNIT|NUM)) "
    "(?= (COMMA|and|STOP|$|until|till|from|for|to|starting|except|but|every|on)) ) )"
)
_HOURS = "(?: CLOCK | HOUR )"

COUNT_RULES = (
    Rule(
        "(?: twice | thrice | INT (times|x) ) (?: DURATION | (a|per|each|every) (day|week|month) )", "CYCLE", _several
    ),
    Rule("(?: twice | thrice | INT (times|x) ) (daily|weekly|monthly)", "CYCLE", _several),
)

BETWEEN_RULES = (
    Rule(
        f"CYCLE COMMA? (?: between {_HOURS} and {_HOURS} | from {_HOURS} (to|until|till|til|through|DASH) {_HOURS} )",
        "CYCLE",
        _between,
    ),
    Rule(
        f"(?: between {_HOURS} and {_HOURS} | from {_HOURS} (to|until|till|til|through|DASH) {_HOURS} ) COMMA? CYCLE",
        "CYCLE",
        _between,
    ),
)

TIME_RULES = (
    Rule(f"CYCLE {_AT} CLOCK {_MORE}*", "CYCLE", timed),
    Rule("(at|@|by)? CLOCK COMMA? (on)? CYCLE", "CYCLE", timed),
    Rule("CYCLE COMMA? (starting|beginning) (at|from) CLOCK", "CYCLE", timed),
)

NEXT_DAYS_RULES = (Rule("for (the)? next DURATION", "FORNEXT", _next_days),)

ON_NEXT_DAYS_RULES = (
    Rule("(?<! CYCLE) FORNEXT COMMA? (at|@)? CLOCK", "CYCLE", _on_next_days),
    Rule("(?<! CYCLE) (at|@)? CLOCK FORNEXT", "CYCLE", _on_next_days),
)

DAY_RULES = (Rule("CYCLE COMMA? (on|during)? CYCLE", "CYCLE", _on_those_days),)
