"""What is due of a rule by now, and when it is due next after its user moved to another zone.

Invariant: what was missed and what follows are the rule's own times, each once; with the next call they continue where these ended. No
wall-clock time that fired comes again after a move, and none is lost: one that the move jumped over is due at a moment gone by; rules that
step in real time keep at least one whole step after the last one. Does not know what is done about a missed one, nor who moved.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from app.schedule.occurrences import moments, next_occurrence, real_step
from app.schedule.zones import offset_at, to_utc

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


# Two clocks are at most 26 hours apart; what was due longer ago than this was seen to, or missed, before the move.
_FARTHEST = timedelta(days=2)
_DAY = timedelta(days=1)
_MOMENT = timedelta(microseconds=1)


def due_in_zone(
    rule: str,
    start_local: datetime,
    old_zone: ZoneInfo,
    new_zone: ZoneInfo,
    *,
    last_fired: datetime | None,
    created_at: datetime,
    now: datetime,
    without: Collection[str] = (),
    due_at: datetime | None = None,
) -> datetime | None:
    """The first wall-clock occurrence after the last one that fired, mapped to the new zone; None when the rule has ended.

    `last_fired` is the due time (UTC) of the last occurrence; without one `created_at` counts. `due_at` is when the rule is due
    in the old zone: with it what was paused, changed or moved meanwhile stays as it stands; without it only the last two days
    before `now` are looked at. The result may lie before `now`: its hour was jumped over, and it is due at once.
    """
    fired = last_fired or created_at
    step = real_step(rule)
    if step is not None:
        after = (due_at - _MOMENT) if due_at else max(fired, now - _FARTHEST) + max(step - _MOMENT, timedelta(0))
    elif due_at:
        wall = max(_shown(fired, old_zone), _named(due_at, old_zone) - _MOMENT)
        after = to_utc(wall, new_zone)
    else:
        after = to_utc(_shown(max(fired, now - _FARTHEST), old_zone), new_zone)
    return next_occurrence(rule, start_local, new_zone, after, without=without)


def _shown(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _named(moment: datetime, zone: ZoneInfo) -> datetime:
    """The wall-clock time a rule may have named for a moment: before a spring gap moved it forward, if one did."""
    planned = _shown(moment, zone) + (offset_at(zone, moment - _DAY) - offset_at(zone, moment))
    return planned if to_utc(planned, zone) == moment else _shown(moment, zone)
