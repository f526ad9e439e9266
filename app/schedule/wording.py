"""Times, rules and durations in plain words, in the 24-hour clock.

Invariant: what `say_time` says is read back by `phrases.find_time` as the same minute. It does not know languages other
than English, nor whose zone a time is in.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from app.schedule.cron import is_cron
from app.schedule.cron_words import cron_words
from app.schedule.rule_words import rule_words

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
