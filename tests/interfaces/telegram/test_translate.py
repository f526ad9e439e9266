"""Updates as events: who said what where, commands, taps, and what is nothing for us."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.interfaces.pushed.incoming import Ignored, Said, Sender, Tap
from app.interfaces.telegram.payloads import event_of
from tests.interfaces.telegram.payload import (
    ADA,
    BOB,
    BOT,
    GROUP,
    ME,
    PRIVATE,
    SENT,
    command,
    entity,
    event,
    file,
    message,
    said,
)

TOPIC = {"message_thread_id": 9, "is_topic_message": True}


def test_a_message_says_who_what_where_and_when() -> None:
    assert said(text="hello") == Said(
        sender=Sender("42", "Ada Lovelace"),
        address="42",
        message="5",
        original_id="42:5",
        sent_at=datetime.fromtimestamp(SENT, UTC),
        text="hello",
    )


def test_a_message_has_the_same_name_however_often_it_comes() -> None:
    heard = said(text="hello")
    again = event_of({"update_id": 99, "message": message(text="hello")}, ME)
    assert heard == again
    assert (heard.external_id, heard.original_id, heard.edited) == ("42:5", "42:5", False)
    assert (heard.sender.id, heard.address, heard.in_group) == ("42", "42", False)


def test_a_change_has_a_name_of_its_own_beside_the_first_one() -> None:
    heard = event_of({"update_id": 2, "edited_message": message(text="hello!", edit_date=SENT + 7)}, ME)
    assert isinstance(heard, Said)
    assert (heard.external_id, heard.original_id, heard.edited) == (f"42:5:e{SENT + 7}.9a86c960", "42:5", True)
    assert heard.text == "hello!"


def test_a_topic_is_part_of_the_address_and_a_thread_of_replies_is_not() -> None:
    assert said(text="x", **TOPIC).address == "42/9"
    assert said(text="x", message_thread_id=9).address == "42"


def test_a_live_location_is_said_once_and_not_with_every_step() -> None:
    place = {"latitude": 1.0, "longitude": 2.0, "live_period": 60}
    moved = event_of({"update_id": 2, "edited_message": message(location=place, edit_date=SENT + 7)}, ME)
    assert said(location=place).text.startswith("(location")
    assert moved == Ignored("live location")


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("/tasks", "tasks", ""),
        ("/tasks@OurBot work", "tasks", "work"),
        ("/Tasks@ourbot", "tasks", ""),
        ("/remind me\nat six  ", "remind", "me\nat six"),
        ("/unknown_thing x", "unknown_thing", "x"),
        ("/start abc-DEF_1", "start", "abc-DEF_1"),
        ("/stop!", "stop", "!"),
    ],
)
def test_a_slash_makes_a_command(text: str, name: str, arguments: str) -> None:
    heard = command(text=text)
    assert (heard.name, heard.arguments) == (name, arguments)
    assert (heard.address, heard.external_id, heard.edited) == ("42", "42:5", False)


@pytest.mark.parametrize("text", ["/home/ada is full", "see /tasks", "/", "/ tasks", "/a@b@c", "/später", "//x"])
def test_a_slash_in_other_text_makes_none(text: str) -> None:
    assert said(text=text).text == text


def test_a_command_for_another_bot_is_not_ours() -> None:
    assert event(text="/tasks@OtherBot") == Ignored("a command for another bot")
    assert event(text="/tasks@OtherBot", chat=GROUP) == Ignored("a command for another bot")


def test_others_words_command_nothing() -> None:
    forwarded = said(text="/forget all", forward_origin={"type": "user", "date": 1, "sender_user": BOB})
    assert (forwarded.text, forwarded.untrusted) == ("/forget all", "forwarded from Bob")
    assert said(text="/forget all", forward_date=1, forward_from=BOB).untrusted == "forwarded from Bob"
    assert said(text="/forget all", via_bot={**BOT, "id": 9, "username": "x_bot"}).untrusted == "written by @x_bot"


def test_a_slash_under_a_file_keeps_the_file() -> None:
    heard = said(document=file(), caption="/tasks")
    assert (heard.text, len(heard.attachments)) == ("/tasks", 1)


MENTION = {"text": "@OurBot hi", "entities": [entity("mention", "@OurBot hi", "@OurBot")]}


@pytest.mark.parametrize(
    "fields",
    [
        MENTION,
        {"text": "hi", "reply_to_message": message(**{"chat": GROUP, "from": BOT, "text": "yes?"})},
        {
            "photo": [{"file_id": "F", "file_unique_id": "U", "width": 1, "height": 1}],
            "caption": "@OurBot hi",
            "caption_entities": MENTION["entities"],
        },
    ],
)
def test_in_a_group_what_addresses_the_bot_counts(fields: dict[str, Any]) -> None:
    heard = said(chat=GROUP, **fields)
    assert heard.text.endswith("hi")
    assert "@OurBot" not in heard.text
    assert heard.address == "-100"


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "hi all"},
        {"text": "@OtherBot hi", "entities": [entity("mention", "@OtherBot hi", "@OtherBot")]},
        {"text": "mail me@OurBot"},
        {"text": "hi", "reply_to_message": message(**{"chat": GROUP, "from": BOB, "text": "yo"})},
        {
            "text": "hi",
            "reply_to_message": message(**{"from": BOT, "forum_topic_created": {"name": "x", "icon_color": 1}}),
            **TOPIC,
        },
        {"new_chat_members": [BOB]},
    ],
)
def test_in_a_group_everything_else_is_for_others(fields: dict[str, Any]) -> None:
    assert event(chat=GROUP, **fields) == Ignored("group")


def test_a_command_in_a_group_is_for_us_unless_it_names_another() -> None:
    assert command(chat=GROUP, text="/tasks").name == "tasks"
    assert command(chat=GROUP, text="/tasks@OurBot", **TOPIC).address == "-100/9"


def test_a_mention_alone_is_still_something_said() -> None:
    alone = said(chat=GROUP, text="@OurBot", entities=[entity("mention", "@OurBot", "@OurBot")])
    assert alone.text == "(mentioned you without a word)"


def test_a_mention_by_who_it_is_counts_as_one_by_name() -> None:
    named = {"type": "text_mention", "offset": 0, "length": 5, "user": BOT}
    assert said(chat=GROUP, text="Kwasi, help", entities=[named]).text == "Kwasi, help"
    other = {**named, "user": {"id": 43, "is_bot": False, "first_name": "Bob"}}
    assert event(chat=GROUP, text="Kwasi, help", entities=[other]) == Ignored("group")


def test_in_a_private_chat_the_chat_is_who_writes() -> None:
    heard = said(text="hi", **{"from": None, "chat": {"id": 42, "type": "private", "first_name": "Ada"}})
    assert heard.sender == Sender("42", "Ada")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"from": BOT}, "bot"),
        ({"from": None, "chat": GROUP}, "no sender"),
        ({"sender_chat": GROUP, "chat": GROUP}, "no sender"),
        ({"chat": {"id": -5, "type": "channel", "title": "News"}}, "channel"),
        ({"is_automatic_forward": True}, "channel"),
    ],
)
def test_what_nobody_could_be_answered_for_is_ignored(fields: dict[str, Any], reason: str) -> None:
    assert event(text="hi", **fields) == Ignored(reason)


@pytest.mark.parametrize(
    ("update", "reason"),
    [
        ({"channel_post": message(text="x", chat={"id": -5, "type": "channel"})}, "channel_post"),
        ({"business_message": message(text="x")}, "business_message"),
        (
            {
                "my_chat_member": {
                    "chat": PRIVATE,
                    "from": ADA,
                    "date": SENT,
                    "old_chat_member": {"status": "left", "user": BOT},
                    "new_chat_member": {"status": "left", "user": BOT},
                }
            },
            "my_chat_member",
        ),
        ({"kind_of_next_year": {"x": 1}}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_other_updates_are_nothing_for_us(update: dict[str, Any], reason: str) -> None:
    assert event_of({"update_id": 1, **update}, ME) == Ignored(reason)


def tap(**fields: Any) -> dict[str, Any]:
    query = {
        "id": "Q",
        "from": ADA,
        "chat_instance": "C",
        "message": message(**{"from": BOT, "text": "?"}),
        "data": "c:abc",
    }
    return {"update_id": 1, "callback_query": query | fields}


def test_a_tap_says_what_was_chosen_and_where() -> None:
    heard = event_of(tap(), ME)
    assert heard == Tap(id="Q", sender=Sender("42", "Ada Lovelace"), address="42", message="5", data="c:abc")
    assert (heard.verb, heard.target, heard.address) == ("confirm", "abc", "42")


def test_a_tap_in_a_topic_is_answered_there() -> None:
    heard = event_of(tap(message=message(chat=GROUP, text="?", **TOPIC)), ME)
    assert isinstance(heard, Tap)
    assert heard.address == "-100/9"


def test_a_tap_under_a_message_too_old_to_be_shown_still_counts() -> None:
    heard = event_of(tap(message={"chat": PRIVATE, "message_id": 5, "date": 0}), ME)
    assert isinstance(heard, Tap)
    assert heard.message == "5"


def test_a_tap_with_data_that_is_not_ours_chooses_nothing() -> None:
    heard = event_of(tap(data="DROP TABLE"), ME)
    assert isinstance(heard, Tap)
    assert (heard.verb, heard.target) == ("", "")


@pytest.mark.parametrize(
    "missing", [{"data": None, "game_short_name": "x"}, {"message": None, "inline_message_id": "I"}]
)
def test_a_tap_that_is_not_under_a_message_of_ours_is_ignored(missing: dict[str, Any]) -> None:
    assert event_of(tap(**missing), ME) == Ignored("tap without a message of ours")
