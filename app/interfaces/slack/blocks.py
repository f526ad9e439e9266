"""Formatted text as Slack's rich text, and buttons under it.

Rich text is objects, not marks: what stands in a text element is shown letter by letter, so nothing that is stored or read becomes a mention,
a link, a command, an emoji or a format. A link is one only where `writing/links` made it one.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from app.interfaces.pushed.choices import choice_data, label_of
from app.interfaces.slack.marks import runs_in
from app.interfaces.writing.runs import Run, plain_of
from app.messages import Button, ButtonVerb

Block = dict[str, Any]
LIMIT = 3000  # characters of a message, which is what a section takes where rich text isn't taken
_MOST_BUTTONS, _IN_A_ROW = 100, 25
_LONGEST_LABEL = 28
_SCHEMES = {"http", "https", "mailto"}
_STYLES = {"b": "bold", "i": "italic", "s": "strike", "code": "code"}
_COLOURS: dict[ButtonVerb, str] = {"confirm": "primary", "cancel": "danger"}
_SECTION, _QUOTE, _CODE = "rich_text_section", "rich_text_quote", "rich_text_preformatted"
_EMPTY = "…"


def message_blocks(html: str, buttons: Sequence[Button] = ()) -> list[Block]:
    """A part of a message, with the buttons under it. Raises ValueError for a button whose target doesn't fit."""
    return [rich_text(runs_in(html)), *button_blocks(buttons)]


def bare_blocks(html: str, buttons: Sequence[Button] = ()) -> list[Block]:
    """The same words without format, for where Slack won't take the format; nothing at all where no buttons need blocks."""
    rows = button_blocks(buttons)
    words = plain_of(runs_in(html))[:LIMIT] or _EMPTY
    return [{"type": "section", "text": {"type": "plain_text", "text": words, "emoji": False}}, *rows] if rows else []


def fallback(html: str) -> str:
    """The words alone, for notifications and screen readers: Slack reads its marks in them, so what could be one is none."""
    words = plain_of(runs_in(html))[:LIMIT].strip() or _EMPTY
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def rich_text(runs: Sequence[Run]) -> Block:
    """Runs as one block."""
    boxes = [(kind, list(own)) for kind, own in groupby(filter(_has_text, runs), key=_kind)]
    elements = [
        {"type": kind, "elements": [_element(run, kind) for run in own]}
        for at, (kind, box) in enumerate(boxes)
        if (own := _trimmed(box, first=at == 0, last=at == len(boxes) - 1))
    ]
    return {"type": "rich_text", "elements": elements or [_paragraph(_EMPTY)]}


def button_blocks(buttons: Sequence[Button]) -> list[Block]:
    """Buttons in rows, a row for each thing they are about."""
    rows = groupby(buttons[:_MOST_BUTTONS], key=lambda button: button.target)
    return [
        {"type": "actions", "elements": [_button(each, number) for number, each in enumerate(list(row)[:_IN_A_ROW])]}
        for _, row in rows
    ]


def _button(button: Button, number: int) -> Block:
    shown: Block = {
        "type": "button",
        "action_id": f"{button.verb}-{number}",
        "text": {"type": "plain_text", "text": label_of(button, _LONGEST_LABEL), "emoji": False},
        "value": choice_data(button),
    }
    colour = _COLOURS.get(button.verb)
    return {**shown, "style": colour} if colour else shown


def _kind(run: Run) -> str:
    """The box that a run stands in."""
    tags = {style.tag for style in run.styles}
    return _CODE if "pre" in tags else _QUOTE if "blockquote" in tags else _SECTION


def _has_text(run: Run) -> bool:
    return bool(run.text)


def _trimmed(box: list[Run], *, first: bool, last: bool) -> list[Run]:
    """A box without the line break to its neighbours: each stands on lines of its own."""
    own = list(box)
    if not first:
        own[0] = Run(own[0].text.removeprefix("\n"), own[0].styles)
    if not last:
        own[-1] = Run(own[-1].text.removesuffix("\n"), own[-1].styles)
    return list(filter(_has_text, own))


def _element(run: Run, kind: str) -> Block:
    """One piece of text. Code is shown as it is, so it has no style."""
    style = {} if kind == _CODE else {_STYLES[each.tag]: True for each in run.styles if each.tag in _STYLES}
    address = next((each.value for each in run.styles if each.tag == "a"), "")
    element: Block = {"type": "text", "text": run.text}
    if address and urlsplit(address).scheme in _SCHEMES:
        element = {"type": "link", "url": address, "text": run.text}
    return {**element, "style": style} if style else element


def _paragraph(words: str) -> Block:
    return {"type": _SECTION, "elements": [{"type": "text", "text": words}]}
