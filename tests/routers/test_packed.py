"""A packed body unfolds to its limit and no further, in whatever pieces it comes."""

import gzip
import random
import tracemalloc
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.requests import Request

from app.routers.errors import DoorError
from app.routers.packed import read_packed

WORDS = bytes(random.Random(1).randrange(97, 110) for _ in range(20_000))


def request(parts: Sequence[bytes], encoding: str = "gzip", *, ends: bool = True) -> Request:
    """A request whose body comes in these parts; one that doesn't end is cut off."""
    messages: list[dict[str, Any]] = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages.append({"type": "http.request", "body": b"", "more_body": False} if ends else {"type": "http.disconnect"})
    waiting = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(waiting)

    headers = [(b"content-encoding", encoding.encode())] if encoding else []
    return Request({"type": "http", "method": "POST", "headers": headers}, receive)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 1_000, 1_000_000])
async def test_pieces_make_the_whole(size: int) -> None:
    members = gzip.compress(WORDS[:9_000]) + gzip.compress(WORDS[9_000:]) + bytes(600)
    assert await read_packed(request(cut(members, size)), 20_000) == WORDS
    assert await read_packed(request(cut(WORDS, size), ""), 20_000) == WORDS
    assert await read_packed(request(cut(WORDS, size), "identity"), 20_000) == WORDS


@pytest.mark.parametrize(
    ("body", "limit", "status", "code"),
    [
        pytest.param(gzip.compress(WORDS), 19_999, 413, "too_large", id="a byte too much"),
        pytest.param(gzip.compress(WORDS), 100, 413, "too_large", id="far too much"),
        pytest.param(gzip.compress(WORDS)[:-1], 20_000, 422, "invalid_gzip", id="a byte cut off"),
        pytest.param(gzip.compress(WORDS)[:5], 20_000, 422, "invalid_gzip", id="half a header"),
        pytest.param(gzip.compress(WORDS) + b"x", 20_000, 422, "invalid_gzip", id="something after it"),
        pytest.param(gzip.compress(b"") * 65, 20_000, 422, "invalid_gzip", id="many empty members"),
        pytest.param(b"x", 20_000, 422, "invalid_gzip", id="no gzip"),
    ],
)
async def test_what_unfolds_too_far_or_not_at_all_is_refused(body: bytes, limit: int, status: int, code: str) -> None:
    for size in (3, 100_000):
        with pytest.raises(DoorError) as refused:
            await read_packed(request(cut(body, size)), limit)
        assert (refused.value.status, refused.value.code) == (status, code)


async def test_a_phone_that_goes_away_is_no_batch() -> None:
    for encoding in ("gzip", ""):
        with pytest.raises(DoorError) as refused:
            await read_packed(request([gzip.compress(WORDS)], encoding, ends=False), 20_000)
        assert refused.value.code == "cut_off"


async def test_a_bomb_takes_no_more_memory_than_a_batch_may() -> None:
    bomb = gzip.compress(bytes(300_000_000), 1)
    tracemalloc.start()
    with pytest.raises(DoorError):
        await read_packed(request(cut(bomb, 65_536)), 5_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000
