"""A repetition as people say it, before it is RFC 5545 text: how often, on which days, at what times, until when.

Invariant: `text` yields a rule that `parse_rule` accepts or None. The time of day lives in the first occurrence, not in
the rule, unless there are several. It does not know any words.
"""

from dataclasses import dataclass, replace
from datetime import date, time, timedelta

from app.schedule.meaning import Clock, Part, Span

DAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS = DAY_CODES[:5]
WEEKEND = DAY_CODES[5:]

_UNIT_DAYS = {"DAILY": 1, "WEEKLY": 7}
_UNIT_MONTHS = {"MONTHLY": 1, "YEARLY": 12}


@dataclass(frozen=True, slots=True)
class Cycle:
    """How a thing repeats. `start` and `until` are days, both included; `without` are ISO local days or moments.

    `per`: how many times a day, week or month it was said to happen; 0 if that was not counted.
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
        named = {"DAILY": self.clocks, "WEEKLY": self.days, "MONTHLY": self.month_days}.get(self.frequency, ())
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
