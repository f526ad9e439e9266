"""Where an export goes: into a folder that only its owner can read, or into a zip that is sent while it is written."""

import os
import shutil
import zipfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import IO

from app.errors import StorageError
from app.learning.export.data import data
from app.learning.export.measurements import measurements
from app.learning.export.pieces import Piece, Source
from app.learning.export.reading import reading

FULL = "The export couldn't be written there. Free some space, or name another folder, and try again."
TAKEN = "There is something at {path} already, and I won't write over it. Name another folder."


async def pieces(source: Source) -> AsyncIterator[Piece]:
    """All of an export: to be read, then as data, then what was measured."""
    for part in (reading, data, measurements):
        async for piece in part(source):
            yield piece


async def into_folder(source: Source, folder: Path, progress: Callable[[int], None]) -> int:
    """Write it as files; how many bytes. Raises StorageError with nothing at `folder` where it is taken or can't be written.

    `progress` is told the bytes so far. All of it is written beside, then put in place at once."""
    making = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    _begin(folder, making)
    try:
        written = await _files(source, making, progress)
        making.rename(folder)
    except OSError as problem:
        raise StorageError(FULL) from problem
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return written


def _begin(folder: Path, making: Path) -> None:
    if folder.exists():
        raise StorageError(TAKEN.format(path=folder))
    try:
        making.mkdir(mode=0o700, parents=True)
    except OSError as problem:
        raise StorageError(FULL) from problem


async def _files(source: Source, folder: Path, progress: Callable[[int], None]) -> int:
    written, name, file = 0, "", None
    try:
        async for piece in pieces(source):
            if piece.name != name or file is None:
                if file is not None:
                    file.close()
                name, file = piece.name, _opened(folder / piece.name)
            file.write(piece.data)
            written += len(piece.data)
            progress(written)
    finally:
        if file is not None:
            file.close()
    return written


def _opened(path: Path) -> IO[bytes]:
    """A file to go on with, readable by its owner alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")


async def as_zip(source: Source) -> AsyncIterator[bytes]:
    """The same as a zip, in parts as they come."""
    out = _Outgoing()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive:
        name, member = "", None
        try:
            async for piece in pieces(source):
                if piece.name != name or member is None:
                    if member is not None:
                        member.close()
                    name, member = piece.name, archive.open(_entry(source, piece.name), "w", force_zip64=True)
                member.write(piece.data)
                if out.waiting > _ENOUGH:
                    yield out.taken()
        finally:
            if member is not None:
                member.close()
    yield out.taken()


_ENOUGH = 64 * 1024


def _entry(source: Source, name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(f"kwasi/{name}", source.at.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


class _Outgoing:
    """What a zip is written into when it is sent on at once: it can't go back, and need not."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.waiting = 0

    def write(self, data: bytes) -> int:
        """Take some."""
        self._parts.append(bytes(data))
        self.waiting += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is open."""

    def taken(self) -> bytes:
        """What came since the last time."""
        parts, self._parts, self.waiting = self._parts, [], 0
        return b"".join(parts)
