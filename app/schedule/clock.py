"""Which half of the day a clock time means, and when it comes next.

Invariant: a Clock stays unsettled until something says which half of the day is meant; `settle` then decides by the
everyday rules: with another day, 1 to 6 is the afternoon and 7 to 11 the morning; today, it is the next such hour
that comes while people are awake (06:00 to midnight). A word such as "wake" or "dinner" settles it first.
It does not know how a time was said.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from app.schedule.meaning import Clock, ClockRange, Impossible, Part
from app.schedule.tokens import Token

HALF_DAY = 12
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
    if clock.hour > HALF_DAY:
        return replace(clock, settled=True) if meridiem == "pm" else Impossible()
    hour = clock.hour % HALF_DAY + (HALF_DAY if meridiem == "pm" else 0)
    return clock.at_hour(hour)


def in_part(clock: Clock, part: Part) -> Clock:
    """The clock in the part of the day that was named: "3 in the afternoon", "tonight at 1"."""
    if clock.settled:
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
