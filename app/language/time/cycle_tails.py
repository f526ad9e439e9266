"""What is said around a repetition: at what time, from when, until when, how many times.

Invariant: each tail widens the CYCLE token it belongs to; a tail that no rule and no list of days can say ("until further notice")
marks the cycle refused, because a rule without it would be wrong. Hours that were said as a stretch become the times themselves, so the
rule is a daily one and does not depend on when it was set. Exceptions are in `cycle_exceptions`.
"""

from dataclasses import replace
from datetime import time, timedelta

from dateutil.relativedelta import relativedelta

from app.language.time import cycle_exceptions, cycle_tails
from app.language.time.clock import HALF_DAY, clock_range, in_part, settle
from app.language.time.cycles import DAY_CODES, Cycle
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, ClockRange, Day, Grain, Part, Span
from app.language.time.periods import last_day
from app.language.time.tokens import Token

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
    clocks = _told_apart(
        [_clock_of(token) for token in found.tokens if token.symbol in found.symbols("CLOCK") + found.symbols("HOUR")]
    )
    if cycle.clocks or (cycle.sub_daily and len(clocks) > 1):
        return None
    if cycle.parts:
        return replace(cycle, parts=(), clocks=_in_parts(clocks, cycle.parts)) if len(clocks) == 1 else None
    if cycle.part:
        clocks = tuple(in_part(clock, cycle.part) for clock in clocks)
    return replace(cycle, clocks=clocks)


def _in_parts(clocks: tuple[Clock, ...], parts: tuple[Part, ...]) -> tuple[Clock, ...]:
    """ "Every morning and night at 8": the hour in each of them."""
    return tuple(in_part(clock, part) for clock in clocks for part in parts)


def _told_apart(clocks: list[Clock]) -> tuple[Clock, ...]:
    """ "At 8 and 8": nobody names one time twice, so it is in the morning and in the evening."""
    if len(clocks) != 2 or all(clock.settled for clock in clocks):
        return tuple(clocks)
    first, last = clocks
    same = (first.hour % HALF_DAY, first.minute) == (last.hour % HALF_DAY, last.minute)
    return (
        (first.at_hour(first.hour % HALF_DAY), last.at_hour(last.hour % HALF_DAY + HALF_DAY)) if same else (first, last)
    )


def _parts_of_day(_: Context, found: Found) -> Cycle | None:
    """ "Every day in the morning and in the evening"."""
    cycle: Cycle = found.get("CYCLE")
    parts = (*((cycle.part,) if cycle.part else ()), *found.values("PART"), *found.values("PARTOF"))
    if cycle.clocks or cycle.parts or cycle.sub_daily or len(parts) < 2:
        return None
    return replace(cycle, part=None, parts=parts)


def _clock_of(token: Token) -> Clock:
    """A clock time, or the bare hour of a list: "at 10, 12 and 17"."""
    if isinstance(token.value, Clock):
        return token.value
    hour = int(str(token.value))
    return Clock(hour % 24, settled=hour > HALF_DAY or hour == 0)


def _between_hours(context: Context, found: Found) -> Cycle | None:
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


def _one_more_time(_: Context, found: Found) -> Cycle | None:
    """ "Mondays at 7 and Thursdays at 7": one rule, if both are weekly and at the same hours."""
    first, last = found.values("CYCLE")
    parts = tuple(cycle.part for cycle in (first, last) if cycle.part and cycle == Cycle("DAILY", part=cycle.part))
    if len(parts) == 2:
        return Cycle("DAILY", parts=parts)
    weekly = first.frequency == last.frequency == "WEEKLY" and first.interval == last.interval
    if (
        not weekly
        or not (first.days and last.days)
        or replace(first, days=(), clocks=()) != replace(last, days=(), clocks=())
    ):
        return None
    if first.clocks and last.clocks and first.clocks != last.clocks:
        return None
    days = tuple(code for code in DAY_CODES if code in {*first.days, *last.days})
    return (
        replace(first, days=days, clocks=first.clocks or last.clocks)
        if len(days) == len(first.days + last.days)
        else None
    )


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
    # "Every first Monday of the month, every month": the second one only says it again.
    plain = next((cycle for cycle in cycles if cycle == Cycle(cycles[0].frequency)), None)
    if plain and cycles[0].interval == 1:
        return cycles[0]
    if timed_one is None or days_one is None or timed_one.interval > 1 or days_one.frequency != "WEEKLY":
        return None
    return replace(days_one, clocks=timed_one.clocks, part=timed_one.part)


_AT = "(?: COMMA? please? COMMA? COLON? (at|@|by|before|from|around|about|on)? (about|around|exactly)? | DASH )"
_MORE = (
    "(?: (COMMA? and|COMMA|&) (at)? (?: CLOCK | HOUR (?! (MEASURE|UNIT|NUM)) "
    "(?= (COMMA|and|STOP|$|until|till|from|for|to|starting|except|but|every|on)) ) | CLOCK )"
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
        _between_hours,
    ),
    Rule(
        f"(?: between {_HOURS} and {_HOURS} | from {_HOURS} (to|until|till|til|through|DASH) {_HOURS} ) COMMA? CYCLE",
        "CYCLE",
        _between_hours,
    ),
)

_LISTED = "(?: CLOCK | HOUR ) (?: (COMMA? and|COMMA|&) (at)? (?: CLOCK | HOUR ) )*"
_LAST = "(COMMA? and|COMMA|&) (at)?"

LISTED_RULES = (
    Rule(f"(at|@)? {_LISTED} {_LAST} CLOCK COMMA? (on)? CYCLE", "CYCLE", timed),
    Rule(f"(at|@) {_LISTED} {_LAST} HOUR COMMA? (on)? CYCLE", "CYCLE", timed),
)

_PARTS = "(?: (in|at|on)? (the)? PART | PARTOF )"
PARTS_RULES = (
    Rule(f"CYCLE COMMA? {_PARTS} (?: (COMMA? and|COMMA|&) {_PARTS} )+", "CYCLE", _parts_of_day),
    Rule(f"CYCLE (?: (COMMA? and|COMMA|&) (every|each)? {_PARTS} )+", "CYCLE", _parts_of_day),
)

TIME_RULES = (
    Rule(f"CYCLE {_AT} CLOCK {_MORE}*", "CYCLE", timed),
    Rule("(at|@|by|before)? CLOCK COMMA? (on)? CYCLE", "CYCLE", timed),
    Rule("CYCLE COMMA? (starting|beginning) (at|from|by)? CLOCK", "CYCLE", timed),
)

NEXT_DAYS_RULES = (Rule("for (the)? next DURATION", "FORNEXT", _next_days),)

ON_NEXT_DAYS_RULES = (
    Rule("(?<! CYCLE) FORNEXT COMMA? (at|@)? CLOCK", "CYCLE", _on_next_days),
    Rule("(?<! CYCLE) (at|@)? CLOCK FORNEXT", "CYCLE", _on_next_days),
)

DAY_RULES = (
    Rule("CYCLE (COMMA? and|COMMA|&) (on)? CYCLE", "CYCLE", _one_more_time),
    Rule("CYCLE COMMA? (on|during)? CYCLE", "CYCLE", _on_those_days),
)


def _parted(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    part = found.get("PARTOF") or found.get("PART")
    if cycle.part or cycle.sub_daily:
        return None
    return replace(cycle, part=part, clocks=tuple(in_part(clock, part) for clock in cycle.clocks))


def _clock_in_part(_: Context, found: Found) -> Clock:
    """ "6 in the evening": one time, before either word can meet the repetition alone."""
    return in_part(found.get("CLOCK"), found.get("PARTOF") or found.get("PART"))


def _until(_: Context, found: Found) -> Cycle | None:
    """A day is included; before a month or year the repetition is over."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.until or cycle.count or cycle.span:
        return None
    if found.of("DAY"):
        end = found.get("DAY").date
    else:
        stretch: Day = found.get("STRETCH")
        through = found.has("through", "thru", "including", "end")
        end = last_day(stretch) if through else stretch.date - timedelta(days=1)
    if cycle.start and end < cycle.start:
        end += relativedelta(years=1)
    return replace(cycle, until=end)


def _from(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    day: Day = found.get("DAY") or found.get("STRETCH")
    if cycle.start:
        return None
    later = cycle.until is not None and cycle.until < day.date
    return replace(
        cycle, start=day.date, until=cycle.until + relativedelta(years=1) if later and cycle.until else cycle.until
    )


def _between(context: Context, found: Found) -> Cycle | None:
    """ "From November until June": the end is the first June after the start."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.start or cycle.until:
        return None
    first, last = found.values("DATE")
    end = last.date if last.grain is Grain.DAY else last.date - timedelta(days=1)
    if end < first.date:
        end += relativedelta(years=1)
    return replace(cycle, start=first.date, until=end)


def _times(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    count = {"once": 1, "twice": 2, "thrice": 3}.get(found.tokens[-1].text) or int(found.get("INT", 0) or 0)
    return replace(cycle, count=count) if 0 < count <= 1000 and not (cycle.until or cycle.span) else None


def _lasting(context: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    if cycle.until or cycle.count:
        return None
    if found.of("DURATION") or found.of("FORNEXT"):
        span = found.get("DURATION") or found.get("FORNEXT")
        return None if span.timed else replace(cycle, span=span)
    stretch: Day = found.get("STRETCH")
    return replace(cycle, start=max(stretch.date, context.today), until=last_day(stretch))


def _refuse(_: Context, found: Found) -> Cycle:
    """Something about the days was said that did not become part of the rule."""
    return replace(found.get("CYCLE"), refused=True)


def _refuse_day(context: Context, found: Found) -> Cycle | None:
    """ "Every Monday at 7 and Friday at 5": two rules, of which one would be lost."""
    return _refuse(context, found) if found.get("DAY").weekday is not None else None


_START = "(?: starting | beginning | commencing | effective | from | as of | since | begining | start )"
_END = "(?: until | till | til | to | through | thru | ending | up to | up until | before | end )"
_DATE = "(?: DAY | STRETCH )"

RULES = (
    *cycle_tails.PARTS_RULES,
    Rule("CLOCK COMMA? PARTOF", "CLOCK", _clock_in_part),
    Rule("(?: PARTOF | (?<! every) (?<! CYCLE) PART ) COMMA? (at|@|around|about) CLOCK", "CLOCK", _clock_in_part),
    Rule("CLOCK (sharp|prompt|promptly|exactly)", "CLOCK", lambda _, found: found.get("CLOCK")),
    *cycle_tails.BETWEEN_RULES,
    *cycle_tails.LISTED_RULES,
    *cycle_tails.TIME_RULES,
    Rule("CYCLE COMMA? (PARTOF|PART)", "CYCLE", _parted),
    Rule("PARTOF COMMA? (on)? CYCLE", "CYCLE", _parted),
    *cycle_tails.TIME_RULES[:1],
    *cycle_tails.TIME_RULES[2:],
    *cycle_tails.ON_NEXT_DAYS_RULES,
    *cycle_exceptions.RULES,
    *cycle_tails.DAY_RULES,
    *(
        rule
        for _ in range(2)
        for rule in (
            Rule("CYCLE COMMA? (for)? INT (times|time|occurrences|x|instances|repetitions)", "CYCLE", _times),
            Rule("CYCLE (twice|thrice)", "CYCLE", _times),
            Rule("CYCLE COMMA? (for)? (the next)? DURATION", "CYCLE", _lasting),
            Rule("CYCLE COMMA? FORNEXT | FORNEXT COMMA? CYCLE", "CYCLE", _lasting),
            Rule("CYCLE COMMA? (in|during|throughout|over)? STRETCH (?! MEASURE)", "CYCLE", _lasting),
            Rule(f"CYCLE COMMA? {_START} (on|in|from|the)? DATE {_END} (the)? DATE", "CYCLE", _between),
            Rule(f"CYCLE COMMA? {_START} (on|in|from|the)? {_DATE}", "CYCLE", _from),
            Rule(f"{_START} (on|in|from|the)? {_DATE} COMMA? CYCLE", "CYCLE", _from),
            Rule(f"CYCLE COMMA? {_END} (on|and including|the)? (?: end of )? {_DATE}", "CYCLE", _until),
            *cycle_tails.TIME_RULES[:1],
        )
    ),
    *cycle_exceptions.RULES,
    Rule("CYCLE COMMA? (on|and|during)? CYCLE", "CYCLE", _refuse),
    Rule("CYCLE (to|until|untill|till|and|between|DASH) (?: CLOCK | HOUR )", "CYCLE", _refuse),
    Rule(
        "CYCLE COMMA? (starting|beginning|commencing|until|till|ending|except|excluding|but|excepting|skipping|"
        "other than|apart from|not including)",
        "CYCLE",
        _refuse,
    ),
    Rule(
        "CYCLE (COMMA|and|COMMA and)? (on|in|of)? (the)? (?: ORD | WEEKDAY | MONTH | last | SLASHED | IMPOSSIBLE )",
        "CYCLE",
        _refuse,
    ),
    Rule("CYCLE COMMA? (on|of|for) (the)? (?: DAY | STRETCH | day )", "CYCLE", _refuse),
    Rule("(?: DURATION | PART | day | days | week ) (before|after|to) CYCLE", "CYCLE", _refuse),
    Rule("CYCLE (COMMA? and|COMMA|&) (on)? DAY", "CYCLE", _refuse_day),
    Rule("DAY (COMMA? and|COMMA|&) (on)? DAY COMMA? (at CLOCK)? CYCLE", "CYCLE", _refuse),
    Rule("(?: DAY | STRETCH | day | ORD | week | month ) (of|in) CYCLE", "CYCLE", _refuse),
)
