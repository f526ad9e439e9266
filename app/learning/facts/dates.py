"""Moments that are told from where one stands, as days of the calendar: "last week" means nothing a month later.

Cautious: only what has one reading is replaced, as coarsely as it was said; everything else stays as it is. Pure.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from app.language.words.lexicon import lexicon

_WEEKDAYS = lexicon().words("weekday")
_NUMBERS = {word: number for word, number in lexicon().numbers.items() if number <= 12}
_NUMBERS |= {"a": 1, "an": 1}
_RELATIVE = re.compile(
    r"\b(?:(?P<day>(?:the day before )?yesterday|today|tomorrow|tonight|last night|this morning|this afternoon|this evening)|"
    r"(?P<which>last|next|this) (?P<unit>weekend|week|month|year|"
    + "|".join(_WEEKDAYS)
    + r")(?: (?:morning|evening|night|afternoon))?|"
    r"(?P<count>\d{1,3}|" + "|".join(_NUMBERS) + r") (?P<step>day|week|month|year)s? ago)\b",
    re.IGNORECASE,
)
_DAYS = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
_SHIFTS = {"last": -1, "this": 0, "next": 1}
_FAR = 100  # years


def dated(statement: str, moment: datetime) -> str:
    """`statement` with what it says of days, weeks, months and years relative to `moment` (aware, in the user's zone) said outright:
    "I started at Acme last week" as "I started at Acme in the week of 9 November 2026"."""
    return _RELATIVE.sub(lambda found: _outright(found, moment) or found[0], statement)


def _outright(found: re.Match[str], moment: datetime) -> str:
    if found["day"]:
        return _on(moment + timedelta(days=_DAYS.get(found["day"].casefold(), 0)))
    try:
        if found["step"]:
            return _ago(_number(found["count"]), found["step"].casefold(), moment)
        return _turned(found["which"].casefold(), found["unit"].casefold(), moment)
    except OverflowError:
        return ""


def _turned(which: str, unit: str, moment: datetime) -> str:
    """ "last month", "next Friday"."""
    shift = _SHIFTS[which]
    if unit in _WEEKDAYS:
        return _weekday(which, _WEEKDAYS.index(unit), moment)
    if unit in ("week", "weekend"):
        monday = moment + timedelta(days=7 * shift - moment.weekday())
        return (
            f"in the week of {_day(monday)}"
            if unit == "week"
            else f"on the weekend of {_day(monday + timedelta(days=5))}"
        )
    return _in_month(moment, shift) if unit == "month" else f"in {moment.year + shift}"


def _weekday(which: str, weekday: int, moment: datetime) -> str:
    """The last one is the latest that is over, the next one may be this week's or the one after, so that it stays as it was said."""
    if which != "last":
        return ""
    return _on(moment - timedelta(days=(moment.weekday() - weekday - 1) % 7 + 1))


def _ago(count: int, step: str, moment: datetime) -> str:
    steps: dict[str, Callable[[], str]] = {
        "day": lambda: _on(moment - timedelta(days=count)),
        "week": lambda: f"around {_day(moment - timedelta(weeks=count))}",
        "month": lambda: _in_month(moment, -count),
        "year": lambda: f"around {moment.year - count}" if count < _FAR else "",
    }
    return steps[step]()


def _in_month(moment: datetime, shift: int) -> str:
    year, month = divmod(moment.year * 12 + moment.month - 1 + shift, 12)
    return f"in {moment.replace(year=year, month=month + 1, day=1):%B %Y}" if year > moment.year - _FAR else ""


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.casefold()]


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _on(moment: datetime) -> str:
    return f"on {_day(moment)}"
