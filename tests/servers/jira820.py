"""`jira820` (PyPI, others' work): a Jira server (Data Center 8.20, version 2 of its API, boards and sprints too) that can be read and written, on a
free loopback port, with made-up tickets of one project that are the same each time.

What it doesn't do: it asks for no token; a clause of the search language that it doesn't know it passes over (`currentUser()` is one), so that
what it finds may be too much; it refuses next to nothing; operations on labels ("update") it passes over; its tickets' times are days.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.dav import running
from tests.servers.pypi import environment

PROJECT = "ACME"
_PINS = Path(__file__).with_name("jira820_pins")


@contextmanager
def jira820() -> Iterator[str]:
    """The URL of one that runs. Raises RuntimeError with the words of whoever refused where it can't be installed."""
    packages = environment(_PINS) / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    settings = {"JIRA820_PROJECT_KEY": PROJECT, "JIRA820_SEED": "7", "JIRA820_DATE": "2026-11-20"}
    path = os.pathsep.join(one for one in (str(packages), *sys.path) if one)

    def serving(port: int) -> list[str]:
        own = {**settings, "JIRA820_PORT": str(port), "PYTHONPATH": path}
        return ["env", *(f"{key}={value}" for key, value in own.items()), sys.executable, "-P", "-m", "jira820"]

    with tempfile.TemporaryDirectory(prefix="kwasi-jira820-") as folder, running(serving, Path(folder)) as url:
        yield url
