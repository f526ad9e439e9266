"""Times, rules, crons and durations in plain words, in the 24-hour clock.

Invariant: what `say_time` says is read back by `find_time` as the same minute. Every part of a rule is said or, if it is too odd for words,
the rule itself is shown; nothing is left out silently. It knows no language but English, nor whose zone a time is in.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from app.schedule.cron import LAST, PREFIX, Cron, is_cron, read_cron

_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_MOST_EXCEPTIONS = 4
_LONG_GONE = timedelta(days=31)
_WEEK_SECONDS = 604_800


def say_date(day: date, now: datetime) -> str:
    """ "today", "tomorrow (Sunday 22 November)", "Friday 27 November", with the year when it is another one."""
    day = day.date() if isinstance(day, datetime) else day
    distance = (day - now.date()).days
    if distance == 0:
        return "today"
    if distance in _NEAR:
        return f"{_NEAR[distance]} ({full_date(day, now)})"
    return full_date(day, now)


def say_time(when: datetime, now: datetime, *, with_zone: bool = False) -> str:
    """ "today at 18:00", "tomorrow at 09:00 (Sunday 22 November)", "Friday 27 November at 09:00".

    Both times are local to the same zone; `with_zone` adds its name in brackets.
    """
    distance = (when.date() - now.date()).days
    notes = [full_date(when.date(), now)] if distance in _NEAR and distance else []
    if with_zone:
        notes.append(zone_name(when))
    day = _NEAR.get(distance) or full_date(when.date(), now)
    aside = f" ({', '.join(notes)})" if notes else ""
    return f"{day} at {when:%H:%M}{aside}"


def full_date(day: date, now: datetime) -> str:
    """ "Friday 27 November", with the year when it is another one or the day is long gone: then it could be next year's."""
    plain = day.year == now.year and now.date() - day < _LONG_GONE
    year = "" if plain else f" {day.year}"
    return f"{day:%A} {day.day} {day:%B}{year}"


def zone_name(when: datetime) -> str:
    """The name of the zone an aware time is in, or its offset."""
    key = getattr(when.tzinfo, "key", None)
    return str(key) if key else f"{when:UTC%z}"


def say_rule(rule: str, first: datetime, without: Sequence[str] = ()) -> str:
    """A rule with its time of day, end and exceptions: "every other Tuesday at 09:00 until 30 June, except on 25 December".

    `rule` may be a cron; "" is once. `first` is its first occurrence, `without` as `occurrences` takes it.
    """
    if not rule:
        return f"once, on {full_date(first.date(), first)} at {first:%H:%M}"
    said = cron_words(rule, first) if is_cron(rule) else rule_words(rule, first)
    return said + _except(without, first)


def _except(without: Sequence[str], first: datetime) -> str:
    """The days left out; many are only counted."""
    if len(without) > _MOST_EXCEPTIONS:
        return f", except on {len(without)} days"
    said = [_exception(text, first) for text in sorted(without)]
    return f", except on {', '.join(said[:-1])}{' and ' if said[1:] else ''}{said[-1]}" if said else ""


def _exception(text: str, first: datetime) -> str:
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    year = "" if when.year == first.year else f" {when.year}"
    clock = f" at {when:%H:%M}" if len(text) > len("2027-12-25") else ""
    return f"{when.day} {when:%B}{year}{clock}"


def say_duration(length: timedelta) -> str:
    """ "2 hours and 5 minutes": the two largest units that count, weeks only when they are whole."""
    seconds = int(abs(length).total_seconds())
    if seconds and seconds % _WEEK_SECONDS == 0:
        return _count(seconds // _WEEK_SECONDS, "week")
    said: list[str] = []
    for unit, size in _UNITS:
        number, seconds = divmod(seconds, size)
        if number:
            said.append(_count(number, unit))
        elif said:
            break
    return " and ".join(said[:2]) or "0 seconds"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"


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
_FREQUENCIES = {
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
    at = "" if parts["FREQ"] in {"HOURLY", "MINUTELY"} else f" at {_rule_times(parts, first)}"
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
    if "BYMONTHDAY" in parts or frequency not in _FREQUENCIES:
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
        return _every(interval, _FREQUENCIES[frequency])
    named = _day_list(days)
    return f"{_every(interval, _FREQUENCIES[frequency])} on {named}" if named else None


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


def _rule_times(parts: dict[str, str], first: datetime) -> str:
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


_CODES = ("SU", "MO", "TU", "WE", "TH", "FR", "SA")
_MOST_TIMES = 4
_HOUR = 60
_ALL_DAYS, _ALL_MONTHS, _WEEK = 31, 12, 7


def cron_words(rule: str, first: datetime) -> str:
    """The phrase for "CRON:..."; `first` is its first occurrence."""
    cron = read_cron(rule)
    days = _days(cron, first)
    times = _times(cron)
    if days is None or times is None:
        return f'by cron "{rule.removeprefix(PREFIX)}"'
    if times.startswith("at "):
        return f"{days or 'every day'} {times}"
    return f"{times}, {days}" if days else times


def _days(cron: Cron, first: datetime) -> str | None:
    """ "every weekday"; "" for every day, None for what plain words would bend."""
    every_month = len(cron.months) == _ALL_MONTHS
    if cron.either:
        return None
    if cron.places:
        return _places(cron, first)
    if len(cron.days) < _ALL_DAYS:
        return _dates(cron)
    if len(cron.weekdays) == _WEEK:
        return "" if every_month else f"every day{_in_cron_months(cron)}"
    codes = ",".join(_CODES[day] for day in sorted(cron.weekdays))
    return rule_words(f"FREQ=WEEKLY;BYDAY={codes}", first).rpartition(" at ")[0] + _in_cron_months(cron)


def _places(cron: Cron, first: datetime) -> str:
    """ "every month on the second Friday"."""
    in_order = sorted(cron.places, key=lambda place: (place[1] == LAST, place[1], place[0]))
    codes = ",".join(f"{place}{_CODES[weekday]}" for weekday, place in in_order)
    named = rule_words(f"FREQ=MONTHLY;BYDAY={codes}", first).rpartition(" at ")[0].removeprefix("every month ")
    return f"every {'month' if len(cron.months) == _ALL_MONTHS else 'year'} {named}{_in_cron_months(cron)}"


def _dates(cron: Cron) -> str | None:
    if len(cron.days) > _MOST_TIMES:
        return None
    named = _join(
        [f"the {ordinal(day)}" for day in sorted(cron.days - {LAST})] + ["the last day"] * (LAST in cron.days)
    )
    if len(cron.months) == _ALL_MONTHS:
        return f"every month on {named}"
    return f"every year on {named} of {_join(_month_names(cron))}"


def _times(cron: Cron) -> str | None:
    """ "at 08:00 and 20:00", or "every 15 minutes from 09:00 to 17:45"."""
    if len(cron.hours) * len(cron.minutes) <= _MOST_TIMES and not cron.every_hour:
        return "at " + _join([f"{hour:02}:{minute:02}" for hour in cron.hours for minute in cron.minutes])
    step = cron.hours[1] - cron.hours[0] if cron.hours[1:] else 1
    if len(cron.minutes) == 1 and step > 1 and cron.hours == tuple(range(cron.hours[0], cron.hours[-1] + 1, step)):
        return f"every {step} hours from {cron.hours[0]:02}:{cron.minutes[0]:02} to {cron.hours[-1]:02}:{cron.minutes[0]:02}"
    often = _often(cron.minutes)
    span = range(cron.hours[0], cron.hours[-1] + 1)
    if often is None or tuple(span) != cron.hours:
        return None
    if cron.every_hour:
        return often
    return f"{often} from {cron.hours[0]:02}:{cron.minutes[0]:02} to {cron.hours[-1]:02}:{cron.minutes[-1]:02}"


def _often(minutes: tuple[int, ...]) -> str | None:
    """How often within each hour, if the steps go on evenly from one hour to the next."""
    if len(minutes) == 1:
        return "every hour" if minutes == (0,) else f"every hour at {minutes[0]} minutes past"
    step = minutes[1] - minutes[0]
    even = minutes == tuple(range(0, _HOUR, step)) and _HOUR % step == 0
    return f"every {step} minutes" if even else None


def _in_cron_months(cron: Cron) -> str:
    return "" if len(cron.months) == _ALL_MONTHS else " in " + _join(_month_names(cron))


def _month_names(cron: Cron) -> list[str]:
    return [f"{date(2000, month, 1):%B}" for month in sorted(cron.months)]
