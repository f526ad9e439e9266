"""What is said around a repetition: at what time, from when, until when, how many times.

Invariant: each tail widens the CYCLE token it belongs to; a tail that no rule and no list of days can say ("until
further notice") marks the cycle refused, because a rule without it would be wrong. It does not know how the cycle
itself was said; times of day are in `cycle_times`, exceptions in `cycle_exceptions`.
"""

from dataclasses import replace
from datetime import timedelta

from dateutil.relativedelta import relativedelta

from app.schedule import cycle_exceptions, cycle_times
from app.schedule.clock import in_part
from app.schedule.cycles import Cycle
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Day, Grain
from app.schedule.periods import last_day


def _parted(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    part = found.get("PARTOF") or found.get("PART")
    if cycle.part or cycle.sub_daily:
        return None
    return replace(cycle, part=part, clocks=tuple(in_part(clock, part) for clock in cycle.clocks))


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
    return replace(cycle, start=max(stretch.date, context.now.date()), until=last_day(stretch))


def _refuse(_: Context, found: Found) -> Cycle:
    """Something about the days was said that did not become part of the rule."""
    return replace(found.get("CYCLE"), refused=True)


_START = "(?: starting | beginning | commencing | effective | from | as of | since | begining | start )"
_END = "(?: until | till | til | to | through | thru | ending | up to | up until | before | end )"
_DATE = "(?: DAY | STRETCH )"

RULES = (
    *cycle_times.BETWEEN_RULES,
    *cycle_times.TIME_RULES,
    Rule("CYCLE (PARTOF|PART)", "CYCLE", _parted),
    Rule("PARTOF COMMA? (on)? CYCLE", "CYCLE", _parted),
    *cycle_times.TIME_RULES[:1],
    *cycle_times.TIME_RULES[2:],
    *cycle_times.ON_NEXT_DAYS_RULES,
    *cycle_exceptions.RULES,
    *cycle_times.DAY_RULES,
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
            *cycle_times.TIME_RULES[:1],
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
    Rule("(?: DAY | STRETCH | day | ORD | week | month ) (of|in) CYCLE", "CYCLE", _refuse),
)
