"""Updates over the wire: read as far as they can be, and never an exception."""

import logging
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.pushed.incoming import Ignored, Said
from app.interfaces.telegram.payloads import event_of
from tests.interfaces.telegram.payload import ADA, BOT, GROUP, ME, PRIVATE, entity, message

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
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


@pytest.mark.parametrize("missing", ["from", "first_name", "is_bot", "type", "update_id"])
@pytest.mark.parametrize("none", [True, False])
def test_who_said_it_and_where_is_found_where_something_is_missing(missing: str, none: bool) -> None:
    raw = {"update_id": 1, "message": message(text="hi", **{"from": dict(ADA), "chat": dict(PRIVATE)})}
    inner = raw["message"]
    for place in (raw, inner, inner["from"], inner["chat"]):
        if missing in place:
            place[missing] = None
            if not none:
                del place[missing]
    heard = event_of(raw, ME)
    assert isinstance(heard, Said)
    assert (heard.text, heard.sender.id, heard.address) == ("hi", "42", "42")


def test_somebody_without_a_name_is_heard() -> None:
    nobody = {"id": 9, "is_bot": False, "first_name": ""}
    old = {"message_id": 1, "date": 1, "chat": PRIVATE, "from": nobody, "text": "x"}
    heard = event_of({"update_id": 1, "message": message(text="hi", reply_to_message=old)}, ME)
    assert isinstance(heard, Said)
    assert (heard.text, heard.untrusted) == ("(replying to: “x”)\nhi", "quoted from somebody")
    gone = event_of(
        {"update_id": 1, "message": message(text="hi", **{"from": nobody, "chat": {**PRIVATE, "id": 9}})}, ME
    )
    assert isinstance(gone, Said)
    assert (gone.sender.id, gone.sender.name) == ("9", "")


@pytest.mark.parametrize("date", [None, "", "soon"])
@pytest.mark.parametrize("kind", ["message", "edited_message"])
def test_a_message_without_a_time_is_of_when_it_came(kind: str, date: Any) -> None:
    raw = {"update_id": 1, kind: message(text="hi", date=date)}
    heard = event_of(raw, ME, at=NOW)
    assert isinstance(heard, Said)
    assert heard.sent_at == NOW
    assert event_of(raw, ME) == Ignored("unreadable")


@pytest.mark.parametrize("broken", [{"entities": 7}, {"reply_to_message": {"message_id": 1}}, {"poll": {"options": 5}}])
@pytest.mark.parametrize("kind", ["message", "edited_message"])
def test_a_part_that_cannot_be_read_takes_no_other_with_it(kind: str, broken: dict[str, Any]) -> None:
    photo = [{"file_id": "F", "file_unique_id": "U", "width": 1, "height": 1}]
    heard = event_of({"update_id": 1, kind: message(caption="look", photo=photo, **broken)}, ME)
    assert isinstance(heard, Said)
    assert (heard.text, len(heard.attachments)) == ("look", 1)


@pytest.mark.parametrize("field", ["forward_origin", "via_bot", "external_reply"])
def test_words_are_not_taken_for_the_senders_where_whose_they_are_cannot_be_read(field: str) -> None:
    assert event_of({"update_id": 1, "message": message(text="/tasks", **{field: 7})}, ME) == Ignored("unreadable")


@pytest.mark.parametrize("field", ["reply_to_message", "quote", "external_reply"])
@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
def test_what_answers_something_unreadable_is_heard_and_not_trusted(field: str, chat: dict[str, Any]) -> None:
    named = entity("mention", "@OurBot yes", "@OurBot")
    raw = message(text="@OurBot yes", chat=chat, entities=[named], **{field: 7})
    heard = event_of({"update_id": 1, "message": raw}, ME)
    assert isinstance(heard, Said)
    assert heard.text.endswith("yes")
    assert heard.untrusted == "a reply to what couldn't be read"


def test_a_field_that_the_library_warns_of_is_no_error() -> None:
    changed = {"message_auto_delete_timer_changed": {"message_auto_delete_time": 60}}
    assert isinstance(event_of({"update_id": 1, "message": message(**changed)}, ME), Ignored)


def test_an_update_is_left_as_it_came() -> None:
    raw: dict[str, Any] = {
        "update_id": 1,
        "message": {"message_id": 1, "date": 1, "chat": PRIVATE, "from": ADA, "voice": {"file_id": "F"}},
    }
    event_of(raw, ME)
    assert raw["message"]["voice"] == {"file_id": "F"}
    assert BOT["is_bot"]


@pytest.mark.parametrize(
    "told", [{"forward_from": {"id": 8, "first_name": "Kofi", "is_bot": False}}, {"forward_sender_name": "Kofi"}]
)
def test_an_old_forward_is_known_by_any_of_its_fields(told: dict[str, Any]) -> None:
    heard = event_of({"update_id": 1, "message": message(text="hi", **told)}, ME)
    assert isinstance(heard, Said)
    assert heard.untrusted == "forwarded from Kofi"
