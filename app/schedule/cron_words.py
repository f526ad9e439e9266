"""A cron as an English phrase: "every weekday at 08:00".

Invariant: what is said is all the cron does; one that plain words would bend is shown as it is written. Does not check that
it is one we would run.
"""

from datetime import date, datetime

from app.schedule.cron import LAST, PREFIX, Cron, read_cron
from app.schedule.rule_words import ordinal, rule_words

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
        return "" if every_month else f"every day{_in_months(cron)}"
    codes = ",".join(_CODES[day] for day in sorted(cron.weekdays))
    return rule_words(f"FREQ=WEEKLY;BYDAY={codes}", first).rpartition(" at ")[0] + _in_months(cron)


def _places(cron: Cron, first: datetime) -> str:
    """ "every month on the second Friday"."""
    in_order = sorted(cron.places, key=lambda place: (place[1] == LAST, place[1], place[0]))
    codes = ",".join(f"{place}{_CODES[weekday]}" for weekday, place in in_order)
    named = rule_words(f"FREQ=MONTHLY;BYDAY={codes}", first).rpartition(" at ")[0].removeprefix("every month ")
    return f"every {'month' if len(cron.months) == _ALL_MONTHS else 'year'} {named}{_in_months(cron)}"


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


def _in_months(cron: Cron) -> str:
    return "" if len(cron.months) == _ALL_MONTHS else " in " + _join(_month_names(cron))


def _month_names(cron: Cron) -> list[str]:
    return [f"{date(2000, month, 1):%B}" for month in sorted(cron.months)]


def _join(items: list[str]) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)
