"""Hours in bare digits beside a word that makes them one: "tomorrow 0600", "1430 on Friday", "at 730", "at 14 hours 30".

Invariant: a number that may be a sum of money or count something is left alone: before a day only what starts with a nought or ends on a
quarter of an hour is a time. It does not know hours with a mark between ("9:30"), which are `clock`'s.
"""

from app.language.time.clock import AFTER_DAY, COUNTS, four_digits
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, ClockRange, Grain, Impossible
from app.language.time.shapes import clock_of

_QUARTERS = frozenset({15, 30, 45})
_FIRST_COUNTED = 6


def _padded(context: Context, found: Found) -> Clock | Impossible | None:
    """ "Wake me 0600": a number that begins with a nought counts nothing."""
    digits = found.of("N4")[0].text
    clock = four_digits(context, found) if digits.startswith("0") else None
    return clock if isinstance(clock, Clock) else None


def _on_the_quarter(context: Context, found: Found) -> Clock | Impossible | None:
    """ "1430 on Friday", where round numbers may be sums of money."""
    number, padded = int(found.get("N4")), found.of("N4")[0].text.startswith("0")
    clock = four_digits(context, found) if padded or number % 100 in _QUARTERS else None
    return clock if isinstance(clock, Clock) else None


def _three_digits(_: Context, found: Found) -> Clock | None:
    """ "At 730", on a quarter of an hour: other numbers may be prices."""
    digits = found.of("N999")[0].text
    if len(digits) != 3 or not digits.isdigit() or int(digits[1:]) not in _QUARTERS:
        return None
    clock = clock_of(int(digits[0]), int(digits[1:]))
    return clock if isinstance(clock, Clock) else None


def _counted_hours(_: Context, found: Found) -> Clock | None:
    """ "At 10 hours", "at 14 hours 30", as who reads a clock of 24 hours says it; a few hours may be a length."""
    span = found.get("DURATION")
    minutes = int(span.seconds // 60) + (int(found.get("MIN")) if found.of("MIN") else 0)
    hour, minute = divmod(minutes, 60)
    if span.days or span.months or span.seconds < 3600 or not _FIRST_COUNTED <= hour < 24:
        return None
    return Clock(hour, minute, settled=True, grain=Grain.MINUTE, assumed=True)


def _range(_: Context, found: Found) -> ClockRange | None:
    """ "0900-1100 tomorrow"."""
    digits = [token.text for token in found.tokens if token.text.isdigit()]
    if len(digits) != 2 or any(len(text) != len("0900") for text in digits):
        return None
    ends = [clock_of(int(text[:2]), int(text[2:]), settled=True) for text in digits]
    first, last = ends
    return ClockRange(first, last) if isinstance(first, Clock) and isinstance(last, Clock) else None


def _padded_range(context: Context, found: Found) -> ClockRange | None:
    """ "From 0900 to 1700", which are no sums."""
    return _range(context, found) if found.of("N4")[0].text.startswith("0") else None


# Whoever is told, woken or waited for at a time without "at".
_TOLD = "(?<= (?: me | us | him | her | them | up | wake | alarm | for | after | before | to | DASH ))"

_HOURS = "(?: N4 | NYEAR )"
_TO = "(to|until|till|and|DASH)"

RULES = (
    Rule(f"(from|between)? N4 {_TO} {_HOURS}{COUNTS}", "CRANGE", _padded_range),
    Rule(f"(from|between)? {_HOURS} {_TO} {_HOURS} (?= (on)? DAY)", "CRANGE", _range),
    Rule(f"(?<= DAY) (from|between)? {_HOURS} {_TO} {_HOURS}{COUNTS}", "CRANGE", _range),
    *(
        Rule(f"{said} (?: N4 | NYEAR ){COUNTS} (?= (STOP|COMMA|to|for|with|and|$))", "CLOCK", four_digits)
        for said in AFTER_DAY
    ),
    Rule(f"{_TOLD} N4{COUNTS}", "CLOCK", _padded),
    Rule("^ (?: N4 | NYEAR ) (?= COMMA? (on|tomorrow|every)? (DAY|TONIGHT|CYCLE))", "CLOCK", four_digits),
    Rule("N4 (?= COMMA? (on)? DAY)", "CLOCK", _on_the_quarter),
    Rule(f"(?<= [at @]) N999{COUNTS}", "CLOCK", _three_digits),
    *(Rule(f"{said} N999{COUNTS} (?= (STOP|COMMA|to|for|with|and|$))", "CLOCK", _three_digits) for said in AFTER_DAY),
    Rule("^ N999 (?= COMMA? (on)? (DAY|TONIGHT|CYCLE))", "CLOCK", _three_digits),
    Rule("N999 ish", "CLOCK", _three_digits),
    Rule(
        "(?<= [at @]) DURATION MIN? (?! (DASH|MEASURE|UNIT|NUM|PLURAL|of|before|after|from|ago|later|to|past|prior|per|a))",
        "CLOCK",
        _counted_hours,
    ),
)
