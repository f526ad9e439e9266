"""All the background work there is, one row a loop. Reading this table is reading everything Kwasi does unasked.

A row's function does what is due and says when it is next needed; the runner does the rest. Times are upper bounds: a nudge
wakes a loop as soon as there is work. A routine has no work of its own here: each person's row of it among the schedules comes due, and
"scheduled tasks" does it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from app.config import Settings
from app.conversation.outbox import pushed_channels
from app.learning.extraction import extract_due
from app.learning.reflection import reflect_due
from app.learning.sessions import close_due
from app.learning.summaries import summarise_due
from app.loops import (
    accounts,
    alerts,
    due,
    events,
    health_days,
    imports,
    intentions,
    learnings,
    mail,
    new_mail,
    prompts,
    reading_list,
    reminders,
    scores,
    todo,
)
from app.loops.due import Due
from app.loops.ground import Ground, Ran
from app.timetable.meetings import plan_meetings
from app.timetable.reach import Reachable, whom_we_reach
from app.timetable.routines import reconcile


@dataclass(frozen=True, slots=True)
class Loop:
    """`cadence` is the longest it sleeps; `nudged` whether new work wakes it before that; `condition` says whether it runs at
    all under these settings. `due` reads cheaply when there is something to do (None: not before a nudge or the cadence).

    `shared`: what it does is claimed piece by piece, so every process runs it and none waits for another; any other loop runs in
    one process at a time. `routine` names the routine whose rows among the schedules are this loop.
    """

    name: str
    about: str
    cadence: timedelta
    nudged: bool
    condition: Callable[[Settings], bool]
    function: Callable[[Ground], Awaitable[Ran]]
    due: Due | None = None
    shared: bool = False
    routine: str = ""


def _always(_: Settings) -> bool:
    return True


def _embeds(settings: Settings) -> bool:
    return settings.embedder != "none"


def _reflects(settings: Settings) -> bool:
    return bool(settings.reflection_time)


def _traces(settings: Settings) -> bool:
    return bool(settings.logfire_token or settings.langfuse_public_key or settings.otel_exporter_otlp_endpoint)


def _manages_prompts(settings: Settings) -> bool:
    return bool(settings.langfuse_public_key and settings.langfuse_secret_key)


async def _prompts(ground: Ground) -> Ran:
    return Ran(await prompts.refresh(ground))


async def _scores(ground: Ground) -> Ran:
    return Ran(await scores.send_due(ground))


async def _reminders(ground: Ground) -> Ran:
    next_at = await reminders.next_due(ground.store)
    if next_at is None or next_at > ground.clock.now():
        return Ran(next_at=next_at)
    mailroom = ground.conversation.mailroom
    worked = await reminders.deliver_due(ground.store, ground.database, mailroom, ground.clock, ground.settings)
    return Ran(worked, await reminders.next_due(ground.store))


async def _events(ground: Ground) -> Ran:
    return Ran(*await events.run_due(ground))


async def _mail(ground: Ground) -> Ran:
    next_at = await ground.store.mail_outbox.next_due()
    if next_at is None or next_at > ground.clock.now():
        return Ran(next_at=next_at)
    return Ran(*await mail.send_due(ground))


async def _accounts(ground: Ground) -> Ran:
    return Ran(await accounts.check_due(ground), await accounts.next_due(ground))


async def _reading_list(ground: Ground) -> Ran:
    return Ran(await reading_list.read_due(ground), await reading_list.next_due(ground))


async def _todo(ground: Ground) -> Ran:
    return Ran(await todo.sync_due(ground), await todo.next_due(ground))


async def _approvals(ground: Ground) -> Ran:
    next_at = await due.approvals(ground)
    if next_at > ground.clock.now():
        return Ran(next_at=next_at)
    return Ran(await ground.conversation.expire_approvals(), await due.approvals(ground))


async def _new_mail(ground: Ground) -> Ran:
    return Ran(await new_mail.keep_watch(ground))


async def _alerts(ground: Ground) -> Ran:
    """Alerts that fail hold up no intention; what is proposed comes last."""
    told, said, again, later = 0, 0, None, None
    try:
        told, again = await alerts.check_due(ground)
    finally:
        said, later = await intentions.deliver_due(ground)
    offered, then = await learnings.tell_due(ground)
    return Ran(told + said + offered, min(filter(None, (again, later, then)), default=None))


async def _meetings(ground: Ground) -> Ran:
    reachable = await _reachable(ground)
    settings, now = ground.settings, ground.clock.now()
    return Ran(
        await plan_meetings(
            ground.store, ground.database, settings=settings, now=now, reachable=reachable, feeds=ground.feeds
        )
    )


async def _routines(ground: Ground) -> Ran:
    reachable = await _reachable(ground)
    settings, now = ground.settings, ground.clock.now()
    done = await reconcile(
        ground.store, ground.database, settings=settings, now=now, reachable=reachable, feeds=ground.feeds
    )
    return Ran(done.added + done.changed)


async def _reachable(ground: Ground) -> Reachable:
    allowed = ground.conversation.mailroom.allowed
    return await whom_we_reach(ground.store, ground.owner_id, pushed_channels(ground.settings), allowed)


async def _leftovers(ground: Ground) -> Ran:
    await ground.conversation.sweep()
    await imports.drop_orphans(ground)
    return Ran()


async def _embedding(ground: Ground) -> Ran:
    return Ran(await ground.embedding.catch_up())


async def _learning(ground: Ground) -> Ran:
    return Ran(*await extract_due(ground.study))


async def _summaries(ground: Ground) -> Ran:
    return Ran(*await summarise_due(ground.study))


async def _sessions(ground: Ground) -> Ran:
    return Ran(*await close_due(ground.study))


async def _reflection(ground: Ground) -> Ran:
    return Ran(*await reflect_due(ground.study))


async def _imports(ground: Ground) -> Ran:
    return Ran(*await imports.read_waiting(ground))


async def _health_days(ground: Ground) -> Ran:
    return Ran(await health_days.settle_due(ground))


_MINUTES = timedelta(minutes=1)
_HALF_HOUR = 30 * _MINUTES
_DAY = 1440 * _MINUTES

# What its user waits for: every process does it, each piece is claimed.
_AT_ONCE: tuple[Loop, ...] = (
    Loop("reminders", "says reminders and due tasks on time", 5 * _MINUTES, True, _always, _reminders, shared=True),
    Loop("scheduled tasks", "does what is scheduled, in order", 5 * _MINUTES, True, _always, _events, shared=True),
    Loop("mail", "hands over mails on their way out", 5 * _MINUTES, True, _always, _mail, shared=True),
    Loop("new mail", "hears of mails somebody waits for", 5 * _MINUTES, True, _always, _new_mail, shared=True),
    Loop("approval expiry", "closes approvals nobody decided", _HALF_HOUR, False, _always, _approvals, shared=True),
    Loop(
        "health imports",
        "reads archives of measurements",
        5 * _MINUTES,
        True,
        _always,
        _imports,
        due.health_imports,
        shared=True,
    ),
    Loop("prompts", "fetches prompts tuned in Langfuse", 5 * _MINUTES, False, _manages_prompts, _prompts, shared=True),
    Loop("leftovers", "takes up what a process left open", 0.5 * _MINUTES, False, _always, _leftovers, shared=True),
)

# What can wait a moment: one process at a time, when there is something to do.
_BEHIND: tuple[Loop, ...] = (
    Loop("alerts and intentions", "tells what was watched for", 5 * _MINUTES, False, _always, _alerts, due.alerts),
    Loop("meeting prep", "plans a word before each meeting", 10 * _MINUTES, False, _always, _meetings, due.meetings),
    Loop("routines", "keeps everybody's routines as the settings say", 15 * _MINUTES, False, _always, _routines),
    Loop("accounts", "tries each account once a day", _HALF_HOUR, False, _always, _accounts, accounts.next_due),
    Loop(
        "reading list",
        "reads pages kept for later",
        _HALF_HOUR,
        True,
        _always,
        _reading_list,
        reading_list.next_due,
    ),
    Loop("scores", "puts people's decisions onto their traces", 5 * _MINUTES, True, _traces, _scores),
    Loop("to-do", "keeps lists the same as elsewhere", 5 * _MINUTES, True, _always, _todo, todo.next_due),
    Loop("embedding", "makes new texts findable by meaning", _HALF_HOUR, True, _embeds, _embedding, due.embedding),
    Loop("learning", "reads what was said for facts", _HALF_HOUR, True, _always, _learning, due.learning),
    Loop(
        "summaries",
        "sums up what is older than the talk shown",
        _HALF_HOUR,
        True,
        _always,
        _summaries,
        due.summaries_due,
    ),
    Loop("sessions", "sums up a conversation once it is over", _HALF_HOUR, False, _always, _sessions, due.sessions_due),
    Loop(
        "health days",
        "computes days from new measurements",
        _HALF_HOUR,
        True,
        _always,
        _health_days,
        due.health_days,
    ),
    Loop("reflection", "looks back on the day, each night", _DAY, False, _reflects, _reflection, due.reflection_due),
)


def _routine(name: str, about: str, time: str) -> Loop:
    """`time` names the setting that says when, and switches it off where it is empty."""

    def is_on(settings: Settings) -> bool:
        return bool(getattr(settings, time))

    return Loop(name, about, _DAY, False, is_on, _events, shared=True, routine=name)


# What a person's own schedule holds; see `app.timetable.routines`.
_ROUTINES: tuple[Loop, ...] = (
    _routine("daily briefing", "says what today holds, each morning", "briefing_time"),
    _routine("evening recap", "says what came of the day and what tomorrow holds", "evening_recap_time"),
    _routine("weekly recap", "says what the week came to", "weekly_recap_time"),
    _routine("weekly prep", "shows the week ahead, day by day", "weekly_prep_time"),
    _routine("read-later digest", "lists what waits to be read", "read_later_digest_time"),
    _routine("journal digest", "sums up a week of the journal", "journal_digest_time"),
    _routine("email intelligence", "says which mails matter", "email_intel_time"),
)

LOOPS: tuple[Loop, ...] = (*_AT_ONCE, *_BEHIND, *_ROUTINES)
