"""Words that make and join drafts: "tomorrow morning", "from 3 to 5pm", "5pm London time", "6 on Friday evening".

Invariant: pieces join only side by side or over the small words between them ("at", "on", a comma). It does not decide
what a joined draft means, `drafts` does.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

from app.schedule.clock import clock_range
from app.schedule.drafts import Draft, merge
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Day, Grain, Part, Span
from app.schedule.vocabulary import PARTS
from app.schedule.zones import find_zone

_NOON = 12
_SOON_MORNING = time(8)


def _draft(_: Context, found: Found) -> Draft:
    return Draft(found.get("DATE"), found.get("PARTOF"), found.get("CLOCK"), found.get("CRANGE"))


def _join(_: Context, found: Found) -> Draft | None:
    return merge(*found.values("DRAFT"))


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
    return Draft(day=Day(context.now.date() + timedelta(days=shift)), part=part)


def _part_of_day(context: Context, found: Found) -> Draft:
    return Draft(day=found.get("DATE"), part=_part_of(context, found))


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
    return None if span.timed else Draft(day=Day(span.shift(context.now.date())), clock=found.get("CLOCK"))


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
        day = Day(context.now.date() + timedelta(days=1 if passed else 0))
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
    day = Day(context.now.date() + timedelta(days=found.get("TODAY")))
    return Draft(day, clock=Clock(hour % 24, settled=hour > _NOON))


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

# Abbreviations that are no English words, so that they may stand right after a time.
_ZONES = "utc gmt est edt et cst cdt ct mst mdt pst pdt pt akst hst bst cet cest eet msk sgt hkt jst kst aest aedt acst awst nzst nzdt sast ist"

CLASSES: dict[str, Mapping[str, Any]] = {
    "ZONE": dict.fromkeys(_ZONES.split()),
    "REGION": dict.fromkeys("eastern central mountain pacific".split()),
}

_SUFFIX = "(?: (UTC)? ZONE (PLUS|DASH) MIN | ZONE (time)? | REGION (standard|daylight)? time )".replace("(UTC)? ", "")

PART_RULES = (
    Rule("^ CLOCK (PLUS|DASH) DURATION $", "DRAFT", _clock_sum),
    Rule("(at)? this time (on)? DAY", "DRAFT", _this_time),
    Rule(
        "(the)? end of (the)? (working|business)? day | (the)? (eod|cob) | close of (business|play)",
        "DRAFT",
        _end_of_day,
    ),
    Rule("(the)? end of DAY", "DRAFT", _end_of_named_day),
    Rule("(early|late|later)? TONIGHT", "DRAFT", _day_part),
    Rule(f"{_SIZE} (this) {_SIZE} PART | last (night|evening) | (the)? (next|following) PART", "DRAFT", _day_part),
    Rule(f"(in|during) the {_SIZE} PART", "PARTOF", _part_of),
    Rule("(at|by) (night|lunchtime)", "PARTOF", _part_of),
    Rule("(at|over|during) lunch", "PARTOF", _lunch),
    Rule("(early|late) DAY PART", "DRAFT", _part_of_day),
    Rule("(the)? PART (before|after|of) (the)? DAY", "DRAFT", _part_beside),
    Rule(
        f"(?: DAY ) COMMA? (in|at|on)? (the)? {_SIZE} PART",
        "DRAFT",
        _part_of_day,
    ),
    Rule("(?: STRETCH) (in) (the)? PART", "DRAFT", _part_of_day),
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

EARLY_RULES = (Rule("TODAY HOUR (?= (STOP|COMMA|$|ZONE))", "DRAFT", _today_hour),)

JOIN_RULES = (
    Rule("(?: DAY | STRETCH | CLOCK | CRANGE | PARTOF )", "DRAFT", _draft),
    *(Rule(f"DRAFT {_LINK} DRAFT", "DRAFT", _join) for _ in range(3)),
    Rule("DRAFT PAREN DRAFT PAREN", "DRAFT", _join),
    Rule("ORDDAY thing on? DRAFT? | DRAFT ORDDAY thing", "DRAFT", _first_thing),
    Rule(f"(?: DRAFT {_LINK} IMPOSSIBLE | IMPOSSIBLE {_LINK} DRAFT )", "IMPOSSIBLE", _impossible),
)
