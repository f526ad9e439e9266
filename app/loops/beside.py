"""Work that goes on beside the loops: one task a name, begun while it is wanted and ended when it no longer is.

A task that ended may be begun again at the next look. Knows nothing of what the tasks do.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping

log = logging.getLogger(__name__)

Work = Callable[[], Coroutine[object, object, None]]


class Beside:
    """The tasks of one process."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def names(self) -> frozenset[str]:
        """What goes on."""
        return frozenset(name for name, task in self._tasks.items() if not task.done())

    async def keep(self, wanted: Mapping[str, Work]) -> int:
        """Begin what is wanted and doesn't go on, end what is no longer wanted; how many were begun."""
        await self._end([name for name in self._tasks if name not in wanted])
        begun = [name for name in wanted if name not in self.names]
        for name in begun:
            self._tasks[name] = asyncio.create_task(_logged(name, wanted[name]), name=name)
        return len(begun)

    async def close(self) -> None:
        """End all of it, and wait until it has ended."""
        await self._end(list(self._tasks))

    async def _end(self, names: list[str]) -> None:
        ending = [self._tasks.pop(name) for name in names]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)


async def _logged(name: str, work: Work) -> None:
    try:
        await work()
    except Exception:
        log.exception("work beside the loops failed", extra={"event": "beside.failed", "work": name})
