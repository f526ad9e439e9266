"""One request at a time to a host, and a pause between two. Bounded: hosts that rest longest are forgotten, and too many who wait for
one are sent away.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.clock import Clock
from app.integrations.fetching.refusals import failed

GAP = timedelta(seconds=0.5)
MOST_HOSTS = 1_000
MOST_WAITING = 50  # for one host

Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class _Host:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0  # the one whose turn it is, and who waits
    free_at: datetime | None = None


class Pace:
    """One for all fetches of a process."""

    def __init__(self, clock: Clock, *, gap: timedelta = GAP, sleep: Sleep = asyncio.sleep) -> None:
        """`gap` lies between the end of a request and the begin of the next to the same host; `sleep` takes seconds."""
        self._clock = clock
        self._gap = gap
        self._sleep = sleep
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    def __len__(self) -> int:
        """How many hosts are remembered."""
        return len(self._hosts)

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """The host is this caller's alone meanwhile. Raises FetchFailed (busy) where too many wait for it."""
        place = self._place(host)
        if place.users >= MOST_WAITING:
            raise failed("busy", host)
        place.users += 1
        try:
            async with place.lock:
                await self._rest(place)
                try:
                    yield
                finally:
                    place.free_at = self._clock.now() + self._gap
        finally:
            place.users -= 1

    def _place(self, host: str) -> _Host:
        place = self._hosts.setdefault(host, _Host())
        self._hosts.move_to_end(host)
        if len(self._hosts) > MOST_HOSTS:
            idle = next((name for name, other in self._hosts.items() if not other.users and other is not place), None)
            if idle is not None:
                del self._hosts[idle]
        return place

    async def _rest(self, place: _Host) -> None:
        left = place.free_at - self._clock.now() if place.free_at else timedelta(0)
        if left > timedelta(0):
            await self._sleep(
                min(left, self._gap).total_seconds()
            )  # a clock that was put back makes nobody wait longer
