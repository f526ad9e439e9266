"""Quiet hours: the stretch of the day in which nothing is said that the user set no time for.

Invariant: the end of a stretch is a moment after the one asked about, also when a change of clocks falls into it. Does
not know whose hours they are or what may be said all the same.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Self

from app.schedule.refusals import ScheduleError
from app.schedule.zones import to_utc

_STRETCH = re.compile(r"\s*(\d{1,2})(?::(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d\d))?\s*", re.IGNORECASE)
_MIDNIGHT_HOUR = 24


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `start` to `end` on the local clock, over midnight when the end is the earlier of the two."""

    start: time
    end: time

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """ "22:00-07:00", also "22-7"; None for "" (no quiet hours). ScheduleError for anything else."""
        if not text.strip():
            return None
        match = _STRETCH.fullmatch(text)
        try:
            start, end = _times(match) if match else (time(), time())
        except ValueError:
            start = end = time()
        if start == end:
            raise ScheduleError('Quiet hours are written "22:00-07:00".')
        return cls(start, end)

    def over(self, local: datetime) -> datetime | None:
        """When they end, in the zone of `local` (aware), if `local` lies in them; None if it doesn't."""
        clock, zone = local.time(), local.tzinfo
        over_midnight = self.start > self.end
        inside = (clock >= self.start or clock < self.end) if over_midnight else self.start <= clock < self.end
        if not inside or zone is None:
            return None
        ends_tomorrow = over_midnight and clock >= self.start
        day = local.date() + timedelta(days=1) if ends_tomorrow else local.date()
        wall = datetime.combine(day, self.end)
        end = to_utc(wall, zone)
        if end <= local:  # the clock was set back in between, and shows the end a second time
            end = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
        return end.astimezone(zone) if end > local else None

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


def _times(match: re.Match[str]) -> tuple[time, time]:
    hour, minute, end_hour, end_minute = (int(number or 0) for number in match.groups())
    at_midnight = (end_hour, end_minute) == (_MIDNIGHT_HOUR, 0)
    return time(hour, minute), time() if at_midnight else time(end_hour, end_minute)
