"""RRULE values we are willing to run: how they must be written, how often they may fire, and that they ever do.

Invariant: what `parse_rule` returns can be given to `occurrences` with any start, and each question about it is answered
after a bounded search. Does not know phrases, crons (`cron.parse_cron`) or zones.
"""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from app.schedule.occurrences import PARTS, next_occurrence
from app.schedule.refusals import ScheduleError

_FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
# The lists of numbers: their first and last, and whether they may count from the end.
_NUMBERS = {
    "BYMONTH": (1, 12, False),
    "BYMONTHDAY": (1, 31, True),
    "BYYEARDAY": (1, 366, True),
    "BYWEEKNO": (1, 53, True),
    "BYSETPOS": (1, 366, True),
    "BYHOUR": (0, 23, False),
    "BYMINUTE": (0, 59, False),
    "BYSECOND": (0, 59, False),
}
_DAYS = re.compile(r"(?:[+-]?[1-5]?\d)?(?:MO|TU|WE|TH|FR|SA|SU)")
_UNTIL = re.compile(r"\d{8}(?:T\d{6}Z?)?")
_ENDINGS = frozenset(("COUNT", "UNTIL", "INTERVAL"))
_LONGEST = 500
_LEAST_MINUTES = 5
_MOST_COUNT = 10_000
# No interval of a life is longer than this: a hundred years of days.
_MOST_INTERVAL = 36_500
_UTC = ZoneInfo("UTC")
_SOME_START = datetime(2026, 1, 1, 9, tzinfo=UTC).replace(tzinfo=None)


def parse_rule(rule: str) -> str:
    """The rule in upper case without its "RRULE:" prefix; ScheduleError if it is malformed, a flood or never fires."""
    plain = rule.strip().upper().removeprefix("RRULE:").strip("; ")
    if len(plain) > _LONGEST:
        raise ScheduleError("That rule is too long for me.")
    parts = _parts(plain)
    _check_frequency(parts)
    _check_end(parts)
    for name in _NUMBERS.keys() & parts.keys():
        _check_numbers(name, parts[name])
    _check_days(parts)
    _check_flood(parts)
    _check_fires(parts)
    return plain


def _parts(plain: str) -> dict[str, str]:
    pairs = [part.split("=", 1) for part in plain.split(";") if part]
    if any(len(pair) != 2 or not pair[1] for pair in pairs):
        raise ScheduleError("Every part of a rule is written NAME=VALUE.")
    parts = dict(pairs)
    if len(parts) != len(pairs) or not parts.keys() <= PARTS:
        raise ScheduleError("The rule repeats a part or has one that is not known.")
    return parts


def _check_frequency(parts: dict[str, str]) -> None:
    frequency = parts.get("FREQ")
    if frequency == "SECONDLY":
        raise ScheduleError("Five minutes is the shortest step: FREQ=MINUTELY;INTERVAL=5.")
    if frequency not in _FREQUENCIES:
        raise ScheduleError("A rule needs FREQ, from YEARLY down to MINUTELY.")
    interval = _number(parts, "INTERVAL")
    if frequency == "MINUTELY" and interval < _LEAST_MINUTES:
        raise ScheduleError("Five minutes is the shortest step: FREQ=MINUTELY;INTERVAL=5.")
    if interval > _MOST_INTERVAL:
        raise ScheduleError(f"INTERVAL goes up to {_MOST_INTERVAL:,}.")


def _check_end(parts: dict[str, str]) -> None:
    if _number(parts, "COUNT") > _MOST_COUNT or ("COUNT" in parts and "UNTIL" in parts):
        raise ScheduleError("A rule ends by COUNT (at most 10,000) or by UNTIL, not by both.")
    value = parts.get("UNTIL")
    if value is None:
        return
    try:
        # Only the two spellings of the standard reach the parser, which would take many more.
        datetime.fromisoformat(value if _UNTIL.fullmatch(value) else "")
    except ValueError as error:
        raise ScheduleError("UNTIL is written 20270630 or 20270630T090000Z.") from error


def _number(parts: dict[str, str], name: str) -> int:
    value = parts.get(name, "1")
    if not (value.isascii() and value.isdecimal()) or len(value) > len("1000000") or int(value) < 1:
        raise ScheduleError(f"{name} is a whole number from 1 up.")
    return int(value)


def _check_numbers(name: str, value: str) -> None:
    first, last, from_end = _NUMBERS[name]
    for text in value.split(","):
        match = re.fullmatch(r"([+-]?)([0-9]{1,3})", text)
        if match is None or not first <= int(match[2]) <= last or (match[1] == "-" and not from_end):
            raise ScheduleError(f"{name} takes numbers from {first} to {last}.")


def _check_days(parts: dict[str, str]) -> None:
    if any(not _DAYS.fullmatch(day) or re.match(r"[+-]?0", day) for day in parts.get("BYDAY", "MO").split(",")):
        raise ScheduleError("BYDAY takes MO, TU, WE, TH, FR, SA and SU, in a month or year also 1MO or -1FR.")
    if not re.fullmatch("MO|TU|WE|TH|FR|SA|SU", parts.get("WKST", "MO")):
        raise ScheduleError("WKST is one of MO, TU, WE, TH, FR, SA and SU.")


def _check_flood(parts: dict[str, str]) -> None:
    minutes = sorted({int(minute) for minute in parts.get("BYMINUTE", "0").split(",")})
    steps_by_minute = parts["FREQ"] == "MINUTELY"  # there BYMINUTE only leaves some out
    close = any(later - earlier < _LEAST_MINUTES for earlier, later in pairwise(minutes)) and not steps_by_minute
    if close or "," in parts.get("BYSECOND", ""):
        raise ScheduleError("That would fire more often than every five minutes, which is the shortest step.")


def _check_fires(parts: dict[str, str]) -> None:
    """Whether the pattern fires for any start at all: the start, the interval and the end are left out of it."""
    if not parts.keys() - _ENDINGS - {"FREQ", "WKST", "BYHOUR", "BYMINUTE", "BYSECOND"}:
        return
    pattern = ";".join(f"{name}={value}" for name, value in parts.items() if name not in _ENDINGS)
    if next_occurrence(pattern, _SOME_START, _UTC, _SOME_START.replace(tzinfo=UTC) - timedelta(days=1)) is None:
        raise ScheduleError("That never comes round: no day is all of that at once.")
