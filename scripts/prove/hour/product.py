"""The program as a process that is started, killed with SIGKILL and started again at the same place.

Two ways of starting it: `Typed` is `python -m app serve` as it is typed; `Forked` is the same command in a process forked from one
that has the program loaded, which saves the seconds of imports. Arguments, environment, folder and the end are a process's own.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60.0  # seconds for an end
_LOADED = ("app.__main__", "app.serve", "app.main", "app.bootstrap.services", "app.memory.adapters.sqlite")
_LOADED += ("app.interfaces.telegram.service", "pydantic_ai.models.openai", "app.models.direct_openai", __name__)


@dataclass
class Installation:
    """Where one program lives, and its settings."""

    folder: Path
    settings: dict[str, str]

    @property
    def data(self) -> Path:
        """Where its database lies."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """What all its processes logged."""
        return self.folder / "log.jsonl"

    @property
    def environment(self) -> dict[str, str]:
        """What a process of it is told."""
        ours = {"DATA_DIR": str(self.data), "HOME": str(self.folder), "PORT": "0", "PYTHONPATH": str(ROOT)}
        return {**os.environ, **ours, **self.settings}


class Typed:
    """`python -m app serve`."""

    def __init__(self, installation: Installation) -> None:
        """Nothing runs yet."""
        self.installation = installation
        self._process: Process | None = None

    async def start(self) -> None:
        """Begin a process; returns at once."""
        place = self.installation
        with place.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "app", "serve", cwd=place.folder, env=place.environment,
                stdin=DEVNULL, stdout=DEVNULL, stderr=log,
            )  # fmt: skip

    async def end(self, number: int = signal.SIGTERM) -> None:
        """End it by a signal, and wait for that."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()


class Forked:
    """The same, forked."""

    def __init__(self, installation: Installation) -> None:
        """Nothing runs yet."""
        self.installation = installation
        self._process: ForkServerProcess | None = None

    async def start(self) -> None:
        """Begin a process; returns at once."""
        forks = multiprocessing.get_context("forkserver")
        forks.set_forkserver_preload(list(_LOADED))
        place = self.installation
        self._process = forks.Process(target=_serve, args=(str(place.folder), str(place.log), place.environment))
        self._process.start()

    async def end(self, number: int = signal.SIGTERM) -> None:
        """End it by a signal, and wait for that."""
        if self._process is None or self._process.exitcode is not None or self._process.pid is None:
            return
        os.kill(self._process.pid, number)
        await asyncio.to_thread(self._process.join, PATIENCE)


Product = Typed | Forked


def _serve(folder: str, log: str, environment: dict[str, str]) -> None:
    """In the new process: take the place of `python -m app serve`."""
    from app.__main__ import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, name, mode in (
        (0, os.devnull, os.O_RDONLY),
        (1, os.devnull, os.O_WRONLY),
        (2, log, os.O_APPEND | os.O_WRONLY),
    ):
        os.dup2(os.open(name, mode | os.O_CREAT, 0o600), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115 - by their numbers
    sys.exit(main(["serve"]))
