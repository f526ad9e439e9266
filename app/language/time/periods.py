"""Stretches longer than a day (weeks, weekends, months, quarters, seasons, years) and their points: the end of the month, week 31.

Invariant: a period is given by its first day and its grain, or by an exclusive `until` where no grain fits (a weekend). "The end of" one
is its last day, a day one can be reminded on; the start of a running one is that of the next. It does not know clock times.
"""

from datetime import date, timedelta
from itertools import pairwise

from dateutil.relativedelta import relativedelta

from app.language.time.calendar_days import month_start
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Day, Grain, Span, midnight, period_end
from app.language.time.shapes import full_year
from app.schedule.date_sums import monday_of

_SEASON_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
SATURDAY = 5


def period_start(day: date, grain: Grain) -> date:
    """The first day of the period of this grain that holds the day."""
    starts = {
        Grain.DAY: day,
        Grain.WEEK: monday_of(day),
        Grain.MONTH: day.replace(day=1),
        Grain.QUARTER: day.replace(month=day.month - (day.month - 1) % 3, day=1),
        Grain.YEAR: day.replace(month=1, day=1),
    }
    return starts[grain]


def shifted(day: date, grain: Grain, count: int) -> date:
    """The day moved by whole periods."""
    steps = {
        Grain.DAY: relativedelta(days=count),
        Grain.WEEK: relativedelta(weeks=count),
        Grain.MONTH: relativedelta(months=count),
        Grain.QUARTER: relativedelta(months=3 * count),
        Grain.YEAR: relativedelta(years=count),
    }
    return day + steps[grain]


def _shift_of(found: Found) -> int:
    return found.get("NEXT") if found.of("NEXT") else found.get("COMING", 0)


def _period(context: Context, found: Found) -> Day:
    grain = found.get("LONG")
    return Day(shifted(period_start(context.today, grain), grain, _shift_of(found)), grain)


def _after_next(context: Context, found: Found) -> Day:
    grain = found.get("LONG")
    return Day(shifted(period_start(context.today, grain), grain, 2), grain)


def weekend_of(monday: date) -> Day:
    """Saturday and Sunday of the week that starts on this Monday."""
    saturday = monday + timedelta(days=SATURDAY)
    return Day(saturday, until=saturday + timedelta(days=2))


def _weekend(context: Context, found: Found) -> Day:
    """Of this week, or of the next when "next" is said; "the coming weekend" is the next one that has not begun."""
    begun = context.today.weekday() >= SATURDAY
    shift = int(begun) if found.of("COMING") and not found.of("NEXT") else _shift_of(found)
    return weekend_of(monday_of(context.today) + timedelta(weeks=shift))


def _same_day(context: Context, found: Found) -> Day:
    """ "The same day next year", "this day next week"."""
    return Day(shifted(context.today, found.get("LONG"), found.values("NEXT")[-1]))


def _weekend_after_next(context: Context, _: Found) -> Day:
    return weekend_of(monday_of(context.today) + timedelta(weeks=2))


def _month(context: Context, found: Found) -> Day:
    year = int(found.get("YEAR")) if found.of("YEAR") else None
    return month_start(context, found.get("MONTH"), year)


def _relative_month(context: Context, found: Found) -> Day:
    """ "Next March" is the coming one, "this March" the one of this year, "last March" the latest gone by."""
    today, month, shift = context.today, found.get("MONTH"), found.get("NEXT")
    if shift == 0:
        return Day(date(today.year, month, 1), Grain.MONTH)
    ahead = month > today.month
    year = today.year + (0 if ahead else 1) if shift > 0 else today.year - (0 if month < today.month else 1)
    return Day(date(year, month, 1), Grain.MONTH)


def _month_of_year(context: Context, found: Found) -> Day:
    return Day(date(context.today.year + found.get("NEXT"), found.get("MONTH"), 1), Grain.MONTH)


def _month_in_years(context: Context, found: Found) -> Day | None:
    """ "March in two years"."""
    span: Span = found.get("DURATION")
    if span.days or span.timed or not span.months or span.months % 12:
        return None
    return Day(date(context.today.year + span.months // 12, found.get("MONTH"), 1), Grain.MONTH)


def _month_after_next(context: Context, found: Found) -> Day:
    coming = month_start(context, found.get("MONTH"), None)
    return Day(coming.date.replace(year=coming.date.year + 1), Grain.MONTH)


def _rest(context: Context, found: Found) -> Day:
    """ "The rest of the week": from today on."""
    grain, today = found.get("LONG"), context.today
    return Day(today, until=shifted(period_start(today, grain), grain, 1))


def _year(_: Context, found: Found) -> Day:
    return Day(date(int(found.get("YEAR")), 1, 1), Grain.YEAR)


def _quarter(context: Context, found: Found) -> Day | None:
    number = found.get("QUARTERNAME") if found.of("QUARTERNAME") else found.get("ORD")
    if not 1 <= number <= 4:
        return None
    today = context.today
    year = next((full_year(int(value)) for value in (*found.values("YEAR"), *found.values("YY"))), None)
    start = date(year or today.year, 3 * number - 2, 1)
    over = period_end(midnight(start), Grain.QUARTER).date() <= today and year is None
    return Day(start.replace(year=start.year + 1) if over else start, Grain.QUARTER)


def _half(context: Context, found: Found) -> Day:
    today = context.today
    start = date(int(found.get("YEAR")) if found.of("YEAR") else today.year, 6 * found.get("HALFNAME") - 5, 1)
    return Day(start, Grain.MONTH, until=start + relativedelta(months=6))


def _season(context: Context, found: Found) -> Day:
    """Seasons of the north, by whole months; the coming one if none is named."""
    today, month = context.today, _SEASON_MONTHS[found.get("SEASON")]
    year = int(found.get("YEAR")) if found.of("YEAR") else today.year + _shift_of(found)
    start = date(year, month, 1)
    if found.of("YEAR"):
        return Day(start, Grain.MONTH, until=start + relativedelta(months=3))
    running = start - relativedelta(years=1) + relativedelta(months=3) > today
    if running and found.get("NEXT", 0) == 0:
        start -= relativedelta(years=1)
    if not found.of("NEXT") and start + relativedelta(months=3) <= today:
        start += relativedelta(years=1)
    return Day(start, Grain.MONTH, until=start + relativedelta(months=3))


def last_day(stretch: Day) -> date:
    """The last day of a period."""
    end = stretch.until or period_end(midnight(stretch.date), stretch.grain).date()
    return end - timedelta(days=1)


def _shift_period(context: Context, found: Found) -> Day:
    grain = found.get("LONG")
    return Day(shifted(period_start(context.today, grain), grain, 1), grain)


def _years(_: Context, found: Found) -> Day | None:
    first, last = (int(year) for year in found.values("YEAR"))
    return Day(date(first, 1, 1), Grain.YEAR, until=date(last + 1, 1, 1)) if first < last else None


MONTH_RULES = (
    Rule("MONTH in DURATION", "STRETCH", _month_in_years),
    Rule("(the)? MONTH after (the)? next", "STRETCH", _month_after_next),
    Rule("(NEXT) MONTH (?! (ORD|DOM))", "STRETCH", _relative_month),
    Rule("(MONTH) (of|COMMA|in|DASH|SLASH)? YEAR", "STRETCH", _month),
    Rule(
        "(?<= [in by until till since during of before after early late mid through starting from every]) MONTH",
        "STRETCH",
        _month,
    ),
)

RULES = (
    Rule(
        "(this|the)? (NEXT|COMING) (weekend | week DASH end) (?! (of|in) (the)? (MONTH|YEAR|LONG))", "STRETCH", _weekend
    ),
    Rule("(the)? weekend after (the)? next (one)?", "STRETCH", _weekend_after_next),
    Rule("(the|over the)? (?<! last) weekend (?! of (the)? DAY)", "STRETCH", _weekend),
    Rule("(the)? LONG after next", "STRETCH", _after_next),
    Rule("(the)? LONG (coming)", "STRETCH", _shift_period),
    Rule("(the)? (this|same) day NEXT LONG", "DAY", _same_day),
    Rule("MONTH (of|in)? NEXT (year|yr)", "STRETCH", _month_of_year),
    Rule("NEXT (year|yr) COMMA? (in)? MONTH (?! (ORD|DOM))", "STRETCH", _month_of_year),
    Rule("(?<! NUM) (the)? (NEXT|COMING) (calendar)? LONG (?! (before|after|of) )", "STRETCH", _period),
    Rule("(the)? (rest|remainder|remaining) of (this|the|this current) LONG", "STRETCH", _rest),
    *MONTH_RULES,
    Rule("(?<= [mid early late] DASH) MONTH", "STRETCH", _month),
    Rule("CLEARMONTH", "STRETCH", _month),
    Rule("^ MONTH $", "STRETCH", _month),
    Rule("(the)? (ORD) (quarter|qtr) (of)? (YEAR)?", "STRETCH", _quarter),
    Rule(
        "QUARTERNAME (of|in|DASH|SLASH)? YEAR | (?: YEAR | YY ) (DASH|SLASH)? QUARTERNAME | QUARTERNAME",
        "STRETCH",
        _quarter,
    ),
    Rule("HALFNAME (of|in)? YEAR | YEAR HALFNAME", "STRETCH", _half),
    Rule("(the)? NEXT SEASON | (this|the)? COMING SEASON | SEASON (of)? YEAR", "STRETCH", _season),
    Rule("(?<= [in over during]) the (summer|winter|autumn)", "STRETCH", _season),
    Rule("(in)? YEAR (COMMA)? MONTH", "STRETCH", _month),
    Rule("between YEAR and YEAR | (from)? YEAR (to|until|DASH) YEAR (?! (DASH|SLASH))", "STRETCH", _years),
    Rule("(in|the)? year (of)? YEAR", "STRETCH", _year),
    Rule(
        "(?<= [in by since until till before after of during for from]) YEAR (?! (INT|UNIT|MEASURE|hrs|hours))",
        "STRETCH",
        _year,
    ),
)


_SHORT_ENDS = {"eom": Grain.MONTH, "eoy": Grain.YEAR, "eow": Grain.WEEK}

_THURSDAY = 3

_EDGE = "(the)? (end|start|beginning|begin|close)"


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
    grain, today = found.get("LONG"), context.today
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
    grain, today = found.get("LONG"), context.today
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
    year = int(found.get("YEAR")) if found.of("YEAR") else context.today.isocalendar().year
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
    start = period_start(context.today, found.get("LONG"))
    following, after = (shifted(start, found.get("LONG"), count) for count in (1, 2))
    if found.has("last"):
        return Day(following - timedelta(days=1), if_passed=after - timedelta(days=1))
    return Day(start, if_passed=following) if start >= context.today else Day(following, if_passed=after)


def _later(context: Context, found: Found) -> Day:
    """ "Later this week" starts today; "late" is the last third."""
    stretch, today = found.get("STRETCH"), context.today
    if found.has("late"):
        length = (last_day(stretch) - stretch.date).days + 1
        return Day(max(stretch.date + timedelta(days=2 * length // 3), min(today, last_day(stretch))))
    running = stretch.date <= today <= last_day(stretch)
    return Day(today, until=last_day(stretch) + timedelta(days=1)) if running and found.has("later") else stretch


def _short_end(context: Context, found: Found) -> Day:
    grain = _SHORT_ENDS[found.tokens[-1].text]
    day = shifted(period_start(context.today, grain), grain, 1) - timedelta(days=1)
    return Day(day - timedelta(days=2) if grain is Grain.WEEK else day)


# Before "of 2027" is read as a year of its own.
EARLY_RULES = (Rule("(the)? week (number|no)? MIN (of|in|COMMA)? YEAR", "STRETCH", _week_number),)

EDGE_RULES = (
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
