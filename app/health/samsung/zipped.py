"""A zip archive read from its directory, entry by entry, without unpacking anything to the disk and without believing a size it states.

Ten years of a watch are a quarter of a million entries, so what is held of an entry is the place of its line in the directory and nothing
else. Not read: archives in several parts, and methods other than stored and deflated. Knows nothing of what is in the files.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

MOST_ENTRIES = 1_000_000
MOST_BYTES = 64 * 1024**3  # of all that is unpacked: ten times what an archive of decades holds
MOST_RATIO = 250  # a day without a step packs 60:1; deflate itself ends at 1,032:1
_SMALL = 16 * 1024**2  # below that no ratio harms
_CHUNK = 64 * 1024
_END, _END64, _AT64 = b"PK\5\6", b"PK\6\6", b"PK\6\7"
_LINE, _FILE = b"PK\1\2", b"PK\3\4"
_END_RECORD = struct.Struct("<4s4H2LH")
_END64_RECORD = struct.Struct("<4sQ2H2L4Q")
_AT64_RECORD = struct.Struct("<4sLQL")
_LINE_RECORD = struct.Struct("<4s4B4H3L5H2L")
_FILE_RECORD = struct.Struct("<4s5H3L2H")
_COMMENT = 65_535
_BIG, _BIG_COUNT = 0xFFFFFFFF, 0xFFFF
_ENCRYPTED, _UTF8 = 0x1, 0x800


class Unzippable(Exception):
    """The archive can't be read; `code` is one of `problems.ARCHIVE`."""

    def __init__(self, code: str) -> None:
        """`code` says why."""
        super().__init__(code)
        self.code = code


class Broken(Exception):
    """An entry can't be read, or not further; `code` is one of `problems.ROWS`."""

    def __init__(self, code: str) -> None:
        """`code` says why."""
        super().__init__(code)
        self.code = code


class Unpacking(Protocol):
    """What zlib gives to unpack with."""

    @property
    def eof(self) -> bool:
        """Whether it is all there."""
        ...

    @property
    def unconsumed_tail(self) -> bytes:
        """What wasn't looked at yet."""
        ...

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Some of it."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the archive. `line` is the place of its line in the directory; sizes are as stated, in bytes."""

    name: str
    line: int
    offset: int
    packed: int
    size: int
    crc: int
    method: int
    flags: int
    is_link: bool


class Zip:
    """An open archive. `source` is a file that can seek; whoever opened it closes it."""

    def __init__(self, source: BinaryIO) -> None:
        """Finds the directory. Raises Unzippable."""
        self._source = source
        self._end = source.seek(0, 2)
        self.entries, self._start, self._size = self._directory()
        if self.entries > MOST_ENTRIES:
            raise Unzippable("bomb")
        self._unpacked = 0

    def listed(self) -> Iterator[Entry]:
        """Every entry in the order of the directory. Raises Unzippable where the directory is damaged, or states what can't be."""
        place, packed, size = self._start, 0, 0
        for _ in range(self.entries):
            entry, place = self._line(place)
            packed, size = packed + entry.packed, size + entry.size
            if size > MOST_BYTES or packed > self._end:  # the second: files that lie over each other
                raise Unzippable("bomb")
            yield entry

    def at(self, line: int) -> Entry:
        """The entry whose line in the directory is there."""
        return self._line(line)[0]

    def chunks(self, entry: Entry, most: int) -> Iterator[bytes]:
        """What is in it, piece by piece, `most` bytes in all. Raises Broken, or Unzippable where the archive ends or unpacks without end."""
        if entry.flags & _ENCRYPTED:
            raise Unzippable("encrypted")
        if entry.method not in (0, 8):
            raise Broken("packed")
        size, crc = 0, 0
        for chunk in self._unpack(entry):
            size, crc = size + len(chunk), zlib.crc32(chunk, crc)
            self._count(entry, len(chunk), size)
            if size > most:
                raise Broken("too_large")
            yield chunk
        if crc != entry.crc:
            raise Broken("damaged")

    def read(self, entry: Entry, most: int) -> bytes:
        """All that is in it, at most `most` bytes."""
        return b"".join(self.chunks(entry, most))

    def _count(self, entry: Entry, added: int, size: int) -> None:
        self._unpacked += added
        if self._unpacked > MOST_BYTES or (size > _SMALL and size > MOST_RATIO * max(entry.packed, 1)):
            raise Unzippable("bomb")

    def _unpack(self, entry: Entry) -> Iterator[bytes]:
        place, left = self._contents(entry), entry.packed
        unpack = zlib.decompressobj(-15) if entry.method else None
        while left and not (unpack and unpack.eof):
            data = self._take(place, min(left, _CHUNK))
            place, left = place + len(data), left - len(data)
            try:
                yield from _pieces(unpack, data) if unpack else (data,)
            except zlib.error as problem:
                raise Broken("damaged") from problem
        if unpack and not unpack.eof:
            raise Broken("damaged")

    def _contents(self, entry: Entry) -> int:
        """Where its bytes begin: behind its own header, whose lengths may differ from the directory's."""
        head = _FILE_RECORD.unpack(self._take(entry.offset, _FILE_RECORD.size))
        if head[0] != _FILE:
            raise Broken("damaged")
        return entry.offset + _FILE_RECORD.size + head[-2] + head[-1]

    def _take(self, place: int, size: int) -> bytes:
        self._source.seek(place)
        data = self._source.read(size)
        if len(data) < size:
            raise Unzippable("truncated")
        return data

    def _directory(self) -> tuple[int, int, int]:
        """How many entries, where their lines begin, and how many bytes those are."""
        first = self._take(0, min(4, self._end))
        tail = self._take(max(0, self._end - _COMMENT - _END_RECORD.size), min(self._end, _COMMENT + _END_RECORD.size))
        found = tail.rfind(_END)
        if found < 0 or len(tail) - found < _END_RECORD.size:
            raise Unzippable("truncated" if first in (_FILE, b"PK\7\x08") else "not_a_zip")
        _, disk, _, _, count, size, start, _ = _END_RECORD.unpack_from(tail, found)
        if disk not in (0, _BIG_COUNT):
            raise Unzippable("damaged")
        if count == _BIG_COUNT or _BIG in (size, start):
            count, size, start = self._large(self._end - len(tail) + found) or (count, size, start)
        if start + size > self._end:
            raise Unzippable("truncated")
        return count, start, size

    def _large(self, end: int) -> tuple[int, int, int] | None:
        """The same from the record of large archives, which a smaller one points to."""
        if end < _AT64_RECORD.size:
            return None
        magic, _, place, _ = _AT64_RECORD.unpack(self._take(end - _AT64_RECORD.size, _AT64_RECORD.size))
        if magic != _AT64:
            return None
        record = _END64_RECORD.unpack(self._take(place, _END64_RECORD.size))
        if record[0] != _END64:
            raise Unzippable("damaged")
        return record[7], record[8], record[9]

    def _line(self, place: int) -> tuple[Entry, int]:
        """One line of the directory, and where the next one is."""
        if place + _LINE_RECORD.size > self._start + self._size:
            raise Unzippable("damaged")
        line = _LINE_RECORD.unpack(self._take(place, _LINE_RECORD.size))
        if line[0] != _LINE:
            raise Unzippable("damaged")
        flags, method, crc, packed, size = line[5], line[6], line[9], line[10], line[11]
        name_length, extra_length, comment_length, system = line[12], line[13], line[14], line[2]
        rest = self._take(place + _LINE_RECORD.size, name_length + extra_length)
        size, packed, offset = _large_sizes(rest[name_length:], size, packed, line[18])
        name = _decoded(rest[:name_length], flags)
        mode = line[17] >> 16 if system == 3 else 0
        entry = Entry(name, place, offset, packed, size, crc, method, flags, stat.S_ISLNK(mode))
        return entry, place + _LINE_RECORD.size + name_length + extra_length + comment_length


def _decoded(name: bytes, flags: int) -> str:
    return name.decode("utf-8" if flags & _UTF8 or name.isascii() else "cp437", "replace").replace("\\", "/")


def _pieces(unpack: Unpacking, data: bytes) -> Iterator[bytes]:
    """Never more than a chunk at once, however much a few bytes unpack to."""
    piece = b""
    while not unpack.eof and (data or len(piece) == _CHUNK):
        piece = unpack.decompress(data, _CHUNK)
        data = unpack.unconsumed_tail
        if piece:
            yield piece


def _large_sizes(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """Sizes of more than 4 GB stand in a field of their own, in this order, those that are too large for the usual one."""
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, place)
        field = extra[place + 4 : place + 4 + length]
        if kind == 1:
            numbers = iter(struct.unpack_from(f"<{len(field) // 8}Q", field))
            size = next(numbers, size) if size == _BIG else size
            packed = next(numbers, packed) if packed == _BIG else packed
            offset = next(numbers, offset) if offset == _BIG else offset
        place += 4 + length
    return size, packed, offset
