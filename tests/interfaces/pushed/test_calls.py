"""A call's body as JSON."""

import json

import pytest

from app.interfaces.pushed.calls import CallUnreadable, read_object


async def test_an_object_is_read_however_large() -> None:
    assert await read_object(b'{"a": 1}') == {"a": 1}
    large = {"a": ["x" * 1000] * 200}
    assert await read_object(json.dumps(large).encode()) == large


@pytest.mark.parametrize("body", [b"[]", b"1", b"null", b'"x"'])
async def test_what_is_no_object_says_nothing(body: bytes) -> None:
    assert await read_object(body) == {}


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": ' + b"9" * 5000])
async def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(CallUnreadable):
        await read_object(body)
