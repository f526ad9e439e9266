"""The program's commands, each in a real process of its own, forked from one that has the program loaded.

What is saved is the two seconds of imports. Arguments, environment, working directory, standard streams and exit code are a
process's own, as when it is typed in a terminal. The one thing not proven here, `python -m app` itself, is proven by `Program`.
"""

import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest

LOADED = ["app.__main__", "app.serve", "app.main", "app.bootstrap.services", "app.memory.adapters.sqlite"]
LOADED += [f"app.interfaces.cli.{name}" for name in ("ask", "chat", "doctor", "link")]
LOADED += ["pydantic_ai.models.openai", "app.models.direct_openai", "tests.e2e.commands"]
PATIENCE = 60.0
_LINK = re.compile(r"(http://\S+)")
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
        return (self.folder / "out").read_text("utf-8") if (self.folder / "out").is_file() else ""

    @property
    def err(self) -> str:
        """What it has printed to standard error so far."""
        return (self.folder / "err").read_text("utf-8") if (self.folder / "err").exists() else ""

    @property
    def url(self) -> str:
        """Where a server listens, once it does."""
        found: list[str] = []
        eventually(lambda: found.extend(_LINK.findall(self.out)) or found or not self.process.is_alive())
        assert found, self.err
        return found[0].partition("?")[0]

    @property
    def link(self) -> str:
        """The one-time link a server printed."""
        assert self.url
        return _LINK.findall(self.out)[0]

    def wait(self) -> Said:
        """Its end."""
        self.process.join(PATIENCE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
            pytest.fail(f"it went on for {PATIENCE:g} seconds: {self.out}{self.err}")
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

    def start(
        self,
        *arguments: str,
        stdin: bytes = b"",
        stdout: str = "",
        env_file: bytes = b"",
        stray_file: bytes = b"",
        largest_file: int | None = None,
        **settings: str,
    ) -> Running:
        """Begin a command; `stdout` is where its output goes if not into `out`, `env_file`
        is the checkout's, `stray_file` lies where it is run, and `largest_file` is the most bytes that any file
        it writes may grow to."""
        self._count += 1
        folder = self.home / f"command-{self._count}"
        folder.mkdir()
        (folder / "in").write_bytes(stdin)
        if env_file:
            (folder / "checkout").mkdir()
            (folder / "checkout/.env").write_bytes(env_file)
        if stray_file:
            (folder / ".env").write_bytes(stray_file)
        if stdout:
            (folder / "out").symlink_to(stdout)
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
    from app import env_files
    from app.__main__ import main

    place = Path(folder)
    env_files.CHECKOUT = place / "checkout"
    os.chdir(place)
    os.environ.update(environment)
    for number, name, mode in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
        os.dup2(os.open(place / name, mode | os.O_CREAT, 0o600), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115 - by their numbers
    if largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    code = main(arguments)
    sys.stderr.flush()
    sys.exit(code)


def events(log: str) -> list[str]:
    """The names of the events in a log."""
    return [json.loads(line)["event"] for line in log.splitlines() if line.startswith("{")]


def eventually(true: Any, seconds: float = 20.0) -> None:
    """Wait until `true()` is."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)
