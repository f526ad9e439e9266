"""Work on long text leaves the event loop, so that nobody else waits for it.

Only for what is bounded (decision 23): a thread can't be ended, and one expression holds every other thread up while it searches. Between
two of them the event loop has its turn, so one search has to be short, and their number known.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

SHORT = 400  # characters that every reader of words is through with in a few milliseconds

Result = TypeVar("Result")


async def offloaded(work: Callable[[], Result], *, characters: int) -> Result:
    """What `work` returns or raises; done in a thread where it reads more than SHORT characters. `work` must be pure."""
    return work() if characters <= SHORT else await asyncio.to_thread(work)
