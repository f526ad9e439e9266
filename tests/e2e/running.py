"""The real program in a process of its own, which can be killed and started again at the same place."""

import asyncio
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
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

    @property
    def log(self) -> Path:
        """What it logs."""
        return self.folder / "stderr.log"

    @property
    def environment(self) -> dict[str, str]:
        """What both the server and a command beside it are told."""
        ours = {
            "DATA_DIR": str(self.folder),
            "PORT": str(self.port),
            "PYTHONPATH": str(ROOT),
            "TIME_ZONE": "Africa/Accra",
        }
        return {**os.environ, **ours, **self.settings}

    @property
    def _command(self) -> list[str]:
        """The program, with none of the settings that a developer keeps beside it."""
        nothing = self.folder / "none.env"
        nothing.touch()
        return [sys.executable, "-m", "app", "--env-file", str(nothing)]

    async def run(self, *arguments: str) -> str:
        """What a command beside the server prints."""
        with self.log.open("ab") as log:
            command = await asyncio.create_subprocess_exec(
                *self._command, *arguments, cwd=self.folder, env=self.environment, stdout=PIPE, stderr=log
            )
        said, _ = await command.communicate()
        return said.decode().strip()

    async def start(self) -> None:
        """Start it and read the link it prints."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._command, "serve", cwd=self.folder, env=self.environment, stdout=PIPE, stderr=log
            )
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            while not (found := _LINK.search((await self.process.stdout.readline()).decode())):
                assert not self.process.stdout.at_eof(), self.log.read_text("utf-8")
        self.link = found.group(1)

    async def end(self, signal_number: int = signal.SIGTERM) -> int:
        """End it; the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal_number)
        await self.process.communicate()
        return self.process.returncode or 0
