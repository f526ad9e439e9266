"""Whether a channel's vendor takes what we send, however its messages come in, and what is done once it does so again.

A failed call makes us ask the vendor who we are, a call that does nothing: what that comes to is the channel's state, and once an outage is
known to be over, all that waits because of it is due at once. A key that is refused for messages alone is told as well.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from app.errors import DeliveryAway, DeliveryError, DeliveryKeyRefused, DeliveryUnknown, StorageError
from app.interfaces.pushed.status import State, Status

log = logging.getLogger(__name__)
_LOOK, _QUIET = 3.0, 60.0  # seconds between two looks: while something is wrong, and else
_REST = 0.5


class Wellbeing:
    """Of one channel, while this process is on duty."""

    def __init__(
        self,
        status: Status,
        connect: Callable[[], Awaitable[State | None]],
        resume: Callable[[], Awaitable[None]],
        refused: State,
    ) -> None:
        """`connect` says what is wrong, if anything; `resume` lets go what waits; `refused` is told where the key isn't taken."""
        self._status = status
        self._connect = connect
        self._resume = resume
        self._refused = refused
        self._news = asyncio.Event()
        self._wrong: State | None = None  # what the last look came to
        self._keyless = False
        self._over = False

    def heard(self, problem: DeliveryError | None) -> None:
        """How a message fared: None where it arrived."""
        if problem is None:
            if self._keyless or self._wrong is not None:
                self._keyless, self._over = False, True
                self._news.set()
        elif isinstance(problem, DeliveryAway | DeliveryUnknown | DeliveryKeyRefused):
            self._keyless = self._keyless or isinstance(problem, DeliveryKeyRefused)
            self._news.set()

    async def watch(self) -> None:
        """Until cancelled."""
        while True:
            waiting = asyncio.create_task(self._news.wait())
            try:
                await asyncio.wait({waiting}, timeout=_QUIET if self._wrong is None else _LOOK)
            finally:
                waiting.cancel()
            self._news.clear()
            await self.look()
            await asyncio.sleep(_REST)

    async def look(self) -> None:
        """Ask once, and tell what came of it."""
        try:
            before, self._wrong = self._wrong, await self._connect()
            await self._status.trouble(self._wrong or (self._refused if self._keyless else None))
            if self._wrong is None and (before is not None or self._over):
                self._over = False
                await self._resume()
        except StorageError:
            log.warning("channel waits for storage", extra={"event": "channel.storage_away"})
        except Exception:  # the edge of a vendor's answer: a look that breaks must not end the looking
            log.exception("not looked", extra={"event": "channel.look_broken"})
