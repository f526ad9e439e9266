"""Lengths of time: "half an hour", "an hour and a half", "2 weeks", "1h30", "a fortnight".

Invariant: produces DURATION tokens that carry a `Span`; whether it is ahead, ago or a length is for later levels.
"""

from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Grain, Span

_SECONDS = {Grain.SECOND: 1, Grain.MINUTE: 60, Grain.HOUR: 3600}
_DAYS = {Grain.DAY: 1, Grain.WEEK: 7}
_MONTHS = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.YEAR: 12}
_FINER = {Grain.WEEK: (7, Grain.DAY), Grain.DAY: (24, Grain.HOUR), Grain.YEAR: (12, Grain.MONTH)}
_VAGUE = {"couple": 2, "few": 3, "several": 3}
# One-letter units count only where they are glued to a number after a word such as "in"; elsewhere they are noise.
_LETTER_UNITS = frozenset({"s", "m", "d", "w", "y", "h"})
_MOST = 10_000


def span_of(count: float, unit: Grain) -> Span | None:
    """`count` units as a span; None for a fraction that cannot be counted exactly (half a month)."""
    if not 0 <= count <= _MOST:
        return None
    if unit in _SECONDS:
        return Span(seconds=count * _SECONDS[unit], grain=unit)
    if count != int(count):
        times, finer = _FINER.get(unit, (0, unit))
        return span_of(count * times, finer) if times else None
    if unit in _DAYS:
        return Span(days=int(count) * _DAYS[unit], grain=unit)
    return Span(months=int(count) * _MONTHS[unit], grain=unit)


def _counted(_: Context, found: Found) -> Span | None:
    unit, number = found.tokens[-1], found.tokens[0].text
    # "0930 hrs" and "1500 hours" are times of day.
    if unit.text in _LETTER_UNITS or (
        unit.text in {"hours", "hrs", "hr", "hour"} and len(number) == 4 and number.isdigit()
    ):
        return None
    return span_of(found.get("NUM"), found.values("UNIT")[-1])


def _lettered(_: Context, found: Found) -> Span | None:
    unit = found.tokens[-1]
    glued = unit.text in _LETTER_UNITS and (found.tokens[0].end == unit.start or unit.text == "h")
    return span_of(found.get("NUM"), found.values("UNIT")[-1]) if glued else None


def _alone(_: Context, found: Found) -> Span | None:
    """ "5 m" or "3y 2w" as all that was written; "16h" and "0930 hrs" alone are times of day."""
    unit = found.tokens[-1].text
    return span_of(found.get("NUM"), found.values("UNIT")[-1]) if unit in _LETTER_UNITS - {"h"} else None


def _single(_: Context, found: Found) -> Span | None:
    return None if found.tokens[-1].text in _LETTER_UNITS else span_of(1, found.values("UNIT")[-1])


def _vague(_: Context, found: Found) -> Span | None:
    count = next(number for word, number in _VAGUE.items() if found.has(word))
    return span_of(count, found.values("UNIT")[-1])


def _with_fraction(_: Context, found: Found) -> Span | None:
    share = 0.5 if found.has("half") else 0.25
    count = found.get("NUM", 1) if found.of("NUM") else 1
    return span_of(count + share, found.values("UNIT")[-1])


def _and_a_half(_: Context, found: Found) -> Span | None:
    span: Span = found.get("DURATION")
    share = 0.5 if found.has("half") else 0.25
    extra = span_of(share, span.grain)
    return span.plus(extra) if extra else None


def _part_of_unit(_: Context, found: Found) -> Span | None:
    if found.has("half"):
        return span_of(0.5, found.values("UNIT")[-1])
    quarters = found.get("NUM", 1) if found.of("NUM") else 1
    return span_of(quarters / 4, found.values("UNIT")[-1])


def _fraction(_: Context, found: Found) -> Span | None:
    above, below = found.get("SLASHED")
    unit, whole = found.values("UNIT")[-1], found.get("NUM", 0) if found.of("NUM") else 0
    exact = unit in _SECONDS or (whole and below == 2)
    return span_of(whole + above / below, unit) if 0 < above < below <= 4 and exact else None


def _fortnights(_: Context, found: Found) -> Span | None:
    count = found.get("NUM", 1) if found.of("NUM") else 1
    months, days = found.get("FORTNIGHT")
    # "The next decade" is one on the calendar, not ten years from today.
    if months and len(found.tokens) == 1:
        return None
    if count != int(count) or not 0 < count <= _MOST:
        return None
    return Span(months * int(count), days * int(count), grain=Grain.WEEK if days else Grain.YEAR)


def _hours_minutes(_: Context, found: Found) -> Span | None:
    hours, minutes = found.get("HOURMARK")
    return Span(seconds=hours * 3600 + minutes * 60, grain=Grain.MINUTE)


def _clock_length(_: Context, found: Found) -> Span | None:
    """ "In 1:30 hours"."""
    clock = found.get("TIMESHAPE")
    return Span(seconds=clock.hour * 3600 + clock.minute * 60, grain=Grain.MINUTE)


def _joined(_: Context, found: Found) -> Span | None:
    """Spans said one after the other, each finer than the one before."""
    total, *rest = found.values("DURATION")
    for span in rest:
        if list(Grain).index(span.grain) >= list(Grain).index(total.grain):
            return None
        total = total.plus(span)
    return total


def _loose_minutes(_: Context, found: Found) -> Span | None:
    span: Span = found.get("DURATION")
    short = found.has("and") or found.tokens[0].end - found.tokens[0].start <= len("12 h")
    if span.grain is not Grain.HOUR or not short:
        return None
    return span.plus(Span(seconds=found.get("MIN") * 60, grain=Grain.MINUTE))


def _minutes_at_end(_: Context, found: Found) -> Span | None:
    """ "In 2 hrs 15", with nothing after it that the number could count."""
    span: Span = found.get("DURATION")
    hours = span.grain is Grain.HOUR and not span.seconds % 3600
    return span.plus(Span(seconds=found.get("MIN") * 60, grain=Grain.MINUTE)) if hours else None


def _business(_: Context, found: Found) -> "BusinessDays | None":
    count = found.get("NUM", 1) if found.of("NUM") else 1
    return BusinessDays(int(count)) if count == int(count) and 0 < count < 1000 else None


class BusinessDays(int):
    """A number of working days (Monday to Friday)."""


RULES = (
    Rule("(a|an|one|NUM)? DASH? (business|working) (day|days)", "WORKDAYS", _business),
    Rule("(a|the)? (couple|few) (of)? (more)? UNIT", "DURATION", _vague),
    # "In several hours" is too vague to ring at; looking back or around it will do.
    Rule("(?<! in) (?<! after) several (more)? UNIT", "DURATION", _vague),
    Rule("NUM and (a|an)? (half|quarter) UNIT", "DURATION", _with_fraction),
    Rule("(a)? (half|quarter) (of)? (a|an) UNIT", "DURATION", _part_of_unit),
    Rule("half DASH? (hour|hours|day)", "DURATION", _part_of_unit),
    Rule("(a)? quarter DASH? hour", "DURATION", _part_of_unit),
    Rule("NUM quarters of (a|an) (hour)", "DURATION", _part_of_unit),
    Rule("NUM (and)? SLASHED UNIT", "DURATION", _fraction),
    Rule("(?<! NUM) SLASHED (of)? (a|an)? UNIT", "DURATION", _fraction),
    Rule("NUM (more|full|whole)? DASH? UNIT", "DURATION", _counted),
    Rule("(?<= [in for within after every another next last or]) NUM UNIT", "DURATION", _lettered),
    Rule("^ NUM UNIT (?= (?: COMMA? NUM UNIT )* $ )", "DURATION", _alone),
    Rule("(?<= ^ DASH) NUM UNIT (?= $ )", "DURATION", _alone),
    Rule("(?<= ^ PLUS) NUM UNIT (?= $ )", "DURATION", _alone),
    Rule("(?<= DURATION) NUM UNIT", "DURATION", _lettered),
    Rule("(?<= DURATION COMMA) NUM UNIT", "DURATION", _lettered),
    Rule("NUM UNIT (?= (ago|later|hence|from|before))", "DURATION", _lettered),
    Rule(
        "(?<! half) (a|an|another) (whole|full)? (?! (quarter|qtr) (past|to|after|till|before|of)) UNIT",
        "DURATION",
        _single,
    ),
    Rule("(NUM|a)? (more)? FORTNIGHT", "DURATION", _fortnights),
    Rule("(?<= [in for within after every]) HOURMARK", "DURATION", _hours_minutes),
    Rule("(?<= [in for within every]) TIMESHAPE (hours|hour|hrs|hr)", "DURATION", _clock_length),
    Rule("DURATION and (a)? (half|quarter)", "DURATION", _and_a_half),
    Rule("DURATION (?: (COMMA? and|COMMA)? DURATION )+", "DURATION", _joined),
    Rule("DURATION (COMMA? and|COMMA)? DURATION", "DURATION", _joined),
    Rule("DURATION MIN (?! MERIDIEM)", "DURATION", _loose_minutes),
    Rule("DURATION and MIN (?= (STOP|$))", "DURATION", _loose_minutes),
    Rule("(?<= in) DURATION MIN (?= (STOP|COMMA|$))", "DURATION", _minutes_at_end),
)
