"""What a reply as a whole says of how things stand: that something waits, that it needs to know more, or that it can't be done. Pure; English."""

import re
from collections.abc import Iterable

from app.gate.claims.sentences import Sentence

_WAITS = re.compile(
    r"\b(?:waits?|waiting|confirm|approv\w+|your ok|your okay|queued|pending|lined up|not done yet)\b", re.IGNORECASE
)
_ASKS_BACK = re.compile(
    r"\b(?:which|what (?:should|shall|do|would|time|day|is)|when (?:should|shall|do|is)|who|do you mean|did you mean|what's|when's|where)\b",
    re.IGNORECASE,
)


_DECLINES = re.compile(
    r"\bI (?:can't|cannot|can not|don't (?:have|touch|see)|have no (?:way|access|tool))\b|\bI'm not able to\b|\bnot (?:directly|from here|yet)\b|"
    r"\b(?:isn't|is not|aren't|no \w+ is) connected\b|\bout of my reach\b",
    re.IGNORECASE,
)


def declines(said: Iterable[Sentence]) -> bool:
    """Whether the reply says that the assistant cannot do it: then a state of things is said to explain what else to do."""
    return any(_DECLINES.search(sentence.text) for sentence in said)


def says_it_waits(reply: str) -> bool:
    """Whether the reply says that something waits for the user."""
    return bool(_WAITS.search(reply))


def asks_back(said: Iterable[Sentence]) -> bool:
    """Whether the reply asks what is meant: then a state of things is said to explain the question."""
    return any(sentence.is_question and _ASKS_BACK.search(sentence.text) for sentence in said)
