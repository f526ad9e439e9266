"""The parts of a message that are not done: what is for something outside, with why, and what wasn't understood, named in the answer; and what is
negated beside an undo, which is no order."""

import re
from collections.abc import Sequence

from app.language.orders import talk
from app.language.reader.reading import Part

SHOWN = 120  # characters of a part that the answer repeats

_LOOKED_AT = 300  # characters
_UNDO = (
    r"(?:(?:no|nope|oh|oops|wait|sorry|please|pls|hey|ok|okay|actually|non|attends|pardon)\b[\s,.!]*)*"
    r"(?:undo|revert|take (?:it|that|this) back|put (?:it|that|this|them) back|bring (?:it|that|them) back|annule (?:ça|ca|cela)|remets-(?:le|la|les))\b"
)
_NOT = (
    r"(?:(?:no|i|you|we|and|but|please|pls|because|cos|cause|as|je|tu|it|that)\b[\s,]*){0,3}"
    r"(?:don['’]?t|do not|didn['’]?t|did not|never|not|wasn['’]?t|was not|shouldn['’]?t|should not|ne|n['’]|pas)(?![\w-])(?! (?:let me )?forget\b)"
)
_END = r"(?:,? (?:please|pls|thanks|thank you|sorry|ok|at all|stp|svp|merci))*[\s.!]*"
_SAID = r"(?:(?!\b(?:and|but|just|instead|rather|then|also|if|mais|et|plutôt|si)\b)[^,.;:!?\n])*"
_NEGATED = (
    re.compile(rf"(?P<undo>{_UNDO}{_SAID}?)[\s,.;:!–—-]+{_NOT}{_SAID}{_END}", re.IGNORECASE),
    re.compile(rf"{_NOT}\s+\w{_SAID}[,.;:!–—]+\s*(?P<undo>{_UNDO}{_SAID}{_END})", re.IGNORECASE),
)


def undo_alone(text: str) -> str:
    """ "Undo, don't cancel call mum!" as the undo that it is: what is negated beside one is what shall not have been done. Any other text as it is."""
    found = (
        next(filter(None, (pattern.fullmatch(text.strip()) for pattern in _NEGATED)), None)
        if len(text) <= _LOOKED_AT
        else None
    )
    return found["undo"] if found else text


def named(parts: Sequence[Part], tools: frozenset[str] = frozenset()) -> str:
    """The sentences that say what is not done, and why."""
    return "\n".join(f"Not done: “{_short(part.text)}”. {_reason(part, tools)}" for part in parts)


def missed(parts: Sequence[str]) -> str:
    """The sentences that say what was not understood."""
    return "\n".join(f"I didn't catch “{_short(part)}”." for part in parts)


def _reason(part: Part, tools: frozenset[str]) -> str:
    reason = talk.cannot(part.text, part.intent, tools)
    return talk.NOT_FROM_HERE if reason in (talk.UNREADABLE, talk.GENERAL) else reason


def _short(part: str) -> str:
    part = part.strip(" ,;:.!")
    return part if len(part) <= SHOWN else f"{part[: SHOWN - 1].rstrip()}…"
