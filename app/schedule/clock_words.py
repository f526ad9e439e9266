"""Words for times of day: "half past seven", "9:30pm", "quarter to 6", "0930 hrs", "noon", "at six".

Invariant: produces CLOCK tokens; "10 to 5pm" in digits is a range, "ten to five" in words a time. A number that counts
something ("at 5 people") is no time. It does not decide between morning and evening, `clock` does.
"""

from dataclasses import replace

from app.schedule.clock import HALF_DAY as _HALF_DAY
from app.schedule.clock import clock_range, with_meridiem
from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Grain, Impossible
from app.schedule.shapes import clock_of


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
    clock = Clock(hour % 24, settled=hour > _HALF_DAY or hour == 0, next_day=hour == 24) if hour <= 24 else Impossible()
    if isinstance(clock, Clock) and found.of("MERIDIEM"):
        return with_meridiem(clock, found.get("MERIDIEM"))
    return clock


def _named(_: Context, found: Found) -> Clock:
    return Clock(0 if found.has("midnight") else 12, settled=True)


def _four_digits(_: Context, found: Found) -> Clock | Impossible | None:
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
    return Clock(hour % 24, settled=True) if glued and hour <= 24 else None


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
    hour = (clock.hour - 1) % 24 if clock.settled else (clock.hour - 2) % _HALF_DAY + 1
    return replace(clock, hour=hour, minute=60 - minutes, grain=Grain.MINUTE, next_day=False)


def _spelled_offset(context: Context, found: Found) -> Clock | None:
    """ "ten to four" in words or after "at"; in digits "10 to 4" is a range."""
    minutes = found.get("MIN")
    return _offset(context, found) if minutes % 5 == 0 or minutes > _HALF_DAY else None


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
    return Clock(hour % 24, settled=hour > _HALF_DAY or hour == 0 or padded, next_day=hour == 24)


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
    hour = (clock.hour - 1) % 24 if clock.settled else (clock.hour - 2) % _HALF_DAY + 1
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
_COUNTS = (
    "(?! DASH? (?:MEASURE|UNIT|NUM|JUNK|PLURAL|of|percent|other|different|more|less|am|pm|years|hundred|thousand|million|"
    "places|locations|sites|stores|shops|schools|hotels|companies|restaurants|WEEKDAYS|MONTH|DOT NUM|SLASH|ORD) )"
)

_HEAD = "(?<= [at @ by until till before after around about from til])"

RULES = (
    Rule("TIMESHAPE (DASH? ish)? MERIDIEM", "CLOCK", _shape),
    Rule("TIMESHAPE (DASH? ish)? (hours|hrs|oclock|h)?", "CLOCK", _shape),
    Rule("HOUR (oh|ou|zero|o|DASH (zero|oh|o|ou) DASH) N12 MERIDIEM?", "CLOCK", _hour_minute),
    Rule("HOUR DASH? MIN MERIDIEM (?! to)", "CLOCK", _hour_minute),
    Rule("NFRAC MERIDIEM", "CLOCK", _decimal),
    Rule("MIN (DASH? ish)? MERIDIEM", "CLOCK", _hour_meridiem),
    Rule("MIN (DASH? ish)? (oclock | o'clock | o clock | o' clock) MERIDIEM?", "CLOCK", _oclock),
    Rule("(N12)? DASH? (high)? noon | midday | mid DASH day | (N12)? midnight", "CLOCK", _named),
    Rule("HHMM DASH? (hrs|hours|hour|h)", "CLOCK", _four_digits),
    Rule("(?<= [at @]) HHMM", "CLOCK", _four_digits),
    Rule("(?<= [by until till between around about approximately from]) N4", "CLOCK", _four_digits),
    Rule("^ N4 $", "CLOCK", _four_digits),
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
    Rule("(?<= [at @ by until till around for]) half N12" + _COUNTS, "CLOCK", _british_half),
    Rule("^ half N12 $", "CLOCK", _british_half),
    Rule("(?<= [at @ by until till before from]) NFRAC (?! (UNIT|MEASURE|JUNK))", "CLOCK", _decimal),
    Rule("(?<= [at @]) HOUR DASH? (?: N23|N24|N31|N59)" + _COUNTS, "CLOCK", _hour_minute),
    Rule("(?<= DAY) HOUR DASH? (?: N23|N24|N31|N59) (?= (STOP|COMMA|$|PART))", "CLOCK", _spelled_minutes),
    Rule("^ HOUR DASH (?: N23|N24|N31|N59) $", "CLOCK", _spelled_minutes),
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
    Rule(_HEAD + " HOUR (DASH? ish | DASH ish)?" + _COUNTS, "CLOCK", _bare),
    Rule("HOUR (?= (in the PART | at night | COMMA? TONIGHT | DASH ish | (on)? DAY PART))", "CLOCK", _bare),
    Rule("HOUR ish", "CLOCK", _bare),
)
