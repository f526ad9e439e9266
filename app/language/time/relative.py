"""Times counted from now or from a named day: "in 20 minutes", "2 weeks ago", "3 days before Christmas".

Invariant: spans with hours or minutes are counted in elapsed time (20 minutes is 20 minutes, also across a clock
change); days, weeks and months are counted on the calendar. It does not know where the anchor came from.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from app.language.time.clock import settle
from app.language.time.durations import BusinessDays, span_of
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, ClockRange, Day, Grain, Moment, Span, finest
from app.language.time.periods import period_start, shifted
from app.schedule.date_sums import monday_of

_WORKDAYS = 5
_CENTURY = 1200
_ROUND_MINUTES = frozenset({5, 10, 15, 20, 25, 30, 40, 45, 60, 90})


def from_now(context: Context, span: Span) -> Day | Moment | None:
    """Now plus a span."""
    try:
        return _from(context.aware_now, span) if span.timed else _calendar_day(context, span)
    except (OverflowError, ValueError):
        return None


def _calendar_day(context: Context, span: Span) -> Day:
    grain = span.grain if span.grain in {Grain.MONTH, Grain.QUARTER, Grain.YEAR} else Grain.DAY
    day = span.shift(context.today)
    return Day(day, Grain.DAY if grain else grain)


def _from(aware: datetime, span: Span) -> Moment:
    moved = aware.replace(tzinfo=None)
    day = span.shift(moved.date())
    local = datetime.combine(day, moved.time(), tzinfo=aware.tzinfo)
    elapsed = local.astimezone(UTC) + timedelta(seconds=span.seconds)
    when = elapsed.astimezone(aware.tzinfo)
    grain = finest(Grain.MINUTE, span.grain)
    return Moment(when.replace(microsecond=0), grain)


def _alone(context: Context, found: Found) -> Day | Moment | None:
    """A length as all that was written; a hundred years are no time to ring."""
    span: Span = found.get("DURATION")
    return from_now(context, span) if span.months < _CENTURY else None


def _ahead(context: Context, found: Found) -> Day | Moment | None:
    return from_now(context, found.get("DURATION"))


def _behind(context: Context, found: Found) -> Day | Moment | None:
    return from_now(context, found.get("DURATION").scaled(-1))


def _sign(found: Found) -> int:
    return -1 if found.has("before", "prior", "previous", "preceding", "ahead", "earlier", "to") else 1


def _from_day(context: Context, found: Found) -> Day | None:
    """ "3 days before Christmas", "2 weeks from tomorrow"; hours from a day have no start to count from."""
    span: Span = found.get("DURATION")
    anchor: Day = found.get("DAY")
    # "A year from Christmas" may count from the one to come or the one gone by.
    if span.timed or (anchor.each_year and span.months and span.months % 12 == 0):
        return None
    try:
        return Day(span.scaled(_sign(found)).shift(anchor.date))
    except (OverflowError, ValueError):
        return None


def _from_clock(context: Context, found: Found) -> Clock | None:
    """ "15 minutes before 5pm": another time of day, if that is still the same day."""
    span: Span = found.get("DURATION")
    if span.days or span.months or not span.timed:
        return None
    clock: Clock = found.get("CLOCK")
    settled = clock if clock.settled else settle(clock, context.lean)
    start = datetime.combine(context.today, settled.time)
    moved = start + timedelta(seconds=span.seconds * _sign(found))
    midnight = (settled.hour, settled.minute) == (0, 0)
    if moved.date() != start.date() and not (midnight and moved < start):
        return None
    return Clock(moved.hour, moved.minute, moved.second, settled=clock.settled or moved.hour > 12, grain=Grain.MINUTE)


def before_moment(_: Context, found: Found) -> Moment | None:
    """ "An hour before Friday 3pm", on the wall clock; hours from a day alone have no start to count from."""
    moment: Moment = found.get("MOMENT")
    span: Span = found.get("DURATION")
    if moment.until or not (moment.has_date and moment.has_time) or not span.timed or span.days or span.months:
        return None
    return replace(moment, when=moment.when + timedelta(seconds=span.seconds * _sign(found)), draft=None)


def from_moment(_: Context, found: Found) -> Moment | None:
    moment: Moment = found.get("MOMENT")
    if moment.until or not moment.when.tzinfo:
        return None
    return _from(moment.when, found.get("DURATION").scaled(_sign(found)))


def _days_from(_: Context, found: Found) -> Day | None:
    """ "For 3 days from Monday"."""
    span: Span = found.get("DURATION")
    start = found.get("DAY").date
    try:
        return None if span.timed else Day(start, until=span.shift(start))
    except (OverflowError, ValueError):
        return None


def _neighbour(_: Context, found: Found) -> Day:
    """ "The day before Christmas", "the week after Easter"."""
    anchor: Day = found.get("DAY")
    grain, sign = found.get("PERIOD"), _sign(found)
    if grain is Grain.WEEK:
        return Day(monday_of(anchor.date) + timedelta(weeks=sign), Grain.WEEK)
    return Day(anchor.date + timedelta(days=sign))


def _plus_week(context: Context, found: Found) -> Day | None:
    """ "A week tomorrow", "tomorrow week", "two weeks today"."""
    span: Span = found.get("DURATION") if found.of("DURATION") else Span(days=7, grain=Grain.WEEK)
    if span.timed or span.grain is not Grain.WEEK:
        return None
    return Day(span.shift(found.get("DAY").date))


def _day_fortnight(_: Context, found: Found) -> Day | None:
    """ "Monday fortnight", the length being that one word."""
    length = found.of("DURATION")[0]
    one_word = length.end - length.start <= len("fortnight's")
    return _plus_week(_, found) if one_word and length.value == Span(days=14, grain=Grain.WEEK) else None


def _stretch(context: Context, found: Found) -> Day | None:
    """ "The next three days" (from tomorrow), "the last two weeks" (up to today)."""
    return _days_around(context, found.get("DURATION"), back=found.has("past", "last", "previous"))


def _counted_stretch(context: Context, found: Found) -> Day | None:
    # "Only 3 next week" counts something else.
    if found.get("NUM") != 1 and not found.of("UNIT")[-1].text.endswith("s"):
        return None
    span = span_of(found.get("NUM"), found.values("UNIT")[-1])
    return span and _days_around(context, span, back=found.has("past", "last", "previous"))


def _days_around(context: Context, span: Span, *, back: bool) -> Day | None:
    if span.timed:
        return None
    today = context.today
    if span.grain is Grain.QUARTER:
        return _quarters(today, span.months // 3, back=back)
    try:
        edge = span.scaled(-1 if back else 1).shift(today)
    except (OverflowError, ValueError):
        return None
    return Day(edge, until=today) if back else Day(today + timedelta(days=1), until=edge + timedelta(days=1))


def _quarters(today: date, count: int, *, back: bool) -> Day:
    """Whole quarters of the calendar, before or after the running one."""
    this = period_start(today, Grain.QUARTER)
    first = shifted(this, Grain.QUARTER, -count if back else 1)
    return Day(first, until=shifted(first, Grain.QUARTER, count))


def _in_minutes(context: Context, found: Found) -> Moment | None:
    """ "In 15'", or "remind me in 15" with a number of minutes that people count in."""
    count = int(found.get("MIN"))
    if not found.of("QUOTE") and (count not in _ROUND_MINUTES or found.of("MIN")[0].text == "spelled"):
        return None
    return _from(context.aware_now, Span(seconds=60 * count, grain=Grain.MINUTE)) if count else None


def _today_ahead(context: Context, found: Found) -> Moment | None:
    """ "Today in an hour", if that is still today."""
    ahead, day = found.get("AFTER"), found.get("DAY")
    same = isinstance(ahead, Moment) and ahead.when.date() == day.date == context.today
    return ahead if same else None


def _sum(context: Context, found: Found) -> Day | Moment | None:
    """ "2027-03-01 + 10 days", "now - 2 hours"."""
    span: Span = found.get("DURATION").scaled(1 if found.of("PLUS") else -1)
    if found.of("MOMENT"):
        return _from(context.aware_now, span)
    try:
        return None if span.timed else Day(span.shift(found.get("DAY").date))
    except (OverflowError, ValueError):
        return None


def _lasting(_: Context, found: Found) -> ClockRange | None:
    """ "At 3 for 2 hours": a range that ends on the clock, if it lasts less than half a day."""
    span: Span = found.get("DURATION")
    clock: Clock = found.get("CLOCK")
    if span.days or span.months or not 0 < span.seconds < 12 * 3600:
        return None
    end = clock.hour * 60 + clock.minute + int(span.seconds // 60)
    hour, minute = divmod(end, 60)
    if clock.settled:
        return ClockRange(clock, Clock(hour % 24, minute, settled=True, grain=clock.grain))
    return ClockRange(clock, Clock((hour - 1) % 12 + 1, minute, grain=clock.grain))


def add_workdays(day: date, count: int) -> date:
    """The day `count` working days later (earlier if negative), Monday to Friday."""
    step = timedelta(days=1 if count > 0 else -1)
    left = abs(count)
    while left:
        day += step
        left -= day.weekday() < _WORKDAYS
    return day


def _workdays(context: Context, found: Found) -> Day:
    count: BusinessDays = found.get("WORKDAYS")
    sign = -1 if found.has("ago", "before", "last", "previous", "past") else 1
    anchor = found.get("DAY").date if found.of("DAY") else context.today
    if found.of("NEXT") and sign > 0 and len(found.tokens) > 1 and int(count) > 1:
        first, last = add_workdays(anchor, 1), add_workdays(anchor, int(count))
        return Day(first, until=last + timedelta(days=1))
    return Day(add_workdays(anchor, sign * int(count)))


def _now(context: Context, _: Found) -> Moment:
    return Moment(context.aware_now.replace(microsecond=0), Grain.SECOND)


# "Upcoming two weeks" with nothing before it may be the week after next as well.
_OVER = "(?! (coming|upcoming) DURATION | NUM (coming|upcoming) UNIT ) (for|in|over|during)? (the)?"
_AROUND = "(next|coming|upcoming|last|past|previous|following)"
_FROM_NOW = "(?: from (now|today) | hence | from this moment | time )"


def _workdays_from(context: Context, found: Found) -> Day | None:
    """Working days count only with a word that says from where."""
    return _workdays(context, found) if len(found.tokens) > 1 else None


DAY_RULES = (
    Rule("^ DAY (PLUS|DASH) DURATION $", "DAY", _sum),
    Rule("for DURATION (from|starting|beginning) (on)? DAY", "STRETCH", _days_from),
    Rule("(?<! for) (the)? DURATION (before|after|prior to|from|following|since) (the)? DAY", "DAY", _from_day),
    Rule("(?<! (?: for | from | only | just )) DURATION to (the)? DAY", "DAY", _from_day),
    Rule("DAY (a)? week", "DAY", _plus_week),
    Rule("DAY DURATION (?! (before|after|from|later|ago))", "DAY", _day_fortnight),
    Rule("(?<! next) (?<! last) DURATION (on|from)? DAY", "DAY", _plus_week),
    Rule("(the)? (?: week | day ) (before|after) DAY", "DAY", _neighbour),
    Rule(
        "(in)? WORKDAYS (from (now|today)|hence|time|later)? | WORKDAYS (ago|before DAY|after DAY|from DAY)",
        "DAY",
        _workdays_from,
    ),
    Rule("(in)? (the)? NEXT WORKDAYS", "DAY", _workdays),
)

RULES = (
    Rule(
        "(?<! from) (?<! until) (?<! till) (?<! to) (?<! by) (?<! before) (?<! than) (?<! since) (right)? now (?! (and then|that))",
        "MOMENT",
        _now,
    ),
    Rule(
        "in (about|around|another|just|exactly|approximately|roughly|the next)? DURATION (QUOTE? time|from now)?",
        "AFTER",
        _ahead,
    ),
    Rule("^ MOMENT (PLUS|DASH) DURATION $", "AFTER", _sum),
    Rule("in MIN QUOTE | ^ in MIN $", "AFTER", _in_minutes),
    Rule("(?<= [me us him her them back again]) in MIN (?= (STOP|COMMA|to (?! NUM)|please|$))", "AFTER", _in_minutes),
    Rule("(?<= timer) for DURATION", "AFTER", _ahead),
    Rule("(?<! for) after DURATION", "AFTER", _ahead),
    Rule("^ PLUS? DURATION $", "AFTER", _alone),
    Rule("^ DASH DURATION $", "AFTER", _behind),
    Rule(f"(?<! for) (about|around)? DURATION {_FROM_NOW}", "AFTER", _ahead),
    Rule("DURATION later", "AFTER", _ahead),
    Rule("DURATION before now", "AFTER", _behind),
    Rule("within (about|around|the next)? DURATION", "AFTER", _ahead),
    Rule("(about|around)? DURATION (ago|back|earlier)", "AFTER", _behind),
    Rule("DAY COMMA? AFTER", "AFTER", _today_ahead),
    Rule("AFTER DAY", "AFTER", _today_ahead),
    Rule("(?<! for) DURATION (before|after|past|from|prior to) (the|my|our|a)? CLOCK", "CLOCK", _from_clock),
    Rule("for DURATION (from|starting|beginning) (at)? CLOCK", "CRANGE", _lasting),
    Rule("CLOCK for (about|around)? DURATION", "CRANGE", _lasting),
    Rule(
        f"{_OVER} {_AROUND} DURATION (?! (of|in))",
        "STRETCH",
        _stretch,
    ),
    Rule(
        f"{_OVER} NUM {_AROUND} UNIT (?! (of|in))",
        "STRETCH",
        _counted_stretch,
    ),
)
