"""The program's commands, each in a real process of its own, forked from one that has the program loaded.

What is saved is the two seconds of imports. Arguments, environment, working directory, standard streams and exit code are a
process's own, as when it is typed in a terminal. The one thing not proven here, `python -m app` itself, is proven by `Program`.
"""

import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

LOADED = ["app.__main__", "app.serve", "app.main", "app.bootstrap.services", "app.memory.adapters.sqlite"]
LOADED += [f"app.interfaces.cli.{name}" for name in ("ask", "chat", "doctor", "link")]
LOADED += ["pydantic_ai.models.openai", "app.models.direct_openai", "tests.e2e.commands"]
PATIENCE = 60.0
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(LOADED)


@dataclass(frozen=True, slots=True)
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def read(self) -> str:
        """What the user reads in a terminal."""
        return f"{self.out}{self.err}".strip()


@dataclass(slots=True)
class Running:
    """A command that runs."""

    process: ForkServerProcess
    folder: Path

    @property
    def out(self) -> str:
        """What it has printed so far."""
        return (self.folder / "out").read_text("utf-8") if (self.folder / "out").exists() else ""

    @property
    def err(self) -> str:
        """What it has printed to standard error so far."""
        return (self.folder / "err").read_text("utf-8") if (self.folder / "err").exists() else ""

    def wait(self) -> Said:
        """Its end."""
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, f"still running: {self.out}{self.err}"
        return Said(self.process.exitcode, self.out, self.err)

    def end(self, number: int = signal.SIGTERM) -> Said:
        """End it by a signal."""
        if self.process.exitcode is None and self.process.pid is not None:
            os.kill(self.process.pid, number)
        return self.wait()


@dataclass
class Machine:
    """One user's machine: a home, a data folder in it, and settings."""

    home: Path
    settings: dict[str, str] = field(default_factory=dict)
    _count: int = 0

    @property
    def data(self) -> Path:
        """Where the data lies."""
        return Path(self.settings.get("DATA_DIR", self.home / "data"))

    @property
    def log(self) -> str:
        """What the terminal commands have logged."""
        path = self.data / "kwasi.log"
        return path.read_text("utf-8") if path.exists() else ""

    def start(self, *arguments: str, stdin: bytes = b"", largest_file: int | None = None, **settings: str) -> Running:
        """Begin a command; `largest_file` in bytes is the most that any file it writes may grow to."""
        self._count += 1
        folder = self.home / f"command-{self._count}"
        folder.mkdir()
        (folder / "in").write_bytes(stdin)
        ours = {"DATA_DIR": str(self.data), "EMBEDDER": "none", "TIME_ZONE": "Africa/Accra", "HOME": str(self.home)}
        environment = {**ours, **self.settings, **settings}
        process = _forks.Process(target=_become, args=(list(arguments), str(folder), environment, largest_file))
        process.start()
        return Running(process, folder)

    def run(self, *arguments: str, **how: Any) -> Said:
        """A command from its beginning to its end."""
        return self.start(*arguments, **how).wait()

    def ask(self, *words: str, **how: Any) -> Said:
        """`ask`."""
        return self.run("ask", *words, **how)


def _become(arguments: list[str], folder: str, environment: Mapping[str, str], largest_file: int | None) -> None:
    """In the new process: take the place of `python -m app …`."""
    from app.__main__ import main

    place = Path(folder)
    os.chdir(place)
    os.environ.update(environment)
    for number, name, mode in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
        os.dup2(os.open(place / name, mode | os.O_CREAT, 0o600), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: PTH123, SIM115 - by their numbers
    if largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    code = main(arguments)
    sys.stderr.flush()
    sys.exit(code)


def eventually(true: Any, seconds: float = 20.0) -> None:
    """Wait until `true()` is."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)
