"""Weekday phrases: "Friday", "next Friday", "Friday week", "the first Tuesday of October", "Monday of next week".

Invariant: weeks start on Monday. "This Friday" is the one of this week, or the coming one if it has gone by; "next
Friday" is the one of next week; "last Friday" the latest one before today; a bare "Friday" is the coming one.
"""

from datetime import timedelta

from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Day, Grain, Impossible, Span
from app.schedule.date_sums import coming, in_week, most_recent, nth_weekday

_WEEK = timedelta(weeks=1)
_LONGEST_SHORT = len("thurs")


def _bare(context: Context, found: Found) -> Day:
    today, weekday = context.today, found.get("WEEKDAY")
    return Day(coming(today, weekday), today_if_later=today.weekday() == weekday, weekday=weekday)


def _dotted(context: Context, found: Found) -> Day | None:
    """ "Mon. at 3": the dot of an abbreviation, not the end of a sentence."""
    return _bare(context, found) if len(found.of("WEEKDAY")[0].text) <= _LONGEST_SHORT else None


def _this(context: Context, found: Found) -> Day:
    today, weekday = context.today, found.get("WEEKDAY")
    this_week = in_week(today, weekday, 0)
    return Day(this_week if this_week >= today else coming(today, weekday))


def _relative(context: Context, found: Found) -> Day:
    weekday, shift = found.get("WEEKDAY"), found.get("NEXT")
    if shift == 0:
        return _this(context, found)
    if shift < 0:
        return _past(context, found)
    return Day(in_week(context.today, weekday, 1))


def _coming(context: Context, found: Found) -> Day:
    return Day(coming(context.today, found.get("WEEKDAY")))


def _past(context: Context, found: Found) -> Day:
    """The latest such day gone by; yesterday would have been called yesterday."""
    day = most_recent(context.today, found.get("WEEKDAY"))
    yesterday = day == context.today - timedelta(days=1)
    return Day(day - _WEEK if yesterday and not found.has("past") else day)


def _of_week(context: Context, found: Found) -> Day:
    shift = found.get("NEXT") if found.of("NEXT") else found.get("COMING", 0)
    return Day(in_week(context.today, found.get("WEEKDAY"), shift))


def _week_later(context: Context, found: Found) -> Day:
    return Day(coming(context.today, found.get("WEEKDAY")) + _WEEK)


def _counted(context: Context, found: Found) -> Day | None:
    count, today, weekday = int(found.get("NUM")), context.today, found.get("WEEKDAY")
    if not 1 <= count <= 520:
        return None
    if found.has("ago", "back"):
        return Day(most_recent(today, weekday) - _WEEK * (count - 1))
    return Day(coming(today, weekday) + _WEEK * (count - 1))


def _counted_ahead(context: Context, found: Found) -> Day | None:
    """ "In two Fridays"."""
    return _counted(context, found) if found.has("in") else None


def _of_later_week(context: Context, found: Found) -> Day | None:
    """ "Monday two weeks from now": the Monday of the week that lies two weeks ahead."""
    span: Span = found.get("DURATION")
    if span.grain is not Grain.WEEK or span.timed or span.months or span.days % 7 or not 0 < span.days <= 3640:
        return None
    return Day(in_week(context.today, found.get("WEEKDAY"), span.days // 7))


def _of_counted_week(_: Context, found: Found) -> Day | None:
    """ "3 weeks after Christmas on Friday": the Friday of that week."""
    span: Span = found.get("DURATION")
    if span.grain is not Grain.WEEK or span.timed or span.months or span.days % 7 or span.days > 3640:
        return None
    day = found.get("DAY").date + timedelta(days=-span.days if found.has("before") else span.days)
    return Day(in_week(day, found.get("WEEKDAY"), 0))


def _doubt(_: Context, found: Found) -> str:
    """ "Thursday, two years from now" is some Thursday about then."""
    del found
    return "doubt"


def _nth(found: Found) -> int:
    """The number before the weekday, negative when counted from the end."""
    weekday = found.tokens.index(found.of("WEEKDAY")[0])
    number = found.get("ORD") if found.of("ORD") else 1
    return -number if any(token.text in {"last", "final"} for token in found.tokens[:weekday]) else number


def _nth_of_near_month(context: Context, found: Found) -> Day | Impossible:
    """The nth weekday of this month, the next one or the last one."""
    today = context.today
    year, month = divmod(today.year * 12 + today.month - 1 + found.values("NEXT")[-1], 12)
    day = nth_weekday(year, month + 1, found.get("WEEKDAY"), _nth(found))
    return Day(day) if day else Impossible()


def _beside(_: Context, found: Found) -> Day:
    """ "The Friday before Christmas"."""
    anchor: Day = found.get("DAY")
    pick = most_recent if found.has("before") else coming
    return Day(pick(anchor.date, found.get("WEEKDAY")))


def _nth_of_month(context: Context, found: Found) -> Day | Impossible:
    today, month = context.today, found.values("MONTH")[-1]
    years = [found.values("YEAR")[-1]] if found.of("YEAR") else [today.year, today.year + 1]
    weekday, nth = found.get("WEEKDAY"), _nth(found)
    existing = [day for day in (nth_weekday(year, month, weekday, nth) for year in years) if day]
    if not existing:
        return Impossible()
    each_year = None if found.of("YEAR") else lambda year: nth_weekday(year, month, weekday, nth)
    return Day(next((day for day in existing if day >= today), existing[-1]), each_year=each_year)


def _nth_of_the_month(context: Context, found: Found) -> Day | None:
    today = context.today
    for ahead in range(3):
        year, month = divmod(today.year * 12 + today.month - 1 + ahead, 12)
        day = nth_weekday(year, month + 1, found.get("WEEKDAY"), _nth(found))
        if day and day >= today:
            return Day(day)
    return None


_FROM_NOW = "(?: from (now|today) | hence )"
_NTH = "(?: ORD (to)? (last)? | last | final | ORD DASH to DASH last)"

RULES = (
    Rule(f"(the)? {_NTH} WEEKDAY (of|in) (the)? MONTH (COMMA|of|in)? YEAR", "DAY", _nth_of_month),
    Rule(f"(the)? {_NTH} WEEKDAY (of|in) (the)? MONTH", "DAY", _nth_of_month),
    Rule(f"(the)? {_NTH} WEEKDAY (of|in)? (the)? NEXT month", "DAY", _nth_of_near_month),
    Rule("(the|on)? WEEKDAY (before|after|following) DAY", "DAY", _beside),
    Rule(f"(the)? {_NTH} WEEKDAY (of|in) (the|each|every) month", "DAY", _nth_of_the_month),
    Rule(f"(?: WEEKDAY COMMA? (?: DURATION {_FROM_NOW} | in DURATION (?! (of|QUOTE)) ) )", "DAY", _of_later_week),
    Rule(f"(?: DURATION {_FROM_NOW} | in DURATION (QUOTE? time)? ) COMMA? on (a|the)? WEEKDAY", "DAY", _of_later_week),
    Rule("(the)? DURATION (after|before|from) (the)? DAY COMMA? on (a|the)? WEEKDAY", "DAY", _of_counted_week),
    Rule(f"WEEKDAY COMMA? DURATION {_FROM_NOW}", "DOUBT", _doubt),
    Rule("(NEXT|COMING) week COMMA? (on)? WEEKDAY", "DAY", _of_week),
    Rule("(on)? WEEKDAY COMMA? (of|in)? (the)? (NEXT|COMING) week", "DAY", _of_week),
    Rule("(the)? WEEKDAY after (the)? next", "DAY", _week_later),
    Rule("(a)? week (on|from) (this|next)? WEEKDAY", "DAY", _week_later),
    Rule("WEEKDAY week (?! MIN)", "DAY", _week_later),
    Rule("(the)? NUM WEEKDAY (from now|hence|from today|ago|back)", "DAY", _counted),
    Rule(
        "(in)? NUM WEEKDAYS (time)?",
        "DAY",
        _counted_ahead,
    ),
    Rule("(this|the)? (past|previous|last) WEEKDAY", "DAY", _past),
    Rule("(this|the)? COMING WEEKDAY", "DAY", _coming),
    Rule("(the)? following WEEKDAY", "DAY", _coming),
    Rule("(the)? NEXT WEEKDAY", "DAY", _relative),
    Rule("WEEKDAY (coming|following)", "DAY", _coming),
    Rule("WEEKDAY DOT (?= COMMA? (at|@)? (HOUR|TIMESHAPE))", "DAY", _dotted),
    Rule("(the)? WEEKDAY", "DAY", _bare),
)
