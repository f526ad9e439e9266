"""Rules that step in hours, minutes or seconds: moments at equal real distances, kept where the local clock matches.

Invariant: steps are counted in elapsed time from the first occurrence, so the autumn change neither doubles nor delays one
and the spring change skips none; BYDAY, BYHOUR and the like are asked of the local clock at each step. A search ends
after so many looks in vain, whatever the rule says. Rules of days and longer are `occurrences`' own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, product
from zoneinfo import ZoneInfo

from app.schedule.day_rules import DayRule
from app.schedule.zones import to_utc

UNITS = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1), "SECONDLY": timedelta(seconds=1)}
_DAY_PARTS = ("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY", "WKST")
# Steps and days that are looked at in vain: a rule of minutes meets every time of the day within 1,440 steps, and the
# rarest day, 29 February, comes within nine years.
_MOST_LOOKS = 10_000
_HOUR = 60
_LAST = datetime(9990, 1, 1, tzinfo=UTC)


def steps(parts: Mapping[str, str], start_local: datetime, zone: ZoneInfo, earliest: datetime) -> Iterator[datetime]:
    """The UTC times of the rule from about `earliest` (aware) on, in order; COUNT is kept, UNTIL is the caller's."""
    rule = _Stepping.read(parts, start_local, zone)
    first = to_utc(start_local, zone)
    base = rule.aligned(first)
    ahead = max(0, (earliest - base) // rule.stride - 1)
    count = int(parts.get("COUNT", "0"))
    if count and rule.is_plain:
        return islice(rule.moments(first, base + ahead * rule.stride), max(0, count - ahead))
    if count:
        return islice(rule.moments(first, base), count)
    return rule.moments(first, base + ahead * rule.stride)


@dataclass(frozen=True, slots=True)
class _Stepping:
    """The parts of a stepping rule; None where a part isn't given."""

    stride: timedelta
    zone: ZoneInfo
    days: DayRule | None
    hours: frozenset[int] | None
    minutes: tuple[int, ...] | None
    seconds: tuple[int, ...] | None
    positions: tuple[int, ...]
    frequency: str

    @classmethod
    def read(cls, parts: Mapping[str, str], start: datetime, zone: ZoneInfo) -> "_Stepping":
        """From the parts of an RRULE in upper case; ValueError for what are no numbers."""
        frequency, hours = parts["FREQ"], _numbers(parts, "BYHOUR")
        day_parts = {"FREQ": "DAILY"} | {name: parts[name] for name in _DAY_PARTS if name in parts}
        interval, minutes, positions = max(1, int(parts.get("INTERVAL", "1"))), _numbers(parts, "BYMINUTE"), ()
        if "BYSETPOS" in parts:
            positions = _numbers(parts, "BYSETPOS") or ()
        elif frequency == "HOURLY" and interval == 1 and minutes:
            # Some minutes of every hour are some of all minutes, also where the clock changes by half an hour.
            frequency = "MINUTELY"
        return cls(
            stride=UNITS[frequency] * interval,
            zone=zone,
            days=DayRule.read(day_parts, start) if day_parts.keys() - {"FREQ", "WKST"} else None,
            hours=frozenset(hours) if hours else None,
            minutes=minutes,
            seconds=_numbers(parts, "BYSECOND"),
            positions=positions,
            frequency=frequency,
        )

    @property
    def is_plain(self) -> bool:
        return not (self.days or self.hours or self.minutes or self.seconds or self.positions)

    def aligned(self, first: datetime) -> datetime:
        """Where the steps are counted from: with BYMINUTE the hour itself steps, not the minute of the first occurrence."""
        if self.frequency == "HOURLY" and self.minutes:
            return first - timedelta(minutes=first.astimezone(self.zone).minute, seconds=first.second)
        return first

    def moments(self, first: datetime, base: datetime) -> Iterator[datetime]:
        """From the step `base` on, none before `first`."""
        moment, looks = base, 0
        while looks < _MOST_LOOKS and moment < _LAST:
            local = moment.astimezone(self.zone)
            days_off = self._days_off(local.date())
            wait = self._wait(moment, local, days_off)
            found = [] if wait else [one for one in self._expanded(moment, local) if one >= first]
            yield from found
            looks = 0 if found else looks + days_off + 1
            moment += self.stride * min(max(1, -(-wait // self.stride)), (_LAST - moment) // self.stride + 1)

    def _days_off(self, day: date) -> int:
        """How many days it is to the next one on which the rule may fire, as far as one looks."""
        if self.days is None:
            return 0
        days = (off for off in range(_MOST_LOOKS) if self.days.falls_on(day + timedelta(days=off)))
        return next(days, _MOST_LOOKS)

    def _wait(self, moment: datetime, local: datetime, days_off: int) -> timedelta:
        """How long until the local clock can match again; nothing if it matches now, as far as steps are chosen by it."""
        if days_off:
            midnight = datetime.combine(local.date() + timedelta(days=days_off), time())
            return max(to_utc(midnight, self.zone) - moment, timedelta(seconds=1))
        if self.hours is not None and local.hour not in self.hours:
            return timedelta(hours=1) - timedelta(minutes=local.minute, seconds=local.second)
        if self.frequency != "HOURLY" and self.minutes is not None and local.minute not in self.minutes:
            later = (minute for minute in self.minutes if minute > local.minute)
            return timedelta(minutes=next(later, _HOUR) - local.minute, seconds=-local.second)
        if self.frequency == "SECONDLY" and self.seconds is not None and local.second not in self.seconds:
            return timedelta(seconds=1)
        return timedelta(0)

    def _expanded(self, moment: datetime, local: datetime) -> list[datetime]:
        """The times one step stands for: every BYMINUTE of its hour, every BYSECOND of its minute."""
        minutes = self.minutes if self.frequency == "HOURLY" and self.minutes else (local.minute,)
        seconds = self.seconds if self.frequency != "SECONDLY" and self.seconds else (local.second,)
        found: list[datetime] = []
        for minute, second in product(minutes, seconds):
            time_of = moment + timedelta(minutes=minute - local.minute, seconds=second - local.second)
            shown = time_of.astimezone(self.zone)
            # A change of clocks within the hour leaves out some of its minutes.
            if (shown.hour, shown.minute) == (local.hour, minute):
                found.append(time_of)
        return _chosen(found, self.positions)


def _numbers(parts: Mapping[str, str], name: str) -> tuple[int, ...] | None:
    return tuple(sorted({int(number) for number in parts[name].split(",")})) if name in parts else None


def _chosen(found: list[datetime], positions: tuple[int, ...]) -> list[datetime]:
    if not positions:
        return found
    indexes = {position - 1 if position > 0 else len(found) + position for position in positions}
    return [moment for index, moment in enumerate(found) if index in indexes]
