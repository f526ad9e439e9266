"""Noticing what other processes commit to the same file, for two looks at the file system a second and no query.

SQLite counts the commits of others, but asking for the count is a query. Whoever commits writes to the log or to the file, so nothing is
asked while their times and sizes stand still. A file system's time goes by ticks: a commit within the tick of one that was
just looked at leaves no trace, so every change is looked at twice, and once in a while the count is asked for anyway.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

POLL_SECONDS = 1.0
BEAT_SECONDS = 30.0
_LOOKS = 2


class Watch:
    """Rings when the count of foreign commits has risen."""

    def __init__(
        self,
        path: Path,
        count: Callable[[], Awaitable[int | None]],
        ring: Callable[[], None],
        *,
        beat: float = BEAT_SECONDS,
    ) -> None:
        """`count` gives the commits of others so far, or None where it can't be asked just now; it is asked every `beat` seconds
        whatever the files show."""
        self._every = beat
        self._files = (path, path.with_name(f"{path.name}-wal"))
        self._count = count
        self._ring = ring
        self._seen: int | None = None
        self._stood = _traces(self._files)
        self._looks = 0
        self._ask_at = time.monotonic() + beat

    async def begin(self) -> None:
        """News is what is committed from here on."""
        self._seen = await self._count()

    async def run(self) -> None:
        """Watch until cancelled. Raises StorageError."""
        while True:
            await self.look()
            await asyncio.sleep(POLL_SECONDS)

    async def look(self) -> None:
        """Ring if there is news; ask only where there may be."""
        stands = _traces(self._files)
        if stands != self._stood:
            self._stood, self._looks = stands, _LOOKS
        if not self._looks and time.monotonic() < self._ask_at:
            return
        count = await self._count()
        if count is None:
            return
        self._looks, self._ask_at = max(self._looks - 1, 0), time.monotonic() + self._every
        if count != self._seen:
            self._seen = count
            self._ring()


def _traces(files: tuple[Path, ...]) -> tuple[tuple[int, int] | None, ...]:
    """When each was written to, in nanoseconds, and how long it is; None for one that isn't there."""
    return tuple(map(_trace, files))


def _trace(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
