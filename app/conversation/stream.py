"""What happens inside a turn, told live to whoever watches the same user in this process.

Newest wins: a slow watcher loses drafts, never the finished message, which comes from the outbox. Nothing here is durable and
the turn never waits for a watcher.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

EventKind = Literal["started", "activity", "draft", "settled", "outbox"]
_BACKLOG = 256


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One thing that happened. `text` is the whole draft so far, the activity in words, or empty."""

    kind: EventKind
    user_id: str
    turn_id: str = ""
    text: str = ""


class Hub:
    """Publishes turn events to the watchers of a user, in order, without ever waiting for one."""

    def __init__(self) -> None:
        """No watcher yet."""
        self._watchers: dict[str, set[asyncio.Queue[TurnEvent]]] = defaultdict(set)

    def publish(self, event: TurnEvent) -> None:
        """Hand `event` to every watcher of its user; a full watcher loses its oldest event."""
        for queue in self._watchers.get(event.user_id, ()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(event)

    @contextmanager
    def watch(self, user_id: str) -> Iterator[asyncio.Queue[TurnEvent]]:
        """A queue of this user's events for as long as the block runs."""
        queue: asyncio.Queue[TurnEvent] = asyncio.Queue(_BACKLOG)
        self._watchers[user_id].add(queue)
        try:
            yield queue
        finally:
            self._watchers[user_id].discard(queue)
            if not self._watchers[user_id]:
                del self._watchers[user_id]


async def drain(queue: asyncio.Queue[TurnEvent]) -> AsyncIterator[TurnEvent]:
    """Events as they come, drafts that were overtaken left out."""
    while True:
        event = await queue.get()
        while event.kind == "draft" and not queue.empty():
            event = queue.get_nowait()
        yield event
