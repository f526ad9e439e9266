"""Blocks: held to slack_sdk's own models, and to what may stand in them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block as SlackBlock
from slack_sdk.models.blocks import RichTextBlock

from app.cards.card import Card, Field
from app.interfaces.pushed.choices import choice
from app.interfaces.slack.blocks import LIMIT, bare_blocks, button_blocks, fallback, message_blocks
from app.interfaces.writing.cards import card_html
from app.interfaces.writing.splitting import html_parts, plain_parts
from app.messages import Button

YES_NO = (Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"), Button("Edit", "edit", "a1"))
HOSTILE = "<!channel> <@U0BOSS> *bold* _it_ ~s~ `c` :bomb: <https://evil.example|bank.example> &lt; /kwasi stop"


def valid(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks, which Slack's own models take as they are. Raises what the models do."""
    assert len(blocks) <= 50
    for block in blocks:
        parsed = SlackBlock.parse(block)
        assert parsed is not None
        assert parsed.to_dict() == block
    return blocks


def boxes(html: str) -> list[tuple[str, str]]:
    """The kinds of boxes, and what stands in them."""
    [block] = valid(message_blocks(html))
    return [
        (box["type"].removeprefix("rich_text_"), "".join(each["text"] for each in box["elements"]))
        for box in block["elements"]
    ]


def pieces(html: str) -> list[dict[str, Any]]:
    [block] = valid(message_blocks(html))
    return [element for box in block["elements"] for element in box["elements"]]


def test_formats_are_styles() -> None:
    [html] = html_parts("**b** _i_ ~~s~~ `c` [here](https://a.org)")
    styled = [(each["type"], each["text"], each.get("style", {})) for each in pieces(html) if each["text"].strip()]
    assert styled == [
        ("text", "b", {"bold": True}),
        ("text", "i", {"italic": True}),
        ("text", "s", {"strike": True}),
        ("text", "c", {"code": True}),
        ("link", "here", {}),
    ]


def test_code_quotes_and_tables_stand_on_lines_of_their_own() -> None:
    [html] = html_parts("before\n\n> said\n\n```py\na = 1\n```\nafter\n\n| a | b |\n|-|-|\n| 1 | 2 |\n")
    assert boxes(html) == [
        ("section", "before"),
        ("quote", "said"),
        ("preformatted", "a = 1"),
        ("section", "after"),
        ("preformatted", "a  b\n─  ─\n1  2"),
    ]


def test_two_pieces_of_code_stay_two() -> None:
    [html] = html_parts("```\na\n```\n```\nb\n```")
    assert boxes(html) == [("preformatted", "a"), ("preformatted", "b")]


def test_a_label_that_names_another_host_shows_the_real_one() -> None:
    [html] = html_parts("[bank.example](https://evil.example)")
    assert [(each["type"], each["text"]) for each in pieces(html)] == [
        ("text", "bank.example ("),
        ("link", "https://evil.example"),
        ("text", ")"),
    ]


def test_what_is_stored_is_shown_letter_by_letter() -> None:
    [html] = plain_parts(HOSTILE)
    assert pieces(html) == [{"type": "text", "text": HOSTILE}]


@given(st.text(max_size=400))
def test_no_text_becomes_anything_but_text(text: str) -> None:
    for html in plain_parts(text):
        assert {each["type"] for each in pieces(html)} == {"text"}
        assert not {"<", ">"} & set(fallback(html))


@given(st.text(alphabet="ab*_`~[]()<>|#- \n!:&", max_size=300))
def test_whatever_a_model_writes_slack_takes(markdown: str) -> None:
    for html in html_parts(markdown, LIMIT):
        for each in pieces(html):
            assert each["type"] in ("text", "link")
            assert 0 < len(each["text"]) <= LIMIT


def test_a_scheme_that_slack_does_not_open_is_no_link() -> None:
    assert pieces('<a href="tg://user?id=1">Ana</a>') == [{"type": "text", "text": "Ana"}]


def test_nothing_is_still_something() -> None:
    assert boxes("") == [("section", "…")]
    assert fallback("") == "…"


def test_buttons_say_what_they_choose_and_how_they_weigh() -> None:
    [row] = valid(button_blocks(YES_NO))
    assert [(each["text"]["text"], each.get("style"), choice(each["value"])) for each in row["elements"]] == [
        ("Confirm", "primary", ("confirm", "a1")),
        ("Cancel", "danger", ("cancel", "a1")),
        ("Edit", None, ("edit", "a1")),
    ]


def test_each_thing_has_its_row_and_a_long_label_is_cut() -> None:
    rows = valid(button_blocks((*YES_NO, Button("x" * 99, "undo", "b2"))))
    assert [len(row["elements"]) for row in rows] == [3, 1]
    assert rows[1]["elements"][0]["text"]["text"] == "x" * 27 + "…"
    with pytest.raises(ValueError, match="target"):
        button_blocks((Button("x", "undo", "é"),))


def test_a_card_shows_its_values_in_boxes_that_read_nothing() -> None:
    html = card_html(
        Card("a1", "Send mail", (Field("To", "b@c.org", 7), Field("", HOSTILE, len(HOSTILE))), ("a web page",))
    )
    assert ("preformatted", HOSTILE) in boxes(html)
    assert valid(message_blocks(html, YES_NO))[1]["type"] == "actions"


def test_without_format_the_words_and_the_buttons_stay() -> None:
    [html] = html_parts("**b** <x>")
    section, row = valid(bare_blocks(html, YES_NO))
    assert section["text"] == {"type": "plain_text", "text": "b <x>", "emoji": False}
    assert row["type"] == "actions"
    assert bare_blocks(html) == []


def test_slacks_model_of_rich_text_is_the_one_that_reads_it() -> None:
    [block] = message_blocks("<b>x</b>")
    assert isinstance(SlackBlock.parse(block), RichTextBlock)
