"""The waiting room of one process: who sleeps until there is news, and the count that no news slips past.

`wait` returns a mark; handed back as `since`, it makes the next wait return at once if anything was rung in between. Knows
nothing about what the news is or where it came from.
"""

import asyncio


class Bell:
    """Rung by a nudge from this process, or by whoever listens for those of others."""

    def __init__(self) -> None:
        """Silent until rung."""
        self._count = 0
        self._news = asyncio.Event()

    def ring(self) -> None:
        """Wake everybody who waits."""
        self._count += 1
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, seconds: float, since: int | None) -> int:
        """Until the next ring, or one after `since`, or `seconds`; the mark to hand in next time."""
        if since is None or since == self._count:
            try:
                async with asyncio.timeout(seconds):
                    await self._news.wait()
            except TimeoutError:
                return self._count
        return self._count
