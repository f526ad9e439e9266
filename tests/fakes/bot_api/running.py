"""Starting the server for a test: in this process, or as one of its own that outlives the bot's."""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from tests.fakes.bot_api.server import BotApi
from tests.fakes.bot_api.tester import Tester, here, there

ROOT = Path(__file__).parents[3]
START_SECONDS = 20.0


@contextlib.asynccontextmanager
async def bot_api(*, port: int = 0, gaps: bool = False) -> AsyncIterator[Tester]:
    """A server in this process. Fails at the end when the bot asked for what is not imitated, unless `gaps`."""
    api = BotApi(port=port)
    await api.start()
    try:
        yield here(api.url, api.controls)
    finally:
        await api.stop()
    assert gaps or api.world.gaps == [], api.world.gaps


@contextlib.asynccontextmanager
async def bot_api_process(*, port: int = 0, gaps: bool = False) -> AsyncIterator[Tester]:
    """A server in its own process, which lives on when the bot's process is killed."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "address"
        command = [sys.executable, "-m", "tests.fakes.bot_api", "--port", str(port), "--ready", str(ready)]
        async with started(command, ROOT) as process, httpx.AsyncClient(timeout=90, trust_env=False) as client:
            tester = there(await address(ready, process), client)
            yield tester
            found = (await tester.state())["gaps"]
        assert gaps or found == [], found


@contextlib.asynccontextmanager
async def started(command: list[str], folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that is told to end at the end."""
    process = await asyncio.create_subprocess_exec(*command, cwd=folder)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def address(ready: Path, process: asyncio.subprocess.Process) -> str:
    """Where a started server listens."""
    async with asyncio.timeout(START_SECONDS):
        while not ready.exists():
            if process.returncode is not None:
                raise RuntimeError(f"the server ended with {process.returncode}")
            await asyncio.sleep(0.02)
    return ready.read_text("utf-8")
