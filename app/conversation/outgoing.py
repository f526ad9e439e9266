"""What a channel's vendor takes: we wait before it says no. A bucket for each chat, and one for all of them.

A final text may take all that there is; the live view leaves half of it, for what it shows is not needed. Waiting is for the one chat: others
go on.
"""

import asyncio

from app.clock import Clock
from app.conversation.buckets import Buckets, Rate
from app.conversation.outbox import Channel

_LOOK = 0.25  # seconds
_ALL = ""  # no chat's address


class Outgoing:
    """The messages of one channel, new ones and changes."""

    def __init__(self, channel: Channel, clock: Clock) -> None:
        """Nothing was sent lately."""
        self._channel = channel
        self._buckets = Buckets(clock)

    def wait(self, address: str, *, change: bool = False, spare: bool = False) -> float:
        """Seconds until a message may go to a chat, or be changed there; with `spare` only where half is left for others."""
        rates = self._rates(address, change=change)
        return max(
            (self._buckets.wait(key, rate, spare=rate.burst // 2 if spare else 0.0) for key, rate in rates), default=0.0
        )

    def take(self, address: str, *, change: bool = False) -> None:
        """One goes out."""
        for key, rate in self._rates(address, change=change):
            self._buckets.take(key, rate)

    async def pass_through(self, address: str, *, change: bool = False) -> None:
        """Wait until one may go out, which then does."""
        while (seconds := self.wait(address, change=change)) > 0:  # noqa: ASYNC110 - time sets no event
            await asyncio.sleep(min(seconds, _LOOK))
        self.take(address, change=change)

    def _rates(self, address: str, *, change: bool) -> list[tuple[str, Rate]]:
        """The buckets that it is taken from; a thread is a part of its chat."""
        channel = self._channel
        if change and channel.changes is not None:
            return [(f"{_ALL} changes", channel.changes)]
        chat = channel.in_group if channel.is_group(address) and channel.in_group else channel.in_chat
        named = ((address.partition("/")[0], chat), (_ALL, channel.in_all))
        return [(key, rate) for key, rate in named if rate is not None]
