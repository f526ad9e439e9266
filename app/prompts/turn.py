"""The shape of one user turn as a model reads it, and back again.

The moment goes in front of the user's words and never into the system prompt, so that the prompt's prefix stays
byte-identical; what memory adds stands between the two in tags that stored text cannot close. `compose` and `split` are
inverses: the offline model reads what the pipeline wrote.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

_MOMENT = "%A, %B %d, %Y — %H:%M"
_SHAPE = re.compile(
    r"\A\[(?P<moment>[^\]\n]+) (?P<zone>\S+)\]\n(?:<memory>\n(?P<memory>.*?)\n</memory>\n)?(?P<text>.*)\Z", re.DOTALL
)
_TAG = re.compile(r"<(?=[\s/]*[a-z_][^<>]*>)", re.IGNORECASE)
_MEMORY = "<memory>\n"


@dataclass(frozen=True, slots=True)
class TurnPrompt:
    """What was said, when (aware, in the user's zone, to the minute), and what memory put beside it."""

    text: str
    moment: datetime | None
    memory: str = ""


def escape(stored: str) -> str:
    """Stored text that cannot open or close a tag."""
    return _TAG.sub("‹", stored)


def compose(text: str, moment: datetime, *, memory: str = "") -> str:
    """The user turn: `[Saturday, November 21, 2026 — 21:47 Europe/Paris]`, memory blocks, then the words themselves.

    `moment` is aware with a ZoneInfo; `memory` is already escaped where it is not ours.
    """
    # Words that begin like our own block get an empty one in front, so that they are read back as words.
    blocks = f"{_MEMORY}{memory}\n</memory>\n" if memory or text.startswith(_MEMORY) else ""
    return f"[{moment.strftime(_MOMENT)} {moment.tzinfo}]\n{blocks}{text}"


def split(prompt: str) -> TurnPrompt:
    """The parts of what `compose` made; any other text is all words and no moment."""
    found = _SHAPE.match(prompt)
    if found is None:
        return TurnPrompt(text=prompt, moment=None)
    try:
        moment = datetime.strptime(found["moment"], _MOMENT).replace(tzinfo=ZoneInfo(found["zone"]))
    except (ValueError, KeyError, OSError):
        return TurnPrompt(text=prompt, moment=None)
    return TurnPrompt(text=found["text"], moment=moment, memory=found["memory"] or "")
