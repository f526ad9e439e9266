"""Meetings ahead, each with a row of its user's schedule MEETING_PREP_LEAD_MINUTES before it: due once, moved and cancelled with it.

Invariant: one meeting has one row, named by its source and key; nothing that other people wrote into a meeting is stored here. With no
calendar connected nothing is asked of anybody.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.config import Settings
from app.errors import AssistantError
from app.memory.ports import Database
from app.memory.records import ScheduledTask, User
from app.memory.repositories import Repositories
from app.memory.repositories.scheduled_tasks import RoutineDraft
from app.timetable.feeds import Feeds, Meeting, MeetingSource
from app.timetable.reach import Reachable

log = logging.getLogger(__name__)
MEETING_PREP = "meeting prep"
TEMPLATE = "briefing_meeting_prep"
_AHEAD = timedelta(hours=24)  # how far ahead meetings are looked for, beside the lead


async def plan_meetings(
    store: Repositories,
    database: Database,
    *,
    settings: Settings,
    now: datetime,
    reachable: Reachable,
    feeds: Feeds,
) -> int:
    """Let every meeting ahead have its row; how many rows were written. No query where no calendar is connected."""
    lead, written = timedelta(minutes=settings.meeting_prep_lead_minutes), 0
    for source in feeds.meetings:
        for user_id in await source.users():
            user = await store.users.get(user_id)
            if user is None or not reachable(user):
                continue
            try:
                ahead = await source.upcoming(user_id, now, now + _AHEAD + lead)
            except AssistantError as problem:
                fields = {"event": "meetings.unread", "source": source.name, "problem": type(problem).__name__}
                log.warning("calendar not read", extra=fields)
                continue
            async with database.transaction():
                written += await _plan(store, source, user, ahead, now=now, lead=lead)
    return written


def target_of(source: MeetingSource, meeting: Meeting) -> str:
    """The name of a meeting's row."""
    return f"{MEETING_PREP}:{source.name}:{meeting.key}"


def is_meeting(target: str) -> bool:
    """Whether a row is that of a meeting."""
    return target.startswith(f"{MEETING_PREP}:")


async def meeting_of(feeds: Feeds, schedule: ScheduledTask, now: datetime) -> tuple[MeetingSource, Meeting] | None:
    """The meeting a row stands for, with its source, as it is now; None where it is over, gone or nobody says. Raises AssistantError."""
    for source in feeds.meetings:
        if not schedule.target.startswith(f"{MEETING_PREP}:{source.name}:"):
            continue
        for meeting in await source.upcoming(schedule.user_id, now - _AHEAD, now + 2 * _AHEAD):
            if target_of(source, meeting) == schedule.target and meeting.end > now:
                return source, meeting
    return None


async def _plan(
    store: Repositories,
    source: MeetingSource,
    user: User,
    ahead: Sequence[Meeting],
    *,
    now: datetime,
    lead: timedelta,
) -> int:
    wanted = {target_of(source, meeting): meeting for meeting in ahead if meeting.start > now and not meeting.all_day}
    there = {row.target: row for row in await store.scheduled_tasks.routines([user.id], [*wanted])} if wanted else {}
    new = [
        _draft(user, target, meeting, lead=lead, now=now) for target, meeting in wanted.items() if target not in there
    ]
    written = await store.scheduled_tasks.add_routines(new, now)
    for target, row in there.items():
        moved = _moved(row, wanted[target].start - lead, now)
        written += moved is not None and await store.scheduled_tasks.swap(user.id, row, moved, now)
    return written + await _cancel(store, source, user, set(wanted), now=now)


def _draft(user: User, target: str, meeting: Meeting, *, lead: timedelta, now: datetime) -> RoutineDraft:
    """A meeting found late is prepared for at once."""
    due_at = meeting.start - lead
    return RoutineDraft(
        user_id=user.id,
        target=target,
        name=MEETING_PREP,
        instruction="what to know before a meeting",
        rule="",
        local_start=_wall(due_at, user.time_zone),
        time_zone=user.time_zone,
        due_at=max(due_at, now),
        freshness=int(lead.total_seconds()),
    )


def _moved(row: ScheduledTask, due_at: datetime, now: datetime) -> ScheduledTask | None:
    """The row at its meeting's new time, also where it was said for the old one; None where it was not moved."""
    if row.status not in ("active", "done") or row.local_start == _wall(due_at, row.time_zone):
        return None
    return replace(row, local_start=_wall(due_at, row.time_zone), due_at=max(due_at, now), status="active")


async def _cancel(store: Repositories, source: MeetingSource, user: User, wanted: set[str], *, now: datetime) -> int:
    """Let go of the rows whose meeting is no longer there; one that begins right now is still prepared for."""
    gone = 0
    for row in await store.scheduled_tasks.list(user.id):
        ours = row.kind == "routine" and row.target.startswith(f"{MEETING_PREP}:{source.name}:")
        if ours and row.status == "active" and row.target not in wanted and row.due_at > now:
            gone += await store.scheduled_tasks.swap(user.id, row, replace(row, status="cancelled"), now)
    return gone


def _wall(moment: datetime, zone: str) -> str:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None).isoformat()
