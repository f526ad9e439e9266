"""Updates over the wire: read as far as they can be, and never an exception."""

import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.pushed.incoming import Ignored, Said
from app.interfaces.telegram.payloads import event_of
from tests.interfaces.telegram.payload import ADA, BOT, ME, PRIVATE, message

json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=9)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=9), inner, max_size=3)),
    max_leaves=8,
)
FIELDS = """text caption entities photo document voice sticker location contact poll dice story reply_to_message forward_origin
    quote external_reply via_bot sender_chat message_thread_id is_topic_message edit_date chat from date message_id venue""".split()


@given(st.dictionaries(st.sampled_from(FIELDS), json, max_size=4), st.sampled_from(["message", "edited_message"]))
def test_a_message_with_anything_in_any_field_is_read_or_ignored(fields: dict[str, Any], kind: str) -> None:
    event_of({"update_id": 1, kind: message(text="hi") | fields}, ME)


@given(json)
def test_anything_in_the_place_of_a_tap_is_read_or_ignored(content: Any) -> None:
    event_of({"update_id": 1, "callback_query": content}, ME)


@pytest.mark.parametrize("raw", [{}, {"update_id": "x", "message": 5}, {"update_id": 1, "message": {"message_id": 1}}])
def test_what_cannot_be_read_is_ignored_and_logged(raw: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        heard = event_of(raw, ME)
    assert isinstance(heard, Ignored)
    if heard.reason == "unreadable":
        assert caplog.records[0].__dict__["event"] == "telegram.unreadable"


@pytest.mark.parametrize(
    ("fields", "text", "files"),
    [
        ({"sticker": {"file_id": "F", "emoji": "🛠"}}, "(sticker 🛠 hammer and wrench)", 0),
        ({"voice": {"file_id": "F", "duration": 1}}, "", 1),
        ({"document": {"file_id": "F", "thumb": {"file_id": "T", "width": 1, "height": 1}}}, "", 1),
        ({"photo": [{"file_id": "F", "width": 1, "height": 1}], "caption": "x"}, "x", 1),
        ({"text": "hi", "from": {"id": 42, "first_name": "Ada"}}, "hi", 0),
    ],
)
def test_what_older_servers_leave_out_is_put_in(fields: dict[str, Any], text: str, files: int) -> None:
    heard = event_of({"update_id": 1, "message": message(**fields)}, ME)
    assert isinstance(heard, Said)
    assert (heard.text, len(heard.attachments), heard.sender.id) == (text, files, "42")


def test_an_update_is_left_as_it_came() -> None:
    raw: dict[str, Any] = {
        "update_id": 1,
        "message": {"message_id": 1, "date": 1, "chat": PRIVATE, "from": ADA, "voice": {"file_id": "F"}},
    }
    event_of(raw, ME)
    assert raw["message"]["voice"] == {"file_id": "F"}
    assert BOT["is_bot"]
