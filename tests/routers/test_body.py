"""Bodies with a limit."""

from collections.abc import Iterator

import pytest
from starlette.requests import Request
from starlette.types import Message

from app.routers.body import limited, media_type, read_json
from app.routers.errors import DoorError


def request(*chunks: bytes, **headers: str) -> Request:
    """A request whose body comes in pieces."""
    pieces: Iterator[bytes] = iter(chunks)
    left = len(chunks)

    async def receive() -> Message:
        nonlocal left
        left -= 1
        return {"type": "http.request", "body": next(pieces), "more_body": left > 0}

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": raw, "query_string": b""}, receive)


async def test_a_body_within_the_limit_is_read() -> None:
    assert await read_json(request(b'{"a":', b" 1}"), limit=8) == {"a": 1}


async def test_one_byte_more_is_too_much() -> None:
    with pytest.raises(DoorError) as refused:
        await read_json(request(b'{"a":', b" 11}"), limit=8)
    assert refused.value.status == 413


async def test_reading_stops_at_the_limit() -> None:
    endless = request(*[b"x" * 10] * 100)
    body = limited(endless, 25)
    with pytest.raises(DoorError):
        await body.body()
    assert (await endless.receive())["body"] == b"x" * 10  # most of it was never taken


async def test_what_is_announced_as_too_much_is_not_even_begun() -> None:
    with pytest.raises(DoorError):
        limited(request(b"", content_length="26"), 25)


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("application/json; charset=utf-8", "application/json"),
        ("Multipart/Form-Data;boundary=x", "multipart/form-data"),
        ("", ""),
    ],
)
def test_the_type_is_read_without_its_parameters(header: str, kind: str) -> None:
    assert media_type(request(b"", content_type=header)) == kind
