"""Bodies: unpacked to their limit and no further, whatever came over the wire."""

import gzip
import zlib
from collections.abc import AsyncIterator

import pytest

from app.errors import FetchFailed
from app.integrations.fetching.bodies import most_on_wire, read_body

HOST = "example.org"


class Wire:
    """Pieces that count how many of them were taken."""

    def __init__(self, packed: bytes, size: int) -> None:
        self.taken = 0
        self._pieces = [packed[at : at + size] for at in range(0, len(packed), size)]

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.taken += 1
            yield piece


def raw(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


PACKERS = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    " GZIP ": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
}


@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize("encoding", PACKERS)
@pytest.mark.parametrize("body", [b"", b"x", bytes(5_000), bytes(range(256)) * 20])
async def test_what_was_packed_comes_back(body: bytes, encoding: str, size: int) -> None:
    wire = Wire(PACKERS[encoding](body), size)
    assert await read_body(aiter(wire), encoding, most_bytes=len(body), host=HOST) == body


@pytest.mark.parametrize("size", [1, 2, 3, 999])
async def test_deflate_is_unpacked_without_its_head_too(size: int) -> None:
    assert (
        await read_body(aiter(Wire(raw(b"words " * 99), size)), "deflate", most_bytes=594, host=HOST) == b"words " * 99
    )


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_bomb_is_given_up_at_the_limit(encoding: str) -> None:
    wire = Wire(PACKERS[encoding](bytes(20_000_000)), 100)
    with pytest.raises(FetchFailed) as problem:
        await read_body(aiter(wire), encoding, most_bytes=100_000, host=HOST)
    assert problem.value.reason == "too_large"
    assert wire.taken < 10


async def test_what_is_larger_on_the_wire_than_packing_can_make_it_is_given_up() -> None:
    stored = b"\x00\x00\x00\xff\xff" * 10_000  # blocks of nothing
    wire = Wire(stored, 500)
    with pytest.raises(FetchFailed) as problem:
        await read_body(aiter(wire), "deflate", most_bytes=100, host=HOST)
    assert problem.value.reason == "too_large"
    assert wire.taken == most_on_wire(100) // 500 + 1


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("br", b"x"),
        ("zstd", b"x"),
        ("gzip, gzip", gzip.compress(b"x", mtime=0)),
        ("gzip", b"words"),
        ("gzip", gzip.compress(b"words", mtime=0)[:-1]),
        ("gzip", gzip.compress(b"words", mtime=0)[:-5] + b"\x00" * 5),
        ("deflate", b"x"),
        ("deflate", b"\xff\xff\xff"),
        ("deflate", zlib.compress(b"words" * 9)[:9]),
    ],
)
async def test_what_cannot_be_unpacked_whole_is_a_failure(encoding: str, packed: bytes) -> None:
    with pytest.raises(FetchFailed) as problem:
        await read_body(aiter(Wire(packed, 4)), encoding, most_bytes=1_000, host=HOST)
    assert problem.value.reason == "encoding"


async def test_what_follows_the_end_is_not_read() -> None:
    wire = Wire(gzip.compress(b"words", mtime=0) + b"junk" * 9_999, 10)
    assert await read_body(aiter(wire), "gzip", most_bytes=1_000, host=HOST) == b"words"
    assert wire.taken < 5


async def test_a_body_in_too_many_pieces_is_given_up() -> None:
    wire = Wire(bytes(300_000), 1)
    with pytest.raises(FetchFailed) as problem:
        await read_body(aiter(wire), "", most_bytes=1_000_000, host=HOST)
    assert problem.value.reason == "too_large"
    assert wire.taken < 300_000
