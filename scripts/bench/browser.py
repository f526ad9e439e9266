"""What the browser costs: memory and time of the first page, the second, a form's picture, and after it was idle.

    python scripts/bench/browser.py

Serves its own pages on this machine's loopback; asks nobody else.
"""

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.integrations.browser.chromium import Chromium  # noqa: E402 - the path comes first
from app.integrations.browser.proxy import Streams  # noqa: E402 - the same

_PARAGRAPH = "<p>A paragraph of words as pages have them, with a <a href='/{at}'>link</a> in it now and then.</p>"
_FORM = "<form method=post><label>Name <input name=name></label><button>Send</button></form>"
_PAGE = f"<title>Page</title><main><h1>Page</h1>{''.join(_PARAGRAPH.format(at=at) for at in range(300))}{_FORM}</main>"
_IDLE = 1.0


class _Names:
    async def addresses(self, _host: str) -> tuple[str, ...]:
        return ("93.184.216.34",)


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(asyncio.IncompleteReadError):  # what isn't for us is hung up on
        await reader.readuntil(b"\r\n\r\n")
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(_PAGE)}\r\n\r\n"
    writer.write(f"{head}{_PAGE}".encode())
    await writer.drain()
    writer.close()


def _memory() -> tuple[int, int]:
    """(processes below this one, their memory in MiB, what they share counted once)."""
    parents = {int(place.name): _parent(place) for place in Path("/proc").iterdir() if place.name.isdecimal()}
    below = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in below} - below:
        below |= more
    sizes = [_size(number) for number in below - {os.getpid()}]
    return len(sizes), sum(sizes) // 1024


def _parent(place: Path) -> int:
    try:
        return int((place / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _size(number: int) -> int:
    try:
        rolled = Path(f"/proc/{number}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in rolled.splitlines() if line.startswith("Pss:")), 0)


async def _timed(what: str, work: Awaitable[Any]) -> Any:
    began = time.perf_counter()
    found = await work
    seconds = time.perf_counter() - began
    count, memory = _memory()
    print(f"{what:<24} {seconds:6.2f} s   {count:2} processes   {memory:4} MiB")
    return found


async def main() -> None:
    """Print the figures."""
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def dial(_address: str, _port: int) -> Streams:
        return await asyncio.open_connection("127.0.0.1", port)

    with tempfile.TemporaryDirectory() as folder:
        browser = Chromium(Path(folder) / "browser", _Names(), dial=dial, idle_seconds=_IDLE)
        url = "http://page.example/"
        await _timed("not started", asyncio.sleep(0))
        await _timed("first page", browser.open("bench", url))
        await _timed("second page", browser.open("bench", url))
        filled = await _timed("form filled in", browser.fill("bench", {"name": "Ana"}, url))
        await _timed("its picture", browser.rehearse("bench", filled.prepared))
        await _timed("sent", browser.submit("bench", filled.prepared))
        await _timed("idle", asyncio.sleep(_IDLE + 3))
        await browser.close()
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
