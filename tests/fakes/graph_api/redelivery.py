"""Webhook calls as they come in life: again after a growing pause until one is answered with 200; now and then twice, or one after a later one."""

import asyncio
import contextlib
from random import Random
from typing import Any

import httpx

from tests.fakes.graph_api.webhooks import Webhooks

TWICE, LATE = 0.15, 0.2  # the shares of calls that come once more, and that wait while later ones pass
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LATEST = 0.3
_AGAIN_WITHIN = 3.0


class Redelivery:
    """Delivers calls beside whoever asks for it. `waiting` counts those that were never answered with 200."""

    def __init__(self, webhooks: Webhooks, rng: Random) -> None:
        self.webhooks = webhooks
        self.rng = rng
        self.waiting = 0
        self.posts = 0
        self.tasks: set[asyncio.Task[None]] = set()

    def put(self, payload: object) -> None:
        """Have it delivered."""
        self.waiting += 1
        task = asyncio.create_task(self._deliver(payload))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Deliver nothing any more."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _deliver(self, payload: Any) -> None:
        if self.rng.random() < LATE:
            await asyncio.sleep(self.rng.uniform(0.0, _LATEST))
        await self._insist(payload)
        self.waiting -= 1
        if self.rng.random() < TWICE:
            await asyncio.sleep(self.rng.uniform(0.0, _AGAIN_WITHIN))
            await self._insist(payload)

    async def _insist(self, payload: object) -> None:
        pause = _FIRST_PAUSE
        while not await self._taken(payload):
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _taken(self, payload: object) -> bool:
        self.posts += 1
        with contextlib.suppress(httpx.TransportError):
            return await self.webhooks.post(payload) == 200
        return False
