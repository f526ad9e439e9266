"""Days named on the calendar: "3 March", "March 3rd 2027", "the 3rd", "Thursday the 15th", today and its neighbours.

Invariant: without a year the next such day is meant, today included. A day the calendar lacks (31 February, 29
February 2027), or a weekday that contradicts its date, is Impossible rather than moved.
"""

from datetime import date, timedelta

from app.language.time.grammar import Builder, Context, Found, Rule
from app.language.time.meaning import Day, Grain, Impossible
from app.language.time.shapes import day_month, full_year, real_date

_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_YEARS_AHEAD = 9
_MONTHS_AHEAD = 12
_JUST_GONE = timedelta(days=60)


def _dated(context: Context, month: int, day: int, year: int | None) -> Day | Impossible:
    if not 1 <= day <= _LONGEST[month - 1]:
        return Impossible()
    if year is not None:
        found = real_date(year, month, day)
        return Day(found) if found else Impossible()
    today = context.today
    dates = [real_date(today.year + ahead, month, day) for ahead in range(_YEARS_AHEAD)]
    ahead = [found for found in dates if found and found >= today]
    return Day(ahead[0], if_passed=ahead[1], each_year=lambda year: real_date(year, month, day))


def _year_of(found: Found) -> int | None:
    years = found.values("YEAR")
    if years:
        return int(years[-1])
    short = found.values("YY")
    # A second number of two digits, too large for an hour, is the year: 31-Oct-74, 3 March '27, 9 Aug 96.
    return full_year(int(short[-1])) if short and len(found.of("DAYNUM")) > 1 else None


def _day_month(context: Context, found: Found) -> Day | Impossible | None:
    year = _year_of(found)
    if (year is None and len(found.of("DAYNUM")) > 1) or (year is not None and not 1900 <= year <= 2199):
        return None
    return _dated(context, found.get("MONTH"), found.get("DAYNUM"), year)


def _weekday_dated(context: Context, found: Found) -> Day | Impossible:
    """A weekday with a date: without a year it is the coming one, or one just gone by; else they contradict."""
    day: Day = found.get("DAY")
    weekday = found.get("WEEKDAY")
    if day.date.weekday() == weekday:
        return day
    before = real_date(day.date.year - 1, day.date.month, day.date.day) if day.if_passed else None
    recent = before is not None and timedelta(0) < context.today - before < _JUST_GONE
    return Day(before) if before and recent and before.weekday() == weekday else Impossible()


def _weekday_ordinal(context: Context, found: Found) -> Day | Impossible:
    """ "Thursday the 15th": the next month in which the 15th is a Thursday."""
    today, weekday = context.today, found.get("WEEKDAY")
    number = found.get("DAYNUM")
    for ahead in range(_MONTHS_AHEAD):
        day = _month_day(today, ahead, number)
        if day and day >= today and day.weekday() == weekday:
            return Day(day)
    return Impossible()


def _month_day(today: date, months_ahead: int, number: int) -> date | None:
    year, month = divmod(today.year * 12 + today.month - 1 + months_ahead, 12)
    return real_date(year, month + 1, number)


def _ordinal(context: Context, found: Found) -> Day | None:
    days = [_month_day(context.today, ahead, found.get("ORD")) for ahead in range(4)]
    ahead = [day for day in days if day and day >= context.today]
    return Day(ahead[0], if_passed=ahead[1]) if len(ahead) > 1 else None


def _ordinal_of_month(context: Context, found: Found) -> Day | Impossible | None:
    # "The 5 next month" is a day; "two upcoming month" counts months.
    if not found.of("ORD") and not found.has("of", "in") and (found.of("COMING") or not found.has("the")):
        return None
    shift = found.get("NEXT") if found.of("NEXT") else found.get("COMING", 0)
    day = _month_day(context.today, shift, found.get("DAYNUM"))
    return Day(day) if day else Impossible()


def _slashed(context: Context, found: Found) -> Day | Impossible | None:
    """Day and month in digits, at their next coming; "day first" unless the context says otherwise."""
    first, second = found.get("SLASHED")
    if (first, second) == (24, 7):
        return None
    today = context.today
    days = [day_month(first, second, context, year=today.year + ahead) for ahead in range(_YEARS_AHEAD)]
    ahead = [day for day in days if day and day >= today]
    if len(ahead) < 2:
        return Impossible()
    return Day(ahead[0], if_passed=ahead[1], each_year=lambda year: day_month(first, second, context, year=year))


def _near(days: int) -> Builder:
    return lambda context, _: Day(context.today + timedelta(days=days))


def _today_word(context: Context, found: Found) -> Day:
    return Day(context.today + timedelta(days=found.get("TODAY")))


def _of_year(context: Context, found: Found) -> Day:
    day: Day = found.get("DAY")
    year = context.today.year + found.get("NEXT")
    moved = real_date(year, day.date.month, day.date.day)
    return Day(moved) if moved else day


_SEP = "(DASH|SLASH|of|COMMA|DOT)?"
_YEAR_TAIL = "(?: (COMMA|of|in|DASH|SLASH|DOT)? YEAR | (DASH|SLASH|of|QUOTE)? YY (?! (MERIDIEM|UNIT|MEASURE|oclock|DASH|NUM|WEEKDAY|MONTH|past|to)) )"
_DAY = "(?: ORD | DOM)"
# Not the one of "the first Monday of December", after which a number is something else.
_OWN_MONTH = "(?<! WEEKDAY of) (?<! WEEKDAY in) MONTH"
# After these a spelled or bare ordinal is a date; before a noun ("the second floor") it is not.
_FOLLOWER = (
    "(?! (?:closest|nearest|ORD|NUM (?! (MERIDIEM|in|at|o'clock|past|to|ish|h|hrs|hours|MIN|sharp|STOP|COMMA|$))|UNIT (?! (past|to|of))|WEEKDAY|MONTH|PERIOD|MEASURE|floor|time|try|attempt|one|person|row|place|party|half (?! (past|N12))|"
    "chapter|page|item|option|thing|step|grade|class|wave|street|avenue|edition|birthday|anniversary|of|to last|"
    "last|generation|round|degree|hand|opinion|world|party|point|part|version|line|column|team|child|"
    "string|window|door|house|car|draft|week|weekend|day|night) )"
)


def _plain_day(context: Context, found: Found) -> Day | None:
    """ "On the 17", in digits without an ending."""
    days = [_month_day(context.today, ahead, found.get("DOM")) for ahead in range(4)]
    ahead = [day for day in days if day and day >= context.today]
    return Day(ahead[0], if_passed=ahead[1]) if len(ahead) > 1 else None


def _plain_slashed(context: Context, found: Found) -> Day | None:
    """ "5/17" with nothing around it is a date if one number can only be a day; "24/7" never is."""
    first, second = found.get("SLASHED")
    if max(first, second) <= 12:
        return None
    day = _slashed(context, found)
    return day if isinstance(day, Day) else None


def _named_number(context: Context, found: Found) -> Day | Impossible | None:
    """ "March 3"; after "in" a larger number is no day of the month, and "May 2027" is a month of a year."""
    return None if found.get("INT") > 99 else _day_month(context, found)


def _year_first(context: Context, found: Found) -> Day | Impossible:
    return _dated(context, found.get("MONTH"), int(found.get("DOM")), int(found.get("YEAR")))


def _trailing_weekday(context: Context, found: Found) -> Day | Impossible | None:
    day: Day = found.get("DAY")
    return day if day.date.weekday() == found.get("WEEKDAY") else None


def _weekday_slashed(context: Context, found: Found) -> Day | Impossible:
    """ "Friday 3/4": the weekday tells which number is the day, if one order fits it."""
    first, second = found.get("SLASHED")
    today = context.today
    for order in ((second, first), (first, second)):
        for year in (today.year, today.year + 1):
            day = real_date(year, *order)
            if day and day >= today and day.weekday() == found.get("WEEKDAY"):
                return Day(day)
    return Impossible()


def _dotted(context: Context, found: Found) -> Day | None:
    """ "On 5.12": day and month with a dot, in the house order, with a weekday that must agree."""
    parts = found.of("NFRAC")[0].text.split(".")
    if len(parts) != 2 or any(len(part) > 2 for part in parts):
        return None
    # "Friday 7.30" is a time of day.
    if found.of("WEEKDAY") and len(parts[1]) > 1:
        return None
    first, second = (int(part) for part in parts)
    days = [day_month(first, second, context, year=context.today.year + ahead) for ahead in range(2)]
    ahead = [day for day in days if day and day >= context.today]
    if not ahead or (found.of("WEEKDAY") and ahead[0].weekday() != found.get("WEEKDAY")):
        return None
    return Day(ahead[0])


def _the_ordinal(context: Context, found: Found) -> Day | None:
    """ "the 3rd" in digits is a date; "the third" in words needs "on" or a month."""
    return (
        None if found.of("ORDDAY")[0].text == "spelled" or found.tokens[-1].text.isalpha() else _ordinal(context, found)
    )


def month_start(context: Context, month: int, year: int | None) -> Day:
    """The month as a period: of that year, else this month or the next time it comes."""
    today = context.today
    if year is not None:
        return Day(date(year, month, 1), Grain.MONTH)
    year = today.year if month >= today.month else today.year + 1
    return Day(date(year, month, 1), Grain.MONTH, if_passed=date(year + 1, month, 1))


RULES = (
    Rule("(the)? day after (the)? day after tomorrow", "DAY", _near(3)),
    Rule("(the)? day after (tomorrow|tmrw|tmr)", "DAY", _near(2)),
    Rule("overmorrow", "DAY", _near(2)),
    Rule("(the)? day before yesterday", "DAY", _near(-2)),
    Rule("(the)? next day (?! (WEEKDAY | and DURATION))", "DAY", _near(1)),
    Rule("(?<= [does is about]) my day (?= (look|looks|looking|like|going|STOP|$))", "DAY", _near(0)),
    Rule("TODAY", "DAY", _today_word),
    Rule("YEAR (DASH|SLASH|DOT|COMMA)? MONTH (DASH|SLASH|DOT|COMMA)? (the)? DOM", "DAY", _year_first),
    Rule(f"(?<! [at @ past]) (the)? {_DAY} (day)? {_SEP} (the month of)? MONTH {_YEAR_TAIL}", "DAY", _day_month),
    Rule(
        f"(?<! [at @ past]) (?<! MONTH) (?<! MONTH DASH) (the)? (ORD|MIN) (day)? {_SEP} (the month of)? MONTH (?! (the)? ORD)",
        "DAY",
        _day_month,
    ),
    Rule(f"{_OWN_MONTH} (DASH|SLASH|DOT|COMMA)? (the)? {_DAY} {_YEAR_TAIL}", "DAY", _day_month),
    Rule(f"{_OWN_MONTH} (DASH|DOT|SLASH)? (the)? ORD (?! thing)", "DAY", _day_month),
    Rule(f"{_OWN_MONTH} (DASH|DOT|SLASH)? (the)? INT (?! (MERIDIEM|MEASURE|oclock))", "DAY", _named_number),
    Rule("DAY (of|in)? NEXT (year|yr)", "DAY", _of_year),
    Rule("WEEKDAY (DOT|COMMA|DASH)? (the)? DAY", "DAY", _weekday_dated),
    Rule("DAY COMMA? (on)? (a)? WEEKDAY (?! (the)? (ORD|DOM))", "DAY", _trailing_weekday),
    Rule("WEEKDAY (DOT|COMMA|DASH)? (SLASHED)", "DAY", _weekday_slashed),
    Rule("(the)? (ORD|DOM) (of|in)? (the)? (NEXT|COMING) month", "DAY", _ordinal_of_month),
    Rule("(NEXT|COMING) month COMMA? on the (ORD|DOM)", "DAY", _ordinal_of_month),
    Rule("WEEKDAY COMMA? (the)? ORDDAY (?! (of|UNIT|thing))", "DAY", _weekday_ordinal),
    Rule(
        "WEEKDAY COMMA? (?: N23|N24|N31) (?! (MERIDIEM|UNIT|MEASURE|oclock|DASH|to|and|MIN|past|after|before|till))",
        "DAY",
        _weekday_ordinal,
    ),
    Rule("(?<= on) (the)? ORDDAY (of (the|this|each|every) month)?" + _FOLLOWER, "DAY", _ordinal),
    Rule("the ORDDAY of (the|this) month", "DAY", _ordinal),
    Rule("the ORDDAY" + _FOLLOWER, "DAY", _the_ordinal),
    Rule("(?<= on) the DOM (?= (between|at|from|COMMA|STOP|to|@|$))", "DAY", _plain_day),
    Rule("(?<= by) ORDDAY" + _FOLLOWER, "DAY", _ordinal),
    Rule("^ ORDDAY (?= (COMMA|at|@|from|in the|$))", "DAY", _ordinal),
    Rule("(?<= on) (?: N23 | N24 | N31 ) (?= (at|@) (HOUR|TIMESHAPE|noon))", "DAY", _plain_day),
    Rule("WEEKDAY COMMA? NFRAC (?! (MERIDIEM|UNIT|MEASURE))", "DAY", _dotted),
    Rule("(?<= on) NFRAC (?= (STOP|COMMA|at|@|with|from|$))", "DAY", _dotted),
    Rule(
        "(?<= [on by until till before after from since due @ at this except excluding]) SLASHED (?! (UNIT|of|MEASURE))",
        "DAY",
        _slashed,
    ),
    Rule("(?<= DAY and) SLASHED (?! (UNIT|of|MEASURE))", "DAY", _slashed),
    Rule("^ SLASHED $", "DAY", _slashed),
    Rule("SLASHED (?= (STOP|$))", "DAY", _plain_slashed),
    Rule("SLASHED (?= (COMMA? at|@) (NUM|TIMESHAPE))", "DAY", _slashed),
    Rule("SLASHED (?= COMMA? (TIMESHAPE | HOUR MERIDIEM))", "DAY", _slashed),
)

# Once clock times are read: two numbers beside one of them are a day.
_TIMED = "(?: CLOCK | CRANGE | PARTOF )"
_NO_FRACTION = "(?! (UNIT|of|MEASURE|DURATION))"
LATE_RULES = (
    Rule(f"SLASHED (?= COMMA? (at|@|by|before|in|around|about|from)? {_TIMED})", "DAY", _slashed),
    *(
        Rule(f"(?<= {lead}) SLASHED {_NO_FRACTION}", "DAY", _slashed)
        for lead in ("CLOCK", "CLOCK COMMA", "CLOCK on", "PARTOF")
    ),
)
