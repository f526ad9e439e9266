"""Ranges of days: "10 to 22 August", "from the 13th to the 15th of July", "Aug 10 - Nov 12, 2013", "Monday to Friday".

Invariant: produces a STRETCH whose `until` is the day after the last one; a range that runs backwards is none. A year
said once counts for both ends. It does not know clock times.
"""

from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Day, Grain, Impossible, midnight, period_end
from app.language.time.shapes import day_month, real_date

_MOST_DAYS = 3_700


def stretch_between(first: date, last: date) -> Day | None:
    """Both days and all between, as one stretch."""
    return Day(first, until=last + timedelta(days=1)) if 0 <= (last - first).days <= _MOST_DAYS else None


def _in_month(context: Context, found: Found) -> Day | Impossible | None:
    """Two days of one month, said with it once."""
    first, last = (int(number) for number in found.values("DAYNUM")[:2])
    month, today = found.get("MONTH"), context.today
    years = [int(found.get("YEAR"))] if found.of("YEAR") else [today.year, today.year + 1]
    ends = [(real_date(year, month, first), real_date(year, month, last)) for year in years]
    for start, end in ends:
        if start and end and (end >= today or found.of("YEAR")):
            return stretch_between(start, end)
    return Impossible() if not any(start and end for start, end in ends) else None


def _in_coming_month(context: Context, found: Found) -> Day | None:
    """ "Between the 21st and the 23rd": of this month, or the next when they have gone by."""
    first, last = found.values("ORDDAY")
    today = context.today
    for ahead in range(3):
        year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
        start, end = real_date(year, month + 1, first), real_date(year, month + 1, last)
        if start and end and end >= today:
            return stretch_between(start, end)
    return None


def _between_days(_: Context, found: Found) -> Day | None:
    first, last = found.values("DATE")
    start, end = _aligned(first, last)
    over = last.until or period_end(midnight(end), last.grain).date()
    if start >= over or first.until:
        return None
    return Day(start, until=over + (end - last.date if last.until else timedelta(0)))


def _aligned(first: Day, last: Day) -> tuple[date, date]:
    """The ends of a range, where one of them may lend the other its year or its week."""
    start, end = first.date, last.date
    if last.weekday is not None and end <= start:
        return start, start + timedelta(days=(last.weekday - start.weekday() - 1) % 7 + 1)
    yearless = first.if_passed is not None
    if yearless and last.if_passed is None and last.weekday is None:
        moved = start.replace(year=end.year) if (start.month, start.day) != (2, 29) else start
        return (moved if moved <= end else moved - relativedelta(years=1)), end
    if last.if_passed and end < start:
        return start, last.if_passed
    return start, end


def _slashed(context: Context, found: Found) -> Day | None:
    pairs, today = found.values("SLASHED"), context.today
    years = [int(found.get("YEAR"))] if found.of("YEAR") else [today.year, today.year + 1]
    for year in years:
        start, end = (day_month(first, second, context, year=year) for first, second in pairs)
        if start and end and (end >= today or found.of("YEAR")):
            return stretch_between(start, end)
    return None


def _near_month(context: Context, found: Found) -> Day | Impossible | None:
    """ "From the 4th to the 23rd of next month"."""
    first, last = (int(number) for number in found.values("DAYNUM")[:2])
    shift = found.get("NEXT") if found.of("NEXT") else found.get("COMING")
    year, month = divmod(context.now.year * 12 + context.now.month - 1 + shift, 12)
    start, end = real_date(year, month + 1, first), real_date(year, month + 1, last)
    return stretch_between(start, end) if start and end else Impossible()


def _two_months(context: Context, found: Found) -> Day | Impossible | None:
    """ "July 28 - August 3 2027": a year said once counts for both ends."""
    (first, last), months = (int(number) for number in found.values("DAYNUM")[:2]), found.values("MONTH")
    today = context.today
    years = [int(found.get("YEAR"))] if found.of("YEAR") else [today.year, today.year + 1]
    for year in years:
        start, end = real_date(year, months[0], first), real_date(year, months[1], last)
        if start and end and start > end:
            start = start - relativedelta(years=1) if found.of("YEAR") else start
            end = end if found.of("YEAR") else end + relativedelta(years=1)
        if start and end and (end >= today or found.of("YEAR")):
            return stretch_between(start, end)
    return Impossible()


def _until_now(context: Context, found: Found) -> Day | None:
    """ "Between 22 January and now": the one gone by."""
    first: Day = found.get("DATE")
    today, start = context.today, first.date
    if start > today and first.weekday is not None:
        start -= timedelta(days=7)
    elif start > today and first.if_passed:
        start -= relativedelta(years=1)
    return stretch_between(start, today) if start <= today else None


_TO = "(to|until|till|til|untill|thru|through|DASH)"
_DAY = "(the)? (?: ORD | DOM )"


def _months(context: Context, found: Found) -> Day | None:
    """ "Jan-Feb 2017": the first month takes the year of the last one."""
    last: Day = found.get("STRETCH")
    if last.grain is not Grain.MONTH or last.until:
        return None
    start = date(last.date.year, found.get("MONTH"), 1)
    start = start if start <= last.date else start - relativedelta(years=1)
    return Day(start, until=last.date + relativedelta(months=1))


RULES = (
    Rule(f"(from)? {_DAY} {_TO} {_DAY} (of|in) (the)? (NEXT|COMING) month", "STRETCH", _near_month),
    Rule(
        f"(from)? MONTH {_DAY} {_TO} MONTH {_DAY} (COMMA? YEAR)? (?! (MERIDIEM|TIMESHAPE|YEAR))", "STRETCH", _two_months
    ),
    Rule(f"(from)? {_DAY} {_TO} {_DAY} (of)? MONTH (COMMA|of|in)? YEAR", "STRETCH", _in_month),
    Rule(f"between {_DAY} and {_DAY} (of)? MONTH (COMMA|of|in)? YEAR", "STRETCH", _in_month),
    Rule(f"(from)? {_DAY} {_TO} {_DAY} (of)? MONTH", "STRETCH", _in_month),
    Rule(f"between {_DAY} and {_DAY} (of)? MONTH", "STRETCH", _in_month),
    Rule(f"(from|between)? MONTH {_DAY} (?: {_TO} | and ) {_DAY} COMMA? YEAR", "STRETCH", _in_month),
    Rule(
        f"(?<! DAYNUM) (?<! of) (from)? MONTH {_DAY} {_TO} {_DAY} (?! (MERIDIEM|MONTH|of|in the PART))",
        "STRETCH",
        _in_month,
    ),
    Rule(f"between MONTH {_DAY} and {_DAY} (?! (MERIDIEM|MONTH|of))", "STRETCH", _in_month),
    Rule(
        f"(?: from (the)? ORDDAY {_TO} (the)? ORDDAY | between (the)? ORDDAY and (the)? ORDDAY ) (?! (of|MONTH|WEEKDAY))",
        "STRETCH",
        _in_coming_month,
    ),
    Rule(f"(from|between)? SLASHED (?: {_TO} | and ) SLASHED (COMMA)? YEAR", "STRETCH", _slashed),
    Rule(f"(from|between) SLASHED (?: {_TO} | and ) SLASHED | ^ SLASHED {_TO} SLASHED $", "STRETCH", _slashed),
)

JOINS = (
    Rule("(from|since) DATE (to|till|until|through|up to) (now|date)", "STRETCH", _until_now),
    Rule("between DATE and now", "STRETCH", _until_now),
    Rule(f"from DATE (and|or)? {_TO} (the)? DATE", "STRETCH", _between_days),
    Rule("between DATE and (the)? DATE", "STRETCH", _between_days),
    Rule(f"DATE {_TO} (the)? DATE (?! PART)", "STRETCH", _between_days),
    Rule(f"(from)? (?: MONTH ) {_TO} STRETCH", "STRETCH", _months),
)
