"""That this process runs the clock, and who else does: written down once a minute, so that everybody may know.

A process of the same machine that ended without a word is noticed without asking the database, within a second; one on another
machine is gone when what it wrote has run out. Knows no loop.
"""

from datetime import timedelta

from app.clock import Clock
from app.conversation.holder import PRESENCE, is_gone
from app.memory.repositories.leases import Leases

BEAT = timedelta(seconds=60)
LIFE = timedelta(seconds=150)  # two beats may fail


class Presence:
    """This process among those that run the clock on the same database."""

    def __init__(self, leases: Leases, clock: Clock, holder: str, info: dict[str, str]) -> None:
        """`info` is what others are told: where this process can be reached."""
        self._leases = leases
        self._clock = clock
        self._holder = holder
        self._info = info
        self._others: set[str] = set()

    async def tell(self) -> None:
        """Say that this process is there, and learn who else is. Raises StorageError."""
        now = self._clock.now()
        await self._leases.acquire(_name(self._holder), self._holder, now=now, ttl=LIFE, info=self._info)
        await self.look()

    async def look(self) -> None:
        """Learn who else is there. Raises StorageError."""
        there = {lease.holder for lease in await self._leases.live(f"{PRESENCE}:", self._clock.now())}
        self._others = there - {self._holder}

    async def lost(self) -> list[str]:
        """The others that have ended without a word since the last look; each is told once. Raises StorageError."""
        gone = [other for other in self._others if is_gone(other)]
        for other in gone:
            await self._leases.release(_name(other), other)
            self._others.discard(other)
        return gone

    async def leave(self) -> None:
        """Say that this process goes. Raises StorageError."""
        await self._leases.release(_name(self._holder), self._holder)


def _name(holder: str) -> str:
    return f"{PRESENCE}:{holder}"
