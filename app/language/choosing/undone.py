"""The parts of a message that are not done, named in the answer: what is for something outside, with why, and what wasn't understood."""

from collections.abc import Sequence

from app.language.orders import talk
from app.language.reader.reading import Part

SHOWN = 120  # characters of a part that the answer repeats


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
