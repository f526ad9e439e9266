"""`backlot` (PyPI, others' work): a Gmail that can be read, whose search its makers measured at the real one, on a free loopback port.

Installed once into an environment of its own that all workers share (it needs other versions than we do), pinned and hashed in
`backlot_pins/`. Where it can't be had the tests fail: a search that met no server proves nothing. What it doesn't do: it changes nothing,
sends nothing, has no history and is never busy (no 429); of a list's parameters it knows `q` and the page alone, of search words neither `is:`
nor `rfc822msgid:`, of labels Gmail's own; words in quotes it takes together for one phrase. It serves none of the calendars, contacts and tasks
that we have ports for.
"""

import contextlib
import hashlib
import json
import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.servers.dav import running

ANA = "ana@example.org"
_PINS = Path(__file__).with_name("backlot_pins") / "requirements.txt"
_PYTHON = Path("bin/python")


@dataclass(frozen=True, slots=True)
class Backlot:
    """Where it listens, and the token of each person whose mail it has."""

    url: str
    tokens: Mapping[str, str]


@contextmanager
def backlot(records: Sequence[Mapping[str, object]]) -> Iterator[Backlot]:
    """One that runs with these records, each a thread of mails as its `gmail` schema has them.

    Raises RuntimeError with the words of whoever refused where it can't be installed, or doesn't take them."""
    python = installed() / _PYTHON
    with tempfile.TemporaryDirectory(prefix="kwasi-backlot-") as name:
        folder = Path(name)
        corpus = folder / "corpus.jsonl"
        corpus.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
        settings = {"BACKLOT_TELEMETRY": "0", "BACKLOT_DATA_DIR": str(folder / "data")}
        command = ["env", *(f"{key}={value}" for key, value in settings.items()), str(python), "-P", "-m", "backlot"]
        _done([*command, "import", str(corpus)], os.environ, "take its mails")

        def serving(port: int) -> list[str]:
            return [*command, "serve", "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]

        with running(serving, folder) as url:
            people = httpx.get(f"{url}/_meta/users").raise_for_status().json()["users"]
            yield Backlot(url, {one["email"]: one["token"] for one in people})


def installed() -> Path:
    """The environment of what is pinned, made by whoever needs it first; another for another Python."""
    home = pwd.getpwuid(os.getuid()).pw_dir  # the tests' own home is empty
    pinned = hashlib.sha256(_PINS.read_bytes() + f"{sys.base_prefix} {sys.version}".encode()).hexdigest()
    kept = Path(home) / ".cache/kwasi/backlot" / pinned
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            _install(Path(folder) / "new", home)
            with contextlib.suppress(OSError):  # another worker was quicker
                (Path(folder) / "new").rename(kept)
    return kept


def _install(folder: Path, home: str) -> None:
    surrounding = os.environ | {"HOME": home}
    pip = [
        str(folder / _PYTHON),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--require-hashes",
        "--only-binary=:all:",
    ]
    _done([sys.executable, "-m", "venv", str(folder)], surrounding, "be given an environment")
    _done([*pip, "-r", str(_PINS)], surrounding, "be installed")


def _done(command: Sequence[str], surrounding: Mapping[str, str], what: str) -> None:
    done = subprocess.run(command, env=dict(surrounding), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"backlot could not {what}:\n{done.stdout}{done.stderr}")
