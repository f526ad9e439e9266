"""A message's words, with places counted as Telegram counts them."""

import pytest

from app.interfaces.telegram.wording import Change, changed
from tests.interfaces.telegram.payload import GROUP, entity, said


def test_the_address_behind_a_label_is_told() -> None:
    text = "😀 read this and https://b.io"
    links = [
        entity("text_link", text, "this", url="https://a.io/x"),
        entity("text_link", text, "https://b.io", url="https://b.io/"),
        entity("bold", text, "read"),
    ]
    assert said(text=text, entities=links).text == "😀 read this (https://a.io/x) and https://b.io"


def test_captions_are_read_like_text() -> None:
    caption = "see here"
    links = [entity("text_link", caption, "here", url="https://a.io")]
    heard = said(
        photo=[{"file_id": "F", "file_unique_id": "U", "width": 1, "height": 1}],
        caption=caption,
        caption_entities=links,
    )
    assert heard.text == "see here (https://a.io)"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("@OurBot what's up?", "what's up?"),
        ("@ourbot, what's up?", "what's up?"),
        ("hey @OurBot, what's up?", "hey, what's up?"),
        ("😀 tell me @OurBot", "😀 tell me"),
        ("a @OurBot b", "a b"),
        ("(@OurBot)", "()"),
        ("@OurBot run\n    this  line", "run\n    this  line"),
    ],
)
def test_a_mention_of_the_bot_is_left_out(text: str, left: str) -> None:
    name = "@ourbot" if "@ourbot" in text else "@OurBot"
    assert said(chat=GROUP, text=text, entities=[entity("mention", text, name)]).text == left


def test_places_outside_the_text_change_nothing() -> None:
    assert changed("abc", [Change(2, 99, "x"), Change(-1, 1), Change(3, 3, "!")]) == "abc!"
    assert changed("a😀b", [Change(1, 3)]) == "ab"
