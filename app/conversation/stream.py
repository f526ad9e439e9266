"""What happens inside a turn, told live to whoever watches the same user in this process.

Newest wins: a slow watcher loses drafts, never the finished message, which comes from the outbox. Nothing here is durable and
the turn never waits for a watcher.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Literal

EventKind = Literal["started", "activity", "draft", "settled", "outbox", "changed"]
_BACKLOG = 256
_EVERYONE = ""  # no user has this id


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One thing that happened. `text` is the whole draft so far, the activity in words, or empty; `channel` and `address` say
    where the turn's answer goes. "changed": what a page shows of this user is other than before, and nothing was said of it."""

    kind: EventKind
    user_id: str
    turn_id: str = ""
    text: str = ""
    channel: str = ""
    address: str = ""


class Hub:
    """Publishes turn events to the watchers of a user, in order, without ever waiting for one."""

    def __init__(self) -> None:
        """No watcher yet."""
        self._watchers: dict[str, set[asyncio.Queue[TurnEvent]]] = defaultdict(set)

    def publish(self, event: TurnEvent) -> None:
        """Hand `event` to every watcher of its user; a full watcher loses its oldest event."""
        for watched in (event.user_id, _EVERYONE):
            for queue in self._watchers.get(watched, ()):
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(event)

    def refresh(self) -> None:
        """Another process may have said something, to whom isn't known: every watcher of a user looks."""
        for user_id in [*self._watchers]:
            if user_id != _EVERYONE:
                self.publish(TurnEvent("outbox", user_id))

    def watch_everyone(self) -> AbstractContextManager[asyncio.Queue[TurnEvent]]:
        """A queue of all users' events, for a channel that serves them all."""
        return self.watch(_EVERYONE)

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
