"""Days, parts of the day and clock times put together: "tomorrow at 9", "6 on Friday evening", "Friday, 3 to 5pm".

Invariant: a draft has at most one day, one part, one clock time or range; two of a kind never join, they are two
times. It does not know ranges of days.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from app.schedule.clock import clock_range, in_part, next_time, settle, today_time
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Day, Grain, Moment, Part, midnight
from app.schedule.zones import find_zone, open_zone, to_utc

_NOON = 12
_SOON_MORNING = time(8)


@dataclass(frozen=True, slots=True)
class Draft:
    """The pieces of one time that have been said so far."""

    day: Day | None = None
    part: Part | None = None
    clock: Clock | None = None
    hours: ClockRange | None = None


def _draft(_: Context, found: Found) -> Draft:
    token = found.tokens[-1]
    slots = {"DAY": "day", "STRETCH": "day", "CLOCK": "clock", "CRANGE": "hours", "PARTOF": "part"}
    name = next(name for name in slots if found.of(name))
    return Draft(**{slots[name]: token.value})


def _join(_: Context, found: Found) -> Draft | None:
    first, second = found.values("DRAFT")
    merged: dict[str, object] = {}
    for slot in ("day", "part", "clock", "hours"):
        mine, other = getattr(first, slot), getattr(second, slot)
        if mine is not None and other is not None:
            return None
        merged[slot] = mine if mine is not None else other
    joined = Draft(**merged)  # type: ignore[arg-type]
    if joined.clock and joined.hours:
        return None
    period = joined.day is not None and joined.day.grain is not Grain.DAY
    return None if period and not (joined.clock or joined.hours or joined.part) else joined


def _part_of(_: Context, found: Found) -> Part:
    part: Part = found.get("PART")
    if found.has("early") or found.has("first"):
        usual = time(max(part.first_hour + 1, 1))
        return replace(part, usual=usual)
    if found.has("late"):
        return replace(part, usual=time((part.last_hour - 1) % 24))
    if found.has("mid"):
        return replace(part, usual=time((part.first_hour + part.last_hour) // 2 % 24, 30))
    return part


def _day_part(context: Context, found: Found) -> Draft:
    """ "This morning", "tonight", "last night"."""
    part = found.get("TONIGHT") if found.of("TONIGHT") else _part_of(context, found)
    shift = -1 if found.has("last", "yesterday") else 1 if found.has("next", "following") else 0
    return Draft(day=Day(context.now.date() + timedelta(days=shift)), part=part)


def _end_of_day(context: Context, found: Found) -> Draft:
    """The end of the working day."""
    day = found.get("DAY") if found.of("DAY") else None
    shift = found.get("TODAY", 0) if found.of("TODAY") else 0
    return Draft(day=day or Day(context.now.date() + timedelta(days=shift)), clock=Clock(17, settled=True))


def _first_thing(context: Context, found: Found) -> Draft:
    day = found.get("DRAFT").day if found.of("DRAFT") else None
    if day is None:
        passed = context.now.time() >= _SOON_MORNING
        day = Day(context.now.date() + timedelta(days=1 if passed else 0))
    return Draft(day=day, clock=Clock(8, settled=True))


def _hours(_: Context, found: Found) -> ClockRange | None:
    first, last = found.values("CLOCK")
    return clock_range(first, last)


def _loose_hours(_: Context, found: Found) -> ClockRange | None:
    """A range whose first end is a bare number: "3 to 5pm", "from 3 to 5"."""
    first, last = int(found.values("HOUR")[0]), found.get("CLOCK")
    if first > 24:  # noqa: PLR2004
        return None
    opening = Clock(first % 24, settled=first > _NOON)
    return clock_range(opening, last if last else Clock(int(found.values("HOUR")[-1]) % 24))


def _zoned(_: Context, found: Found) -> Clock | None:
    clock: Clock = found.get("CLOCK")
    return replace(clock, zone=found.get("ZONE"), settled=clock.settled)


def finish(context: Context, draft: Draft) -> Moment:
    """The draft as one moment."""
    if draft.hours:
        return _ranged(context, draft)
    if draft.clock:
        return _timed(context, draft, draft.clock)
    if draft.part:
        return _parted(context, draft, draft.part)
    return _dated(draft.day or Day(context.now.date()))


def _dated(day: Day) -> Moment:
    until = midnight(day.until) if day.until else None
    return Moment(midnight(day.date), day.grain, until, has_time=False)


def _parted(context: Context, draft: Draft, part: Part) -> Moment:
    today = context.now.date()
    if draft.day is None:
        over = datetime.combine(today, part.usual) <= context.now
        day = today + timedelta(days=1 if over else 0)
    else:
        day = today if draft.day.today_if_later and datetime.combine(today, part.usual) > context.now else draft.day.date
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
    assert hours is not None  # noqa: S101 - finish() calls this only with hours
    if draft.part:
        hours = clock_range(in_part(hours.first, draft.part), in_part(hours.last, draft.part))
    first = _timed(context, Draft(draft.day, None, hours.first), hours.first)
    if not hours.first.settled:
        settled = hours.first.at_hour(first.when.hour)
        hours = clock_range(settled, hours.last)
    end = datetime.combine(first.when.date(), hours.last.time)
    until = end if end > first.when.replace(tzinfo=None) else end + timedelta(days=1)
    return replace(first, until=until, part=draft.part.name if draft.part else "")


def zone_named(_: Context, found: Found) -> str | None:
    """The zone written after a clock time: "PST", "UTC+2", "London time"."""
    return find_zone(" ".join(token.text for token in found.tokens))


_LINK = "(?: COMMA? (at|@|on|in|for|around|about|by|from|between|starting|of|sharp|exactly|till|until|before|after|the)? | (at|on) (about|around|exactly|the) | DASH )"
_TO = "(to|till|until|til|thru|through|DASH|and)"
_SIZE = "(early|late|mid)? DASH?"

PART_RULES = (
    Rule("(the)? end of (the)? (working|business)? day | (the)? (eod|cob) | close of (business|play)", "DRAFT", _end_of_day),
    Rule("(early|late|later)? TONIGHT", "DRAFT", _day_part),
    Rule(f"{_SIZE} (this) {_SIZE} PART | last (night|evening) | (the)? (next|following) PART", "DRAFT", _day_part),
    Rule(f"(in|during) the {_SIZE} PART", "PARTOF", _part_of),
    Rule("(at|by) (night|lunchtime)", "PARTOF", _part_of),
    Rule(f"(?<= every) PART", "NOTHING", lambda c, f: None),
    Rule(f"(?: DAY ) COMMA? (in|at|on)? (the)? {_SIZE} PART", "DRAFT", lambda c, f: Draft(day=f.get("DAY"), part=_part_of(c, f))),
    Rule("(?: STRETCH) (in) (the)? PART", "DRAFT", lambda c, f: Draft(day=f.get("STRETCH"), part=_part_of(c, f))),
    Rule("(?<= CLOCK) PART", "PARTOF", _part_of),
)

RANGE_RULES = (
    Rule(f"(from|between)? CLOCK {_TO} CLOCK", "CRANGE", _hours),
    Rule(f"(from|between)? (?<! [DASH DOT]) HOUR {_TO} CLOCK".replace("[DASH DOT]", "DASH"), "CRANGE", _loose_hours),
    Rule(f"(from|between) (?: HOUR | CLOCK) {_TO} HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))", "CRANGE", lambda c, f: _open_hours(c, f)),
    Rule(f"CLOCK (to|DASH) HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))", "CRANGE", lambda c, f: _open_hours(c, f)),
    Rule("(?<= DAY) HOUR (DASH|to) HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))", "CRANGE", lambda c, f: _open_hours(c, f)),
)

JOIN_RULES = (
    Rule("(?: DAY | STRETCH | CLOCK | CRANGE | PARTOF )", "DRAFT", _draft),
    *(Rule(f"DRAFT {_LINK} DRAFT", "DRAFT", _join) for _ in range(3)),
    Rule("first thing (on|in the PART)? DRAFT?", "DRAFT", _first_thing),
    Rule(f"(?: DRAFT {_LINK} IMPOSSIBLE | IMPOSSIBLE {_LINK} DRAFT )", "IMPOSSIBLE", lambda c, f: f.get("IMPOSSIBLE")),
)


def _open_hours(_: Context, found: Found) -> ClockRange | None:
    bare = [int(value) for value in found.values("HOUR")]
    if any(hour > 24 for hour in bare):  # noqa: PLR2004
        return None
    first = found.get("CLOCK") or Clock(bare[0] % 24, settled=bare[0] > _NOON)
    last = Clock(bare[-1] % 24, settled=bare[-1] > _NOON)
    if not first.settled and not last.settled:
        first = settle(first)
    return clock_range(first, last)


def day_of(moment: Moment) -> date:
    """The day a moment lies on."""
    return moment.when.date()
