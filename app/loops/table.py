"""All the background work there is, one row a loop. Reading this table is reading everything Kwasi does unasked.

A row's function does what is due and says when it is next needed; the runner does the rest. Times are upper bounds: a nudge
wakes a loop as soon as there is work.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.clock import Clock
from app.config import Settings
from app.conversation.conversation import Conversation
from app.learning.embedding import Embedding
from app.learning.extraction import extract_due
from app.learning.reflection import reflect_due
from app.learning.sessions import close_due
from app.learning.study import Study
from app.learning.summaries import summarise_due
from app.loops.reminders import deliver_due
from app.memory.ports import Database
from app.memory.repositories import Repositories


@dataclass(frozen=True, slots=True)
class Ground:
    """What loops work with."""

    settings: Settings
    clock: Clock
    database: Database
    store: Repositories
    conversation: Conversation
    embedding: Embedding
    study: Study


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run came to: `worked` is how many things it did; `next_at` when it is due again, if before its cadence."""

    worked: int = 0
    next_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """`cadence` is the longest it sleeps; `nudged` whether new work wakes it before that; `condition` says whether it runs at
    all under these settings."""

    name: str
    about: str
    cadence: timedelta
    nudged: bool
    condition: Callable[[Settings], bool]
    function: Callable[[Ground], Awaitable[Ran]]


def _always(_: Settings) -> bool:
    return True


def _embeds(settings: Settings) -> bool:
    return settings.embedder != "none"


def _reflects(settings: Settings) -> bool:
    return bool(settings.reflection_time)


async def _reminders(ground: Ground) -> Ran:
    next_at = await ground.store.reminders.next_due()
    if next_at is None or next_at > ground.clock.now():
        return Ran(next_at=next_at)
    worked = await deliver_due(
        ground.store, ground.database, ground.conversation.mailroom, ground.clock, ground.settings
    )
    return Ran(worked, await ground.store.reminders.next_due())


async def _leftovers(ground: Ground) -> Ran:
    await ground.conversation.sweep()
    return Ran()


async def _approvals(ground: Ground) -> Ran:
    return Ran(await ground.conversation.expire_approvals())


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


_MINUTES = timedelta(minutes=1)
LOOPS: tuple[Loop, ...] = (
    Loop("reminders", "says reminders when they are due", 5 * _MINUTES, True, _always, _reminders),
    Loop("approval expiry", "closes approvals that waited too long", 5 * _MINUTES, False, _always, _approvals),
    Loop("leftovers", "takes up what another process left open", 0.5 * _MINUTES, False, _always, _leftovers),
    Loop("embedding", "makes new texts findable by meaning", 5 * _MINUTES, True, _embeds, _embedding),
    Loop("learning", "reads what was said for facts, moments after the reply", 5 * _MINUTES, True, _always, _learning),
    Loop("summaries", "sums up what is older than the talk shown", 5 * _MINUTES, True, _always, _summaries),
    Loop("sessions", "sums up a conversation once it is over", 5 * _MINUTES, False, _always, _sessions),
    Loop("reflection", "looks back on the day, each night", 1440 * _MINUTES, False, _reflects, _reflection),
)
