"""How fast each person is answered on each channel: who writes faster is answered later, several messages at a time, and told so.

What is taken from a bucket is a message that a turn has taken. Where a turn takes more than there are, the bucket is empty and no more: the
next turn begins when one is there again, so whoever never stops writing is still answered, at that pace.
"""

import asyncio
import logging
from collections.abc import Sequence

from app.conversation.buckets import Buckets, Rate
from app.conversation.outbox import CHANNELS
from app.conversation.turn import PLAN_PREFIX, Resources
from app.memory.records import InboxEntry
from app.messages import OutboundMessage

log = logging.getLogger(__name__)
TOO_FAST = "You write faster than I can answer. Nothing is lost: I'll get to all of it, one after the other."
BURST = 1 / 3  # of what comes within a minute
_ONCE_A_MINUTE = Rate(1, 1)
_LOOK = 0.25  # seconds


class Pace:
    """Of all users, in one process."""

    def __init__(self, resources: Resources) -> None:
        """Nobody was too fast yet."""
        self._resources = resources
        self._buckets = Buckets(resources.clock)
        self._told = Buckets(resources.clock)

    async def wait(self, user_id: str) -> None:
        """Until a turn of this user may begin: at once where it takes up an old one, or where nothing waits."""
        while any(self._rest(user_id, channel) > 0 for channel in CHANNELS):
            inbox = self._resources.store.inbox
            waiting = await inbox.waiting(user_id)
            if not waiting or self.first(waiting) is not None or await inbox.running_turns(user_id):
                return
            await self._tell(waiting[0])
            rest = min(self._rest(user_id, entry.channel) for entry in waiting)
            await asyncio.sleep(min(rest, _LOOK))

    def first(self, waiting: Sequence[InboxEntry]) -> InboxEntry | None:
        """The oldest that may be answered now."""
        return next(
            (entry for entry in waiting if _is_free(entry) or self._rest(entry.user_id, entry.channel) <= 0), None
        )

    async def taken(self, entries: Sequence[InboxEntry]) -> None:
        """A turn has taken these, which came on one channel."""
        counted = [entry for entry in entries if not _is_free(entry)]
        if counted and not self._buckets.take(_key(counted[0]), self._rate(counted[0].channel), len(counted)):
            await self._tell(counted[0])

    def _rest(self, user_id: str, channel: str) -> float:
        return self._buckets.wait(f"{user_id} {channel}", self._rate(channel))

    def _rate(self, channel: str) -> Rate:
        most = getattr(self._resources.settings, CHANNELS[channel].pace)
        return Rate(most, max(round(most * BURST), 1))

    async def _tell(self, about: InboxEntry) -> None:
        """Once a minute; not to a program, which reads nothing but its answers."""
        if not CHANNELS[about.channel].person or not self._told.take(about.user_id, _ONCE_A_MINUTE):
            return
        log.info("too fast", extra={"event": "inbox.too_fast", "user": about.user_id, "channel": about.channel})
        message = OutboundMessage(
            user_id=about.user_id,
            channel=about.channel,
            key=f"pace:{about.channel}:{about.external_id}",
            text=TOO_FAST,
            address=about.address,
            kind="notice",
        )
        await self._resources.mailroom.say(message, self._resources.clock.now())


def _key(entry: InboxEntry) -> str:
    return f"{entry.user_id} {entry.channel}"


def _is_free(entry: InboxEntry) -> bool:
    """A plan's next step is nothing that anybody wrote."""
    return entry.external_id.startswith(PLAN_PREFIX)
