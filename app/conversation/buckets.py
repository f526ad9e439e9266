"""Token buckets: how much may be done at once, and how fast it may go on. In memory and bounded; only the clock fills them.

A restart fills them all: then one burst more is let through, which does no harm.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime

from app.clock import Clock

_MOST_KEYS = 10_000
_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `burst` at once, and then `a_minute`."""

    a_minute: float
    burst: float

    @property
    def seconds(self) -> float:
        """Between two tokens."""
        return _MINUTE / self.a_minute


class Buckets:
    """A bucket for each key, full at first."""

    def __init__(self, clock: Clock) -> None:
        """All full."""
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, datetime]] = OrderedDict()

    def wait(self, key: str, rate: Rate, *, spare: float = 0.0) -> float:
        """Seconds until one may be taken, 0 where it may be now; `spare` are to be left in the bucket for others."""
        missing = 1.0 + spare - self._level(key, rate)
        return max(missing, 0.0) * rate.seconds

    def take(self, key: str, rate: Rate, count: int = 1) -> bool:
        """Take `count`, or as many as there are; whether there were as many."""
        level = self._level(key, rate)
        self._levels[key] = (max(level - count, 0.0), self._clock.now())
        self._levels.move_to_end(key)
        while len(self._levels) > _MOST_KEYS:
            self._levels.popitem(last=False)
        return level >= count

    def _level(self, key: str, rate: Rate) -> float:
        """A clock that was put back fills nothing."""
        if key not in self._levels:
            return rate.burst
        level, at = self._levels[key]
        now = self._clock.now()
        if now < at:
            self._levels[key] = (level, now)  # from here on it fills again
            return level
        return min(level + (now - at).total_seconds() / rate.seconds, rate.burst)
