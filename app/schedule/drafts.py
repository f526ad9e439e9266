"""Days, parts of the day and clock times put together: "tomorrow at 9", "6 on Friday evening", "Friday, 3 to 5pm".

Invariant: a draft has at most one day, one part, one clock time or range; two of a kind never join, they are two
times. It does not know ranges of days.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from app.schedule.clock import clock_range, in_part, next_time, settle, today_time
from app.schedule.grammar import Context
from app.schedule.meaning import Clock, ClockRange, Day, Grain, Moment, Part, midnight
from app.schedule.weekdays import in_week
from app.schedule.zones import open_zone, to_utc

_NIGHT_ENDS = time(5)


@dataclass(frozen=True, slots=True)
class Draft:
    """The pieces of one time that have been said so far."""

    day: Day | None = None
    part: Part | None = None
    clock: Clock | None = None
    hours: ClockRange | None = None

    @property
    def timed(self) -> bool:
        """Whether a clock time or a range of them was said."""
        return self.clock is not None or self.hours is not None


def merge(first: Draft, second: Draft) -> Draft | None:
    """Both drafts as one, or None if they say the same thing differently."""
    if (first.part and second.part) or (first.timed and second.timed):
        return None
    day = first.day or second.day
    if first.day and second.day:
        day = _one_day(first.day, second.day)
        if day is None:
            return None
    part, clock, hours = first.part or second.part, first.clock or second.clock, first.hours or second.hours
    return Draft(day, part, clock, hours)


def _one_day(first: Day, second: Day) -> Day | None:
    """Two names for one day ("tomorrow, Friday"), or a weekday within a named week; None if they contradict."""
    named, weekday = (first, second) if second.weekday is not None else (second, first)
    if weekday.weekday is None or named.weekday is not None:
        return first if first.date == second.date and first.grain == second.grain else None
    if named.grain is Grain.WEEK:
        return Day(in_week(named.date, weekday.weekday, 0))
    return named if named.grain is Grain.DAY and named.date.weekday() == weekday.weekday and not named.until else None


def finish(context: Context, draft: Draft) -> Moment:
    """The draft as one moment, which keeps the draft so that a time said elsewhere in the sentence can join it."""
    if draft.hours:
        moment = _ranged(context, draft)
    elif draft.clock:
        moment = _timed(context, draft, draft.clock)
    elif draft.part:
        moment = _parted(context, draft, draft.part)
    else:
        moment = _dated(draft.day or Day(context.now.date()))
    return replace(moment, draft=draft)


def _dated(day: Day) -> Moment:
    until = midnight(day.until) if day.until else None
    return Moment(midnight(day.date), day.grain, until, has_time=False)


def _parted(context: Context, draft: Draft, part: Part) -> Moment:
    today = context.now.date()
    if draft.day is None:
        over = datetime.combine(today, part.usual) <= context.now
        day = today + timedelta(days=1 if over else 0)
    else:
        day = (
            today if draft.day.today_if_later and datetime.combine(today, part.usual) > context.now else draft.day.date
        )
    when = datetime.combine(day, part.usual)
    return Moment(when, Grain.HOUR, has_date=draft.day is not None, part=part.name)


def _timed(context: Context, draft: Draft, clock: Clock) -> Moment:
    clock = in_part(clock, draft.part) if draft.part else clock
    part = draft.part.name if draft.part else ""
    if clock.zone:
        return _in_zone(context, draft, clock)
    if draft.day is None:
        return Moment(_coming(context, clock, part), clock.grain, has_date=False, part=part)
    return Moment(_on_day(context, draft.day, clock), clock.grain, part=part)


def _coming(context: Context, clock: Clock, part: str) -> datetime:
    when = next_time(clock, context.now, context.lean)
    # "Midnight" and "at 1 in the night" belong to the coming night, which next_time already finds.
    plain = replace(clock, next_day=False)
    return next_time(plain, context.now, context.lean) if clock.next_day or part else when


def _on_day(context: Context, day: Day, clock: Clock) -> datetime:
    today = context.now.date()
    if day.date == today:
        if clock.next_day and context.now.time() < clock.time <= _NIGHT_ENDS and context.now.hour < _NIGHT_ENDS.hour:
            return datetime.combine(today, clock.time)
        when = today_time(clock, context.now, context.lean)
        return datetime.combine(day.if_passed, settle(clock).time) if day.if_passed and when <= context.now else when
    settled = settle(clock, context.lean)
    if day.today_if_later:
        sooner = today_time(clock, context.now, context.lean)
        if sooner > context.now:
            return sooner
    return datetime.combine(day.date, settled.time) + timedelta(days=1 if settled.next_day else 0)


def _in_zone(context: Context, draft: Draft, clock: Clock) -> Moment:
    """A clock time said for another zone, on the user's own clock."""
    zone = open_zone(clock.zone or "")
    there = replace(context, now=context.aware_now.astimezone(zone).replace(tzinfo=None))
    plain = replace(clock, zone=None)
    wall = _on_day(there, draft.day, plain) if draft.day else _coming(there, plain, "")
    when = to_utc(wall, zone).astimezone(context.aware_now.tzinfo)
    return Moment(when, clock.grain, has_date=draft.day is not None)


def _ranged(context: Context, draft: Draft) -> Moment:
    hours = draft.hours
    assert hours is not None  # finish() calls this only with hours
    if draft.part:
        hours = clock_range(in_part(hours.first, draft.part), in_part(hours.last, draft.part))
    first = _timed(context, Draft(draft.day, None, hours.first), hours.first)
    if not hours.first.settled:
        settled = hours.first.at_hour(first.when.hour)
        hours = clock_range(settled, hours.last)
    end = datetime.combine(first.when.date(), hours.last.time)
    if hours.last.zone and hours.first.zone == hours.last.zone:
        end = first.when.replace(tzinfo=None) + _length(hours)
    until = end if end > first.when.replace(tzinfo=None) else end + timedelta(days=1)
    return replace(first, until=until, part=draft.part.name if draft.part else "")


def _length(hours: ClockRange) -> timedelta:
    day = date(2000, 1, 1)
    length = datetime.combine(day, hours.last.time) - datetime.combine(day, hours.first.time)
    return length if length > timedelta(0) else length + timedelta(days=1)
