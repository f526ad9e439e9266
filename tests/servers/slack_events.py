"""What happens in Slack, told over Socket Mode as in life: an event until it is acknowledged, over the next connection where one has gone, now and
then twice or late; a tap once.

Slack waits three seconds and sends an event again at once, after a minute and after five; here each pause is a second at most.
"""

import asyncio
import contextlib
from random import Random
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from tests.servers.slack_socket import SlackSocket

TWICE, LATE = 0.15, 0.2  # the shares of events that come once more, and that wait while later ones pass
WITHIN = 3.0
_PAUSES = (0.0, 0.2, 1.0)
_LATEST, _AGAIN_WITHIN, _LOOK = 0.3, 3.0, 0.01


class SlackEvents:
    """`waiting` counts the events that were not acknowledged yet."""

    def __init__(self, socket: SlackSocket, rng: Random) -> None:
        self.socket = socket
        self.rng = rng
        self.is_prompt = False  # no event comes late or twice
        self.waiting = 0
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def connections(self) -> list[int]:
        """Which connections are open, the oldest first."""
        return [at for at, each in enumerate(self.socket.connections) if each.state is State.OPEN]

    def tell(self, payload: dict[str, Any]) -> None:
        """Deliver an event, beside."""
        self.waiting += 1
        task = asyncio.create_task(self._tell(payload))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def ask(self, payload: dict[str, Any], kind: str) -> bool:
        """Deliver a tap or a command, once; whether it was acknowledged in time."""
        return await self._sent(payload, kind)

    async def close(self) -> None:
        """Deliver nothing any more."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _tell(self, payload: dict[str, Any]) -> None:
        if self.rng.random() < LATE and not self.is_prompt:
            await asyncio.sleep(self.rng.uniform(0.0, _LATEST))
        await self._insist(payload)
        self.waiting -= 1
        if self.rng.random() < TWICE and not self.is_prompt:
            await asyncio.sleep(self.rng.uniform(0.0, _AGAIN_WITHIN))
            await self._insist(payload)

    async def _insist(self, payload: dict[str, Any]) -> None:
        attempt, more = 0, {}
        while not await self._sent(payload, "events_api", **more):
            await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            attempt += 1
            more = {"retry_attempt": attempt, "retry_reason": "timeout"}

    async def _sent(self, payload: dict[str, Any], kind: str, **more: Any) -> bool:
        """Send it over one of the open connections, whichever; whether it was acknowledged before that was gone, and in time."""
        if not (open_ones := self.connections):
            return False
        at = self.rng.choice(open_ones)
        connection: ServerConnection = self.socket.connections[at]
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            mark = await self.socket.send(payload, kind, at=at, **more)
            async with asyncio.timeout(WITHIN):
                while mark not in self.socket.acknowledged:
                    if connection.state is not State.OPEN:
                        return False
                    await asyncio.sleep(_LOOK)
            return True
        return False
