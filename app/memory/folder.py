"""The data folder is its owner's alone: 0700, and 0600 for what lies in it. What is ours and too open is tightened at each start.

Only files that we made ourselves are touched, by their names: DATA_DIR may be somebody's home, and what else lies there is not ours to
change. What can't be tightened, or isn't ours, is said in words for `doctor`. Follows no links.
"""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from app.env_files import CHECKOUT

_log = logging.getLogger(__name__)
_OPEN = stat.S_IRWXG | stat.S_IRWXO
_OURS = (
    "kwasi.db*",  # with its companions and copies
    "kwasi.log*",
    "session.key",
    ".session.key.*",
    "chat_history",
    ".env",
    "health-archives",
    "health-archives/*",
    "kwasi-export-*",
)


def tighten(folder: Path) -> list[Path]:
    """Take everybody else's rights away from the folder and from what is ours in it; what was changed."""
    return [path for path in _places(folder) if _is_open(path) and _tightened(path)]


def openings(folder: Path) -> list[str]:
    """What still lets others in or isn't ours, a clause each; none where all is well or nothing is there yet."""
    home = folder.resolve()
    found = [f"{folder} is a link to {home}"] if folder.is_symlink() else []
    places = dict.fromkeys((home, *_places(folder)))
    return found + [said for path in places if (said := _opening(path))]


def is_writable_by_others(path: Path) -> bool:
    """Whether somebody else can change a file: it is theirs, or open to writing. The machine's administrator may own it."""
    status = _status(path.resolve())
    return status is not None and (
        status.st_uid not in (0, os.geteuid()) or bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    )


def _opening(path: Path) -> str:
    status = _status(path)
    if status is None:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return f"{path} is a link: put the file itself there"
    if _is_everybodys(status):
        return f"{path} is everybody's on this machine: set DATA_DIR to a folder of its own"
    if status.st_uid != os.geteuid():
        return f"{path} belongs to another user (number {status.st_uid})"
    mode = stat.S_IMODE(status.st_mode)
    return f"{path} is open to others ({mode:o}): chmod go-rwx {path}" if mode & _OPEN else ""


def _places(folder: Path) -> Iterator[Path]:
    """The folder, unless more than ours lives there, and what is ours in it. The folder comes first: once it is shut, nobody else
    can put anything in a file's place."""
    home = folder.resolve()
    if home.is_dir() and not _is_shared(home):
        yield home
    for pattern in _OURS:
        yield from sorted(home.glob(pattern))


def _is_shared(home: Path) -> bool:
    """Whether it is everybody's, somebody's home, the checkout, or above one of them: shutting it would shut out more than we know."""
    status = _status(home)
    if status is not None and _is_everybodys(status):
        return True
    return any(home == place or home in place.parents for place in (Path.home().resolve(), CHECKOUT))


def _is_everybodys(status: os.stat_result) -> bool:
    """Whether it is a folder like /tmp, in which all put things and nobody removes another's."""
    return stat.S_ISDIR(status.st_mode) and bool(status.st_mode & stat.S_ISVTX)


def _is_open(path: Path) -> bool:
    status = _status(path)
    if status is None or stat.S_ISLNK(status.st_mode):
        return False
    return status.st_uid == os.geteuid() and bool(status.st_mode & _OPEN)


def _tightened(path: Path) -> bool:
    try:
        mode = stat.S_IMODE(path.lstat().st_mode)
        path.chmod(mode & ~_OPEN)
    except OSError as problem:
        _log.warning(
            "not tightened", extra={"event": "storage.not_tightened", "path": str(path), "reason": problem.strerror}
        )
        return False
    _log.warning("tightened", extra={"event": "storage.tightened", "path": str(path), "was": f"{mode:o}"})
    return True


def _status(path: Path) -> os.stat_result | None:
    """What it is, a link itself and not what it leads to; None where it has gone meanwhile."""
    try:
        return path.lstat()
    except OSError:
        return None
