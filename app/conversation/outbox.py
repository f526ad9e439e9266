"""Every word that leaves goes through here: replies, and what loops say first. Durable and keyed, so it is said once.

The page and the terminals read one feed, "local", each from where it left off: a message there is delivered when it is
committed. Channels that are pushed to are rows of CHANNELS with `pushed` set; `delivery.py` empties their rows. What is said first
goes to EVERYWHERE: into the local feed, and as a copy to each pushed channel the user is known on.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.config import Settings
from app.conversation.stream import Hub, TurnEvent
from app.memory.ports import Database
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.messages import OutboundMessage


@dataclass(frozen=True, slots=True)
class Channel:
    """What a channel can do. `feed` is where its messages are stored for reading; `length` in characters; `needs` names the
    setting without which a pushed channel is off, `window` the one that says how long its messages wait for each other."""

    name: str
    feed: str
    pushed: bool
    edit: bool
    buttons: bool
    length: int
    needs: str = ""
    window: str = "joining_window"


LOCAL = "local"
EVERYWHERE = "everywhere"
CHANNELS: dict[str, Channel] = {
    row.name: row
    for row in (
        Channel("web", LOCAL, pushed=False, edit=True, buttons=True, length=100_000),
        Channel("cli", LOCAL, pushed=False, edit=False, buttons=True, length=100_000),
        Channel("http", LOCAL, pushed=False, edit=False, buttons=True, length=100_000),
        Channel(LOCAL, LOCAL, pushed=False, edit=True, buttons=True, length=100_000),
        Channel(EVERYWHERE, LOCAL, pushed=False, edit=True, buttons=True, length=100_000),
        Channel(
            "telegram",
            "telegram",
            pushed=True,
            edit=True,
            buttons=True,
            length=4096,
            needs="telegram_bot_token",
            window="telegram_joining_window",
        ),
    )
}


def pushed_channels(settings: Settings) -> tuple[str, ...]:
    """The pushed channels that are switched on."""
    return tuple(row.name for row in CHANNELS.values() if row.pushed and getattr(settings, row.needs))


def is_copy(entry: OutboxEntry) -> bool:
    """Whether a row only repeats on a pushed channel what stands in the local feed."""
    return entry.key.endswith(_copied(entry.channel, entry.address))


def _copied(channel: str, address: str) -> str:
    """What a copy's key ends with: one copy a place, however many names a user has on a channel."""
    return f"@{channel}/{address}"


class Mailroom:
    """Puts messages into the outbox and tells whoever is watching."""

    def __init__(self, database: Database, store: Repositories, hub: Hub, pushed: tuple[str, ...] = ()) -> None:
        """`pushed` are the channels that are switched on."""
        self._database = database
        self._store = store
        self._hub = hub
        self._pushed = pushed

    async def put(self, message: OutboundMessage, at: datetime) -> OutboxEntry:
        """Store `message` once; inside a transaction it goes with it. Call `announce` after the commit."""
        if message.channel == EVERYWHERE:
            for copy in await self._copies(message):
                await self._put(copy, at)
        return await self._put(message, at)

    async def revise(self, user_id: str, entry: OutboxEntry, body: dict[str, Any], at: datetime) -> None:
        """Change what a message shows, also where it was delivered already."""
        again = CHANNELS[entry.channel].pushed
        await self._store.outbox.revise(user_id, entry.id, body, at=at, again=again)

    async def announce(self, user_id: str) -> None:
        """There is something new for this user: here, and in every other process."""
        self._hub.publish(TurnEvent(kind="outbox", user_id=user_id))
        await self._database.nudge("outbox")

    async def _put(self, message: OutboundMessage, at: datetime) -> OutboxEntry:
        channel = CHANNELS[message.channel]
        return await self._store.outbox.put(
            message.user_id,
            channel=channel.feed,
            address=message.address,
            key=message.key,
            body=message.body(),
            turn_id=message.turn_id,
            status="pending" if channel.pushed else "sent",
            at=at,
        )

    async def _copies(self, message: OutboundMessage) -> list[OutboundMessage]:
        """The same for each place on a pushed channel where this user can be reached."""
        if not self._pushed:
            return []
        return [
            replace(message, channel=channel, address=address, key=f"{message.key}{_copied(channel, address)}")
            for channel, address in await self._places(message.user_id)
        ]

    async def _places(self, user_id: str) -> list[tuple[str, str]]:
        known = await self._store.users.identities(user_id)
        return [(one.channel, one.external_id) for one in known if one.channel in self._pushed]

    async def say(self, message: OutboundMessage, at: datetime) -> OutboxEntry:
        """Store and announce."""
        entry = await self.put(message, at)
        await self.announce(message.user_id)
        return entry
