"""Every zone that changes its clocks from 2026 to 2030, every kind of rule: wrong local hours, doubled and skipped times.

Usage: python -m scripts.prove.all_zones [--zones N] [--seed N]

The oracle knows nothing of the product or of a rule library. It reads from the tz database only how far each zone is
ahead of UTC, as a list of stretches, and counts in whole minutes since 2026 began in UTC. Its definitions:

- A rule of the wall clock names a local day and time. It fires at the first UTC minute at which the local clock shows
  that; if no clock ever shows it, as far after the jump as the time lies behind the jump's beginning.
- A rule of steps fires every so many minutes of real time after its first one, whenever the local clock then shows an
  hour and a weekday that the rule admits.
- A rule for every hour (a cron with "*" hours, BYMINUTE in an hourly rule) fires at each UTC minute at which the local
  clock shows one of its minutes on one of its days.

No time fires twice. Wall-clock rules are compared over all five years, the others two days about each change.
"""

import argparse
import random
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.schedule.occurrences import moments

_BEGIN, _END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)
_DAY, _WINDOW = 1_440, 2 * 1_440
_LENGTH = int((_END - _BEGIN).total_seconds()) // 60
_MARGIN = 2 * _DAY
_TIMES = ("00:00", "01:30", "02:30", "09:00", "23:30")
_OUTCOMES = ("wrong hour", "doubled", "skipped")


@dataclass(frozen=True)
class Zone:
    """How far ahead of UTC the clock is, in minutes: `offsets[i]` holds from minute `begins[i]` to the next.

    Zones of the same stretches are the same to the oracle.
    """

    name: str = field(compare=False)
    begins: tuple[int, ...]
    offsets: tuple[int, ...]

    def offset(self, minute: int) -> int:
        """At a UTC minute."""
        return self.offsets[bisect_right(self.begins, minute) - 1]

    def first_showing(self, wall: int) -> int:
        """The UTC minute of a wall-clock minute (both since 2026 began), by the definition above."""
        # A clock is at most a day from UTC, so only the stretches near the time can show it.
        near = slice(max(0, bisect_right(self.begins, wall - _DAY) - 1), bisect_right(self.begins, wall + _DAY))
        ends = (*self.begins[1:], _LENGTH + 2 * _MARGIN)
        stretches = zip(self.begins[near], ends[near], self.offsets[near], strict=True)
        shown = [wall - offset for begin, end, offset in stretches if begin <= wall - offset < end]
        if shown:
            return min(shown)
        before = [
            offset
            for (offset, after), change in zip(pairwise(self.offsets), self.begins[1:], strict=True)
            if change + offset <= wall < change + after
        ]
        return wall - before[0]


@dataclass(frozen=True)
class WallRule:
    """A rule of the wall clock: its text, its days, and its times when they are not that of the start."""

    kind: str
    text: str
    falls_on: Callable[[date], bool]
    times: tuple[str, ...] = ()


@dataclass(frozen=True)
class RealRule:
    """A rule by real time: every `step` minutes from the start, or (0) whenever the clock shows one of `minutes`."""

    kind: str
    text: str
    step: int
    minutes: frozenset[int] = frozenset()
    hours: frozenset[int] = frozenset(range(24))
    weekdays: frozenset[int] = frozenset(range(7))


def _month_end(day: date) -> bool:
    return (day + timedelta(days=1)).day == 1


def _last_sunday(day: date) -> bool:
    return day.weekday() == 6 and (day + timedelta(days=7)).month != day.month


_WEEKDAYS = frozenset(range(5))
WALL_RULES = (
    WallRule("daily", "FREQ=DAILY", lambda day: True),
    WallRule("weekly", "FREQ=WEEKLY;BYDAY=SA,SU", lambda day: day.weekday() >= 5),
    WallRule("weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", lambda day: day.weekday() < 5),
    WallRule("monthly", "FREQ=MONTHLY;BYMONTHDAY=-1", _month_end),
    WallRule("monthly", "FREQ=MONTHLY;BYDAY=-1SU", _last_sunday),
    WallRule("monthly", "FREQ=MONTHLY;BYMONTHDAY=29,31", lambda day: day.day in {29, 31}),
    WallRule("yearly", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", lambda day: day.month == 3 and _last_sunday(day)),
    WallRule("yearly", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", lambda day: (day.month, day.day) == (2, 29)),
    WallRule("interval, days", "FREQ=DAILY;INTERVAL=3", lambda day: (day - date(2026, 1, 1)).days % 3 == 0),
    WallRule("interval, weeks", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", lambda day: (day - date(2026, 1, 1)).days % 14 == 0),
    WallRule("cron", "CRON:{minute} {hour} * * *", lambda day: True),
    WallRule("cron", "CRON:{minute} {hour} * * 1-5", lambda day: day.weekday() < 5),
    WallRule("cron", "CRON:{minute} {hour} 1 * SUN", lambda day: day.day == 1 or day.weekday() == 6),
)
TIMED_RULES = (
    WallRule(
        "cron, named hours", "CRON:0 */2 * * *", lambda day: True, tuple(f"{hour:02}:00" for hour in range(0, 24, 2))
    ),
    WallRule(
        "cron, named hours",
        "CRON:*/30 1-2 * * *",
        lambda day: True,
        tuple(f"{hour:02}:{minute:02}" for hour in (1, 2) for minute in (0, 30)),
    ),
    WallRule("daily", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30", lambda day: True, ("02:30", "03:30")),
)
REAL_RULES = (
    RealRule("interval, hours", "FREQ=HOURLY", 60),
    RealRule("interval, hours", "FREQ=HOURLY;INTERVAL=5", 300),
    RealRule("interval, hours", "FREQ=HOURLY;INTERVAL=24", _DAY),
    RealRule("interval, hours", "FREQ=HOURLY;BYMINUTE=15,45", 0, frozenset((15, 45))),
    RealRule("interval, hours", "FREQ=HOURLY;BYHOUR=0,1,2,3", 60, hours=frozenset((0, 1, 2, 3))),
    RealRule("interval, minutes", "FREQ=MINUTELY;INTERVAL=30", 30),
    RealRule("interval, minutes", "FREQ=MINUTELY;INTERVAL=45", 45),
    RealRule(
        "interval, minutes",
        "FREQ=MINUTELY;INTERVAL=30;BYHOUR=9,10,11,12,13,14,15,16;BYDAY=MO,TU,WE,TH,FR",
        30,
        hours=frozenset(range(9, 17)),
        weekdays=_WEEKDAYS,
    ),
    RealRule("interval, minutes", "FREQ=MINUTELY;INTERVAL=20;BYDAY=SU", 20, weekdays=frozenset((6,))),
    RealRule("cron, every hour", "CRON:0 * * * *", 0, frozenset((0,))),
    RealRule("cron, every hour", "CRON:*/15 * * * *", 0, frozenset((0, 15, 30, 45))),
    RealRule("cron, every hour", "CRON:5,35 * * * SUN", 0, frozenset((5, 35)), weekdays=frozenset((6,))),
)


def read_zone(name: str) -> Zone:
    """The stretches of a zone, found by halving between quarter days."""
    zone = ZoneInfo(name)

    def offset(minute: int) -> int:
        ahead = (_BEGIN + timedelta(minutes=minute)).astimezone(zone).utcoffset() or timedelta(0)
        return int(ahead.total_seconds()) // 60

    begins, offsets = [-_MARGIN], [offset(-_MARGIN)]
    for start in range(-_MARGIN, _LENGTH + _MARGIN, 360):
        low, high = start, start + 360
        if offset(low) == offset(high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(middle) == offset(start) else (low, middle)
        begins.append(high)
        offsets.append(offset(high))
    return Zone(name, tuple(begins), tuple(offsets))


def changing_zones() -> list[Zone]:
    """Every zone of the tz database whose clock changes from 2026 to 2030."""
    zones = (read_zone(name) for name in sorted(available_timezones()) if name not in {"localtime", "Factory"})
    return [zone for zone in zones if len(zone.begins) > 1]


def _minute(moment: datetime) -> int:
    return int((moment - _BEGIN).total_seconds()) // 60


def _at(text: str) -> int:
    return int(text[:2]) * 60 + int(text[3:])


@cache
def expected_of_wall(rule: WallRule, times: tuple[str, ...], zone: Zone) -> set[int]:
    """The UTC minutes of five years by the oracle, the first and the last two days left out."""
    days = range(_LENGTH // _DAY + 2)
    walls = (
        day * _DAY + _at(clock)
        for day in days
        if rule.falls_on(date(2026, 1, 1) + timedelta(days=day))
        for clock in times
    )
    return {minute for minute in map(zone.first_showing, walls) if _MARGIN <= minute < _LENGTH - _MARGIN}


@cache
def expected_of_real(rule: RealRule, zone: Zone, begin: int, end: int) -> set[int]:
    """The UTC minutes from `begin` to before `end` by the oracle; the rule starts at local midnight of 1 January 2026."""
    first = zone.first_showing(0)
    # 1 January 2026 was a Thursday.
    return {
        minute
        for minute, wall in _walk(zone, begin, end)
        if (wall // 60) % 24 in rule.hours
        and (wall // _DAY + 3) % 7 in rule.weekdays
        and (not (minute - first) % rule.step if rule.step else wall % 60 in rule.minutes)
    }


@cache
def _walk(zone: Zone, begin: int, end: int) -> list[tuple[int, int]]:
    """Every UTC minute with what the local clock then shows."""
    return [(minute, minute + zone.offset(minute)) for minute in range(begin, end)]


def ours(rule: str, clock: str, zone: Zone, begin: int, end: int) -> list[int]:
    """What the product answers for the same stretch."""
    hour, minute = int(clock[:2]), int(clock[3:])
    start = datetime.combine(date(2026, 1, 1), time(hour, minute))
    after, last = _BEGIN + timedelta(minutes=begin, seconds=-1), _BEGIN + timedelta(minutes=end)
    found = moments(rule.format(hour=hour, minute=minute), start, ZoneInfo(zone.name), after)
    return [_minute(moment) for moment in takewhile(lambda moment: moment < last, found)]


def compare(found: list[int], expected: set[int], zone: Zone) -> Counter[str]:
    """How many times are at a wrong hour of their local day, too many or missing."""
    extra, missing = set(found) - expected, expected - set(found)
    counts = Counter(checked=len(expected), doubled=len(found) - len(set(found)))
    days = Counter((minute + zone.offset(minute)) // _DAY for minute in extra)
    days &= Counter((minute + zone.offset(minute)) // _DAY for minute in missing)
    counts["wrong hour"] = days.total()
    counts["doubled"] += len(extra) - days.total()
    counts["skipped"] = len(missing) - days.total()
    return counts


def measure(zone: Zone) -> Iterator[tuple[str, str, Counter[str]]]:
    """Every rule in one zone: kind, rule and counts."""
    for rule in (*WALL_RULES, *TIMED_RULES):
        for clock in ("00:00",) if rule.times else _TIMES:
            expected = expected_of_wall(rule, rule.times or (clock,), zone)
            found = ours(rule.text, clock, zone, _MARGIN, _LENGTH - _MARGIN)
            yield rule.kind, f"{rule.text} from {clock}", compare(found, expected, zone)
    for change in (begin for begin in zone.begins[1:] if _WINDOW < begin < _LENGTH - _WINDOW):
        begin, end = change - _WINDOW, change + _WINDOW
        for real in REAL_RULES:
            expected = expected_of_real(real, zone, begin, end)
            found = ours(real.text, "00:00", zone, begin, end)
            yield real.kind, f"{real.text} about minute {change}", compare(found, expected, zone)


def table(totals: dict[str, Counter[str]]) -> str:
    """One line a kind of rule."""
    lines = [f"{'rule':20}{'checked':>12}" + "".join(f"{name:>12}" for name in _OUTCOMES)]
    for kind, counts in totals.items():
        lines.append(f"{kind:20}{counts['checked']:>12,}" + "".join(f"{counts[name]:>12}" for name in _OUTCOMES))
    return "\n".join(lines)


def main() -> int:
    """Prints the table; 1 if anything is wrong anywhere."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--zones", type=int, default=0, help="that many, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    zones = changing_zones()
    print(f"{len(zones)} zones change their clocks from 2026 to 2030, {sum(len(z.begins) - 1 for z in zones)} times")
    if options.zones:
        zones = random.Random(options.seed).sample(zones, min(options.zones, len(zones)))
    totals: dict[str, Counter[str]] = {}
    for zone in zones:
        for kind, rule, counts in measure(zone):
            totals.setdefault(kind, Counter()).update(counts)
            if any(counts[name] for name in _OUTCOMES):
                print(f"{zone.name}: {rule}: {dict(counts)}")
    print(table(totals))
    return 1 if any(counts[name] for counts in totals.values() for name in _OUTCOMES) else 0


if __name__ == "__main__":
    sys.exit(main())
