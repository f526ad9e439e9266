"""What others publish on PyPI, for the tests, where it needs other versions than we do or is no business of ours: an environment of its own that
all workers share, as pinned and hashed in a file of pins. Where it can't be had the tests fail: what was not there proves nothing.
"""

import contextlib
import hashlib
import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

PYTHON = Path("bin/python")


def environment(pins: Path) -> Path:
    """The environment of what is pinned in that folder's `requirements.txt`, made by whoever needs it first; another for another Python.

    Raises RuntimeError with the words of whoever refused where it can't be installed."""
    home = pwd.getpwuid(os.getuid()).pw_dir  # the tests' own home is empty
    name = pins.name.removesuffix("_pins")
    wanted = pins / "requirements.txt"
    pinned = hashlib.sha256(wanted.read_bytes() + f"{sys.base_prefix} {sys.version}".encode()).hexdigest()
    kept = Path(home) / ".cache/kwasi" / name / pinned
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            _install(Path(folder) / "new", wanted, name, home)
            with contextlib.suppress(OSError):  # another worker was quicker
                (Path(folder) / "new").rename(kept)
    return kept


def done(name: str, command: Sequence[str], surrounding: dict[str, str], what: str) -> None:
    """Run to its end. Raises RuntimeError with its words where that isn't well."""
    ran = subprocess.run(command, env=surrounding, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(f"{name} could not {what}:\n{ran.stdout}{ran.stderr}")


def _install(folder: Path, pins: Path, name: str, home: str) -> None:
    surrounding = os.environ | {"HOME": home}
    how = ("--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:")
    done(name, [sys.executable, "-m", "venv", str(folder)], surrounding, "be given an environment")
    pip = [str(folder / PYTHON), "-m", "pip", "install", *how, "-r", str(pins)]
    done(name, pip, surrounding, "be installed")
