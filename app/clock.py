"""Time as an argument: a Clock is asked, never the system, so that tests and evaluations can move time.

The only module that reads the system's clock. Everything it returns is aware and in UTC.
"""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Where "now" comes from."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime) -> None:
        """`start` is aware."""
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment it was last moved to, in UTC."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move forward by `by`."""
        self._now += by

    def set(self, moment: datetime) -> None:
        """Move to an aware `moment`."""
        self._now = moment.astimezone(UTC)
