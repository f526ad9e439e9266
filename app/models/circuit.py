"""A circuit breaker: messages don't wait for a server that doesn't answer. One message finds out, within a moment; the next ones don't ask.

While it is open the server is tried now and then behind the messages, and one answer closes it. Knows no vectors and no vendor.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.errors import EmbedderUnavailable

log = logging.getLogger(__name__)
T = TypeVar("T")
WAIT_SECONDS = 1.0
REST_SECONDS = 30.0


class CircuitBreaker:
    """Stands before the calls to one server that messages wait for."""

    def __init__(self, *, wait: float = WAIT_SECONDS, rest: float = REST_SECONDS) -> None:
        """`wait`: the longest a caller waits; `rest`: how long the server is left alone after a failure. In seconds."""
        self._wait = wait
        self._rest = rest
        self._open_until: float | None = None
        self._trial: asyncio.Task[object] | None = None

    @property
    def is_open(self) -> bool:
        """Whether callers are turned away."""
        return self._open_until is not None

    async def call(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What `ask` returns. Raises EmbedderUnavailable: at once while it is open, else after `wait` seconds at most."""
        if self._open_until is not None:
            self._try_behind(ask)
            raise EmbedderUnavailable
        task = asyncio.ensure_future(self._watched(ask))
        try:
            await asyncio.wait({task}, timeout=self._wait)
        finally:
            if not task.done():
                self.failed()  # it goes on behind: should it answer after all, that closes the circuit again
        if not task.done():
            self._trial = task
            task.add_done_callback(_seen)
            raise EmbedderUnavailable
        return task.result()

    def failed(self) -> None:
        """The server didn't answer somebody."""
        if self._open_until is None:
            log.warning("encoder rests", extra={"event": "encoder.circuit_open"})
        self._open_until = asyncio.get_running_loop().time() + self._rest

    def answered(self) -> None:
        """It did."""
        self._open_until = None

    async def _watched(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            found = await ask()
        except EmbedderUnavailable:
            self.failed()
            raise
        self.answered()
        return found

    def _try_behind(self, ask: Callable[[], Awaitable[T]]) -> None:
        """One trial at a time, when the rest is over."""
        due = self._open_until is not None and asyncio.get_running_loop().time() >= self._open_until
        if due and (self._trial is None or self._trial.done()):
            self._trial = asyncio.ensure_future(self._watched(ask))
            self._trial.add_done_callback(_seen)


def _seen(task: "asyncio.Task[object]") -> None:
    """A failure that nobody waits for any more has been noted."""
    if not task.cancelled():
        task.exception()
