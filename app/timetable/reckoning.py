"""The due moments of a row: those that came, and the next one. A row that can't be reckoned holds up nobody.

Pure but for the log. Knows the columns that reminders and schedules share; it does not know what is done with a moment.
"""

import logging
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from app.schedule.due import Due, reckon
from app.schedule.occurrences import next_occurrence

log = logging.getLogger(__name__)

LATE_AFTER = timedelta(seconds=60)
NOT_THEN = "nothing was running then, or it was paused"
LISTED = 200  # missed moments of one row: some hundred rows are one transaction, and nobody may wait long for its end


class Clocked(Protocol):
    """A row with a rule: a reminder or a schedule."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def rule(self) -> str | None:
        """An RRULE value, "CRON:" with five fields, or nothing for once."""
        ...

    @property
    def local_start(self) -> str:
        """Naive ISO text: what the rule counts from on the wall clock."""
        ...

    @property
    def time_zone(self) -> str:
        """Where that wall clock hangs."""
        ...

    @property
    def exceptions(self) -> list[str]:
        """Local days or moments that are left out."""
        ...


def due_moments(row: Clocked, due_at: datetime, now: datetime) -> Due | None:
    """What came due from `due_at` to `now`, oldest first, and what follows; None where its rule or its zone can't be read."""
    if not row.rule:
        return Due([due_at], None)
    try:
        zone, start = ZoneInfo(row.time_zone), datetime.fromisoformat(row.local_start)
        following = next_occurrence(row.rule, start, zone, due_at, without=row.exceptions)
        if following is None or following > now:  # on time, as nearly all are: the minute everybody is due in is short
            return Due([due_at], following)
        return reckon(row.rule, start, zone, due_at, now, without=row.exceptions, most=LISTED)
    except Exception:  # whatever a stored rule does to its reader, the rows of others are due as well
        log.warning(
            "a rule can't be read",
            extra={"event": "timetable.unreadable", "table": type(row).__name__, "id": row.id, "zone": row.time_zone},
            exc_info=True,
        )
        return None


def passed_over(due: Due, due_at: datetime, reason: str) -> list[tuple[datetime, str]]:
    """All moments from `due_at` on but the last, each with why it was not made up for; where they are too many, one stands for those
    that are not listed."""
    earlier = due.missed[:-1]
    if not due.has_older:
        return [(moment, reason) for moment in earlier]
    gap = f"{reason}; so were those since {due_at.isoformat()}, too many to write down one by one"
    return [(due_at, reason), (earlier[0], gap), *((moment, reason) for moment in earlier[1:])]


def missed_because(due_at: datetime) -> str:
    """What stands in the books of a moment that was not kept on time."""
    return f"due {due_at.isoformat()}, {NOT_THEN}"


def is_late(due_at: datetime, at: datetime) -> bool:
    """Whether what was due then and is done at `at` is to be called late."""
    return at - due_at > LATE_AFTER


def is_fresh(due_at: datetime, at: datetime, freshness: timedelta) -> bool:
    """Whether what was due then is still to be done at `at`; what is not even late always is."""
    return at - due_at <= max(freshness, LATE_AFTER)
