"""Buttons under a message: what a tap sends back, and how they lie. Callback data is at most 64 bytes and says what and on what.

Whoever taps can send any data, so `choice` reads only what `callback_data` could have written; whether the choice is still open is
asked elsewhere.
"""

import re
from itertools import groupby
from typing import NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from app.messages import Button, ButtonVerb

_LETTERS: dict[ButtonVerb, str] = {"confirm": "c", "cancel": "x", "edit": "e", "undo": "u"}
_VERBS: dict[str, ButtonVerb] = {letter: verb for verb, letter in _LETTERS.items()}
_DATA = re.compile(r"([a-z]):([!-~]{1,62})")  # printable ASCII: characters are bytes
_MOST = 64  # bytes of callback data
_LONGEST = 28  # characters of a label; three in a row stay readable on a phone
_MOST_BUTTONS = 100


class Choice(NamedTuple):
    """What somebody chose by tapping."""

    verb: ButtonVerb
    target: str


def callback_data(button: Button) -> str:
    """What a tap on `button` sends back. Raises ValueError for a target that doesn't fit into it."""
    data = f"{_LETTERS[button.verb]}:{button.target}"
    if choice(data) is None:
        raise ValueError(f"a button's target is 1 to {_MOST - 2} printable ASCII characters")
    return data


def choice(data: str | None) -> Choice | None:
    """What a tap chose; None for data that no button of ours sends."""
    found = _DATA.fullmatch(data or "")
    verb = _VERBS.get(found[1]) if found else None
    return Choice(verb, found[2]) if found and verb else None


def keyboard(buttons: tuple[Button, ...]) -> InlineKeyboardMarkup | None:
    """`buttons` under a message, a row for each thing they are about; None where there are none."""
    rows = [
        [InlineKeyboardButton(_label(button), callback_data=callback_data(button)) for button in row]
        for _, row in groupby(buttons[:_MOST_BUTTONS], key=lambda button: button.target)
    ]
    return InlineKeyboardMarkup(rows) if rows else None


def _label(button: Button) -> str:
    """A label that is never empty and fits beside two others."""
    label = " ".join(button.label.split()) or button.verb.capitalize()
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1].rstrip()}…"
