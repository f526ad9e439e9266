"""A repetition as people say it, before it is RFC 5545 text: how often, on which days, at what times, until when.

Invariant: `text` yields a rule that `parse_rule` accepts or None; the time of day lives in the first occurrence, not in the rule, unless
there are several. A builder of days returns None where the words do not fit the cycle they stand beside. The patterns are `every`'s.
"""

from dataclasses import dataclass, replace
from datetime import date, time, timedelta

from app.language.time.grammar import Context, Found
from app.language.time.meaning import Clock, Part, Span
from app.language.time.tokens import Token

DAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS = DAY_CODES[:5]
WEEKEND = DAY_CODES[5:]

_UNIT_DAYS = {"DAILY": 1, "WEEKLY": 7}
_UNIT_MONTHS = {"MONTHLY": 1, "YEARLY": 12}


@dataclass(frozen=True, slots=True)
class Cycle:
    """How a thing repeats. `start` and `until` are days, both included; `without` are ISO local days or moments.

    `parts`: several parts of each day, as in "every morning and evening". `per`: how many times a day, week or month it was said to happen; 0 if that was not counted.
    """

    frequency: str
    interval: int = 1
    days: tuple[str, ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    weeks: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    clocks: tuple[Clock, ...] = ()
    part: Part | None = None
    parts: tuple[Part, ...] = ()
    count: int | None = None
    until: date | None = None
    start: date | None = None
    span: Span | None = None
    refused: bool = False
    per: int = 0
    without: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether as many times, or days, are named as were counted ("twice a day"), and one rule can say them."""
        named = {"DAILY": self.clocks or self.parts, "WEEKLY": self.days, "MONTHLY": self.month_days}.get(
            self.frequency, ()
        )
        uneven = len({clock.minute for clock in self.clocks}) > 1
        plain = self.frequency == "DAILY" or (self.frequency == "WEEKLY" and self.interval == 1 and bool(self.days))
        return len(named) == self.per if self.per else (plain and not self.positions) or not uneven

    @property
    def sub_daily(self) -> bool:
        """Whether it repeats within a day, counted from now."""
        return self.frequency in {"HOURLY", "MINUTELY"}

    def text(self, times: tuple[time, ...]) -> str:
        """The rule as RRULE value text."""
        hours, minutes = (sorted({getattr(when, name) for when in times}) for name in ("hour", "minute"))
        uneven = len(times) > 1 and len(hours) * len(minutes) > len(set(times))
        # Positions count within a day only in a daily rule.
        parts = [f"FREQ={'DAILY' if uneven else self.frequency}"]
        parts += [f"INTERVAL={self.interval}"] if self.interval > 1 else []
        lists = (
            ("BYMONTH", self.months),
            ("BYWEEKNO", self.weeks),
            ("BYMONTHDAY", self.month_days),
            ("BYDAY", self.days),
            ("BYHOUR", hours if len(times) > 1 else ()),
            ("BYMINUTE", minutes if len(times) > 1 else ()),
            ("BYSETPOS", _places(times, hours, minutes) if uneven else self.positions),
        )
        parts += [f"{name}={','.join(map(str, values))}" for name, values in lists if values]
        return ";".join(parts)

    def limited(self, first: date) -> str:
        """The COUNT or UNTIL part, given the day of the first occurrence; empty if it never ends."""
        if self.count:
            return f";COUNT={self.count}"
        if self.span:
            return self._spanned(self.span, first)
        return f";UNTIL={self.until:%Y%m%d}T235959" if self.until else ""

    def _spanned(self, span: Span, first: date) -> str:
        """ "For 6 weeks": a count where the span is whole steps of a rule with one day, else an end."""
        count = self._steps(span)
        if count and len(self.days) <= 1 and len(self.month_days) <= 1 and len(self.clocks) <= 1:
            return f";COUNT={count}"
        return f";UNTIL={span.shift(first) - timedelta(days=1):%Y%m%d}T235959"

    def _steps(self, span: Span) -> int:
        """How many whole intervals the span holds; 0 if it does not end on one."""
        days, months = _UNIT_DAYS.get(self.frequency, 0), _UNIT_MONTHS.get(self.frequency, 0)
        length, step = (span.days, days) if span.days else (span.months, months)
        if not step or (span.days and span.months) or length % (step * self.interval):
            return 0
        return length // (step * self.interval)

    def each(self) -> "Cycle":
        """The same days at every interval, to find the first one."""
        return replace(self, interval=1)


def _places(times: tuple[time, ...], hours: list[int], minutes: list[int]) -> tuple[int, ...]:
    """Which of all hours with all minutes are meant, counted from 1: 9:00 and 21:30 are the first and the last of four."""
    grid = [(hour, minute) for hour in hours for minute in minutes]
    said = {(when.hour, when.minute) for when in times}
    return tuple(place for place, moment in enumerate(grid, start=1) if moment in said)


_HOLIDAY_PROBES = (2024, 2025, 2026, 2027, 2031)

# A month has at least four Fridays: the third or fourth may be counted in the month or in weeks.
EITHER = frozenset({3, 4})


def interval_of(found: Found) -> int:
    """The step that was said: "other" is 2, "every third" 3, nothing 1."""
    if found.has("other", "second", "alternate"):
        return 2
    if found.of("ORD"):
        return found.get("ORD")
    return int(found.get("INT", 1)) if found.of("INT") else 1


def week_days(found: Found) -> tuple[str, ...]:
    """The weekdays of a list or a range, in the order of the week."""
    days = found.values("WEEKDAY")
    if len(days) == 2 and (found.has("to", "through", "thru", "-", "–") or found.has("until")):
        length = (days[1] - days[0]) % 7 + 1
        days = [(days[0] + step) % 7 for step in range(length)]
    return tuple(DAY_CODES[day] for day in sorted(set(days)))


def _month_days(found: Found) -> tuple[int, ...]:
    numbers = found.values("ORD") or found.values("DOM")
    days = [int(day) for day in numbers if 1 <= day <= 31]
    if found.has("last") and len(days) == 1 and not found.has("and", ",", "or", "&"):
        return (-days[0],)
    return tuple(dict.fromkeys([*days, *([-1] if found.has("last") else [])]))


def on_month_days(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    days = _month_days(found)
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days or not days:
        return None
    return replace(cycle, month_days=days)


def month_edge(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("MONTHLY", interval_of(found))
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    return Cycle("MONTHLY", cycle.interval, month_days=(-1 if found.has("end", "last") else 1,))


def days_of_cycle(_: Context, found: Found) -> Cycle | None:
    """ "The 4th of every other month", "first Friday of every 3 months"."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    if not found.of("WEEKDAY"):
        return Cycle("MONTHLY", cycle.interval, month_days=_month_days(found))
    return Cycle("MONTHLY", cycle.interval, days=_nth_days(found))


def _nth_days(found: Found) -> tuple[str, ...]:
    """Numbers before a weekday, each with its sign: "2nd and last Friday" is 2FR and -1FR."""
    code = DAY_CODES[found.get("WEEKDAY")]
    numbers = [_signed(words) for words in _phrases(found)]
    return tuple(f"{number}{code}" for number in numbers if number)


def _phrases(found: Found) -> list[list[Token]]:
    """The tokens before the weekday, apart at "and" and commas."""
    end = found.tokens.index(found.of("WEEKDAY")[0])
    phrases: list[list[Token]] = [[]]
    for token in found.tokens[:end]:
        if token.text in {"and", ",", "or", "&", "/"}:
            phrases.append([])
        else:
            phrases[-1].append(token)
    return phrases


def _signed(words: list[Token]) -> int:
    """ "2nd" is 2, "last" -1, "2nd to last" -2; 0 if there is no number."""
    number = next((token.value for token in words if token.kind == "ordinal" and isinstance(token.value, int)), None)
    from_end = any(token.text in {"last", "final"} for token in words)
    if number is None:
        return -1 if from_end else 0
    return -number if from_end else number


def nth_in_month(_: Context, found: Found) -> Cycle:
    return Cycle("MONTHLY", days=_nth_days(found))


def nth_in_named_month(_: Context, found: Found) -> Cycle:
    cycle = found.get("CYCLE")
    return Cycle("YEARLY", cycle.interval if cycle else 1, days=_nth_days(found), months=(found.get("MONTH"),))


def day_of_month(_: Context, found: Found) -> Cycle | None:
    days = _month_days(found)
    return Cycle("MONTHLY", month_days=days) if days else None


def workday_of_month(_: Context, found: Found) -> Cycle | None:
    """ "The last working day of the month", "the first weekday of every month"."""
    cycle: Cycle = found.get("CYCLE") or Cycle("MONTHLY")
    place = -1 if found.has("last") else found.get("ORDDAY")
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days or not -1 <= place <= 20:
        return None
    return Cycle("MONTHLY", cycle.interval, days=WORKDAYS, positions=(place,))


def yearly_date(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("YEARLY")
    days = _month_days(found)
    if cycle.frequency != "YEARLY" or not days:
        return None
    return Cycle("YEARLY", cycle.interval, months=(found.get("MONTH"),), month_days=days)


def month_of_year(_: Context, found: Found) -> Cycle:
    return Cycle("YEARLY", months=(found.get("MONTH"),), month_days=(1,))


def week_of_year(_: Context, found: Found) -> Cycle | None:
    week = int(found.get("INT"))
    return Cycle("YEARLY", weeks=(week,)) if 1 <= week <= 53 else None


def holiday(_: Context, found: Found) -> Cycle | None:
    """A holiday on the same date each year; a movable one is no simple rule."""
    on = found.get("HOLIDAY")
    dates = {(on(year).month, on(year).day) for year in _HOLIDAY_PROBES}
    if len(dates) > 1:
        return None
    month, day = dates.pop()
    return Cycle("YEARLY", months=(month,), month_days=(day,))


def nth_every(_: Context, found: Found) -> Cycle | None:
    """ "Every first Friday (of the month)"; "every second Friday" and "every fifth" count weeks.

    "Every third Friday" without the month may mean either, so it is left alone.
    """
    cycle: Cycle | None = found.get("CYCLE")
    if cycle and cycle.frequency == "YEARLY" and not cycle.months:
        return replace(cycle, days=_nth_days(found))
    if cycle and cycle.frequency != "MONTHLY":
        return None
    several = len(found.of("ORD")) > 1
    in_month = several or found.has("month", "last", "first", "final") or bool(found.of("CYCLE"))
    if in_month or found.get("ORD") == 1:
        interval = found.get("CYCLE").interval if found.of("CYCLE") else 1
        return Cycle("MONTHLY", interval, days=_nth_days(found))
    return None if found.get("ORD") in EITHER else Cycle("WEEKLY", found.get("ORD"), days=week_days(found))
