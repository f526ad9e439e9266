"""The day of a holiday in any year, from how it is set: "12-25", "4TH of 11", "easter -2".

Forms: month-day; the nth weekday of a month, counted from the end if negative; a weekday on or before a day; days from Easter or its
orthodox date; the nth day of the year. "+2" or "-7" moves it by days; "workday" and "never SU" move it off a weekend or a Sunday.
Invariant: only days that are certain for every year can be said. It does not know what a holiday is called.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from app.schedule.date_sums import nth_weekday

YearDate = Callable[[int], date]
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_SATURDAY, _SUNDAY = 5, 6
_FORM = re.compile(
    r"(?:(?P<month>\d\d)-(?P<day>\d\d)|(?P<nth>-?\d)(?P<code>[A-Z]{2}) of (?P<of>\d\d)|(?P<easter>easter|orthodox)"
    r"|(?P<last>[A-Z]{2}) by (?P<by>\d\d-\d\d)|day (?P<number>\d+))(?: (?P<shift>[+-]\d+))?(?: (?P<never>workday|never SU))?"
)


def year_date(form: str) -> YearDate:
    """The day of each year; ValueError for a form that is none."""
    said = _FORM.fullmatch(form)
    if said is None:
        raise ValueError(f"no day of a year: {form}")
    return lambda year: _off(_start(said, year) + timedelta(days=int(said["shift"] or 0)), said["never"])


def _start(said: re.Match[str], year: int) -> date:
    if said["month"]:
        return date(year, int(said["month"]), int(said["day"]))
    if said["easter"]:
        return easter(year, EASTER_ORTHODOX if said["easter"] == "orthodox" else EASTER_WESTERN)
    if said["number"]:
        return date(year, 1, 1) + timedelta(days=int(said["number"]) - 1)
    if said["last"]:
        day = date.fromisoformat(f"{year}-{said['by']}")
        return day - timedelta(days=(day.weekday() - _CODES.index(said["last"])) % 7)
    found = nth_weekday(year, int(said["of"]), _CODES.index(said["code"]), int(said["nth"]))
    if found is None:
        raise ValueError("every holiday here exists every year")
    return found


def _off(day: date, never: str | None) -> date:
    """The working day nearest to it, or the Saturday before a Sunday, where that is the custom."""
    if never == "workday":
        return day + timedelta(days={_SATURDAY: -1, _SUNDAY: 1}.get(day.weekday(), 0))
    return day - timedelta(days=1) if never and day.weekday() == _SUNDAY else day
