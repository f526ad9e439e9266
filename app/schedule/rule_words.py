"""An RFC 5545 rule as an English phrase.

Invariant: every part of the rule is said or, if it is too odd for words, the rule text itself is shown; nothing is left
out silently. It does not check that the rule is one we would run.
"""

from datetime import date, datetime

_DAYS: dict[str, str] = dict(
    zip(
        ("MO", "TU", "WE", "TH", "FR", "SA", "SU"),
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        strict=True,
    )
)
_SETS = {
    frozenset(("MO", "TU", "WE", "TH", "FR")): "weekday",
    frozenset(("SA", "SU")): "weekend day",
    frozenset(_DAYS): "day",
}
_UNITS = {
    "YEARLY": "year",
    "MONTHLY": "month",
    "WEEKLY": "week",
    "DAILY": "day",
    "HOURLY": "hour",
    "MINUTELY": "minute",
}
_SAYABLE = frozenset("FREQ INTERVAL COUNT UNTIL BYMONTH BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSETPOS WKST".split())
_WORKDAYS = frozenset(("MO", "TU", "WE", "TH", "FR"))
_HALF_YEAR = 6
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}


def rule_words(rule: str, first: datetime) -> str:
    """The phrase for a rule whose first occurrence is at `first`."""
    parts = dict(part.split("=", 1) for part in rule.removeprefix("RRULE:").split(";") if "=" in part)
    said = _how_often(parts, first) if parts.keys() <= _SAYABLE and _has_place(parts) else None
    if said is None:
        return f"by the rule {rule} from {ordinal_date(first.date())}, at {first:%H:%M}"
    at = "" if parts["FREQ"] in {"HOURLY", "MINUTELY"} else f" at {_times(parts, first)}"
    return f"{said}{at}{_end(parts, first)}"


def _has_place(parts: dict[str, str]) -> bool:
    """Whether BYSETPOS, if there is one, picks times of a day or a working day of a month: those can be said."""
    if "BYSETPOS" not in parts:
        return True
    if parts["FREQ"] == "DAILY":
        return {"BYHOUR", "BYMINUTE"} <= parts.keys()
    workday = frozenset(parts.get("BYDAY", "").split(",")) == _WORKDAYS and "BYMONTHDAY" not in parts
    return parts["FREQ"] == "MONTHLY" and workday and "BYHOUR" not in parts


def _how_often(parts: dict[str, str], first: datetime) -> str | None:
    frequency, interval = parts.get("FREQ", ""), int(parts.get("INTERVAL", "1"))
    days = parts["BYDAY"].split(",") if "BYDAY" in parts else []
    if frequency == "YEARLY":
        return _yearly(parts, days, interval, first=first)
    if frequency == "MONTHLY":
        return _monthly(parts, days, interval, first=first)
    if "BYMONTHDAY" in parts or frequency not in _UNITS:
        return None
    by_week = frequency == "WEEKLY" or (frequency == "DAILY" and days and interval == 1)
    said = _weekly(days, interval, first) if by_week else _plain(frequency, days, interval)
    return said and said + _in_months(parts)


def _every(interval: int, unit: str) -> str:
    if interval == 1:
        return f"every {unit}"
    return f"every other {unit}" if interval == 2 else f"every {interval} {unit}s"


def _plain(frequency: str, days: list[str], interval: int) -> str | None:
    if not days:
        return _every(interval, _UNITS[frequency])
    named = _day_list(days)
    return f"{_every(interval, _UNITS[frequency])} on {named}" if named else None


def _weekly(days: list[str], interval: int, first: datetime) -> str | None:
    codes = days or [list(_DAYS)[first.weekday()]]
    if any(code not in _DAYS for code in codes):
        return None
    group = _SETS.get(frozenset(codes))
    if interval == 1:
        return f"every {group or _day_list(codes)}"
    if len(codes) == 1 and interval == 2:
        return f"every other {_DAYS[codes[0]]}"
    return f"{_every(interval, 'week')} on {_plural(group) if group else _day_list(codes)}"


def _plural(group: str) -> str:
    return {"weekday": "weekdays", "weekend day": "weekends", "day": "every day"}[group]


def _monthly(parts: dict[str, str], days: list[str], interval: int, *, first: datetime) -> str | None:
    month = _every(interval, "month")
    if "BYSETPOS" in parts:
        place = int(parts["BYSETPOS"]) if parts["BYSETPOS"].lstrip("-").isdecimal() else 0
        return f"{month} on the {_ORDINALS[place]} weekday{_in_months(parts)}" if place in _ORDINALS else None
    if days:
        named = _nth_list(days)
        return f"{month} on {named}{_in_months(parts)}" if named and "BYMONTHDAY" not in parts else None
    numbers = [int(day) for day in parts.get("BYMONTHDAY", str(first.day)).split(",")]
    return f"{month} on {_month_days(numbers)}{_in_months(parts)}"


def _yearly(parts: dict[str, str], days: list[str], interval: int, *, first: datetime) -> str | None:
    months = [int(month) for month in parts.get("BYMONTH", str(first.month)).split(",")]
    if len(months) > 1:
        return None
    if days and "BYMONTH" not in parts:
        named = _nth_list(days)
        return f"{_every(interval, 'year')} on {named} of the year" if named and "BYMONTHDAY" not in parts else None
    name = f"{date(2000, months[0], 1):%B}"
    if days:
        named = _nth_list(days)
        return f"{_every(interval, 'year')} on {named} in {name}" if named and "BYMONTHDAY" not in parts else None
    numbers = [int(day) for day in parts.get("BYMONTHDAY", str(first.day)).split(",")]
    if min(numbers) < 0:
        return f"{_every(interval, 'year')} on {_month_days(numbers)} of {name}"
    return f"{_every(interval, 'year')} on {_join([str(number) for number in numbers])} {name}"


def _day_list(codes: list[str]) -> str | None:
    if any(code not in _DAYS for code in codes):
        return None
    return _join([_DAYS[code] for code in _DAYS if code in codes])


def _nth_list(codes: list[str]) -> str | None:
    said: list[str] = []
    for code in codes:
        number, name = code[:-2], _DAYS.get(code[-2:])
        if name is None or (number and int(number) not in _ORDINALS):
            return None
        said.append(f"the {_ORDINALS[int(number)]} {name}" if number else f"every {name}")
    return _join(said)


def _month_days(numbers: list[int]) -> str:
    return _join([f"the {ordinal(number)}" if number > 0 else f"the {_from_end(number)} day" for number in numbers])


def _from_end(number: int) -> str:
    return _ORDINALS.get(number, f"{ordinal(-number)} to last")


def _in_months(parts: dict[str, str]) -> str:
    if "BYMONTH" not in parts:
        return ""
    named = {int(month) for month in parts["BYMONTH"].split(",")}
    left_out = set(range(1, 13)) - named
    word, months = ("in", named) if len(named) <= _HALF_YEAR or not left_out else ("except in", left_out)
    return f" {word} " + _join([f"{date(2000, month, 1):%B}" for month in sorted(months)])


def _times(parts: dict[str, str], first: datetime) -> str:
    hours = [int(hour) for hour in parts.get("BYHOUR", str(first.hour)).split(",")]
    minutes = [int(minute) for minute in parts.get("BYMINUTE", str(first.minute)).split(",")]
    grid = [f"{hour:02}:{minute:02}" for hour in hours for minute in minutes]
    if "BYSETPOS" not in parts or parts["FREQ"] != "DAILY":
        return _join(grid)
    places = [int(place) for place in parts["BYSETPOS"].split(",")]
    return _join([grid[place - 1] for place in places if 1 <= place <= len(grid)])


def _end(parts: dict[str, str], first: datetime) -> str:
    if "COUNT" in parts:
        count = int(parts["COUNT"])
        return ", once" if count == 1 else f", {count} times"
    if "UNTIL" not in parts:
        return ""
    value = parts["UNTIL"][:8]
    last = date(int(value[:4]), int(value[4:6]), int(value[6:]))
    year = "" if last.year == first.year else f" {last.year}"
    return f" until {last.day} {last:%B}{year}"


def ordinal(number: int) -> str:
    """ "1st", "22nd", "13th"."""
    teen = 10 < number % 100 < 14
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def ordinal_date(day: date) -> str:
    """ "27 November 2026"."""
    return f"{day.day} {day:%B} {day.year}"


def _join(items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
