"""A user's own folder for their browser: one process at a time has it, and what a killed one left running is ended.

Its lock is the folder's; a Chromium is ended only where its number is the folder's own and its command names the folder. What pages keep in it
has a bound: a Chromium that goes beyond is ended, and what sites stored is thrown away before the next one, all but cookies.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")
ROOM = 300_000_000  # bytes of a user's folder: a profile that is used has some 50 MB
_MOST_FILES = 20_000
_KEPT = ("Cookies", "Network", "Preferences", "Secure Preferences")  # of what belongs to sites
_WAITS = 50  # tenths of a second
_NUMBER = re.compile(r"-([0-9]{1,10})$")


class Profile:
    """One user's. `data` is what Chromium keeps, `downloads` what is on its way."""

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        """`room` are the bytes that it may take. Makes nothing yet."""
        self.folder = folder
        self._room = room
        self.data = folder / "profile"
        self.downloads = folder / "downloads"
        self._lock: int | None = None

    async def take(self) -> bool:
        """Make it this process's alone, and end what was left of another; False where another process keeps it."""
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for place in (self.folder, self.downloads, self.data):
            place.mkdir(mode=0o700, exist_ok=True)
        self.folder.chmod(0o700)
        for _ in range(_WAITS):
            if self._locked():
                was_overfull = self._is_overfull()
                self._end_left()
                if was_overfull:
                    self._empty()
                return True
            await asyncio.sleep(0.1)
        return False

    def release(self) -> None:
        """Give it back."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def end_left(self) -> None:
        """End the Chromium that still runs with it although nobody drives it."""
        if self.folder.is_dir() and self._locked():
            self._end_left()
            self.release()

    def end_overfull(self) -> bool:
        """End the Chromium that has put more into it than there is room for; whether it did. Whoever drives it finds it gone."""
        number = self._running() if self._is_overfull() else 0
        if number:
            _kill(number)
        return bool(number)

    def downloaded(self) -> int:
        """Bytes of what is on its way."""
        found = 0
        for path in self.downloads.iterdir():
            with contextlib.suppress(OSError):
                found += path.stat().st_size
        return found

    def clear(self) -> None:
        """Throw away what was on its way."""
        for path in self.downloads.iterdir():
            with contextlib.suppress(OSError):
                path.unlink()

    def _locked(self) -> bool:
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        self._lock = handle
        return True

    def _end_left(self) -> None:
        number = self._running()
        if number:
            _kill(number)
        for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
            (self.data / name).unlink(missing_ok=True)
        self.clear()

    def _is_overfull(self) -> bool:
        taken = files = 0
        for place, _, names in os.walk(self.folder):
            for name in names:
                with contextlib.suppress(OSError):
                    taken += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118 - thousands of times a look
                files += 1
            if taken > self._room or files > _MOST_FILES:
                return True
        return False

    def _empty(self) -> None:
        """Throw away what sites and caches keep."""
        for path in (self.data / "Default").glob("*"):
            if not path.name.startswith(_KEPT):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

    def _running(self) -> int:
        """The number of the Chromium that has this profile; 0 where there is none."""
        try:
            said = _NUMBER.search(str((self.data / "SingletonLock").readlink()))
        except OSError:
            return 0
        number = int(said[1]) if said else 0
        return number if number > 1 and f"--user-data-dir={self.data}" in _command(number) else 0


def _kill(number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        is_leader = os.getpgid(number) == number
        (os.killpg if is_leader else os.kill)(number, signal.SIGKILL)


def folder_of(root: Path, user_id: str) -> Path:
    """Where a user's profile is."""
    name = user_id if _PLAIN.fullmatch(user_id) else hashlib.sha256(user_id.encode()).hexdigest()
    return root / name


def _command(number: int) -> str:
    """How a process was started; "" where that can't be told."""
    place = Path(f"/proc/{number}/cmdline")
    try:
        if place.exists():
            return place.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        asked = ["/bin/ps", "-o", "command=", "-p", str(number)]  # a system without /proc
        return subprocess.run(asked, capture_output=True, timeout=5, check=False).stdout.decode(errors="replace")  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
