"""Graph's recurrence to an RRULE and back. Invariant: what Graph can't say exactly is refused with a sentence, never written nearly so."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.errors import InputRefused
from app.integrations.calendar.lines import bare
from app.integrations.calendar.rules import read_rule, rule_parts
from app.integrations.microsoft.graph import Item, number, part, text, texts

_DAYS = {
    "MO": "monday",
    "TU": "tuesday",
    "WE": "wednesday",
    "TH": "thursday",
    "FR": "friday",
    "SA": "saturday",
    "SU": "sunday",
}
_CODES = {name: code for code, name in _DAYS.items()}
_INDEXES = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}
_NUMBERS = {name: place for place, name in _INDEXES.items()}
_TYPES = {
    "daily": "DAILY",
    "weekly": "WEEKLY",
    "absoluteMonthly": "MONTHLY",
    "relativeMonthly": "MONTHLY",
    "absoluteYearly": "YEARLY",
    "relativeYearly": "YEARLY",
}
_ENDS = frozenset(("FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"))
_TAKEN = {
    "DAILY": frozenset(("BYDAY",)),
    "WEEKLY": frozenset(("BYDAY",)),
    "MONTHLY": frozenset(("BYDAY", "BYMONTHDAY", "BYSETPOS")),
    "YEARLY": frozenset(("BYDAY", "BYMONTHDAY", "BYSETPOS", "BYMONTH")),
}
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_SURE_DAY = 28
_MOST_INTERVAL, _MOST_COUNT = 99, 999
_NOT_SO = "Microsoft's calendars can't repeat an event like that ({rule})."
_SHORT_MONTHS = "Microsoft's calendars move the {day}th to the last day of shorter months. Say “the last day of the month”, or another day."
_ENDED = "That series would end before it begins."


def rule_of(recurrence: Item) -> str:
    """The RRULE's value; "" for what is no recurrence that is known."""
    pattern, bounds = part(recurrence, "pattern"), part(recurrence, "range")
    kind = text(pattern, "type")
    if kind not in _TYPES:
        return ""
    parts = {"FREQ": _TYPES[kind]}
    parts |= {"INTERVAL": str(number(pattern, "interval"))} if number(pattern, "interval") > 1 else {}
    parts |= _days_of(kind, pattern)
    first = _CODES.get(text(pattern, "firstDayOfWeek"), "SU")
    parts |= {"WKST": first} if kind == "weekly" and number(pattern, "interval") > 1 else {}
    return ";".join(f"{name}={value}" for name, value in (parts | _end_of(bounds)).items())


def _days_of(kind: str, pattern: Item) -> dict[str, str]:
    """Which days of the period."""
    found: dict[str, str] = {}
    if kind.endswith("Yearly"):
        found["BYMONTH"] = str(number(pattern, "month"))
    if kind.startswith("absolute"):
        return found | {"BYMONTHDAY": str(number(pattern, "dayOfMonth"))}
    days = [_CODES[name] for name in texts(pattern.get("daysOfWeek")) if name in _CODES]
    if kind.startswith("relative"):
        place = str(_NUMBERS.get(text(pattern, "index"), 1))
        return found | (
            {"BYDAY": f"{place}{days[0]}"} if len(days) == 1 else {"BYDAY": ",".join(days), "BYSETPOS": place}
        )
    return found | ({"BYDAY": ",".join(days)} if days and kind == "weekly" else {})


def _end_of(bounds: Item) -> dict[str, str]:
    kind = text(bounds, "type")
    if kind == "numbered":
        return {"COUNT": str(number(bounds, "numberOfOccurrences"))}
    return {"UNTIL": text(bounds, "endDate").replace("-", "")} if kind == "endDate" else {}


def recurrence_of(rule: str, start: datetime | date, zone: str) -> dict[str, Any]:
    """The recurrence of a series that starts so on the clock of its zone, whose name as Graph has it is `zone`. Raises InputRefused for what
    is no rule, or none that Graph knows."""
    parts, first = rule_parts(rule), _local(start)
    read = read_rule(rule, first, UTC)
    if parts is None or read is None or not parts.keys() <= _ENDS | _TAKEN[parts["FREQ"]]:
        raise InputRefused(_NOT_SO.format(rule=bare(rule)[:100]))
    pattern = {"interval": read.days.interval, **_pattern(parts, first, rule)}
    bounds: dict[str, Any] = {"type": "noEnd", "startDate": first.date().isoformat(), "recurrenceTimeZone": zone}
    if read.count:
        bounds |= {"type": "numbered", "numberOfOccurrences": read.count}
    elif read.until is not None:
        bounds |= {"type": "endDate", "endDate": _last_day(read.until, start).isoformat()}
    if read.days.interval > _MOST_INTERVAL or read.count > _MOST_COUNT:
        raise InputRefused(_NOT_SO.format(rule=bare(rule)[:100]))
    if bounds.get("endDate", bounds["startDate"]) < bounds["startDate"]:
        raise InputRefused(_ENDED)
    return {"pattern": pattern, "range": bounds}


def ended_before(recurrence: Item, day: date) -> dict[str, Any]:
    """The same recurrence up to the day before that one."""
    bounds = {name: value for name, value in part(recurrence, "range").items() if name != "numberOfOccurrences"}
    return {
        "pattern": dict(part(recurrence, "pattern")),
        "range": {**bounds, "type": "endDate", "endDate": (day - timedelta(days=1)).isoformat()},
    }


def starting(recurrence: Item, day: date) -> dict[str, Any]:
    """The same recurrence from another day on."""
    return {
        "pattern": dict(part(recurrence, "pattern")),
        "range": {**part(recurrence, "range"), "startDate": day.isoformat()},
    }


def _local(start: datetime | date) -> datetime:
    return start.replace(tzinfo=None) if isinstance(start, datetime) else datetime(start.year, start.month, start.day)  # noqa: DTZ001 - a wall


def _last_day(until: datetime, start: datetime | date) -> date:
    """The last day that a series may have a time on."""
    if not isinstance(start, datetime):
        return until.date()
    local = (
        until.astimezone(start.tzinfo).replace(tzinfo=None)
        if until.tzinfo and start.tzinfo
        else until.replace(tzinfo=None)
    )
    return local.date() if local.time() >= start.time() else local.date() - timedelta(days=1)


def _pattern(parts: Mapping[str, str], start: datetime, rule: str) -> dict[str, Any]:
    """Which days, in Graph's words."""
    refused = InputRefused(_NOT_SO.format(rule=bare(rule)[:100]))
    read = _weekdays(parts)
    if read is None:
        raise refused
    days, places = read
    if parts["FREQ"] in ("DAILY", "WEEKLY"):
        if places or (days and parts["FREQ"] == "DAILY" and parts.get("INTERVAL", "1") != "1"):
            raise refused
        return _of_weeks(parts, days, start)
    is_of_year = (
        parts["FREQ"] == "YEARLY" and "BYMONTH" not in parts and not parts.keys().isdisjoint(("BYDAY", "BYMONTHDAY"))
    )
    if is_of_year or bool(days) != bool(places) or (days and "BYMONTHDAY" in parts):
        raise refused
    chosen = {"daysOfWeek": days, "index": _INDEXES[places.pop()]} if days else _month_day(parts, start, rule)
    return _of_months(parts, start, rule, chosen)


def _weekdays(parts: Mapping[str, str]) -> tuple[list[str], set[int]] | None:
    """The weekdays that are named, and the how-many-th they are, if they are; None for what Graph can't say."""
    found = [_DAY.fullmatch(one) for one in parts["BYDAY"].split(",")] if "BYDAY" in parts else []
    days = [_DAYS[one[2]] for one in found if one]
    counted = {int(one[1]) for one in found if one and one[1]}
    places = counted | _numbers(parts, "BYSETPOS")
    is_sayable = len(days) == len(found) and len(places) <= 1 and places <= _INDEXES.keys()
    is_counted_once = not counted or (len(days) == 1 and "BYSETPOS" not in parts)
    return (days, places) if is_sayable and is_counted_once else None


def _of_weeks(parts: Mapping[str, str], days: list[str], start: datetime) -> dict[str, Any]:
    if parts["FREQ"] == "DAILY" and not days:
        return {"type": "daily"}
    names = list(_DAYS.values())
    first = _DAYS[parts.get("WKST", "MO")]
    return {"type": "weekly", "daysOfWeek": days or [names[start.weekday()]], "firstDayOfWeek": first}


def _of_months(parts: Mapping[str, str], start: datetime, rule: str, days: dict[str, Any]) -> dict[str, Any]:
    kind = "absolute" if "dayOfMonth" in days else "relative"
    if parts["FREQ"] == "MONTHLY":
        return {"type": f"{kind}Monthly", **days}
    months = _numbers(parts, "BYMONTH") or {start.month}
    if len(months) > 1:
        raise InputRefused(_NOT_SO.format(rule=bare(rule)[:100]))
    return {"type": f"{kind}Yearly", "month": months.pop(), **days}


def _month_day(parts: Mapping[str, str], start: datetime, rule: str) -> dict[str, Any]:
    days = _numbers(parts, "BYMONTHDAY") or {start.day}
    day = days.pop()
    if days or day < -1:
        raise InputRefused(_NOT_SO.format(rule=bare(rule)[:100]))
    if day == -1:
        return {"daysOfWeek": list(_DAYS.values()), "index": "last"}
    months = _numbers(parts, "BYMONTH") or {start.month}
    is_sure = (
        parts["FREQ"] == "YEARLY"
        and (day <= _SURE_DAY + 2 or months.isdisjoint((4, 6, 9, 11)))
        and months.isdisjoint((2,))
    )
    if day > _SURE_DAY and not is_sure:
        raise InputRefused(_SHORT_MONTHS.format(day=day))
    return {"dayOfMonth": day}


def _numbers(parts: Mapping[str, str], name: str) -> set[int]:
    return {int(one) for one in parts.get(name, "").split(",") if one}
