"""Dates and times written in digits: ISO, 20270630, 3/4/2027, 31.12., 9:30, 21h30.

Invariant: a shape that names no real date or time becomes IMPOSSIBLE, never the nearest real one.
It does not know the words around a shape.
"""

from collections.abc import Callable
from datetime import date, datetime

from app.language.time.grammar import Alphabet, Context
from app.language.time.meaning import Clock, Day, Grain, Impossible, Moment
from app.language.time.tokens import Token

_PIVOT = 69
_NOON = 12


def full_year(year: int) -> int:
    """A year in two digits as people mean it: 27 is 2027, 96 is 1996."""
    if year >= 100:
        return year
    return year + (2000 if year < _PIVOT else 1900)


def real_date(year: int, month: int, day: int) -> date | None:
    """The date, or None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def clock_of(hour: int, minute: int, second: int = 0, *, settled: bool = False) -> Clock | Impossible:
    """A time of day; 24:00 is midnight, anything beyond does not exist."""
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and minute):
        return Impossible()
    grain = Grain.SECOND if second else Grain.MINUTE
    sure = settled or hour > _NOON or hour == 0
    return Clock(hour % 24, minute, second, settled=sure, grain=grain, next_day=hour == 24, assumed=settled)


def _iso(token: Token, context: Context) -> object:
    try:
        moment = datetime.fromisoformat(token.text.upper().replace(" ", "T"))
    except ValueError:
        return Impossible()
    if moment.tzinfo:
        moment = moment.astimezone(context.aware_now.tzinfo)
    return Moment(moment, Grain.SECOND if moment.second else Grain.MINUTE)


def _date3(token: Token, context: Context) -> object:
    separator = next(mark for mark in token.text if not mark.isdigit())
    first, second, third = token.text.split(separator)
    if len(first) == len("2027"):
        found = real_date(int(first), int(second), int(third))
        return Day(found) if found else Impossible()
    year = full_year(int(third))
    found = day_month(int(first), int(second), context, year=year)
    return Day(found) if found else Impossible()


def _date8(token: Token, _: Context) -> object:
    found = real_date(int(token.text[:4]), int(token.text[4:6]), int(token.text[6:]))
    return Day(found) if found else None


def day_month(first: int, second: int, context: Context, *, year: int) -> date | None:
    """Two numbers as day and month, in the house order; the other order only if this one is no date."""
    orders = ((first, second), (second, first)) if context.month_first else ((second, first), (first, second))
    dates = (real_date(year, month, day) for month, day in orders)
    return next((found for found in dates if found), None)


def _year_month(token: Token, _: Context) -> object:
    first, second = token.text.replace("-", "/").split("/")
    year, month = (int(first), int(second)) if len(first) == len("2027") else (int(second), int(first))
    return Day(date(year, month, 1), Grain.MONTH)


def _slashed(token: Token, _: Context) -> object:
    first, second = token.text.split("/")
    return int(first), int(second)


def _clock(token: Token, _: Context) -> object:
    whole = token.text.partition(".")[0]
    hour, minute, *rest = (int(part) for part in whole.split(":"))
    return clock_of(hour, minute, rest[0] if rest else 0, settled=token.text.startswith("0"))


def _hours(token: Token, _: Context) -> object:
    hour, minute = token.text.split("h")
    return int(hour), int(minute)


def _decimal(token: Token, _: Context) -> object:
    return float(token.text)


_READERS: dict[str, tuple[str, Callable[[Token, Context], object]]] = {
    "iso": ("MOMENT", _iso),
    "date3": ("DAY", _date3),
    "date8": ("DAY", _date8),
    "yearmonth": ("STRETCH", _year_month),
    "date2": ("SLASHED", _slashed),
    "clock": ("TIMESHAPE", _clock),
    "hours": ("HOURMARK", _hours),
    "decimal": ("NFRAC", _decimal),
    "break": ("STOP", lambda token, _: token.text),
    "junk": ("JUNK", lambda token, _: token.text),
}


def read_shape(token: Token, alphabet: Alphabet, context: Context) -> Token | None:
    """The grammar token of a written shape; None if the token is a word, a number or a mark."""
    if token.kind not in _READERS:
        return None
    makes, reader = _READERS[token.kind]
    meaning = reader(token, context)
    if meaning is None:
        return None
    if isinstance(meaning, Impossible):
        makes = "IMPOSSIBLE"
    symbol = alphabet.known(token.text) if makes == "STOP" else alphabet.symbols(makes)
    return Token(token.start, token.end, token.text, token.kind, meaning, symbol)
