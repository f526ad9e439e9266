"""One RRULE over a window: the wall-clock times it names, and beforehand how many days that means to look at.

Invariant: only rules of days, weeks, months and years are read, with so many times a day; a rule without COUNT is looked at from the
window on, not from its start; `cost` is known before anything is worked out, so that a caller can refuse. Knows no component and no zone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, tzinfo
from itertools import islice

from app.integrations.calendar.values import EARLIEST, read_wall
from app.schedule.day_rules import FREQUENCIES, DayRule
from app.schedule.refusals import ScheduleError

_PARTS = frozenset(
    "FREQ INTERVAL COUNT UNTIL BYMONTH BYMONTHDAY BYYEARDAY BYWEEKNO BYDAY BYHOUR BYMINUTE BYSETPOS WKST".split()
)
_DAYS = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}
_LONGEST = 500
_MOST_A_DAY = 96
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be looked at. `until` is aware when it was written in UTC, and the end of its day when it is a day; `count` is 0
    for no end."""

    days: DayRule
    count: int
    until: datetime | None

    def cost(self, start: datetime, earliest: datetime, latest: datetime) -> int:
        """At most how many days are looked at for `walls` of the same window."""
        begin = start if self.count else max(start, earliest)
        apart = max(0, (latest - begin).days)
        periods = apart // (_DAYS[self.days.frequency] * self.days.interval) + 3
        return periods * self._looked_at * max(1, len(self.days.weekdays) // 4, len(self.days.times) // 2)

    @property
    def _looked_at(self) -> int:
        """How many days of a period are looked at."""
        days = self.days
        if days.frequency not in ("YEARLY", "MONTHLY"):
            return _DAYS[days.frequency]
        months = (len(days.months) or 12) if days.frequency == "YEARLY" else 1
        return months * (len(days.month_days) or 31) + 3

    def walls(self, start: datetime, earliest: datetime, latest: datetime) -> Iterator[datetime]:
        """The wall-clock times from `earliest` on, in order, about up to `latest` (all naive). COUNT is kept, UNTIL is the caller's.

        What is counted is counted from the start, and all of it is given.
        """
        if start > latest:
            return iter(())
        if not self.count:
            return self.days.walls(start, earliest, last=latest.date())
        return islice(self.days.walls(start, start, last=latest.date()), self.count)

    def ends_before(self, wall: datetime, moment: datetime) -> bool:
        """Whether its UNTIL is before a time, given as the clock shows it and in UTC."""
        if self.until is None:
            return False
        return self.until < moment if self.until.tzinfo else self.until < wall


def read_rule(text: str, start: datetime, zone: tzinfo | None) -> Rule | None:
    """The rule of a series that starts at `start` (naive, in `zone`); None for what is malformed or not expanded."""
    parts = rule_parts(text)
    if parts is None or parts.get("FREQ") not in FREQUENCIES or not parts.keys() <= _PARTS:
        return None
    try:
        count, interval = (_number(parts, name) for name in ("COUNT", "INTERVAL"))
        if interval == 0 or count == 0:
            return None
        days = DayRule.read({name: value for name, value in parts.items() if name not in ("COUNT", "UNTIL")}, start)
    except (ValueError, ScheduleError):
        return None
    until = _until(parts["UNTIL"], zone) if "UNTIL" in parts else None
    if ("UNTIL" in parts and until is None) or len(days.times) > _MOST_A_DAY or start < EARLIEST:
        return None
    return Rule(days, count or 0, until)


def rule_parts(text: str) -> dict[str, str] | None:
    """The parts of an RRULE in upper case, in order; None when it is malformed or longer than any rule."""
    plain = "".join(text[: 2 * _LONGEST].split()).upper().removeprefix("RRULE:").strip(";")
    pairs = [part.split("=") for part in plain.split(";") if part] if len(plain) <= _LONGEST else []
    if not pairs or any(len(pair) != 2 for pair in pairs):
        return None
    parts = dict(pairs)
    return parts if len(parts) == len(pairs) else None


def _number(parts: dict[str, str], name: str) -> int | None:
    text = parts.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise ScheduleError(f"{name} is a whole number.")
    return int(text[:_MOST_DIGITS])


def _until(value: str, zone: tzinfo | None) -> datetime | None:
    wall = read_wall(value, None)
    if wall is None:
        return None
    if wall.all_day:
        return datetime.combine(wall.local.date(), time.max)
    return wall.local.replace(tzinfo=UTC) if wall.zone and zone else wall.local
