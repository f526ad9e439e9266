"""Times counted from now or from a named day: "in 20 minutes", "2 weeks ago", "3 days before Christmas".

Invariant: spans with hours or minutes are counted in elapsed time (20 minutes is 20 minutes, also across a clock
change); days, weeks and months are counted on the calendar. It does not know where the anchor came from.
"""

from datetime import UTC, date, datetime, timedelta

from app.schedule.clock import settle
from app.schedule.durations import BusinessDays, span_of
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Day, Grain, Moment, Span, finest
from app.schedule.weekdays import monday_of

_WORKDAYS = 5


def from_now(context: Context, span: Span) -> Day | Moment | None:
    """Now plus a span."""
    try:
        return _from(context.aware_now, span) if span.timed else _calendar_day(context, span)
    except (OverflowError, ValueError):
        return None


def _calendar_day(context: Context, span: Span) -> Day:
    grain = span.grain if span.grain in {Grain.MONTH, Grain.QUARTER, Grain.YEAR} else Grain.DAY
    day = span.shift(context.now.date())
    return Day(day, Grain.DAY if grain else grain)


def _from(aware: datetime, span: Span) -> Moment:
    moved = aware.replace(tzinfo=None)
    day = span.shift(moved.date())
    local = datetime.combine(day, moved.time(), tzinfo=aware.tzinfo)
    elapsed = local.astimezone(UTC) + timedelta(seconds=span.seconds)
    when = elapsed.astimezone(aware.tzinfo)
    grain = finest(Grain.MINUTE, span.grain)
    return Moment(when.replace(microsecond=0), grain)


def _ahead(context: Context, found: Found) -> Day | Moment | None:
    return from_now(context, found.get("DURATION"))


def _behind(context: Context, found: Found) -> Day | Moment | None:
    return from_now(context, found.get("DURATION").scaled(-1))


def _sign(found: Found) -> int:
    return -1 if found.has("before", "prior", "previous", "preceding", "ahead", "earlier") else 1


def _from_day(context: Context, found: Found) -> Day | None:
    """ "3 days before Christmas", "2 weeks from tomorrow"; hours from a day have no start to count from."""
    span: Span = found.get("DURATION")
    if span.timed:
        return None
    try:
        return Day(span.scaled(_sign(found)).shift(found.get("DAY").date))
    except (OverflowError, ValueError):
        return None


def _from_clock(context: Context, found: Found) -> Clock | None:
    """ "15 minutes before 5pm": another time of day, if that is still the same day."""
    span: Span = found.get("DURATION")
    if span.days or span.months or not span.timed:
        return None
    clock: Clock = found.get("CLOCK")
    settled = clock if clock.settled else settle(clock, context.lean)
    start = datetime.combine(context.now.date(), settled.time)
    moved = start + timedelta(seconds=span.seconds * _sign(found))
    if moved.date() != start.date():
        return None
    return Clock(moved.hour, moved.minute, moved.second, settled=clock.settled or moved.hour > 12, grain=Grain.MINUTE)


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


def _stretch(context: Context, found: Found) -> Day | None:
    """ "The next three days" (from tomorrow), "the last two weeks" (up to today)."""
    return _days_around(context, found.get("DURATION"), back=found.has("past", "last", "previous"))


def _counted_stretch(context: Context, found: Found) -> Day | None:
    span = span_of(found.get("NUM"), found.values("UNIT")[-1])
    return span and _days_around(context, span, back=found.has("past", "last", "previous"))


def _days_around(context: Context, span: Span, *, back: bool) -> Day | None:
    if span.timed:
        return None
    today = context.now.date()
    try:
        edge = span.scaled(-1 if back else 1).shift(today)
    except (OverflowError, ValueError):
        return None
    return Day(edge, until=today) if back else Day(today + timedelta(days=1), until=edge + timedelta(days=1))


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
    anchor = found.get("DAY").date if found.of("DAY") else context.now.date()
    if found.of("NEXT") and sign > 0 and len(found.tokens) > 1 and int(count) > 1:
        first, last = add_workdays(anchor, 1), add_workdays(anchor, int(count))
        return Day(first, until=last + timedelta(days=1))
    return Day(add_workdays(anchor, sign * int(count)))


def _now(context: Context, _: Found) -> Moment:
    return Moment(context.aware_now.replace(microsecond=0), Grain.SECOND)


_FROM_NOW = "(?: from (now|today) | hence | from this moment | time )"


def _workdays_from(context: Context, found: Found) -> Day | None:
    """Working days count only with a word that says from where."""
    return _workdays(context, found) if len(found.tokens) > 1 else None


DAY_RULES = (
    Rule("for DURATION (from|starting|beginning) (on)? DAY", "STRETCH", _days_from),
    Rule("(?<! for) (the)? DURATION (before|after|prior to|from|following|since) (the)? DAY", "DAY", _from_day),
    Rule("DAY (a)? week", "DAY", _plus_week),
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
    Rule("(?<= timer) for DURATION", "AFTER", _ahead),
    Rule("(?<! for) after DURATION", "AFTER", _ahead),
    Rule("^ PLUS? DURATION $", "AFTER", _ahead),
    Rule("^ DASH DURATION $", "AFTER", _behind),
    Rule(f"(?<! for) (about|around)? DURATION {_FROM_NOW}", "AFTER", _ahead),
    Rule("DURATION later", "AFTER", _ahead),
    Rule("DURATION before now", "AFTER", _behind),
    Rule("within (about|around|the next)? DURATION", "AFTER", _ahead),
    Rule("(about|around)? DURATION (ago|back|earlier)", "AFTER", _behind),
    Rule("(?<! for) DURATION (before|after|past|from|prior to) CLOCK", "CLOCK", _from_clock),
    Rule("for DURATION (from|starting|beginning) (at)? CLOCK", "CRANGE", _lasting),
    Rule("CLOCK for (about|around)? DURATION", "CRANGE", _lasting),
    Rule(
        "(for|in|over|during)? (the)? (next|coming|upcoming|last|past|previous|following) DURATION (?! (of|in))",
        "STRETCH",
        _stretch,
    ),
    Rule(
        "(for|in|over|during)? (the)? NUM (next|coming|upcoming|last|past|previous|following) UNIT (?! (of|in))",
        "STRETCH",
        _counted_stretch,
    ),
)
