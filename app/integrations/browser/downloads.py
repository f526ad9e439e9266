"""A file that a page gives instead of itself: its bytes, bounded in size and time, and nothing left on disk. Part of the child process."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Download

from app.integrations.browser.page_reader import Refused
from app.integrations.browser.profiles import Profile

LARGEST = 20_000_000  # bytes
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that an address gave."""

    name: str
    url: str
    data: bytes


async def saved(download: Download, profile: Profile, host: str) -> Saved:
    """The whole file. Raises Refused for one that is too large, or never ends."""
    waiting = asyncio.ensure_future(download.path())
    loop = asyncio.get_running_loop()
    ends = loop.time() + _SECONDS
    while not waiting.done() and loop.time() < ends and profile.downloaded() <= LARGEST:
        await asyncio.wait((waiting,), timeout=0.1)
    if not waiting.done():
        await download.cancel()
        await asyncio.wait((waiting,), timeout=1)
        waiting.cancel()
        profile.clear()
        raise Refused("timeout" if loop.time() >= ends else "too_large", host)
    try:
        data = await asyncio.to_thread(_whole, Path(await waiting))
    finally:
        await download.delete()
    if len(data) > LARGEST:
        raise Refused("too_large", host)
    return Saved(download.suggested_filename[-200:], download.url, data)


def _whole(path: Path) -> bytes:
    """A file, or a little more of it than is taken."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)
