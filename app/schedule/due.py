"""What is due of a rule by now: the times that were missed, and the one that follows.

Invariant: what was missed and what follows are the rule's own times, each once; with the next call they continue where
these ended. Does not know what is done about a missed one.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from app.schedule.occurrences import moments, next_occurrence

_FIRST_WINDOW = timedelta(days=4)


@dataclass(frozen=True, slots=True)
class Due:
    """`missed`: UTC times up to now, oldest first, at least one; `following`: the next one, None when the rule has ended.

    `has_older`: before those listed others were missed, too many to list.
    """

    missed: list[datetime]
    following: datetime | None
    has_older: bool = False


def reckon(
    rule: str,
    start_local: datetime,
    zone: ZoneInfo,
    due_at: datetime,
    now: datetime,
    *,
    without: Collection[str] = (),
    most: int = 1_000,
) -> Due:
    """What is due of a row whose next time was `due_at` (aware, not after `now`), the newest `most` of it.

    `rule` is an RRULE, a cron or "" for once. ScheduleError for a rule that is malformed.
    """
    if not rule:
        return Due([due_at], None)
    window, after = _FIRST_WINDOW, now
    missed: list[datetime] = []
    # Backwards in growing windows, because a short step over a long pause is more than anybody reads.
    while after > due_at and len(missed) < most:
        after = max(due_at, now - window)
        found = moments(rule, start_local, zone, after, without=without)
        missed = list(takewhile(lambda moment: moment <= now, found))
        window *= 4
    has_older = after > due_at or len(missed) >= most
    listed = missed[len(missed) - most :] if has_older else [due_at, *missed]
    return Due(listed, next_occurrence(rule, start_local, zone, max(now, due_at), without=without), has_older)
