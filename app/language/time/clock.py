"""Times of day: how they are said ("half past seven", "9:30pm", "0930 hrs", "noon", "at six"), which half of the day, when next.

Invariant: a Clock stays unsettled until something says which half of the day is meant; `settle` then decides by the everyday rules: with
another day, 1 to 6 is the afternoon and 7 to 11 the morning; today, it is the next such hour that comes while people are awake (06:00
to midnight). A word such as "wake" or "dinner" settles it first. "10 to 5pm" in digits is a range, "ten to five" in words a time; a
number that counts something ("at 5 people") is no time.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, ClockRange, Grain, Impossible, Part
from app.language.time.shapes import clock_of
from app.language.time.tokens import Token
from app.language.words.lexicon import lexicon

HALF_DAY = 12
_WAKING_HOUR = 6
_LAST_AFTERNOON_HOUR = 6
_NIGHT_ENDS = 5


def lean_of(tokens: Sequence[Token]) -> str:
    """The half of the day the sentence is about, if a word in it says so."""
    words = {token.text for token in tokens}
    if words & lexicon().sets["morning_cue"]:
        return "am"
    return "pm" if words & lexicon().sets["evening_cue"] else ""


def with_meridiem(clock: Clock, meridiem: str) -> Clock | Impossible:
    """The clock at "am" or "pm"; "15:30 pm" is redundant, "28 pm" does not exist."""
    if clock.hour > HALF_DAY:
        return replace(clock, settled=True) if meridiem == "pm" else Impossible()
    hour = clock.hour % HALF_DAY + (HALF_DAY if meridiem == "pm" else 0)
    return clock.at_hour(hour)


def in_part(clock: Clock, part: Part) -> Clock:
    """The clock in the part of the day that was named: "3 in the afternoon", "tonight at 1"."""
    if clock.settled and not (clock.assumed and 0 < clock.hour <= HALF_DAY):
        late = clock.hour == 0 and part.name in {"night", "evening"}
        return replace(clock, next_day=True) if late else clock
    if part.name == "morning":
        return clock.at_hour(clock.hour % HALF_DAY)
    if part.name == "evening" and clock.hour == HALF_DAY:
        return clock.at_hour(0, next_day=True)
    if part.name == "night" and (clock.hour == HALF_DAY or clock.hour <= _NIGHT_ENDS):
        return clock.at_hour(clock.hour % HALF_DAY, next_day=True)
    return clock.at_hour(clock.hour % HALF_DAY + HALF_DAY)


def settle(clock: Clock, lean: str = "") -> Clock:
    """The half of the day a clock means on a day that is not today."""
    if clock.settled:
        return clock
    if lean:
        settled = with_meridiem(clock, lean)
        return settled if isinstance(settled, Clock) else clock.at_hour(clock.hour)
    if 1 <= clock.hour <= _LAST_AFTERNOON_HOUR:
        return clock.at_hour(clock.hour + HALF_DAY)
    return clock.at_hour(clock.hour)


def next_time(clock: Clock, now: datetime, lean: str = "") -> datetime:
    """When the clock next shows this, from `now` on: an unsettled hour is the first one in waking hours."""
    if clock.settled or lean:
        settled = settle(clock, lean)
        today = datetime.combine(now.date(), settled.time)
        return today if today > now and not settled.next_day else today + timedelta(days=1)
    hours = (clock.hour % HALF_DAY, clock.hour % HALF_DAY + HALF_DAY)
    days = (now.date(), now.date() + timedelta(days=1))
    times = (datetime.combine(day, replace(clock, hour=hour).time) for day in days for hour in hours)
    return next(when for when in times if when > now and when.hour >= _WAKING_HOUR)


def today_time(clock: Clock, now: datetime, lean: str = "") -> datetime:
    """The clock today when "today" was said: the half still to come, else as on any other day."""
    if not clock.settled and not lean:
        coming = next_time(clock, now)
        if coming.date() == now.date():
            return coming
    settled = settle(clock, lean)
    # Today at midnight is the one to come; on a named day it is the first minute of that day, which is never too late.
    tonight = settled.next_day or (settled.hour, settled.minute) == (0, 0)
    return datetime.combine(now.date(), settled.time) + timedelta(days=1 if tonight else 0)


def clock_range(first: Clock, last: Clock) -> ClockRange:
    """A range whose ends settle each other: "3 to 5pm" is in the afternoon, "11 to 1pm" starts before noon."""
    if last.settled and not first.settled:
        first = _same_half(first, last)
    elif first.settled and not last.settled:
        later = [last.at_hour(last.hour % HALF_DAY + half) for half in (0, HALF_DAY)]
        last = next((clock for clock in later if clock.time > first.time), later[0])
    return ClockRange(first, last)


def _same_half(first: Clock, last: Clock) -> Clock:
    """The first end in the half of the last one, or in the one before where it would come too late."""
    half = HALF_DAY if last.hour >= HALF_DAY else 0
    same = first.at_hour(first.hour % HALF_DAY + half)
    return same if same.time < last.time else first.at_hour(first.hour % HALF_DAY + (HALF_DAY - half) % 24)


def _shape(_: Context, found: Found) -> Clock | Impossible:
    clock: Clock = found.get("TIMESHAPE")
    return with_meridiem(clock, found.get("MERIDIEM")) if found.of("MERIDIEM") else clock


def _hour_minute(_: Context, found: Found) -> Clock | Impossible | None:
    parts = found.of("MIN")
    if found.of("DASH") and any(part.text != "spelled" for part in parts):
        return None
    numbers = [int(value) for value in found.values("MIN")]
    clock = clock_of(numbers[0], numbers[-1])
    if isinstance(clock, Impossible) or not found.of("MERIDIEM"):
        return clock if isinstance(clock, Clock) else None
    return with_meridiem(clock, found.get("MERIDIEM"))


def _hour_meridiem(_: Context, found: Found) -> Clock | Impossible | None:
    hour, suffix = int(found.get("MIN")), found.of("MERIDIEM")[0]
    glued = found.of("MIN")[0].end == suffix.start
    if suffix.text in {"a", "p"} and not (glued and hour and suffix.text == "p"):
        return None
    if hour > 24 or (hour == 0 and suffix.text.startswith("p")):
        return Impossible()
    return with_meridiem(Clock(hour % 24), found.get("MERIDIEM"))


def _oclock(_: Context, found: Found) -> Clock | Impossible | None:
    hour = int(found.get("MIN"))
    clock = Clock(hour % 24, settled=hour > HALF_DAY or hour == 0, next_day=hour == 24) if hour <= 24 else Impossible()
    if isinstance(clock, Clock) and found.of("MERIDIEM"):
        return with_meridiem(clock, found.get("MERIDIEM"))
    return clock


def _named(_: Context, found: Found) -> Clock:
    return Clock(0 if found.has("midnight") else 12, settled=True)


def four_digits(_: Context, found: Found) -> Clock | Impossible | None:
    """ "1745", on the clock of 24 hours."""
    digits = found.of("HHMM")[0].text
    if len(digits) != 4:
        return None
    return clock_of(int(digits[:2]), int(digits[2:]), settled=True)


def _hour_mark(_: Context, found: Found) -> Clock | Impossible:
    hour, minute = found.get("HOURMARK")
    return clock_of(hour, minute, settled=True)


def _hour_h(_: Context, found: Found) -> Clock | Impossible | None:
    number = found.of("MIN")[0]
    glued = number.end == found.tokens[-1].start
    hour = int(found.get("MIN"))
    return Clock(hour % 24, settled=True, assumed=True) if glued and hour <= 24 else None


def _decimal(_: Context, found: Found) -> Clock | Impossible | None:
    hour, minute = found.of("NFRAC")[0].text.split(".")
    if len(minute) != 2 or len(hour) > 2:
        return None
    clock = clock_of(int(hour), int(minute), settled=hour.startswith("0"))
    if isinstance(clock, Clock) and found.of("MERIDIEM"):
        return with_meridiem(clock, found.get("MERIDIEM"))
    return clock if isinstance(clock, Clock) else None


def _dotted(context: Context, found: Found) -> Clock | None:
    """ "Tomorrow 7.30": a time only if it ends on five minutes, as times said with a day do."""
    minute = found.of("NFRAC")[0].text.partition(".")[2]
    clock = _decimal(context, found) if minute[-1:] in {"0", "5"} else None
    return clock if isinstance(clock, Clock) else None


_FRACTIONS = {"half": 30, "quarter": 15}


def _offset(_: Context, found: Found) -> Clock | None:
    """Minutes past or to an hour; "to" takes from the hour before."""
    share = next((minutes for word, minutes in _FRACTIONS.items() if found.has(word)), None)
    minutes = share if share is not None else int(found.get("MIN"))
    clock: Clock = found.get("CLOCK") or Clock(int(found.values("HOUR")[-1]))
    if clock.minute or not 0 < minutes < 60 or clock.hour > 23:
        return None
    if found.has("past", "after", "from"):
        return replace(clock, minute=minutes, grain=Grain.MINUTE)
    hour = (clock.hour - 1) % 24 if clock.settled else (clock.hour - 2) % HALF_DAY + 1
    return replace(clock, hour=hour, minute=60 - minutes, grain=Grain.MINUTE, next_day=False)


def _spelled_offset(context: Context, found: Found) -> Clock | None:
    """ "ten to four" in words or after "at"; in digits "10 to 4" is a range."""
    minutes = found.get("MIN")
    return _offset(context, found) if minutes % 5 == 0 or minutes > HALF_DAY else None


def _beside_part(context: Context, found: Found) -> Clock | None:
    """ "Five to ten tonight"; "5 to 9 this morning" in digits is a range."""
    first, last = found.values("MIN")[0], found.values("N12")[-1]
    range_in_digits = first < last and not all(number.text == "spelled" for number in found.of("MIN"))
    return None if first % 5 or range_in_digits else _offset(context, found)


def _spelled_alone(context: Context, found: Found) -> Clock | None:
    """ "Five to nine", in words and with nothing else: minutes go by fives."""
    spelled = all(number.text == "spelled" for number in found.of("MIN"))
    return _offset(context, found) if spelled and found.get("MIN") % 5 == 0 else None


def _british_half(_: Context, found: Found) -> Clock | None:
    hour = int(found.get("N12"))
    return Clock(hour, 30, grain=Grain.MINUTE)


def _bare(_: Context, found: Found) -> Clock | None:
    number = found.of("HOUR")[0]
    hour = int(found.get("HOUR"))
    padded = number.text.startswith("0") and len(number.text) == 2
    return Clock(hour % 24, settled=hour > HALF_DAY or hour == 0 or padded, next_day=hour == 24)


def _compact(_: Context, found: Found) -> Clock | Impossible | None:
    """ "730pm", "730 in the evening": hours and minutes run together."""
    digits = found.of("INT")[0].text
    if not digits.isdigit() or len(digits) not in {3, 4}:
        return None
    clock = clock_of(int(digits[:-2]), int(digits[-2:]), settled=digits.startswith("0"))
    if isinstance(clock, Impossible):
        return None
    return with_meridiem(clock, found.get("MERIDIEM")) if found.of("MERIDIEM") else clock


def _spelled_minutes(context: Context, found: Found) -> Clock | Impossible | None:
    """ "Tomorrow nine thirty", in words only: in digits it could be anything."""
    return _hour_minute(context, found) if all(number.text == "spelled" for number in found.of("MIN")) else None


def _spelled_range(_: Context, found: Found) -> ClockRange | None:
    if any(number.text != "spelled" for number in found.of("MIN")):
        return None
    first_hour, first_minute, last_hour, last_minute = (int(value) for value in found.values("MIN"))
    return clock_range(
        Clock(first_hour, first_minute, grain=Grain.MINUTE), Clock(last_hour, last_minute, grain=Grain.MINUTE)
    )


def _minutes_offset(context: Context, found: Found) -> Clock | None:
    if not found.of("DURATION"):
        return _offset(context, found) if _is_offset(found) else None
    seconds = found.get("DURATION").seconds
    clock: Clock = found.get("CLOCK") or Clock(int(found.values("HOUR")[-1]))
    if clock.minute or not 0 < seconds < 3600 or found.get("DURATION").days or found.get("DURATION").months:
        return None
    minutes = int(seconds // 60)
    if found.has("past", "after", "from"):
        return replace(clock, minute=minutes, grain=Grain.MINUTE)
    hour = (clock.hour - 1) % 24 if clock.settled else (clock.hour - 2) % HALF_DAY + 1
    return replace(clock, hour=hour, minute=60 - minutes, grain=Grain.MINUTE, next_day=False)


def _is_offset(found: Found) -> bool:
    """Whether "10 to 5pm" can be a time before five: not in digits, where it is a range."""
    minutes = found.of("MIN")[0]
    return found.has("past") or minutes.text == "spelled" or minutes.value in {20, 25}


def _twenty_to(context: Context, found: Found) -> Clock | None:
    return _offset(context, found) if found.get("MIN") in {20, 25} else None


_PAST = "(past|after)"

_TO = "(to|before|till|til|of)"

# What may not follow a bare hour: then it counts something ("at 5 people").
COUNTS = (
    "(?! DASH? (?:MEASURE|UNIT|NUM|JUNK|PLURAL|of|percent|other|different|more|less|am|pm|years|hundred|thousand|million|"
    "places|locations|sites|stores|shops|schools|hotels|companies|restaurants|WEEKDAYS|MONTH|DOT NUM|SLASH|ORD) )"
)

# Beside a day or a part of it a bare time is one without "at".
_OF_DAY = "(?= COMMA? (?: (?: in the | this | in | tomorrow )? PART | at night | TONIGHT | (on)? (the)? DAY | CYCLE ))"
AFTER_DAY = ("(?<= DAY)", "(?<= DAY COMMA)", "(?<= PART)", "(?<= TONIGHT)", "(?<= CYCLE)", "(?<= CYCLE COMMA)")

_HEAD = "(?<= [instead at @ by until till before after around about from til])"

RULES = (
    Rule("TIMESHAPE (DASH? ish)? MERIDIEM", "CLOCK", _shape),
    Rule("TIMESHAPE (DASH? ish)? (hours|hrs|oclock|h)?", "CLOCK", _shape),
    Rule("HOUR (oh|ou|zero|o|DASH (zero|oh|o|ou) DASH) N12 MERIDIEM?", "CLOCK", _hour_minute),
    Rule("HOUR DASH? MIN MERIDIEM (?! to)", "CLOCK", _hour_minute),
    Rule("NFRAC MERIDIEM", "CLOCK", _decimal),
    Rule("MIN (DASH? ish)? MERIDIEM", "CLOCK", _hour_meridiem),
    Rule("MIN (DASH? ish)? (oclock | o'clock | o clock | o' clock) MERIDIEM?", "CLOCK", _oclock),
    Rule("(N12)? DASH? (high)? noon | midday | mid DASH day | (N12)? midnight", "CLOCK", _named),
    Rule("HHMM DASH? (hrs|hours|hour|h)", "CLOCK", four_digits),
    Rule("(?<= [at @]) HHMM", "CLOCK", four_digits),
    Rule("(?<= [by until till between around about approximately from]) N4", "CLOCK", four_digits),
    Rule("^ N4 $", "CLOCK", four_digits),
    Rule("(?: N999 | N4 | NYEAR ) (MERIDIEM | (?= in the PART))", "CLOCK", _compact),
    Rule("(?<= DAY) MIN h", "CLOCK", _hour_h),
    Rule("HOURMARK", "CLOCK", _hour_mark),
    Rule("(?<= [at @ by until till]) MIN h", "CLOCK", _hour_h),
    Rule("(?: N23 | N24 ) h", "CLOCK", _hour_h),
    Rule(f"(a)? (half|quarter) {_PAST} (CLOCK|HOUR)", "CLOCK", _offset),
    Rule(f"(a)? quarter {_TO} (CLOCK|HOUR)", "CLOCK", _offset),
    Rule("(?<! from) (?<! between) (MIN|DURATION) (past|after|to|before|till|from) CLOCK", "CLOCK", _minutes_offset),
    Rule("(MIN|DURATION) (past) HOUR", "CLOCK", _minutes_offset),
    Rule("(?<= [at by @ until]) MIN (to|till) N12", "CLOCK", _spelled_offset),
    Rule("(?: N23|N24|N31) (to|till) N12 (?! (am|pm|MERIDIEM))", "CLOCK", _twenty_to),
    Rule("(DURATION) (to|till) N12", "CLOCK", _minutes_offset),
    Rule("(?<= [at @ by until till around for]) half N12" + COUNTS, "CLOCK", _british_half),
    Rule(f"half N12 (?: (?= $) | {_OF_DAY} )", "CLOCK", _british_half),
    *(Rule(f"{said} half N12 (?= (STOP|COMMA|$))", "CLOCK", _british_half) for said in AFTER_DAY),
    Rule("(?<= [at @ by until till before from around about]) NFRAC ish? (?! (UNIT|MEASURE|JUNK))", "CLOCK", _decimal),
    Rule("NFRAC ish", "CLOCK", _decimal),
    Rule("(?<= (?: up | wake | alarm )) NFRAC (?! (UNIT|MEASURE|JUNK|PLURAL))", "CLOCK", _dotted),
    Rule("(?<= [at @]) HOUR DASH? (?: N23|N24|N31|N59)" + COUNTS, "CLOCK", _hour_minute),
    *(
        Rule(f"{said} HOUR DASH? (?: N23|N24|N31|N59) (?= (STOP|COMMA|$))", "CLOCK", _spelled_minutes)
        for said in AFTER_DAY
    ),
    Rule(f"HOUR DASH? (?: N23|N24|N31|N59) {_OF_DAY}", "CLOCK", _spelled_minutes),
    Rule("^ HOUR DASH (?: N23|N24|N31|N59) $", "CLOCK", _spelled_minutes),
    Rule(f"MIN (to|till) N12 {_OF_DAY}", "CLOCK", _beside_part),
    *(Rule(f"{said} MIN (to|till) N12 (?= (STOP|COMMA|$))", "CLOCK", _spelled_alone) for said in AFTER_DAY),
    Rule("^ MIN (to|till) N12 $", "CLOCK", _spelled_alone),
    Rule("(?<= DAY) NFRAC (?! (UNIT|MEASURE|JUNK|PLURAL))", "CLOCK", _dotted),
    Rule("NFRAC (?= (on)? DAY)", "CLOCK", _dotted),
    Rule(
        "(?: from | between ) HOUR DASH? (?: N23|N24|N31|N59) (to|until|till|and|DASH) HOUR DASH? (?: N23|N24|N31|N59)",
        "CRANGE",
        _spelled_range,
    ),
)

BARE_RULES = (
    Rule(_HEAD + " HOUR (DASH? ish | DASH ish)?" + COUNTS, "CLOCK", _bare),
    Rule("HOUR (?= (in the PART | at night | COMMA? TONIGHT | DASH ish | (on)? DAY PART))", "CLOCK", _bare),
    Rule("HOUR DASH? ish", "CLOCK", _bare),
    Rule("CLOCK DASH? ish", "CLOCK", lambda _, found: found.get("CLOCK")),
    Rule("HOUR (?= (sharp|prompt|promptly|on the dot))", "CLOCK", _bare),
)
