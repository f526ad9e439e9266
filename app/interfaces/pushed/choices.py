"""What a tap on a button sends back: what was chosen, and on what. At most 64 bytes of ASCII, which every channel carries.

Whoever taps can send any data, so `choice` reads only what `choice_data` could have written; whether the choice is still open is
asked elsewhere.
"""

import re
from typing import NamedTuple

from app.messages import Button, ButtonVerb

_LETTERS: dict[ButtonVerb, str] = {"confirm": "c", "cancel": "x", "edit": "e", "undo": "u"}
_VERBS: dict[str, ButtonVerb] = {letter: verb for verb, letter in _LETTERS.items()}
_DATA = re.compile(r"([a-z]):([!-~]{1,62})")  # printable ASCII: characters are bytes
MOST = 64  # bytes


class Choice(NamedTuple):
    """What somebody chose by tapping."""

    verb: ButtonVerb
    target: str


def choice_data(button: Button) -> str:
    """What a tap on `button` sends back. Raises ValueError for a target that doesn't fit into it."""
    data = f"{_LETTERS[button.verb]}:{button.target}"
    if choice(data) is None:
        raise ValueError(f"a button's target is 1 to {MOST - 2} printable ASCII characters")
    return data


def choice(data: str | None) -> Choice | None:
    """What a tap chose; None for data that no button of ours sends."""
    found = _DATA.fullmatch(data or "")
    verb = _VERBS.get(found[1]) if found else None
    return Choice(verb, found[2]) if found and verb else None


def label_of(button: Button, longest: int) -> str:
    """A label of at most `longest` characters, never empty and on one line."""
    label = " ".join(button.label.split()) or button.verb.capitalize()
    return label if len(label) <= longest else f"{label[: longest - 1].rstrip()}…"
