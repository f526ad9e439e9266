"""A large file that is sent to us, straight onto the disk: never in memory, and gone again where it can't be taken whole.

It comes as the body itself or as one field of a form. It is written under a name of our own, readable by us alone; the name its sender
gives is words and never a path. What isn't a zip is refused at its first bytes.
"""

import asyncio
import errno
import os
import shutil
import threading
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from app.errors import StorageError, StorageFull
from app.routers.body import BAD_FORM, limited, media_type
from app.routers.errors import DoorError
from app.routers.incoming import file_name

if TYPE_CHECKING:  # it is only there for type checkers
    from python_multipart.multipart import MultipartCallbacks

ZIP_TYPES = frozenset(("application/zip", "application/x-zip-compressed", "application/octet-stream"))
FORM_TYPE = "multipart/form-data"
FIELD = "archive"
NOT_A_ZIP = (422, "not_a_zip", "That isn't a zip. Send the archive as it was downloaded.")
NO_FILE = (422, "no_archive", "There's no file in the form's field “archive”. Put the zip there.")
WRONG_TYPE = (415, "unsupported_type", "Send the archive as application/zip, or in the field “archive” of a form.")
CUT_OFF = (422, "cut_off", "The connection ended before all of it was here. Send it again.")
_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_STEP = 1024 * 1024  # bytes written at once, in a thread
_ROOM = 256 * 1024 * 1024  # bytes that stay free: the database is on this disk too
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_STALE = timedelta(days=1)  # a part that old was being written when the process ended


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came whole. `name` is what its sender calls it."""

    path: Path
    name: str


async def receive_zip(request: Request, folder: Path, limit: int, now: datetime) -> Upload:
    """Keep the zip of this request in `folder`, at most `limit` bytes. Raises DoorError (413, 415, 422) and StorageError with nothing left behind."""
    kind = media_type(request)
    if kind not in ZIP_TYPES and kind != FORM_TYPE:
        raise DoorError(*WRONG_TYPE)
    file = await asyncio.to_thread(_Part.begin, folder, _claimed(request), now)
    try:
        name = await (_from_form if kind == FORM_TYPE else _from_body)(limited(request, limit), file)
        return Upload(await file.finish(), name or "archive.zip")
    except ClientDisconnect as error:
        raise DoorError(*CUT_OFF) from error
    except OSError as error:
        raise _refused(error) from error
    finally:
        file.drop()


async def _from_body(request: Request, file: "_Part") -> str:
    async for chunk in request.stream():
        await file.write(chunk)
    return file_name(request.query_params.get("name", ""))


async def _from_form(request: Request, file: "_Part") -> str:
    form = _Form(request.headers.get("content-type", ""))
    async for data in form.file(request.stream()):
        await file.write(data)
    if not form.found:
        raise DoorError(*NO_FILE)
    return file_name(form.name)


class _Part:
    """A file being written. Until `finish` it isn't there under its own name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
        self._waiting = bytearray()
        self._head = b""
        # A thread that still writes as the request is cancelled must not find its file closed, and the number another's.
        self._writing = threading.Lock()

    @classmethod
    def begin(cls, folder: Path, expected: int, now: datetime) -> "_Part":
        """A new one. Raises StorageFull where `expected` bytes don't fit."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _sweep(folder, now)
            if shutil.disk_usage(folder).free < expected + _ROOM:
                raise StorageFull
            return cls(folder / f"{uuid.uuid4().hex}.part")
        except OSError as error:
            raise _refused(error) from error

    async def write(self, data: bytes) -> None:
        """Some more of it."""
        if len(self._head) < 4:
            self._head = (self._head + data[:4])[:4]
            if not any(magic.startswith(self._head) for magic in _MAGIC):
                raise DoorError(*NOT_A_ZIP)
        self._waiting += data
        if len(self._waiting) >= _STEP:
            await asyncio.to_thread(self._flush)

    async def finish(self) -> Path:
        """All of it is here; where it lies."""
        if len(self._head) < 4:
            raise DoorError(*NOT_A_ZIP)
        return await asyncio.to_thread(self._settle)

    def drop(self) -> None:
        """Let go of it, and of what was written where it wasn't finished."""
        with self._writing, suppress(OSError):
            self._file.close()
            self._path.unlink(missing_ok=True)

    def _flush(self) -> None:
        left = memoryview(bytes(self._waiting))
        self._waiting.clear()
        with self._writing:
            while left and not self._file.closed:
                left = left[self._file.write(left) :]

    def _settle(self) -> Path:
        self._flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return self._path.rename(self._path.with_suffix(".zip"))


class _Form:
    """The file in a form's field, as its bytes come; other fields are read over."""

    def __init__(self, content_type: str) -> None:
        _, options = parse_options_header(content_type)
        boundary = options.get(b"boundary", b"")
        if not boundary:
            raise DoorError(*BAD_FORM)
        callbacks: MultipartCallbacks = {
            "on_part_begin": self._begin,
            "on_header_field": self._field,
            "on_header_value": self._value,
            "on_header_end": self._header,
            "on_part_data": self._data,
            "on_end": self._end,
        }
        self._parser = MultipartParser(boundary, callbacks)
        self._header_name, self._header_value = b"", b""
        self._wanted, self._whole = False, False
        self._out = bytearray()
        self.found, self.name = False, ""

    async def file(self, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The file's bytes. Raises DoorError where it is no form."""
        try:
            async for chunk in stream:
                self._parser.write(chunk)
                if self._out:
                    yield bytes(self._out)
                    self._out.clear()
            self._parser.finalize()
        except FormParserError as error:
            raise DoorError(*BAD_FORM) from error
        if not self._whole:
            raise DoorError(*BAD_FORM)

    def _begin(self) -> None:
        self._wanted = False

    def _field(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _header(self) -> None:
        if self._header_name.lower() == b"content-disposition":
            _, options = parse_options_header(self._header_value)
            if options.get(b"name") == FIELD.encode() and b"filename" in options and not self.found:
                self._wanted, self.found = True, True
                self.name = options[b"filename"].decode("utf-8", "replace")
        self._header_name, self._header_value = b"", b""

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._wanted:
            self._out += data[start:end]

    def _end(self) -> None:
        self._whole = True


def _claimed(request: Request) -> int:
    claimed = request.headers.get("content-length", "")
    return int(claimed) if claimed.isascii() and claimed.isdigit() and len(claimed) < 20 else 0


def _sweep(folder: Path, now: datetime) -> None:
    """Parts that nobody writes any more."""
    for path in folder.glob("*.part"):
        with suppress(OSError):
            if now - datetime.fromtimestamp(path.stat().st_mtime, UTC) > _STALE:
                path.unlink()


def _refused(error: OSError) -> StorageError:
    return StorageFull() if error.errno in _FULL else StorageError()
