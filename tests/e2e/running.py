"""The real program in a process of its own, which can be killed and started again at the same place."""

import asyncio
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(http://\S+)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Program:
    """`python -m app serve` on a folder and a port."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    link: str = ""
    process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        """Start it and read the link it prints."""
        environment = {**os.environ, "DATA_DIR": str(self.folder), "PORT": str(self.port), "PYTHONPATH": str(ROOT)}
        environment |= {"TIME_ZONE": "Africa/Accra", **self.settings}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app", "serve", cwd=self.folder, env=environment, stdout=PIPE, stderr=DEVNULL
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            while not (found := _LINK.search((await self.process.stdout.readline()).decode())):
                assert not self.process.stdout.at_eof(), "the program ended before it said where it is"
        self.link = found.group(1)

    async def end(self, signal_number: int = signal.SIGTERM) -> int:
        """End it; the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal_number)
        await self.process.communicate()
        return self.process.returncode or 0
