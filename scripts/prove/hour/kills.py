"""SIGKILL at random moments: some while the program is starting, some at any time, most while it is calling its vendor."""

import asyncio
import random
import signal
import time
from dataclasses import dataclass, field

from scripts.prove.hour.product import Product
from scripts.prove.hour.sides.side import Side

MEAN_LIFE = 0.5  # seconds from the moment it listens to a kill at any time, on average
STARTING, CALLING = (
    0.1,
    0.6,
)  # the shares of kills that don't wait until it listens, and that wait for a call of the vendor
LATENCY = 0.12  # seconds from a call's effect to its answer; most of the kills while calling fall within
_HOUR = 12.0  # seconds of an undisturbed hour, over which few kills are spread
_LONGEST_START, _LONGEST_WAIT, _LOOK = 1.0, 90.0, 0.05


@dataclass
class Kills:
    """Kills one program again and again."""

    product: Product
    side: Side
    rng: random.Random
    most: int = 1_000
    moments: list[float] = field(default_factory=list)  # seconds since the hour began
    began: float = field(default_factory=time.monotonic)
    _one: asyncio.Task[None] | None = None

    async def go_on(self) -> None:
        """Until cancelled or there were enough; the program is running then, or about to be."""
        life = max(MEAN_LIFE, _HOUR / self.most)
        while len(self.moments) < self.most:
            kind = self.rng.random()
            if kind < STARTING:
                await asyncio.sleep(self.rng.uniform(0.0, _LONGEST_START))
            else:
                await self._listens()
                await asyncio.sleep(self.rng.expovariate(1 / life))
            if kind > 1 - CALLING:
                await self._calls()
                await asyncio.sleep(self.rng.uniform(0.0, LATENCY))
            self._one = asyncio.create_task(self._once())
            await asyncio.shield(self._one)

    async def over(self) -> None:
        """Wait for the kill that is under way, so that the program runs."""
        if self._one is not None:
            await self._one

    async def _listens(self) -> None:
        """Wait until the program is there for what is told."""
        async with asyncio.timeout(_LONGEST_WAIT):
            while not await self.side.is_listening():
                await asyncio.sleep(_LOOK)

    async def _calls(self) -> None:
        """Wait until the program calls its vendor for something, if it does soon."""
        before, ends = await self.side.asked(), time.monotonic() + _LONGEST_START
        while await self.side.asked() == before and time.monotonic() < ends:
            await asyncio.sleep(_LOOK / 10)

    async def _once(self) -> None:
        """One kill and a start; both or none."""
        await self.product.end(signal.SIGKILL)
        self.moments.append(round(time.monotonic() - self.began, 2))
        await self.product.start()
