"""What a sender posts, whatever it is."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request

from app.routers.errors import DoorError
from app.routers.incoming import Incoming, checked_id, read_incoming
from tests.interfaces.web.house import START
from tests.routers.test_body import request

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NEARLY = st.fixed_dictionaries(
    {}, optional={"text": ANYTHING, "images": ANYTHING, "id": ANYTHING, "time_zone": ANYTHING}
)


async def outcome(posted: Request) -> Incoming | int:
    """The message, or the status it was refused with."""
    try:
        return await read_incoming(posted)
    except DoorError as refused:
        return refused.status


@given(ANYTHING | NEARLY)
@settings(max_examples=150, deadline=None)
async def test_any_json_is_either_a_message_or_a_precise_refusal(body: object) -> None:
    posted = request(json.dumps(body).encode(), content_type="application/json")
    incoming = await outcome(posted)
    if isinstance(incoming, int):
        assert incoming in (400, 422)
        return
    incoming.text.encode()
    assert incoming.text.strip() or incoming.files
    assert "\x00" not in incoming.text


@given(st.binary(max_size=300), st.sampled_from(["application/json", "multipart/form-data; boundary=b"]))
@settings(max_examples=150, deadline=None)
async def test_any_bytes_are_refused_in_words(body: bytes, kind: str) -> None:
    taken = await outcome(request(body, content_type=kind))
    assert isinstance(taken, Incoming) or taken in (400, 422)


@pytest.mark.parametrize("own_id", [None, "", "3f2c-AB.c_9", "a" * 200])
def test_an_id_is_kept_as_it_is(own_id: str | None) -> None:
    assert checked_id(own_id) == (own_id or None)


@pytest.mark.parametrize("own_id", ["edit:1", "a b", "a\n", "é", "a" * 201, "a/b"])
def test_an_id_that_could_mean_something_else_is_refused(own_id: str) -> None:
    with pytest.raises(DoorError):
        checked_id(own_id)


async def test_it_becomes_a_message_as_the_house_knows_it() -> None:
    incoming = await read_incoming(
        request(b'{"text": "hi", "time_zone": "Africa/Accra"}', content_type="application/json")
    )
    message = incoming.to_message(user_id="owner", channel="http", external_id="x", at=START)
    assert (message.text, message.time_zone, message.channel, message.received_at) == (
        "hi",
        "Africa/Accra",
        "http",
        START,
    )
