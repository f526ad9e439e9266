"""The server as a process: `python -m tests.fakes.bot_api --port 0 --ready FILE`.

`--ready` names a file that holds the address once the server listens. Ends with SIGTERM.
"""

import argparse
import asyncio
import signal
from pathlib import Path

from tests.fakes.bot_api.server import BotApi


async def serve(port: int, ready: Path | None) -> None:
    """Until the process is told to end."""
    api = BotApi(port=port)
    await api.start()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    if ready is not None:
        beside = ready.with_suffix(".new")
        beside.write_text(api.url, "utf-8")
        beside.replace(ready)
    await ended.wait()
    await api.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ready", type=Path)
    options = parser.parse_args()
    asyncio.run(serve(options.port, options.ready))
