"""The live view: lets each chat see what is going on in its turns. Listens to the hub; no turn ever waits for it.

On duty only in the process that holds the channel's lease. It knows the running turns before that, so that it can take over in
the middle of one. Where others read along nothing but the placeholder is shown.
"""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from app.conversation.outbox import is_group
from app.conversation.stream import EventKind, Hub, TurnEvent
from app.interfaces.pushed.screen import Stage
from app.interfaces.pushed.showing import Showing

_PATIENCE = 3.0


class Live:
    """All showings of one channel in this process."""

    def __init__(self, channel: str, hub: Hub) -> None:
        """Hears nothing yet."""
        self._channel = channel
        self._hub = hub
        self._stage: Stage | None = None
        self._listening = ExitStack()
        self._listener: asyncio.Task[None] | None = None
        self._heard: asyncio.Queue[TurnEvent] | None = None
        self._running: dict[str, TurnEvent] = {}
        self._showings: dict[tuple[str, str], Showing] = {}
        self._tasks: dict[asyncio.Task[None], Showing] = {}
        self._handlers: dict[EventKind, Callable[[TurnEvent], None]] = {
            "started": self._started,
            "activity": self._activity,
            "draft": self._draft,
            "settled": self._settled,
        }

    def listen(self) -> None:
        """Hear from now on what turns do."""
        self._heard = self._listening.enter_context(self._hub.watch_everyone())
        self._listener = asyncio.create_task(self._listen(self._heard), name=f"{self._channel}:live")

    def go_on_duty(self, stage: Stage) -> None:
        """Show turns from now on, those included that run already."""
        self._stage = stage
        for event in list(self._running.values()):
            self._started(event)

    async def go_off_duty(self) -> None:
        """Write nothing any more; what is being written is finished first."""
        self._stage = None
        for showing in self._tasks.values():
            showing.end()
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks), timeout=_PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def close(self) -> None:
        """Stop listening."""
        await self.go_off_duty()
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        self._listening.close()

    def arrived(self, user_id: str, address: str) -> None:
        """A message is stored and will be answered: show at once that it was seen."""
        standing = self._showings.get((user_id, address))
        if standing is None or standing.is_over:
            self._open(user_id, address)

    async def caught_up(self) -> None:
        """Wait, within reason, until the placeholders of the turns that ended so far are in the books."""
        while self._heard is not None and not self._heard.empty():
            self._hear(self._heard.get_nowait())
        waits = [asyncio.create_task(one.booked.wait()) for one in self._tasks.values() if one.is_over]
        if waits:
            _, late = await asyncio.wait(waits, timeout=_PATIENCE)
            for wait in late:
                wait.cancel()

    async def _listen(self, heard: asyncio.Queue[TurnEvent]) -> None:
        """Handlers never wait, so the queue never grows long."""
        while True:
            self._hear(await heard.get())

    def _hear(self, event: TurnEvent) -> None:
        handler = self._handlers.get(event.kind)
        if handler is not None and event.channel == self._channel:
            handler(event)

    def _started(self, event: TurnEvent) -> None:
        self._running[event.turn_id] = event
        self._showing_of(event)

    def _activity(self, event: TurnEvent) -> None:
        if (showing := self._showing_of(event)) and (stage := self._stage) and not self._others_read(event):
            showing.show(partial(stage.screen.activity, event.text))

    def _draft(self, event: TurnEvent) -> None:
        if (showing := self._showing_of(event)) and (stage := self._stage) and not self._others_read(event):
            showing.show(partial(stage.screen.draft, event.text))

    def _others_read(self, event: TurnEvent) -> bool:
        """Whether it may hold what is said to its user alone in the end."""
        return is_group(self._channel, event.address)

    def _settled(self, event: TurnEvent) -> None:
        self._running.pop(event.turn_id, None)
        showing = self._showings.get((event.user_id, event.address))
        if showing is not None and showing.turn_id in ("", event.turn_id):
            showing.begin(event.turn_id)
            showing.end()
            del self._showings[(event.user_id, event.address)]

    def _showing_of(self, event: TurnEvent) -> Showing | None:
        """The showing of an event's turn, begun now if need be; None off duty. One that failed is not begun again."""
        showing = self._showings.get((event.user_id, event.address))
        fits = showing is not None and showing.turn_id in ("", event.turn_id)
        if showing is None or not fits or (showing.is_over and not showing.failed):
            showing = self._open(event.user_id, event.address)
        if showing is not None and not showing.turn_id:
            showing.begin(event.turn_id)
        return showing

    def _open(self, user_id: str, address: str) -> Showing | None:
        if self._stage is None:
            return None
        showing = self._showings[(user_id, address)] = Showing(self._stage, user_id, address)
        task = asyncio.create_task(showing.run(), name=f"{self._channel}:showing:{address}")
        self._tasks[task] = showing
        task.add_done_callback(partial(self._closed, (user_id, address)))
        return showing

    def _closed(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        showing = self._tasks.pop(task)
        if self._showings.get(key) is showing and not showing.failed:
            del self._showings[key]
