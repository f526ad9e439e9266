"""When a rule is due next after its user moved to another zone.

Invariant: no wall-clock time that fired comes again, and none is lost: one that the move jumped over is due at a moment
gone by. Rules that step in real time keep at least one whole step after the last one. Does not know who moved or why.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.schedule.occurrences import next_occurrence, real_step
from app.schedule.zones import offset_at, to_utc

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
