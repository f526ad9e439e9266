"""Days, parts of the day and clock times put together: "tomorrow at 9", "6 on Friday evening", "Friday, 3 to 5pm", "5pm London time".

Invariant: a draft has at most one day, one part, one clock time or range; two of a kind never join, they are two times. Pieces join only
side by side or over the small words between them ("at", "on", a comma). It does not know ranges of days.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from app.language.time.clock import clock_range, in_part, next_time, settle, today_time
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, ClockRange, Day, Grain, Moment, Part, Span, midnight
from app.language.time.vocabulary import PARTS
from app.schedule.date_sums import in_week
from app.schedule.zones import find_zone, open_zone, to_utc

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
        moment = _dated(draft.day or Day(context.today))
    return replace(moment, draft=draft)


def _dated(day: Day) -> Moment:
    until = midnight(day.until) if day.until else None
    return Moment(midnight(day.date), day.grain, until, has_time=False)


def _parted(context: Context, draft: Draft, part: Part) -> Moment:
    today = context.today
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
    today = context.today
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


_NOON = 12
_SOON_MORNING = time(8)
_EARLY = time(7)


def _draft(_: Context, found: Found) -> Draft:
    return Draft(found.get("DATE"), found.get("PARTOF"), found.get("CLOCK"), found.get("CRANGE"))


def _join(_: Context, found: Found) -> Draft | None:
    return merge(*found.values("DRAFT"))


def _corrected(_: Context, found: Found) -> Draft:
    """ "Ten on Saturday, no wait, eleven": what was said last of a kind counts."""
    first, last = found.values("DRAFT")
    if last.timed or last.part:
        return Draft(last.day or first.day, last.part, last.clock, last.hours)
    return replace(last, part=first.part, clock=first.clock, hours=first.hours)


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
    if found.of("TONIGHT") and found.has("late"):
        part = replace(part, usual=time(22))
    shift = -1 if found.has("last", "yesterday") else 1 if found.has("next", "following") else 0
    return Draft(day=Day(context.today + timedelta(days=shift)), part=part)


def _part_of_day(context: Context, found: Found) -> Draft:
    return Draft(day=found.get("DATE"), part=_part_of(context, found))


def _early_day(_: Context, found: Found) -> Draft:
    """ "Early tomorrow": in the morning, before people are at work."""
    return Draft(day=found.get("DATE"), part=replace(PARTS["morning"], usual=_EARLY))


def _impossible(_: Context, found: Found) -> object:
    """A day that exists does not make up for a time that does not."""
    return found.get("IMPOSSIBLE")


def _lunch(_: Context, __: Found) -> Part:
    return PARTS["lunchtime"]


def _end_of_day(_: Context, __: Found) -> Draft:
    """The end of the working day."""
    return Draft(clock=Clock(17, settled=True))


def _end_of_named_day(_: Context, found: Found) -> Draft:
    """ "By the end of Sunday": its last minute, so that it is never over before it was said."""
    return Draft(day=found.get("DAY"), clock=Clock(23, 59, settled=True, grain=Grain.MINUTE))


def _clock_sum(context: Context, found: Found) -> Draft | None:
    """ "4pm + 3 days", as all that was written."""
    span: Span = found.get("DURATION").scaled(1 if found.of("PLUS") else -1)
    return None if span.timed else Draft(day=Day(span.shift(context.today)), clock=found.get("CLOCK"))


def _this_time(context: Context, found: Found) -> Draft:
    """ "This time tomorrow"."""
    now = context.now
    return Draft(day=found.get("DAY"), clock=Clock(now.hour, now.minute, settled=True, grain=Grain.MINUTE))


def _part_beside(_: Context, found: Found) -> Draft:
    """ "The night before Christmas", "the morning after 3 May"."""
    anchor: Day = found.get("DAY")
    shift = -1 if found.has("before", "eve") else 1 if found.has("after") else 0
    return Draft(day=Day(anchor.date + timedelta(days=shift)), part=found.get("PART"))


def _first_thing(context: Context, found: Found) -> Draft | None:
    if found.get("ORDDAY") != 1:
        return None
    day = found.get("DRAFT").day if found.of("DRAFT") else None
    if day is None:
        passed = context.now.time() >= _SOON_MORNING
        day = Day(context.today + timedelta(days=1 if passed else 0))
    return Draft(day=day, clock=Clock(8, settled=True))


def _hours(_: Context, found: Found) -> ClockRange | None:
    first, last = found.values("CLOCK")
    return clock_range(first, last)


def _loose_hours(_: Context, found: Found) -> ClockRange | None:
    """A range whose first end is a bare number: "3 to 5pm", "from 3 to 5"."""
    first, last = int(found.values("HOUR")[0]), found.get("CLOCK")
    if first > 24:
        return None
    opening = Clock(first % 24, settled=first > _NOON)
    return clock_range(opening, last if last else Clock(int(found.values("HOUR")[-1]) % 24))


def _zoned(_: Context, found: Found) -> Clock | None:
    """The clock time in the zone written after it: "PST", "UTC+2", "London time", "in Tokyo time"."""
    clock: Clock = found.get("CLOCK")
    words = found.tokens[found.tokens.index(found.of("CLOCK")[0]) + 1 :]
    zone = find_zone(" ".join(token.text for token in words))
    return replace(clock, zone=zone) if zone and not clock.zone else None


def _zoned_hours(_: Context, found: Found) -> ClockRange | None:
    """A zone after a range holds for both its ends."""
    hours: ClockRange = found.get("CRANGE")
    zone = find_zone(" ".join(token.text for token in found.tokens[1:]))
    if not zone or hours.first.zone:
        return None
    return ClockRange(replace(hours.first, zone=zone), replace(hours.last, zone=zone))


def _today_hour(context: Context, found: Found) -> Draft:
    """ "Tomorrow 3" at the end of a sentence."""
    hour = int(found.get("HOUR"))
    day = Day(context.today + timedelta(days=found.get("TODAY")))
    return Draft(day, clock=Clock(hour % 24, settled=hour > _NOON))


def _hour_of_part(_: Context, found: Found) -> Clock:
    """ "Tonight 9", "Saturday morning 8" at the end of a sentence."""
    hour = int(found.get("HOUR"))
    return Clock(hour % 24, settled=hour > _NOON)


def _open_hours(_: Context, found: Found) -> ClockRange | None:
    bare = [int(value) for value in found.values("HOUR")]
    if any(hour > 24 for hour in bare):
        return None
    first = found.get("CLOCK") or Clock(bare[0] % 24, settled=bare[0] > _NOON)
    last = Clock(bare[-1] % 24, settled=bare[-1] > _NOON)
    return clock_range(first, last)


_LINK = "(?: COMMA? (at|@|on|in|for|around|about|by|from|between|starting|of|sharp|exactly|till|until|before|after|the)? | (at|on) (about|around|exactly|the) | in between | COMMA? (maybe|preferably|perhaps|ideally|say|how about) COMMA? (say)? (on|at)? | DASH | : )"

_TO = "(to|till|until|untill|til|thru|through|DASH|and)"

_SIZE = "(early|late|mid)? DASH?"

_SUFFIX = "(?: (UTC)? ZONE (PLUS|DASH) MIN | ZONE (time)? | REGION (standard|daylight)? time )".replace("(UTC)? ", "")

PART_RULES = (
    Rule("^ CLOCK (PLUS|DASH) DURATION $", "DRAFT", _clock_sum),
    Rule("(at)? this time (on)? DAY", "DRAFT", _this_time),
    Rule(
        "(the)? end of (the)? (working|business)? day | (the)? (eod|cob) | close of (business|play|work|day)",
        "DRAFT",
        _end_of_day,
    ),
    Rule("(the)? end of DAY", "DRAFT", _end_of_named_day),
    Rule("(early|late|later)? TONIGHT", "DRAFT", _day_part),
    Rule(f"{_SIZE} (this) {_SIZE} PART | last (night|evening) | (the)? (next|following) PART", "DRAFT", _day_part),
    Rule("(early|late) in the PART", "PARTOF", _part_of),
    Rule(f"(in|during) the {_SIZE} PART", "PARTOF", _part_of),
    Rule("(at|by) night", "PARTOF", _part_of),
    Rule("(at|by|around|about|before|after|until|till|over|during) lunchtime", "PARTOF", _part_of),
    Rule("lunchtime (?= (STOP|COMMA|(on)? (the)? DAY|$))", "PARTOF", _part_of),
    Rule("(at|over|during) lunch", "PARTOF", _lunch),
    Rule("(early|late) DAY PART", "DRAFT", _part_of_day),
    Rule("very? early (on)? (?: DAY ) (?! (PART|in|on))", "DRAFT", _early_day),
    Rule(
        "(early|late|mid) DASH? (?! (mornings|afternoons|evenings|nights)) PART (?= (STOP|COMMA|$))", "PARTOF", _part_of
    ),
    Rule("(the)? PART (before|after|of) (the)? DAY", "DRAFT", _part_beside),
    Rule(
        f"(?: DAY ) COMMA? (in|at|on)? (the)? {_SIZE} PART",
        "DRAFT",
        _part_of_day,
    ),
    Rule("(?: STRETCH) (in) (the)? PART", "DRAFT", _part_of_day),
    Rule("(?: (early|late|mid) DASH? PART (on)? | ^ (the)? PART (on)? ) (?: DAY )", "DRAFT", _part_of_day),
    Rule("(?<= CLOCK) PART", "PARTOF", _part_of),
    Rule("(early|late) (in the)? PART (?= on)", "PARTOF", _part_of),
)

RANGE_RULES = (
    Rule(f"(from|between)? CLOCK {_TO} CLOCK", "CRANGE", _hours),
    Rule(f"(from|between)? (?<! [DASH DOT]) HOUR {_TO} CLOCK".replace("[DASH DOT]", "DASH"), "CRANGE", _loose_hours),
    Rule(f"(from|between) (?: HOUR | CLOCK) {_TO} HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))", "CRANGE", _open_hours),
    Rule("CLOCK (to|DASH) HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))", "CRANGE", _open_hours),
    Rule(
        "(?<= [DAY DRAFT PARTOF]) HOUR (DASH|to) HOUR (?! (UNIT|MEASURE|MONTH|DASH|ORD))".replace(
            "[DAY DRAFT PARTOF]", "SAID"
        ),
        "CRANGE",
        _open_hours,
    ),
    Rule("HOUR (DASH|to) HOUR (?= (on)? SAID)", "CRANGE", _open_hours),
)

ZONE_RULES = (
    Rule(f"CLOCK {_SUFFIX}", "CLOCK", _zoned),
    Rule(f"CRANGE {_SUFFIX}", "CRANGE", _zoned_hours),
    *(Rule(f"CLOCK (in)? {'ANY ' * words} time", "CLOCK", _zoned) for words in (1, 2, 3)),
    Rule(f"(from|between)? CLOCK {_TO} CLOCK", "CRANGE", _hours),
)

EARLY_RULES = (
    Rule("TODAY HOUR (?= (STOP|COMMA|$|ZONE))", "DRAFT", _today_hour),
    Rule(
        "(?<= (?: TONIGHT | PART )) (?<! (?: EVERY | CYCLE ) PART) HOUR (?= (STOP|COMMA|$|ZONE))",
        "CLOCK",
        _hour_of_part,
    ),
)

JOIN_RULES = (
    Rule("(?: DAY | STRETCH | CLOCK | CRANGE | PARTOF )", "DRAFT", _draft),
    *(Rule(f"DRAFT {_LINK} DRAFT", "DRAFT", _join) for _ in range(3)),
    Rule(f"DRAFT instead {_LINK} DRAFT", "DRAFT", _corrected),
    Rule("DRAFT PAREN DRAFT PAREN", "DRAFT", _join),
    Rule(f"ORDDAY thing (?: {_LINK} DRAFT )? | DRAFT {_LINK} ORDDAY thing", "DRAFT", _first_thing),
    Rule(f"(?: DRAFT {_LINK} IMPOSSIBLE | IMPOSSIBLE {_LINK} DRAFT )", "IMPOSSIBLE", _impossible),
)
