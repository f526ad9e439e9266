"""The user's words about themselves, said back to them. Pure."""

import re

_SECOND_PERSON: tuple[tuple[str, str], ...] = (
    (r"\bi(?:['’]m| am)\b", "you are"),
    (r"\bi was\b", "you were"),
    (r"\bi(?:['’]ve| have)\b", "you have"),
    (r"\bi['’](?=(?:ll|d)\b)", "you'"),
    (r"\bmyself\b", "yourself"),
    (r"\bwe(?:['’]re| are)\b", "you are"),
    (r"\bwe(?:['’]ve| have)\b", "you have"),
    (r"\b(?:mine|ours)\b", "yours"),
    (r"\b(?:my|our)\b", "your"),
    (r"\b(?:i|me|we|us)\b", "you"),
)
_SAY_YOU = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _SECOND_PERSON)


def to_you(statement: str) -> str:
    """The user's words about themselves, said back to them: "my sister is Ama" as "your sister is Ama"."""
    for pattern, word in _SAY_YOU:
        statement = pattern.sub(word, statement)
    return statement


def sentence(statement: str) -> str:
    """The same, as the beginning of a sentence."""
    said = to_you(statement)
    return said[:1].upper() + said[1:]
