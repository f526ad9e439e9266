"""RRULEs of days and longer: the local days and times they name, as RFC 5545 says.

Invariant: times come in order, and a search ends after so many days looked at in vain, whatever the rule says; a library
that looks up to the year 9999 takes seconds over 30 February. Does not know zones, COUNT or UNTIL (`occurrences` does), or
whether a rule is sensible.
"""

from calendar import isleap, monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import product
from typing import Self

from app.schedule.refusals import ScheduleError

FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY")
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MONTHS = tuple(range(1, 13))
_WEEK = 7
_THURSDAY = 3
_LAST_DAY = date(9990, 12, 1)
# 29 February is a Monday again after 40 years at most; a little more than that in days.
MOST_DAYS = 16_000


@dataclass(frozen=True, slots=True)
class DayRule:
    """The parts of a rule, with what its start fills in. Empty means that a part isn't given.

    `weekdays`: how many-th (0 for every, negative from the end) and the day, Monday 0.
    """

    frequency: str
    interval: int
    week_start: int
    months: frozenset[int]
    month_days: frozenset[int]
    year_days: frozenset[int]
    weeks: frozenset[int]
    weekdays: tuple[tuple[int, int], ...]
    positions: frozenset[int]
    times: tuple[time, ...]

    @classmethod
    def read(cls, parts: Mapping[str, str], start: datetime) -> Self:
        """From the parts of an RRULE in upper case and its first wall-clock time; ScheduleError for nonsense."""
        try:
            return cls._read(_with_start(parts, start), start)
        except (ValueError, KeyError) as error:
            raise ScheduleError(f"{dict(parts)} is not a rule I understand.") from error

    @classmethod
    def _read(cls, parts: Mapping[str, str], start: datetime) -> Self:
        clock = product(
            sorted(_numbers(parts, "BYHOUR") or {start.hour}),
            sorted(_numbers(parts, "BYMINUTE") or {start.minute}),
            sorted(_numbers(parts, "BYSECOND") or {start.second}),
        )
        return cls(
            frequency=parts["FREQ"],
            interval=max(1, int(parts.get("INTERVAL", "1"))),
            week_start=_CODES.index(parts.get("WKST", "MO")),
            months=_numbers(parts, "BYMONTH"),
            month_days=_numbers(parts, "BYMONTHDAY"),
            year_days=_numbers(parts, "BYYEARDAY"),
            weeks=_numbers(parts, "BYWEEKNO"),
            weekdays=tuple(_weekday(text) for text in parts["BYDAY"].split(",")) if "BYDAY" in parts else (),
            positions=_numbers(parts, "BYSETPOS"),
            times=tuple(time(*numbers) for numbers in clock),
        )

    def walls(self, start: datetime, earliest: datetime, *, last: date = _LAST_DAY) -> Iterator[datetime]:
        """The wall-clock times from `earliest` on, none before `start`, in order. No period that begins after the day `last` is
        looked at, so some may lie a little after it."""
        index, looked, last = self._index(start.date(), max(start, earliest).date()), 0, min(last, _LAST_DAY)
        while looked < MOST_DAYS:
            days = self._period(start.date(), index, last)
            if days is None:
                return
            looked += len(days) or 1
            for wall in self._chosen(days, earliest.date()):
                if wall >= start:
                    looked = 0
                    if wall >= earliest:
                        yield wall
            index += 1

    def falls_on(self, day: date) -> bool:
        """Whether every part about days holds for that day."""
        return (
            (not self.months or day.month in self.months)
            and (not self.month_days or _counted(day.day, _month_length(day), self.month_days))
            and (not self.year_days or _counted(_day_of_year(day), _year_length(day), self.year_days))
            and (not self.weekdays or any(self._is_weekday(day, number, code) for number, code in self.weekdays))
            and (not self.weeks or _counted(*self._week(day), self.weeks))
        )

    def _index(self, start: date, day: date) -> int:
        """The number of a period that begins before `day`, so that a rule years old is not replayed."""
        apart = {
            "YEARLY": day.year - start.year,
            "MONTHLY": _month_number(day) - _month_number(start),
            "WEEKLY": (day - start).days // _WEEK,
            "DAILY": (day - start).days,
        }
        return max(0, apart[self.frequency] // self.interval - 1)

    def _period(self, start: date, index: int, last: date) -> list[date] | None:
        """The days of a period that may be meant; None for one that begins after the last day."""
        steps = index * self.interval
        if self.frequency == "YEARLY":
            year = start.year + steps
            return self._of_months(year, sorted(self.months) or _MONTHS) if year <= last.year else None
        if self.frequency == "MONTHLY":
            number = _month_number(start) + steps
            year, month = divmod(number, 12)
            return self._of_months(year, (month + 1,)) if number <= _month_number(last) else None
        weekly = self.frequency == "WEEKLY"
        first = start.toordinal() - ((start.weekday() - self.week_start) % _WEEK if weekly else 0)
        first += steps * (_WEEK if weekly else 1)
        if first > last.toordinal():
            return None
        return [date.fromordinal(first + offset) for offset in range(_WEEK if weekly else 1)]

    def _of_months(self, year: int, months: tuple[int, ...] | list[int]) -> list[date]:
        found: list[date] = []
        for month in months:
            length = monthrange(year, month)[1]
            named = {number if number > 0 else length + 1 + number for number in self.month_days}
            numbers = sorted(named) if named else range(1, length + 1)
            found.extend(date(year, month, number) for number in numbers if 1 <= number <= length)
        return found

    def _chosen(self, days: list[date], earliest: date) -> Iterator[datetime]:
        """The times of a period; without places to count, those of the days before `earliest` may be left out."""
        kept = [day for day in days if self.falls_on(day)]
        if not self.positions:
            return (datetime.combine(day, clock) for day in kept if day >= earliest for clock in self.times)
        length = len(kept) * len(self.times)
        places = sorted({place - 1 if place > 0 else length + place for place in self.positions})
        spots = (divmod(place, len(self.times)) for place in places if 0 <= place < length)
        return (datetime.combine(kept[day], self.times[clock]) for day, clock in spots)

    def _is_weekday(self, day: date, number: int, code: int) -> bool:
        if day.weekday() != code:
            return False
        # A week has each day once, so "first Monday" means something in months and years only.
        if not number or self.frequency in {"WEEKLY", "DAILY"}:
            return True
        in_year = self.frequency == "YEARLY" and not self.months
        place, length = (_day_of_year(day), _year_length(day)) if in_year else (day.day, _month_length(day))
        return number == (place - 1) // _WEEK + 1 if number > 0 else -number == (length - place) // _WEEK + 1

    def _week(self, day: date) -> tuple[int, int]:
        """The number of the day's week in the year that has most of it, and how many weeks that year has."""
        middle = day + timedelta(days=_THURSDAY - (day.weekday() - self.week_start) % _WEEK)
        # 28 December is in the last week of its year wherever weeks begin.
        last = date(middle.year, 12, 28)
        middle_of_last = last + timedelta(days=_THURSDAY - (last.weekday() - self.week_start) % _WEEK)
        return (_day_of_year(middle) - 1) // _WEEK + 1, (_day_of_year(middle_of_last) - 1) // _WEEK + 1


def _with_start(parts: Mapping[str, str], start: datetime) -> dict[str, str]:
    """With the day that a rule takes from its start when it names none."""
    given = dict(parts)
    if given.keys() & {"BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY"}:
        return given
    if given["FREQ"] == "WEEKLY":
        given["BYDAY"] = _CODES[start.weekday()]
    if given["FREQ"] in {"YEARLY", "MONTHLY"}:
        given["BYMONTHDAY"] = str(start.day)
    if given["FREQ"] == "YEARLY":
        given.setdefault("BYMONTH", str(start.month))
    return given


def _numbers(parts: Mapping[str, str], name: str) -> frozenset[int]:
    return frozenset(int(number) for number in parts[name].split(",")) if name in parts else frozenset()


def _weekday(text: str) -> tuple[int, int]:
    return int(text[:-2] or "0"), _CODES.index(text[-2:])


def _counted(place: int, length: int, wanted: frozenset[int]) -> bool:
    """Whether a place is wanted, counted from the beginning or, negative, from the end."""
    return place in wanted or place - length - 1 in wanted


def _month_number(day: date) -> int:
    return day.year * 12 + day.month - 1


def _month_length(day: date) -> int:
    return monthrange(day.year, day.month)[1]


def _day_of_year(day: date) -> int:
    return day.toordinal() - date(day.year, 1, 1).toordinal() + 1


def _year_length(day: date) -> int:
    return 366 if isleap(day.year) else 365
