"""The calendars that were read last, so that a large one is read once and not for every question.

Invariant: what is given is what its bytes say, read in that zone; what all kept ones weigh together is bounded. One that is heavier than that
is read anew each time. A kept calendar is only looked at, never changed.
"""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from zoneinfo import ZoneInfo

from app.integrations.calendar import ics

_MOST = 10_000_000  # of weight, which is some 60 to 100 MB of memory
_EVENT = 300  # what an event weighs beside its bytes


class Parsed:
    """Calendars by their bytes and the zone of who reads them, those used last."""

    def __init__(self, most: int = _MOST) -> None:
        """`most` is what they may weigh together."""
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[tuple[bytes, str], tuple[ics.Calendar, int]] = OrderedDict()

    def read(self, data: bytes, zone: ZoneInfo) -> ics.Calendar:
        """The calendar that a file holds, under its own name. May be called in several threads."""
        key = (sha256(data).digest(), zone.key)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        calendar = ics.read(data, zone=zone)
        self._keep(key, calendar, len(data) + _EVENT * len(calendar.events))
        return calendar

    def _keep(self, key: tuple[bytes, str], calendar: ics.Calendar, weight: int) -> None:
        if weight > self._most:
            return
        with self._lock:
            self._kept[key] = (calendar, weight)
            while sum(one for _, one in self._kept.values()) > self._most:
                self._kept.popitem(last=False)
