"""A body read to its end or to its limit, whichever comes first. Invariant: no more than the limit is ever unpacked, however small what
came over the wire, and what is read in small pieces leaves the event loop to others in between.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator
from typing import Protocol

from app.integrations.fetching.refusals import failed

ACCEPTED_ENCODINGS = "gzip, deflate"
_HEADS = 1_000  # what packing can add where nothing gets smaller, with one part in 64
_MOST_PIECES = 200_000  # two seconds of reading
_YIELD_EVERY = 64  # pieces; a server may send one byte in each
_GZIP = zlib.MAX_WBITS | 16
_RAW = -zlib.MAX_WBITS


class _Unpacker(Protocol):
    """What turns wire bytes into those meant."""

    def feed(self, piece: bytes, most: int) -> bytes:
        """At most `most` bytes of what the piece adds. Raises zlib.error."""
        ...

    @property
    def is_whole(self) -> bool:
        """Whether what came so far may be the end."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing that follows counts."""
        ...


class _Plain:
    """Bytes as they are."""

    is_whole, is_over = True, False

    def feed(self, piece: bytes, most: int) -> bytes:
        return piece[:most]


class _Inflater:
    """gzip (its first member) and deflate, with or without zlib's head."""

    def __init__(self, encoding: str) -> None:
        self._is_deflate = encoding == "deflate"
        self._begun = b""
        self._inflater = None if self._is_deflate else zlib.decompressobj(_GZIP)

    @property
    def is_whole(self) -> bool:
        return self.is_over or (self._inflater is None and not self._begun)

    @property
    def is_over(self) -> bool:
        return self._inflater is not None and self._inflater.eof

    def feed(self, piece: bytes, most: int) -> bytes:
        if self._inflater is None:
            piece = self._begun = self._begun + piece
            if len(piece) < 2:
                return b""
            self._inflater = zlib.decompressobj(zlib.MAX_WBITS if _has_zlib_head(piece) else _RAW)
        return self._inflater.decompress(piece, most)


def most_on_wire(most_bytes: int) -> int:
    """How many bytes a body of at most `most_bytes` can take when it is packed."""
    return most_bytes + most_bytes // 64 + _HEADS


async def read_body(pieces: AsyncIterator[bytes], encoding: str, *, most_bytes: int, host: str) -> bytes:
    """The unpacked body; `encoding` is the Content-Encoding header. Raises FetchFailed (too_large, encoding) about `host`."""
    unpacker = _unpacker(encoding, host)
    body, came, count = bytearray(), 0, 0
    async for piece in pieces:
        came, count = came + len(piece), count + 1
        try:
            body += unpacker.feed(piece, most_bytes - len(body) + 1)
        except zlib.error:
            raise failed("encoding", host) from None
        if len(body) > most_bytes or came > most_on_wire(most_bytes) or count > _MOST_PIECES:
            raise failed("too_large", host)
        if unpacker.is_over:
            break
        if count % _YIELD_EVERY == 0:
            await asyncio.sleep(0)
    if came and not unpacker.is_whole:
        raise failed("encoding", host)
    return bytes(body)


def _unpacker(encoding: str, host: str) -> _Unpacker:
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return _Plain()
    if name in ("gzip", "x-gzip", "deflate"):
        return _Inflater(name)
    raise failed("encoding", host)


def _has_zlib_head(piece: bytes) -> bool:
    return piece[0] & 0x0F == zlib.DEFLATED and int.from_bytes(piece[:2], "big") % 31 == 0
