"""Reading a body that may come gzipped: its limit counts both ways, as it arrives and as it unfolds.

A bomb is refused as soon as it is larger than what may come unpacked; no more than that is ever in memory.
"""

import zlib

from starlette.requests import ClientDisconnect, Request

from app.routers.body import limited, too_large
from app.routers.errors import DoorError

_GZIP = 31  # zlib's number for "a gzip header and its checksum"
_MOST_MEMBERS = 64  # a gzip may be several, one after the other; a million empty ones is an attack
UNKNOWN_ENCODING = (415, "unsupported_encoding", "Send it as it is, or packed with Content-Encoding: gzip.")
BROKEN = (422, "invalid_gzip", "That gzip is damaged or cut off. Pack it again and send it once more.")
CUT_OFF = (422, "cut_off", "The connection ended before all of it was here. Send it again.")


async def read_packed(request: Request, limit: int) -> bytes:
    """The body, unpacked where it says that it is gzip. Raises DoorError: 413, 415 or 422."""
    encoding = request.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip"):
        raise DoorError(*UNKNOWN_ENCODING)
    unpacked = _Plain(limit) if encoding in ("", "identity") else _Gunzip(limit)
    try:
        async for chunk in limited(request, limit).stream():
            unpacked.take(chunk)
        return unpacked.whole()
    except zlib.error as error:
        raise DoorError(*BROKEN) from error
    except ClientDisconnect as error:
        raise DoorError(*CUT_OFF) from error


class _Plain:
    """A body as it comes; its limit is held by who hands it over."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._out = bytearray()

    def take(self, data: bytes) -> None:
        """Some more of it."""
        self._out += data

    def whole(self) -> bytes:
        """All of it."""
        return bytes(self._out)


class _Gunzip(_Plain):
    """Unpacks while it comes."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self._member = zlib.decompressobj(_GZIP)
        self._members = 1
        self._begun = False

    def take(self, data: bytes) -> None:
        """Some more of it. Raises zlib.error for what is no gzip, DoorError for what unfolds too far."""
        while data:
            if self._member.eof:
                data = self._next(data)
                continue
            self._begun = True
            self._out += self._member.decompress(data, self._limit - len(self._out) + 1)
            if len(self._out) > self._limit:
                raise too_large(self._limit)
            data = self._member.unconsumed_tail or self._member.unused_data

    def whole(self) -> bytes:
        """All of it. Raises zlib.error where its end is missing."""
        if self._begun and not self._member.eof:
            raise zlib.error("it ends too early")
        return super().whole()

    def _next(self, data: bytes) -> bytes:
        """What begins the next member; zeros after the last one are padding, as gzip itself has it."""
        rest = data.lstrip(b"\0")
        if rest:
            self._members += 1
            if self._members > _MOST_MEMBERS:
                raise zlib.error("too many members")
            self._member = zlib.decompressobj(_GZIP)
        return rest
