"""When something may be said unasked: not while its user has paused, sleeps, talks, or has heard enough for a day.

What the user set a time for (reminders, tasks due at an hour, schedules, briefings) does not ask here: they named the hour. What is held
back is not lost: whoever wanted to say it asks again at `again_at`.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.config import Settings
from app.memory.records import User
from app.memory.repositories import Repositories
from app.schedule.quiet import QuietHours

UNASKED = ("alert", "intention", "learning")  # kinds of occurrences that count against the day's number
QUIET, LIMIT = "quiet_hours", "unasked_per_day"  # the user's own settings of that name stand above the house's
_AFTER_TALK = timedelta(minutes=10)
_LAST = 20  # turns looked at for the last one that the user began


@dataclass(frozen=True, slots=True)
class Leave:
    """Whether it may be said now; otherwise why not, and when to ask again (None: when something changes)."""

    ok: bool
    reason: str = ""
    again_at: datetime | None = None


async def may_speak(store: Repositories, settings: Settings, user: User, now: datetime) -> Leave:
    """Whether something unasked may be said to this user now."""
    local = now.astimezone(ZoneInfo(user.time_zone))
    if (await store.controls.get(user.id)).paused_at is not None:
        return Leave(False, "paused")
    hours = quiet_hours(user, settings)
    ends = hours.over(local) if hours else None
    if ends is not None:
        return Leave(False, "quiet hours", ends)
    midnight = datetime.combine(local.date(), time(), tzinfo=local.tzinfo)
    if await store.occurrences.count_since(user.id, UNASKED, midnight) >= unasked_per_day(user, settings):
        return Leave(
            False, "enough for today", datetime.combine(local.date() + timedelta(days=1), time(), tzinfo=local.tzinfo)
        )
    if talks_until := await _in_conversation(store, user, now):
        return Leave(False, "in conversation", talks_until)
    return Leave(True)


def quiet_hours(user: User, settings: Settings) -> QuietHours | None:
    """The user's own, else the house's; None where there are none."""
    own = user.settings.get(QUIET)
    return QuietHours.parse(own if isinstance(own, str) else settings.quiet_hours)


def unasked_per_day(user: User, settings: Settings) -> int:
    """The user's own number, else the house's."""
    own = user.settings.get(LIMIT)
    return own if isinstance(own, int) and not isinstance(own, bool) else settings.unasked_per_day


async def _in_conversation(store: Repositories, user: User, now: datetime) -> datetime | None:
    """Until when a conversation counts as going on; None where none does."""
    if await store.inbox.waiting(user.id) or await store.inbox.running_turns(user.id):
        return now + _AFTER_TALK
    last = next((turn for turn in reversed(await store.turns.recent(user.id, _LAST)) if not turn.by_clock), None)
    return last.finished_at + _AFTER_TALK if last is not None and now < last.finished_at + _AFTER_TALK else None
