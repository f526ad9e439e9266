"""Stretches longer than a day: weeks, weekends, months, quarters, seasons, years, and their ends.

Invariant: a period is given by its first day and its grain, or by an exclusive `until` where no grain fits (a weekend).
"End of the month" is the last day, a day one can be reminded on. It does not know clock times.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from app.schedule.calendar_days import month_start
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Day, Grain, Span, midnight, period_end
from app.schedule.shapes import full_year
from app.schedule.weekdays import monday_of

_SEASON_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_QUARTERS = {"q1": 1, "q2": 2, "q3": 3, "q4": 4}
_HALVES = {"h1": 1, "h2": 2}
SATURDAY = 5


def _today(context: Context) -> date:
    return context.now.date()


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
    return Day(shifted(period_start(_today(context), grain), grain, _shift_of(found)), grain)


def _after_next(context: Context, found: Found) -> Day:
    grain = found.get("LONG")
    return Day(shifted(period_start(_today(context), grain), grain, 2), grain)


def weekend_of(monday: date) -> Day:
    """Saturday and Sunday of the week that starts on this Monday."""
    saturday = monday + timedelta(days=SATURDAY)
    return Day(saturday, until=saturday + timedelta(days=2))


def _weekend(context: Context, found: Found) -> Day:
    monday = monday_of(_today(context)) + timedelta(weeks=_shift_of(found))
    return weekend_of(monday)


def _same_day(context: Context, found: Found) -> Day:
    """ "The same day next year", "this day next week"."""
    return Day(shifted(_today(context), found.get("LONG"), found.values("NEXT")[-1]))


def _weekend_after_next(context: Context, _: Found) -> Day:
    return weekend_of(monday_of(_today(context)) + timedelta(weeks=2))


def _month(context: Context, found: Found) -> Day:
    year = int(found.get("YEAR")) if found.of("YEAR") else None
    return month_start(context, found.get("MONTH"), year)


def _relative_month(context: Context, found: Found) -> Day:
    """ "Next March" is the coming one, "this March" the one of this year, "last March" the latest gone by."""
    today, month, shift = _today(context), found.get("MONTH"), found.get("NEXT")
    if shift == 0:
        return Day(date(today.year, month, 1), Grain.MONTH)
    ahead = month > today.month
    year = today.year + (0 if ahead else 1) if shift > 0 else today.year - (0 if month < today.month else 1)
    return Day(date(year, month, 1), Grain.MONTH)


def _month_of_year(context: Context, found: Found) -> Day:
    return Day(date(_today(context).year + found.get("NEXT"), found.get("MONTH"), 1), Grain.MONTH)


def _month_in_years(context: Context, found: Found) -> Day | None:
    """ "March in two years"."""
    span: Span = found.get("DURATION")
    if span.days or span.timed or not span.months or span.months % 12:
        return None
    return Day(date(_today(context).year + span.months // 12, found.get("MONTH"), 1), Grain.MONTH)


def _month_after_next(context: Context, found: Found) -> Day:
    coming = month_start(context, found.get("MONTH"), None)
    return Day(coming.date.replace(year=coming.date.year + 1), Grain.MONTH)


def _rest(context: Context, found: Found) -> Day:
    """ "The rest of the week": from today on."""
    grain, today = found.get("LONG"), _today(context)
    return Day(today, until=shifted(period_start(today, grain), grain, 1))


def _year(_: Context, found: Found) -> Day:
    return Day(date(int(found.get("YEAR")), 1, 1), Grain.YEAR)


def _quarter(context: Context, found: Found) -> Day | None:
    number = found.get("QUARTERNAME") if found.of("QUARTERNAME") else found.get("ORD")
    if not 1 <= number <= 4:
        return None
    today = _today(context)
    year = next((full_year(int(value)) for value in (*found.values("YEAR"), *found.values("YY"))), None)
    start = date(year or today.year, 3 * number - 2, 1)
    over = period_end(midnight(start), Grain.QUARTER).date() <= today and year is None
    return Day(start.replace(year=start.year + 1) if over else start, Grain.QUARTER)


def _half(context: Context, found: Found) -> Day:
    today = _today(context)
    start = date(int(found.get("YEAR")) if found.of("YEAR") else today.year, 6 * found.get("HALFNAME") - 5, 1)
    return Day(start, Grain.MONTH, until=start + relativedelta(months=6))


def _season(context: Context, found: Found) -> Day:
    """Seasons of the north, by whole months; the coming one if none is named."""
    today, month = _today(context), _SEASON_MONTHS[found.get("SEASON")]
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


CLASSES: dict[str, Mapping[str, Any]] = {"QUARTERNAME": _QUARTERS, "HALFNAME": _HALVES}


def _shift_period(context: Context, found: Found) -> Day:
    grain = found.get("LONG")
    return Day(shifted(period_start(_today(context), grain), grain, 1), grain)


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
    Rule("(the)? (NEXT|COMING) (weekend | week DASH end) (?! (of|in) (the)? (MONTH|YEAR|LONG))", "STRETCH", _weekend),
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
