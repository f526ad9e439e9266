"""What a model proposes for the running summary, held to the turns: a line stays only where the words of a turn it names bear it out.

A model may leave things out, invent them or write anything at all; then there are fewer lines, never wrong ones: names, numbers and
negations must be the turn's own, and nearly every other word too. Pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.language.statements.facts import words_of
from app.learning.answers import gives_orders, line, names_secrets
from app.learning.blocks import share
from app.learning.running.lines import LONGEST, SECTIONS, Line, telling
from app.memory.records import TurnRecord
from app.prompts.turn import own_part

MOST_PROPOSED = 80
MOST_CITED = 8
_BORNE_OUT = 0.75  # of the words; those that only report don't count
_SHORTEST = 4
# What the assistant said counts only where it is about what was arranged.
_BY_BOTH = frozenset(("lists", "plans", "decisions", "questions"))
_REPORTING = frozenset(
    "user person they said told asked mentioned want wants plan plans planned decided called named name has have is lives live owns keeps"
    " wrote noted list open question still".split()
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|none|nothing|without|cannot|nor|neither|stopped|quit|\w+n['’]t)\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?\n;])\s+")
_NAME = re.compile(r"\b[A-Z][\w'’-]+")


def proposed_lines(found: Mapping[str, Any], turns: Mapping[int, TurnRecord], own: Sequence[str] = ()) -> list[Line]:
    """The lines of a model's answer that hold; `turns` by the number the model knows them by, `own` the user's own names."""
    rows = found.get("lines")
    if not isinstance(rows, list):
        return []
    lines = [_checked(row, turns, own) for row in rows[:MOST_PROPOSED] if isinstance(row, dict)]
    return [each for each in lines if each is not None]


def _checked(row: Mapping[str, Any], turns: Mapping[int, TurnRecord], own: Sequence[str]) -> Line | None:
    section, text, cited = row.get("section"), line(row.get("text"), LONGEST), row.get("turns")
    if not isinstance(section, str) or section not in SECTIONS or len(text) < _SHORTEST or not isinstance(cited, list):
        return None
    if gives_orders(text) or names_secrets(text):
        return None
    numbers = [number for number in cited[:MOST_CITED] if type(number) is int and number in turns]
    bearing = [turns[number].id for number in dict.fromkeys(numbers) if _bears_out(turns[number], text, section, own)]
    return Line(section, text, tuple(bearing)) if bearing else None


def _bears_out(turn: TurnRecord, text: str, section: str, own: Sequence[str]) -> bool:
    """Whether what was said in a turn says what the line says."""
    said = f"{own_part(turn.text)}\n{turn.reply}" if section in _BY_BOTH else own_part(turn.text)
    dates = f"{turn.started_at:%Y %m %d %B %A} {turn.started_at.day} {turn.started_at.month}"
    unchecked = _REPORTING | {name.casefold() for name in own}
    words = sorted(word for word in telling(text) - unchecked if not _NEGATED.fullmatch(word))
    if not words or share(said, words) < _BORNE_OUT:
        return False
    if not set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", f"{said} {dates}")):
        return False
    first = words_of(text)[0]
    if first in words and not share(said, [first]):
        return False
    if not _names(text) <= {*words_of(f"{said} {dates}"), *unchecked}:
        return False
    return bool(_NEGATED.search(text)) == bool(_NEGATED.search(_nearest(said, words)))


def _names(text: str) -> set[str]:
    """The words with a capital, without the first where it begins the line as any word would."""
    names = [re.sub(r"['’]s\Z", "", name.casefold()) for name in _NAME.findall(text)]
    return set(names[1:] if text[:1].isupper() else names)


def _nearest(said: str, words: Sequence[str]) -> str:
    """The sentence that holds most of the words."""
    return max(_sentences(said), key=lambda sentence: share(sentence, words))


def _sentences(said: str) -> Iterator[str]:
    yield from _SENTENCE.split(said)
