"""When each loop next has something to do: one cheap read each, so that an idle house takes no lease and asks no model.

None means not before a nudge, or the loop's cadence. A moment that is over means now. Knows no loop's work.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from app.learning import extraction, reflection, sessions, summaries
from app.loops.ground import Ground

Due = Callable[[Ground], Awaitable[datetime | None]]


async def approvals(ground: Ground) -> datetime:
    """When the first approval that waits is over; before what is held from now on can be."""
    now = ground.clock.now()
    return await ground.store.pending.next_expiry() or now + ground.settings.approval_lifetime


async def alerts(ground: Ground) -> datetime | None:
    """At once while anybody watches for anything, else with the first intention or proposal."""
    if await ground.store.alert_rules.watching(0, 1):
        return ground.clock.now()
    waits = (await ground.store.intentions.next_due(), await ground.store.learnings.next_untold())
    return min(filter(None, waits), default=None)


async def meetings(ground: Ground) -> datetime | None:
    """At once where a calendar is connected."""
    for source in ground.feeds.meetings:
        if await source.users():
            return ground.clock.now()
    return None


async def embedding(ground: Ground) -> datetime | None:
    """At once where a text lacks its vector."""
    return ground.clock.now() if await ground.embedding.waits() else None


async def learning(ground: Ground) -> datetime | None:
    """A moment after the last reply that was not read yet."""
    return await ground.store.marks.next_due(extraction.MARK, ground.settings.learning_delay)


async def summaries_due(ground: Ground) -> datetime | None:
    """At once where somebody's talk has grown long."""
    return ground.clock.now() if await summaries.is_due(ground.study) else None


async def sessions_due(ground: Ground) -> datetime:
    """Once the first talk will have been over for so long; one that begins now is not over before."""
    pause = ground.settings.session_pause
    return await ground.store.marks.next_due(sessions.MARK, pause) or ground.clock.now() + pause


async def reflection_due(ground: Ground) -> datetime | None:
    """At once where a night may have been missed, else the next night; never without a model that reflects."""
    night = reflection.last_night(ground.settings.reflection_time, ground.clock.now())
    if night is None or not ground.study.asker.has_model("reflection"):
        return night and night + timedelta(days=1)
    return ground.clock.now() if await reflection.is_behind(ground.study) else night + timedelta(days=1)


async def health_days(ground: Ground) -> datetime | None:
    """At once where a day's measurements have changed since it was computed."""
    return ground.clock.now() if await ground.store.health_days.any_stale() else None


async def health_imports(ground: Ground) -> datetime | None:
    """At once where an archive that was sent to us waits to be read, or to be read on."""
    waiting = await ground.store.health_backfills.unfinished()
    return ground.clock.now() if any(row.progress["upload"] for row in waiting) else None
