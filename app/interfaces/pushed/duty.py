"""One process at a time fetches, streams and delivers for a channel: whoever holds this lease. What is going on stands in it.

The lease's `info` is how another program (`doctor`, a second server) learns how the channel is doing.
"""

from datetime import datetime
from typing import NamedTuple

from app.clock import Clock
from app.conversation.leasing import LEASE_TIME, take_lease
from app.errors import StorageError
from app.memory.ports import Database
from app.memory.repositories import Repositories

RENEWAL = LEASE_TIME.total_seconds() / 3


class Told(NamedTuple):
    """How a channel is doing: a sentence, and whether something is to be done about it."""

    sentence: str
    wrong: bool


def lease_of(channel: str) -> str:
    """The name of a channel's lease."""
    return f"channel:{channel}"


class Duty:
    """This process's hold on a channel's lease."""

    def __init__(self, channel: str, store: Repositories, database: Database, clock: Clock, holder: str) -> None:
        """Holds nothing yet."""
        self.channel = channel
        self._leases = store.leases
        self._database = database
        self._clock = clock
        self._holder = holder
        self._until: datetime | None = None
        self._status = Told("", wrong=False)

    async def take(self) -> bool:
        """Take or renew it; False while another living process has it. While storage fails, it is held until it runs out.

        Raises StorageError where it isn't held."""
        now = self._clock.now()
        try:
            held = await take_lease(self._leases, lease_of(self.channel), self._holder, now)
            if held:
                await self._write(now)
        except StorageError:
            if self._until is None:
                raise
            return now < self._until - LEASE_TIME / 4
        self._until = now + LEASE_TIME if held else None
        return held

    async def tell(self, status: str, *, wrong: bool = False) -> None:
        """Let others read how it goes. Raises StorageError."""
        self._status = Told(status, wrong)
        if self._until is not None:
            await self._write(self._clock.now())

    async def leave(self) -> None:
        """Give it up, so that another process takes over at once. Raises StorageError."""
        if self._until is not None:
            self._until = None
            await self._leases.release(lease_of(self.channel), self._holder)
            await self._database.nudge(self.channel)

    async def _write(self, now: datetime) -> None:
        info = {"status": self._status.sentence, "wrong": self._status.wrong}
        await self._leases.acquire(lease_of(self.channel), self._holder, now=now, ttl=LEASE_TIME, info=info)


async def status_told(store: Repositories, clock: Clock, channel: str) -> Told:
    """How a channel is doing in whichever process runs it; an empty sentence where none does."""
    lease = await store.leases.get(lease_of(channel))
    if lease is None or lease.expires_at <= clock.now():
        return Told("", wrong=False)
    return Told(str(lease.info.get("status", "")), bool(lease.info.get("wrong")))
