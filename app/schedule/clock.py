"""Times of day: "half past seven", "9:30pm", "quarter to 6", "0930 hrs", "noon", "at six", "from 3 to 5pm".

Invariant: a Clock stays unsettled until something says which half of the day is meant; `settle` then decides by the
everyday rules: with another day, 1 to 6 is the afternoon and 7 to 11 the morning; today, it is the next such hour
that comes while people are awake (06:00 to midnight). It does not know dates.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Clock, ClockRange, Grain, Impossible, Part
from app.schedule.shapes import clock_of
from app.schedule.tokens import Token

_HALF_DAY = 12
_WAKING_HOUR = 6
_LAST_AFTERNOON_HOUR = 6
_NIGHT_ENDS = 5

# Words that say which half of the day a bare hour belongs to.
MORNING_CUES = frozenset("wake woken waking alarm breakfast sunrise dawn".split())
EVENING_CUES = frozenset("dinner supper drinks party movie film concert theatre theater pub bedtime sunset".split())


def lean_of(tokens: list[Token]) -> str:
    """The half of the day the sentence is about, if a word in it says so."""
    words = {token.text for token in tokens}
    if words & MORNING_CUES:
        return "am"
    return "pm" if words & EVENING_CUES else ""


def with_meridiem(clock: Clock, meridiem: str) -> Clock | Impossible:
    """The clock at "am" or "pm"; "15:30 pm" is redundant, "28 pm" does not exist."""
    if clock.hour > _HALF_DAY:
        return replace(clock, settled=True) if meridiem == "pm" else Impossible()
    hour = clock.hour % _HALF_DAY + (_HALF_DAY if meridiem == "pm" else 0)
    return clock.at_hour(hour)


def in_part(clock: Clock, part: Part) -> Clock:
    """The clock in the part of the day that was named: "3 in the afternoon", "tonight at 1"."""
    if clock.settled:
        return clock
    if part.name == "morning":
        return clock.at_hour(clock.hour % _HALF_DAY)
    if part.name == "evening" and clock.hour == _HALF_DAY:
        return clock.at_hour(0, next_day=True)
    if part.name == "night" and (clock.hour == _HALF_DAY or clock.hour <= _NIGHT_ENDS):
        return clock.at_hour(clock.hour % _HALF_DAY, next_day=True)
    return clock.at_hour(clock.hour % _HALF_DAY + _HALF_DAY)


def settle(clock: Clock, lean: str = "") -> Clock:
    """The half of the day a clock means on a day that is not today."""
    if clock.settled:
        return clock
    if lean:
        settled = with_meridiem(clock, lean)
        return settled if isinstance(settled, Clock) else clock.at_hour(clock.hour)
    if 1 <= clock.hour <= _LAST_AFTERNOON_HOUR:
        return clock.at_hour(clock.hour + _HALF_DAY)
    return clock.at_hour(clock.hour)


def next_time(clock: Clock, now: datetime, lean: str = "") -> datetime:
    """When the clock next shows this, from `now` on: an unsettled hour is the first one in waking hours."""
    if clock.settled or lean:
        settled = settle(clock, lean)
        today = datetime.combine(now.date(), settled.time)
        return today if today > now and not settled.next_day else today + timedelta(days=1)
    hours = (clock.hour % _HALF_DAY, clock.hour % _HALF_DAY + _HALF_DAY)
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
    return datetime.combine(now.date(), settled.time) + timedelta(days=1 if settled.next_day else 0)


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
    if hour > 24 or hour == 0 and suffix.text.startswith("p"):  # noqa: PLR2004
        return Impossible()
    return with_meridiem(Clock(hour % 24), found.get("MERIDIEM"))


def _oclock(_: Context, found: Found) -> Clock | Impossible | None:
    hour = int(found.get("MIN"))
    clock = Clock(hour % 24, settled=hour > _HALF_DAY or hour == 0, next_day=hour == 24) if hour <= 24 else Impossible()  # noqa: PLR2004
    if isinstance(clock, Clock) and found.of("MERIDIEM"):
        return with_meridiem(clock, found.get("MERIDIEM"))
    return clock


def _named(_: Context, found: Found) -> Clock:
    if found.has("midnight"):
        return Clock(0, settled=True, next_day=True)
    return Clock(12, settled=True)


def _four_digits(_: Context, found: Found) -> Clock | Impossible | None:
    digits = found.of("HHMM")[0].text
    if len(digits) != 4:  # noqa: PLR2004
        return None
    return clock_of(int(digits[:2]), int(digits[2:]), settled=True)


def _hour_mark(_: Context, found: Found) -> Clock | Impossible:
    hour, minute = found.get("HOURMARK")
    return clock_of(hour, minute, settled=True)


def _hour_h(_: Context, found: Found) -> Clock | Impossible | None:
    number = found.of("MIN")[0]
    glued = number.end == found.tokens[-1].start
    hour = int(found.get("MIN"))
    return Clock(hour % 24, settled=True) if glued and hour <= 24 else None  # noqa: PLR2004


def _decimal(_: Context, found: Found) -> Clock | Impossible | None:
    hour, _, minute = found.of("NFRAC")[0].text.partition(".")
    if len(minute) != 2 or len(hour) > 2:  # noqa: PLR2004
        return None
    clock = clock_of(int(hour), int(minute), settled=hour.startswith("0"))
    if isinstance(clock, Clock) and found.of("MERIDIEM"):
        return with_meridiem(clock, found.get("MERIDIEM"))
    return clock if isinstance(clock, Clock) else None


_FRACTIONS = {"half": 30, "quarter": 15}


def _offset(_: Context, found: Found) -> Clock | None:
    """Minutes past or to an hour; "to" takes from the hour before."""
    share = next((minutes for word, minutes in _FRACTIONS.items() if found.has(word)), None)
    minutes = share if share is not None else int(found.get("MIN"))
    clock: Clock = found.get("CLOCK") or Clock(int(found.values("HOUR")[-1]))
    if clock.minute or not 0 < minutes < 60 or clock.hour > 23:  # noqa: PLR2004
        return None
    if found.has("past", "after", "from"):
        return replace(clock, minute=minutes, grain=Grain.MINUTE)
    hour = (clock.hour - 1) % 24 if clock.settled else (clock.hour - 2) % _HALF_DAY + 1
    return replace(clock, hour=hour, minute=60 - minutes, grain=Grain.MINUTE, next_day=False)


def _spelled_offset(context: Context, found: Found) -> Clock | None:
    """ "ten to four" in words or after "at"; in digits "10 to 4" is a range."""
    minutes = found.of("MIN")[0]
    return _offset(context, found) if minutes.value in {5, 10, 20, 25, 15} or minutes.value > 12 else None  # noqa: PLR2004


def _british_half(_: Context, found: Found) -> Clock | None:
    hour = int(found.get("N12"))
    return Clock(hour, 30, grain=Grain.MINUTE)


def _bare(_: Context, found: Found) -> Clock | None:
    number = found.of("HOUR")[0]
    hour = int(number.value)  # type: ignore[call-overload]
    padded = number.text.startswith("0") and len(number.text) == 2  # noqa: PLR2004
    return Clock(hour % 24, settled=hour > _HALF_DAY or hour == 0 or padded, next_day=hour == 24)  # noqa: PLR2004


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
    Rule("(N12)? DASH? (high)? noon | midday | (N12)? midnight", "CLOCK", _named),
    Rule("HHMM DASH? (hrs|hours|hour|h)", "CLOCK", _four_digits),
    Rule("(?<= [at @]) HHMM", "CLOCK", _four_digits),
    Rule("(?<= [by until till between around about approximately from]) N4", "CLOCK", _four_digits),
    Rule("^ N4 $", "CLOCK", _four_digits),
    Rule("(?: N999 | N4 | NYEAR ) (MERIDIEM | (?= in the PART))", "CLOCK", lambda c, f: _compact(c, f)),
    Rule("(?<= DAY) MIN h", "CLOCK", _hour_h),
    Rule("HOURMARK", "CLOCK", _hour_mark),
    Rule("(?<= [at @ by until till]) MIN h", "CLOCK", _hour_h),
    Rule("(?: N23 | N24 ) h", "CLOCK", _hour_h),
    Rule(f"(a)? (half|quarter) {_PAST} (CLOCK|HOUR)", "CLOCK", _offset),
    Rule(f"(a)? quarter {_TO} (CLOCK|HOUR)", "CLOCK", _offset),
    Rule("(?<! from) (?<! between) (MIN|DURATION) (past|after|to|before|till|from) CLOCK", "CLOCK", lambda c, f: _minutes_offset(c, f)),
    Rule("(MIN|DURATION) (past) HOUR", "CLOCK", lambda c, f: _minutes_offset(c, f)),
    Rule("(?<= [at by @ until]) MIN (to|till) N12", "CLOCK", _spelled_offset),
    Rule("(?: N23|N24|N31) (to|till) N12 (?! (am|pm|MERIDIEM))", "CLOCK", lambda c, f: _twenty_to(c, f)),
    Rule("(DURATION) (to|till) N12", "CLOCK", lambda c, f: _minutes_offset(c, f)),
    Rule("(?<= [at @ by until till around for]) half N12" + _COUNTS, "CLOCK", _british_half),
    Rule("^ half N12 $", "CLOCK", _british_half),
    Rule("(?<= [at @ by until till before from]) NFRAC (?! (UNIT|MEASURE|JUNK))", "CLOCK", _decimal),
    Rule("(?<= [at @]) HOUR DASH? (?: N23|N24|N31|N59)" + _COUNTS, "CLOCK", _hour_minute),
    Rule("(?<= DAY) HOUR DASH? (?: N23|N24|N31|N59) (?= (STOP|COMMA|$|PART))", "CLOCK", lambda c, f: _spelled_minutes(c, f)),
    Rule("^ HOUR DASH (?: N23|N24|N31|N59) $", "CLOCK", lambda c, f: _spelled_minutes(c, f)),
    Rule("(?: from | between ) HOUR DASH? (?: N23|N24|N31|N59) (to|until|till|and|DASH) HOUR DASH? (?: N23|N24|N31|N59)", "CRANGE", lambda c, f: _spelled_range(c, f)),
)

BARE_RULES = (
    Rule(_HEAD + " HOUR (DASH? ish | DASH ish)?" + _COUNTS, "CLOCK", _bare),
    Rule("HOUR (?= (in the PART | at night | COMMA? TONIGHT | DASH ish | DAY PART))", "CLOCK", _bare),
    Rule("HOUR ish", "CLOCK", _bare),
)


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
    return clock_range(Clock(first_hour, first_minute, grain=Grain.MINUTE), Clock(last_hour, last_minute, grain=Grain.MINUTE))


def _minutes_offset(context: Context, found: Found) -> Clock | None:
    if not found.of("DURATION"):
        return _offset(context, found) if _is_offset(found) else None
    seconds = found.get("DURATION").seconds
    clock: Clock = found.get("CLOCK") or Clock(int(found.values("HOUR")[-1]))
    if clock.minute or not 0 < seconds < 3600 or found.get("DURATION").days or found.get("DURATION").months:  # noqa: PLR2004
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


def clock_range(first: Clock, last: Clock) -> ClockRange:
    """A range whose ends settle each other: "3 to 5pm" is in the afternoon, "11 to 1pm" starts before noon."""
    if last.settled and not first.settled:
        first = _same_half(first, last)
    elif first.settled and not last.settled:
        later = [last.at_hour(last.hour % _HALF_DAY + half) for half in (0, _HALF_DAY)]
        last = next((clock for clock in later if clock.time > first.time), later[0])
    return ClockRange(first, last)


def _same_half(first: Clock, last: Clock) -> Clock:
    """The first end in the half of the last one, or in the one before where it would come too late."""
    half = _HALF_DAY if last.hour >= _HALF_DAY else 0
    same = first.at_hour(first.hour % _HALF_DAY + half)
    return same if same.time < last.time else first.at_hour(first.hour % _HALF_DAY + (_HALF_DAY - half) % 24)
