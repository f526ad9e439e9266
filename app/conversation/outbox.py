"""Every word that leaves goes through here: replies, and what loops say first. Durable and keyed, so it is said once.

The page and the terminals read one feed, "local", each from where it left off: a message there is delivered when it is
committed. Channels that are pushed to are rows of CHANNELS with `pushed` set.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from app.conversation.stream import Hub, TurnEvent
from app.memory.ports import Database
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.messages import OutboundMessage


@dataclass(frozen=True, slots=True)
class Channel:
    """What a channel can do. `feed` is where its messages are stored for reading; `length` in characters."""

    name: str
    feed: str
    pushed: bool
    edit: bool
    buttons: bool
    length: int


LOCAL = "local"
CHANNELS: dict[str, Channel] = {
    row.name: row
    for row in (
        Channel("web", LOCAL, pushed=False, edit=True, buttons=True, length=100_000),
        Channel("cli", LOCAL, pushed=False, edit=False, buttons=True, length=100_000),
        Channel("http", LOCAL, pushed=False, edit=False, buttons=True, length=100_000),
        Channel(LOCAL, LOCAL, pushed=False, edit=True, buttons=True, length=100_000),
    )
}


class Mailroom:
    """Puts messages into the outbox and tells whoever is watching."""

    def __init__(self, database: Database, store: Repositories, hub: Hub) -> None:
        """Opens nothing."""
        self._database = database
        self._store = store
        self._hub = hub

    async def put(self, message: OutboundMessage, at: datetime) -> OutboxEntry:
        """Store `message` once; inside a transaction it goes with it. Call `announce` after the commit."""
        channel = CHANNELS[message.channel]
        addressed = replace(message, channel=channel.feed)
        return await self._store.outbox.put(
            message.user_id,
            channel=addressed.channel,
            address=addressed.address,
            key=addressed.key,
            body=addressed.body(),
            turn_id=addressed.turn_id,
            status="pending" if channel.pushed else "sent",
            at=at,
        )

    async def announce(self, user_id: str) -> None:
        """There is something new for this user: here, and in every other process."""
        self._hub.publish(TurnEvent(kind="outbox", user_id=user_id))
        await self._database.nudge("outbox")

    async def say(self, message: OutboundMessage, at: datetime) -> OutboxEntry:
        """Store and announce."""
        entry = await self.put(message, at)
        await self.announce(message.user_id)
        return entry
