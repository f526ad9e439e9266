"""What the house does unasked for everybody it can reach: one row a routine, kept as each person's own schedule.

Invariant: a person has the row of a routine while the settings switch it on, they can be reached and what it needs is connected; it says
what the settings say, until the person changes it in chat: then it is theirs. Knows no channel and not what a routine says.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from itertools import product
from typing import Literal
from zoneinfo import ZoneInfo

from app.config import Settings
from app.memory.ports import Database
from app.memory.records import ScheduledTask, User
from app.memory.repositories import Repositories
from app.memory.repositories.scheduled_tasks import RoutineDraft
from app.schedule.occurrences import next_occurrence
from app.schedule.zones import is_zone, localise
from app.timetable.feeds import NOTHING_CONNECTED, Feeds
from app.timetable.manners import quiet_hours
from app.timetable.reach import Reachable

log = logging.getLogger(__name__)
_USERS_AT_ONCE = 500
_HOUR = 3_600


@dataclass(frozen=True, slots=True)
class Routine:
    """`time` and `day` name settings ("" for the day: daily). `zone`: whose clock the time is on, unless the setting says "local" or "utc".
    `freshness`: seconds within which a missed one is still said. `template`: which template of the prompt “briefings” a model words it by,
    "" where no model is asked. `needs`: what must be connected. `speaks_when_empty`: whether it says one line where there is nothing."""

    name: str
    about: str
    time: str
    day: str = ""
    zone: Literal["utc", "local"] = "local"
    freshness: int = 4 * _HOUR
    template: str = ""
    needs: Literal["", "mail"] = ""
    speaks_when_empty: bool = True


_DIGEST = 12 * _HOUR  # nobody waits for one
ROUTINES: tuple[Routine, ...] = (
    Routine(
        "daily briefing",
        "what today holds",
        "briefing_time",
        zone="utc",
        freshness=3 * _HOUR,
        template="briefing_morning",
    ),
    Routine(
        "evening recap",
        "what came of the day",
        "evening_recap_time",
        freshness=2 * _HOUR,
        template="briefing_evening",
    ),
    Routine(
        "weekly recap",
        "what the week came to",
        "weekly_recap_time",
        "weekly_recap_day",
        template="briefing_weekly_recap",
    ),
    Routine("weekly prep", "the week ahead", "weekly_prep_time", "weekly_prep_day", template="briefing_weekly_prep"),
    Routine(
        "read-later digest",
        "what waits to be read",
        "read_later_digest_time",
        "read_later_digest_day",
        freshness=_DIGEST,
        speaks_when_empty=False,
    ),
    Routine(
        "journal digest",
        "a week of the journal",
        "journal_digest_time",
        "journal_digest_day",
        freshness=_DIGEST,
        speaks_when_empty=False,
    ),
    Routine(
        "email intelligence",
        "which mails matter",
        "email_intel_time",
        freshness=3 * _HOUR,
        needs="mail",
        speaks_when_empty=False,
    ),
)
BY_NAME: Mapping[str, Routine] = {routine.name: routine for routine in ROUTINES}


@dataclass(slots=True)
class Reconciled:
    """How many rows came to be, and how many were changed."""

    added: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """When a routine runs: its rule, its hour, and on whose clock ("UTC", or "" for the user's own)."""

    routine: Routine
    rule: str
    at: time
    zone: str


@dataclass(slots=True)
class _Round:
    """One look at everybody: what is wanted, and next occurrences by plan and zone, since thousands share them."""

    now: datetime
    settings: Settings
    plans: dict[str, _Plan]
    reachable: Reachable
    with_mail: frozenset[str]
    firsts: dict[tuple[str, str, time], datetime | None] = field(default_factory=dict)

    def plan_for(self, routine: Routine, user: User) -> _Plan | None:
        """What this user's row should say; None where they should have no row that runs."""
        plan = self.plans.get(routine.name)
        if plan is None or not self.reachable(user) or not is_zone(user.time_zone):
            return None
        if routine.needs == "mail" and user.id not in self.with_mail:
            return None
        return self._by_day(plan, user) if plan.zone else plan

    def _by_day(self, plan: _Plan, user: User) -> _Plan:
        """An hour that is UTC's may lie in somebody's night: then it comes when their quiet hours end."""
        quiet = quiet_hours(user, self.settings)
        local = datetime.combine(self.now.date(), plan.at, ZoneInfo(plan.zone)).astimezone(ZoneInfo(user.time_zone))
        return replace(plan, at=quiet.end, zone="") if quiet is not None and quiet.over(local) else plan

    def first(self, plan: _Plan, zone: str) -> datetime | None:
        """The first time it is due from now on."""
        key = (plan.routine.name, zone, plan.at)
        if key not in self.firsts:
            self.firsts[key] = _due(plan, zone, self.now)
        return self.firsts[key]


async def reconcile(
    store: Repositories,
    database: Database,
    *,
    settings: Settings,
    now: datetime,
    reachable: Reachable,
    feeds: Feeds = NOTHING_CONNECTED,
) -> Reconciled:
    """Let every user's routines stand as the settings say. Run at start and now and then: where all stands so, nothing is written."""
    look = _Round(now, settings, _plans(settings), reachable, await _with_mail(feeds))
    done, after = Reconciled(), ""
    while users := await store.users.everyone(after, _USERS_AT_ONCE):
        await _reconcile_some(store, database, users, look=look, done=done)
        after = users[-1].id
    if done.added or done.changed:
        fields = {"event": "routines.reconciled", "added": done.added, "changed": done.changed}
        log.info("routines follow the settings", extra=fields)
    return done


async def _reconcile_some(
    store: Repositories, database: Database, users: Sequence[User], *, look: _Round, done: Reconciled
) -> None:
    rows = await store.scheduled_tasks.routines([user.id for user in users], [*BY_NAME])
    there = {(row.user_id, row.target): row for row in rows}
    drafts: list[RoutineDraft] = []
    changes: list[tuple[ScheduledTask, ScheduledTask]] = []
    for user, routine in product(users, ROUTINES):
        row, plan = there.get((user.id, routine.name)), look.plan_for(routine, user)
        if row is None:
            drafts += _drafted(plan, user, look)
        elif row.origin == "settings" and row.status in ("active", "paused"):
            changed = await _changed(store, row, plan, user=user, look=look)
            changes += [(row, changed)] if changed is not None else []
    if drafts or changes:
        await _write(store, database, drafts, changes, look=look, done=done)


async def _write(
    store: Repositories,
    database: Database,
    drafts: Sequence[RoutineDraft],
    changes: Sequence[tuple[ScheduledTask, ScheduledTask]],
    *,
    look: _Round,
    done: Reconciled,
) -> None:
    """All that one part of the users needs, in one transaction."""
    async with database.transaction():
        done.added += await store.scheduled_tasks.add_routines(drafts, look.now)
        for old, new in changes:
            done.changed += await store.scheduled_tasks.swap(old.user_id, old, new, look.now)


def _drafted(plan: _Plan | None, user: User, look: _Round) -> list[RoutineDraft]:
    """A new row, where one is wanted and ever comes due."""
    if plan is None:
        return []
    zone, routine = plan.zone or user.time_zone, plan.routine
    due_at = look.first(plan, zone)
    if due_at is None:
        return []
    return [
        RoutineDraft(
            user_id=user.id,
            target=routine.name,
            name=routine.name,
            instruction=routine.about,
            rule=plan.rule,
            local_start=_start(plan, zone, look.now).isoformat(),
            time_zone=zone,
            due_at=due_at,
            freshness=routine.freshness,
        )
    ]


async def _changed(
    store: Repositories, row: ScheduledTask, plan: _Plan | None, *, user: User, look: _Round
) -> ScheduledTask | None:
    """The row as it should be; None where it is so already. One whose time moves is not due again on a day it was done on."""
    if plan is None:
        return replace(row, status="paused") if row.status == "active" else None
    zone = plan.zone or user.time_zone
    if row.status == "active" and _says(row, plan, zone):
        return None
    due_at = look.first(plan, zone)
    last = await _last_done(store, row)
    if due_at is not None and last is not None and last >= due_at.astimezone(ZoneInfo(zone)).date():
        over = localise(datetime.combine(last + timedelta(days=1), time()), ZoneInfo(zone))
        due_at = _due(plan, zone, over - timedelta(seconds=1))
    if due_at is None:
        return None
    start, freshness = _start(plan, zone, look.now).isoformat(), plan.routine.freshness
    says = replace(row, rule=plan.rule, local_start=start, time_zone=zone, freshness=freshness)
    return replace(says, due_at=due_at, status="active")


def _says(row: ScheduledTask, plan: _Plan, zone: str) -> bool:
    """Whether a row says what its settings say."""
    said = (row.rule, datetime.fromisoformat(row.local_start).time(), row.time_zone, row.freshness)
    return said == (plan.rule, plan.at, zone, plan.routine.freshness)


async def _last_done(store: Repositories, row: ScheduledTask) -> date | None:
    """The day on its own clock when it was due last and not skipped."""
    ended = await store.occurrences.list(row.user_id, "schedule", str(row.id))
    days = [one.due_at.astimezone(ZoneInfo(row.time_zone)).date() for one in ended if one.status != "skipped"]
    return days[-1] if days else None


async def _with_mail(feeds: Feeds) -> frozenset[str]:
    """Who has a mailbox connected."""
    return frozenset([user_id for source in feeds.mail for user_id in await source.users()])


def _plans(settings: Settings) -> dict[str, _Plan]:
    """What the settings switch on, by the routine's name."""
    plans: dict[str, _Plan] = {}
    for routine in ROUTINES:
        hour, _, clock = str(getattr(settings, routine.time)).partition(" ")
        if hour:
            day = str(getattr(settings, routine.day))[:2].upper() if routine.day else ""
            rule = f"FREQ=WEEKLY;BYDAY={day}" if day else "FREQ=DAILY"
            zone = "UTC" if (clock or routine.zone) == "utc" else ""
            plans[routine.name] = _Plan(routine, rule, time.fromisoformat(hour), zone)
    return plans


def _start(plan: _Plan, zone: str, now: datetime) -> datetime:
    """The wall clock its rule counts from."""
    return datetime.combine(now.astimezone(ZoneInfo(zone)).date(), plan.at)


def _due(plan: _Plan, zone: str, after: datetime) -> datetime | None:
    return next_occurrence(plan.rule, _start(plan, zone, after), ZoneInfo(zone), after)
