"""Points and pieces of periods: the end of the month, the first week of May, week 31, the weekend of the 4th.

Invariant: "the end of" a period is its last day, a day one can be reminded on; the start of a running period is that of
the next one. It does not know how the period itself was said.
"""

from datetime import date, timedelta

from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Day, Grain
from app.schedule.periods import SATURDAY, last_day, period_start, shifted, weekend_of
from app.schedule.weekdays import monday_of

_SHORT_ENDS = {"eom": Grain.MONTH, "eoy": Grain.YEAR, "eow": Grain.WEEK}

_EDGE = "(the)? (end|start|beginning|begin|close)"


def _today(context: Context) -> date:
    return context.now.date()


def _weekend_around(_: Context, found: Found) -> Day:
    return weekend_of(monday_of(found.get("DAY").date))


def _edge(_: Context, found: Found) -> Day:
    stretch: Day = found.get("STRETCH") or found.get("DAY")
    return Day(stretch.date if found.has("start", "beginning", "begin", "first", "early") else last_day(stretch))


def _edge_of_current(context: Context, found: Found) -> Day:
    """ "The end of the month": of this one; "the start of the month": of the next, when this one's is gone."""
    grain, today = found.get("LONG"), _today(context)
    start = period_start(today, grain)
    if not found.has("start", "beginning", "begin", "first"):
        day = shifted(start, grain, 1) - timedelta(days=1)
        return Day(day - timedelta(days=2) if grain is Grain.WEEK else day)
    return Day(start if start >= today else shifted(start, grain, 1))


def _middle(_: Context, found: Found) -> Day:
    stretch: Day = found.get("STRETCH")
    half = (last_day(stretch) - stretch.date).days // 2
    return Day(stretch.date + timedelta(days=half))


def _week_of(_: Context, found: Found) -> Day:
    day: Day = found.get("DAY")
    return Day(monday_of(day.date), Grain.WEEK)


def _nth_week(_: Context, found: Found) -> Day | None:
    """The nth week of a month: the one whose Monday is the nth Monday of it."""
    stretch: Day = found.get("STRETCH")
    if stretch.until or stretch.grain not in {Grain.MONTH, Grain.YEAR} or (found.of("ORD") and found.has("last")):
        return None
    last = last_day(stretch)
    if stretch.grain is Grain.YEAR and not found.has("last"):
        return _iso_week(stretch.date.year, found.get("ORD"))
    if found.has("last"):
        return Day(monday_of(last), Grain.WEEK) if not found.has("weekend") else _last_weekend(last)
    monday = stretch.date + timedelta(days=-stretch.date.weekday() % 7, weeks=found.get("ORD") - 1)
    return Day(monday, Grain.WEEK) if monday <= last else None


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
    following = shifted(start, found.get("LONG"), 1)
    if found.has("last"):
        return Day(following - timedelta(days=1))
    return Day(start if start >= _today(context) else following)


def _later(context: Context, found: Found) -> Day:
    """ "Later this week" starts today."""
    stretch, today = found.get("STRETCH"), _today(context)
    running = stretch.date <= today <= last_day(stretch)
    return (
        Day(today, until=last_day(stretch) + timedelta(days=1)) if running and found.has("later", "late") else stretch
    )


def _short_end(context: Context, found: Found) -> Day:
    grain = _SHORT_ENDS[found.tokens[-1].text]
    day = shifted(period_start(_today(context), grain), grain, 1) - timedelta(days=1)
    return Day(day - timedelta(days=2) if grain is Grain.WEEK else day)


RULES = (
    Rule("week (number|no)? MIN (of)? YEAR", "STRETCH", _week_number),
    Rule("(the)? weekend of DAY", "STRETCH", _weekend_around),
    Rule("(the)? (week|wk) (of|beginning|starting|commencing|containing) DAY", "STRETCH", _week_of),
    Rule("(the)? ORD (full)? week (of|in) STRETCH", "STRETCH", _nth_week),
    Rule("(the)? last (week|weekend) (of|in) STRETCH", "STRETCH", _nth_week),
    Rule("(the)? (ORD|last) day (of|in) STRETCH", "DAY", _nth_day),
    Rule(f"{_EDGE} (of)? (STRETCH)", "DAY", _edge),
    Rule(f"{_EDGE} (of)? (the)? LONG (?! (of))", "DAY", _edge_of_current),
    Rule("(the)? (first|last|ORD) day of the LONG", "DAY", _named_edge),
    Rule("(the)? (eom|eoy|eow)", "DAY", _short_end),
    Rule("(the)? (mid|middle) (of|DASH)? STRETCH", "DAY", _middle),
    Rule("(early|late|later) (in)? STRETCH", "STRETCH", _later),
)
