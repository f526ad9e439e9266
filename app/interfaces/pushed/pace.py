"""How often somebody did something lately. In memory and bounded: a restart forgets it, a crowd can't fill it."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta

_MOST_KEYS = 10_000


class Pace:
    """At most so often within a window that moves along."""

    def __init__(self, most: int, window: timedelta) -> None:
        """`most` times within `window`."""
        self._most = most
        self._window = window
        self._moments: OrderedDict[str, deque[datetime]] = OrderedDict()

    def exceeds(self, key: str, now: datetime) -> bool:
        """Note one more; whether it is one too many."""
        moments = self._lately(key, now)
        moments.append(now)
        while len(self._moments) > _MOST_KEYS:
            self._moments.popitem(last=False)
        return len(moments) > self._most

    def allows(self, key: str, now: datetime) -> bool:
        """Whether once more is not too many; only what is allowed is noted, so who never stops is allowed again each window."""
        return len(self._lately(key, now)) < self._most and not self.exceeds(key, now)

    def _lately(self, key: str, now: datetime) -> deque[datetime]:
        """The moments within the window."""
        moments = self._moments.setdefault(key, deque(maxlen=self._most + 1))
        self._moments.move_to_end(key)
        while moments and moments[0] <= now - self._window:
            moments.popleft()
        return moments
