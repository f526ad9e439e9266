"""Points and pieces of periods: the end of the month, the first week of May, week 31, the weekend of the 4th.

Invariant: "the end of" a period is its last day, a day one can be reminded on; the start of a running period is that of
the next one. It does not know how the period itself was said.
"""

from datetime import date, timedelta
from itertools import pairwise

from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Day, Grain
from app.schedule.periods import SATURDAY, last_day, period_start, shifted, weekend_of
from app.schedule.weekdays import monday_of

_SHORT_ENDS = {"eom": Grain.MONTH, "eoy": Grain.YEAR, "eow": Grain.WEEK}

_THURSDAY = 3

_EDGE = "(the)? (end|start|beginning|begin|close)"


def _today(context: Context) -> date:
    return context.now.date()


def _weekend_around(_: Context, found: Found) -> Day:
    return weekend_of(monday_of(found.get("DAY").date))


def _edge(_: Context, found: Found) -> Day:
    stretch: Day = found.get("STRETCH") or found.get("DAY")
    if found.has("start", "beginning", "begin", "first", "early"):
        return Day(stretch.date)
    # A week ends when work does, as "the end of the week" has it.
    weekend = timedelta(days=2 if stretch.grain is Grain.WEEK and not stretch.until else 0)
    return Day(last_day(stretch) - weekend)


def _edge_of_current(context: Context, found: Found) -> Day:
    """ "The end of the month": of this one; "the start of the month": of the next, when this one's is gone."""
    grain, today = found.get("LONG"), _today(context)
    start = period_start(today, grain)
    if not found.has("start", "beginning", "begin", "first"):
        weekend = timedelta(days=2 if grain is Grain.WEEK else 0)
        ends = [shifted(start, grain, count) - timedelta(days=1) - weekend for count in (1, 2)]
        return Day(ends[0], if_passed=ends[1])
    following = shifted(start, grain, 1)
    return Day(start, if_passed=following) if start >= today else Day(following, if_passed=shifted(start, grain, 2))


def _middle(_: Context, found: Found) -> Day:
    stretch: Day = found.get("STRETCH")
    half = (last_day(stretch) - stretch.date).days // 2
    return Day(stretch.date + timedelta(days=half))


def _middle_of_current(context: Context, found: Found) -> Day:
    """ "The middle of the month": of this one, or of the next when it is over."""
    grain, today = found.get("LONG"), _today(context)
    starts = [shifted(period_start(today, grain), grain, count) for count in (0, 1, 2)]
    middles = [start + (following - start - timedelta(days=1)) // 2 for start, following in pairwise(starts)]
    return Day(middles[0], if_passed=middles[1]) if middles[0] >= today else Day(middles[1])


def _week_of(_: Context, found: Found) -> Day:
    day: Day = found.get("DAY")
    return Day(monday_of(day.date), Grain.WEEK)


def _nth_week(_: Context, found: Found) -> Day | None:
    """The nth week of a month or year, from its end if "last": a week belongs where most of its days lie, as in ISO."""
    stretch: Day = found.get("STRETCH")
    if stretch.until or stretch.grain not in {Grain.MONTH, Grain.YEAR}:
        return None
    first, last, number = stretch.date, last_day(stretch), found.get("ORD", 1)
    if found.has("weekend"):
        return _last_weekend(last)
    if found.has("last"):
        thursday = last - timedelta(days=(last.weekday() - _THURSDAY) % 7, weeks=number - 1)
    else:
        thursday = first + timedelta(days=(_THURSDAY - first.weekday()) % 7, weeks=number - 1)
    return Day(monday_of(thursday), Grain.WEEK) if first <= thursday <= last else None


def _iso_week(year: int, number: int) -> Day | None:
    try:
        return Day(date.fromisocalendar(year, number, 1), Grain.WEEK)
    except ValueError:
        return None


def _last_weekend(last: date) -> Day:
    saturday = last - timedelta(days=(last.weekday() - SATURDAY) % 7)
    return Day(saturday, until=saturday + timedelta(days=2))


def _week_number(context: Context, found: Found) -> Day | None:
    year = int(found.get("YEAR")) if found.of("YEAR") else _today(context).isocalendar().year
    return _iso_week(year, int(found.get("MIN")))


def _nth_day(_: Context, found: Found) -> Day | None:
    stretch: Day = found.get("STRETCH")
    last = last_day(stretch)
    if found.has("last"):
        return Day(last)
    day = stretch.date + timedelta(days=found.get("ORD") - 1)
    return Day(day) if day <= last else None


def _named_edge(context: Context, found: Found) -> Day | None:
    """ "The first day of the month", "the last day of the year"."""
    if found.of("ORD") and found.get("ORD") != 1:
        return None
    start = period_start(_today(context), found.get("LONG"))
    following, after = (shifted(start, found.get("LONG"), count) for count in (1, 2))
    if found.has("last"):
        return Day(following - timedelta(days=1), if_passed=after - timedelta(days=1))
    return Day(start, if_passed=following) if start >= _today(context) else Day(following, if_passed=after)


def _later(context: Context, found: Found) -> Day:
    """ "Later this week" starts today; "late" is the last third."""
    stretch, today = found.get("STRETCH"), _today(context)
    if found.has("late"):
        length = (last_day(stretch) - stretch.date).days + 1
        return Day(max(stretch.date + timedelta(days=2 * length // 3), min(today, last_day(stretch))))
    running = stretch.date <= today <= last_day(stretch)
    return Day(today, until=last_day(stretch) + timedelta(days=1)) if running and found.has("later") else stretch


def _short_end(context: Context, found: Found) -> Day:
    grain = _SHORT_ENDS[found.tokens[-1].text]
    day = shifted(period_start(_today(context), grain), grain, 1) - timedelta(days=1)
    return Day(day - timedelta(days=2) if grain is Grain.WEEK else day)


# Before "of 2027" is read as a year of its own.
EARLY_RULES = (Rule("(the)? week (number|no)? MIN (of|in|COMMA)? YEAR", "STRETCH", _week_number),)

RULES = (
    Rule("(the)? weekend of DAY", "STRETCH", _weekend_around),
    Rule("(the)? (week|wk) (of|beginning|starting|commencing|containing) DAY", "STRETCH", _week_of),
    Rule("(the)? ORD (to)? last week (of|in) STRETCH DOT?", "STRETCH", _nth_week),
    Rule("(the)? ORD (full)? week (of|in) STRETCH DOT?", "STRETCH", _nth_week),
    Rule("(the)? last (week|weekend) (of|in) STRETCH", "STRETCH", _nth_week),
    Rule("(the)? (ORD|last) day (of|in)? STRETCH", "DAY", _nth_day),
    Rule("(the)? (mid|middle) (of|DASH)? (the)? LONG (?! of)", "DAY", _middle_of_current),
    Rule(f"{_EDGE} (of)? (STRETCH)", "DAY", _edge),
    Rule(f"{_EDGE} (of)? (the)? LONG (?! (of))", "DAY", _edge_of_current),
    Rule("(the)? (first|last|ORD) day of the LONG", "DAY", _named_edge),
    Rule("(the)? (eom|eoy|eow)", "DAY", _short_end),
    Rule("(the)? (mid|middle) (of|DASH)? STRETCH", "DAY", _middle),
    Rule("(early|late|later) (in)? STRETCH", "STRETCH", _later),
)
