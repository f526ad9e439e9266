"""Rules drawn at random, and when they are due by a slow computation of its own: day by day, with dateutil's idea of a zone.

It shares nothing with app/schedule: what both say is the same, or one of them is wrong. A day's rule names the wall clock: in a spring
gap it is that much later, in an autumn hour that comes twice the first one counts; what goes by hours goes by real time.
"""

import calendar
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from dateutil import tz

ZONES = (
    "Europe/Paris",
    "America/New_York",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Africa/Accra",
    "Pacific/Chatham",
    "Africa/Cairo",
    "UTC",
)
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_LONGEST = 800  # days that are looked at


@dataclass(frozen=True)
class Plan:
    """A rule as the product stores it, and the same as a question about days and times. `days` None: it goes by real time."""

    rule: str
    start: datetime
    zone: str
    days: Callable[[date], bool] | None
    times: tuple[time, ...] = ()
    every: timedelta = timedelta(0)
    count: int = 0
    until: datetime | None = None
    exceptions: tuple[str, ...] = field(default=())

    def moments(self, last: datetime) -> list[datetime]:
        """Every UTC time up to `last` at which it is due."""
        counted = islice(self._walls(last), self.count or None)
        left = (moment for wall, moment in counted if f"{wall:%Y-%m-%d}" not in self.exceptions)
        ends = min(last, self.until or last)
        return sorted({moment for moment in left if moment <= ends})

    def _walls(self, last: datetime) -> Iterator[tuple[datetime, datetime]]:
        if self.days is None:
            yield from self._by_real_time(last)
            return
        day = self.start.date()
        for _ in range(_LONGEST):
            for hour in self.times if self.days(day) else ():
                wall = datetime.combine(day, hour)
                if wall >= self.start:
                    yield wall, utc_of(wall, self.zone)
            day += timedelta(days=1)
            if datetime.combine(day, time(), UTC) > last + timedelta(days=3):
                return

    def _by_real_time(self, last: datetime) -> Iterator[tuple[datetime, datetime]]:
        moment, zone = utc_of(self.start, self.zone), tz.gettz(self.zone)
        while moment <= last:
            yield moment.astimezone(zone).replace(tzinfo=None), moment
            if not self.every:
                return
            moment += self.every


def utc_of(wall: datetime, zone: str) -> datetime:
    """When the wall clock there shows that."""
    return tz.resolve_imaginary(wall.replace(tzinfo=tz.gettz(zone))).astimezone(UTC)


def random_plan(rng: random.Random, begin: datetime, days: int) -> Plan:
    """A rule that begins within the first half of so many days from `begin`, on a whole minute."""
    zone = rng.choice(ZONES)
    moment = begin + timedelta(minutes=rng.randrange(days * 720))
    hours = (rng.randrange(24), rng.choice((0, 1, 2, 2, 3, 23)))  # the clocks change in the small hours
    start = moment.astimezone(tz.gettz(zone)).replace(hour=rng.choice(hours), second=0, microsecond=0, tzinfo=None)
    plan = rng.choices(*zip(*_KINDS, strict=True))[0](rng, start, zone)
    return _limited(plan, rng, days)


def _limited(plan: Plan, rng: random.Random, days: int) -> Plan:
    """The same with an end or with days left out, where the dice say so."""
    rule, count, until, without = plan.rule, 0, None, ()
    if rule.startswith("FREQ") and rng.random() < 0.2:
        count = rng.randrange(1, 12)
        rule = f"{rule};COUNT={count}"
    elif rule.startswith("FREQ") and rng.random() < 0.2:
        until = utc_of(plan.start, plan.zone) + timedelta(hours=rng.randrange(days * 24))
        rule = f"{rule};UNTIL={until:%Y%m%dT%H%M%SZ}"
    if rule and rng.random() < 0.3:
        left_out = (plan.start.date() + timedelta(days=rng.randrange(days)) for _ in range(rng.randrange(1, 9)))
        without = tuple(sorted({day.isoformat() for day in left_out}))
    return Plan(rule, plan.start, plan.zone, plan.days, plan.times, plan.every, count, until, without)


def _once(_: random.Random, start: datetime, zone: str) -> Plan:
    return Plan("", start, zone, lambda day: day == start.date(), (start.time(),))


def _daily(rng: random.Random, start: datetime, zone: str) -> Plan:
    step, first = rng.choice((1, 1, 1, 2, 3)), start.date()
    rule = "FREQ=DAILY" if step == 1 else f"FREQ=DAILY;INTERVAL={step}"
    return Plan(rule, start, zone, lambda day: (day - first).days % step == 0, (start.time(),))


def _weekly(rng: random.Random, start: datetime, zone: str) -> Plan:
    step, chosen = rng.choice((1, 1, 2)), sorted(rng.sample(range(7), rng.randrange(1, 6)))
    monday = start.date() - timedelta(days=start.weekday())
    rule = f"FREQ=WEEKLY;INTERVAL={step};BYDAY={','.join(DAYS[day] for day in chosen)}"

    def falls(day: date) -> bool:
        return day.weekday() in chosen and (day - monday).days // 7 % step == 0

    return Plan(rule, start, zone, falls, (start.time(),))


def _monthly(rng: random.Random, start: datetime, zone: str) -> Plan:
    number = rng.choice((1, 15, 28, 29, 30, 31, -1))

    def falls(day: date) -> bool:
        return day.day == (number if number > 0 else calendar.monthrange(day.year, day.month)[1])

    return Plan(f"FREQ=MONTHLY;BYMONTHDAY={number}", start, zone, falls, (start.time(),))


def _nth_weekday(rng: random.Random, start: datetime, zone: str) -> Plan:
    weekday, number = rng.randrange(7), rng.choice((1, 2, 4, -1))

    def falls(day: date) -> bool:
        length = calendar.monthrange(day.year, day.month)[1]
        place = (day.day - 1) // 7 + 1 if number > 0 else -((length - day.day) // 7 + 1)
        return day.weekday() == weekday and place == number

    return Plan(f"FREQ=MONTHLY;BYDAY={number}{DAYS[weekday]}", start, zone, falls, (start.time(),))


def _hourly(rng: random.Random, start: datetime, zone: str) -> Plan:
    step = rng.choice((1, 2, 6, 12))
    return Plan(f"FREQ=HOURLY;INTERVAL={step}", start, zone, None, every=timedelta(hours=step))


def _cron_day(rng: random.Random, start: datetime, zone: str) -> Plan:
    weekdays = sorted(rng.sample(range(1, 7), rng.randrange(1, 5)))  # cron's Monday is 1
    minutes, hours = sorted(rng.sample(range(60), 2)), sorted(rng.sample(range(24), rng.randrange(1, 4)))
    times = tuple(time(hour, minute) for hour in hours for minute in minutes)
    fields = (minutes, hours, "*", "*", weekdays)
    rule = " ".join(",".join(map(str, part)) if isinstance(part, list) else part for part in fields)
    return Plan(f"CRON:{rule}", start, zone, lambda day: day.weekday() + 1 in weekdays, times)


def _cron_month(rng: random.Random, start: datetime, zone: str) -> Plan:
    number, hour, minute = rng.choice((1, 15, 29, 31)), rng.randrange(24), rng.randrange(60)
    rule = f"CRON:{minute} {hour} {number} * *"
    return Plan(rule, start, zone, lambda day: day.day == number, (time(hour, minute),))


_KINDS: tuple[tuple[Callable[[random.Random, datetime, str], Plan], int], ...] = (
    (_once, 5),
    (_daily, 6),
    (_weekly, 4),
    (_monthly, 2),
    (_nth_weekday, 2),
    (_hourly, 1),
    (_cron_day, 3),
    (_cron_month, 1),
)
