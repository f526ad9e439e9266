"""The files in phrases/: how each language claims an action, and the rules of how words are read. Read when first needed, and kept."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.gate.claims.actions import ANY, Actions, spread
from app.gate.claims.claim import Manner
from app.gate.claims.sentences import HIDDEN
from app.gate.claims.verbs import GOING_ON, PASTS

FOLDER = Path(__file__).parent / "phrases"
LANGUAGES: Mapping[str, str] = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}
MANNERS: tuple[Manner, ...] = ("said", "whole", "shown")
_VERB = "verb"
# A sentence of bare participles begins with them; these mean too much else to begin one.
_NOT_BARE = frozenset(("told", "asked", "called", "rang"))


@dataclass(frozen=True, slots=True)
class Frame:
    """One pattern. `actions` None: those of the word in its group "verb"."""

    regex: re.Pattern[str]
    manner: Manner
    actions: Actions | None


@dataclass(frozen=True, slots=True)
class Language:
    """`actions`: word -> what it may stand for. `shelves`: noun -> place. `back` (not English): what takes a claim back."""

    name: str
    frames: tuple[Frame, ...]
    actions: Mapping[str, Actions]
    shelves: Mapping[str, str]
    past_time: re.Pattern[str]
    back: re.Pattern[str] | None
    onto: re.Pattern[str]  # the shelf named right after a claim


@cache
def read_language(name: str) -> Language:
    """The language of that two-letter name. Raises KeyError for one that is not in LANGUAGES."""
    book = tomllib.loads((FOLDER / f"{LANGUAGES[name]}.toml").read_text(encoding="utf-8"))
    own = _inflected(spread(_turned(book["verbs"])), book.get("endings", {}))
    actions = {**own, **GOING_ON, **PASTS} if name == "en" else own
    shelves = {noun: place for place, nouns in book["shelves"].items() for noun in nouns.split()}
    parts = _parts(book["parts"], own, shelves)
    return Language(
        name=name,
        frames=tuple(_frames(book, parts)),
        actions=actions,
        shelves=shelves,
        past_time=_compiled(parts["PAST_TIME"], parts),
        back=_compiled(parts["BACK"], parts) if "BACK" in parts else None,
        onto=_compiled(parts["ONTO"], parts),
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """Named patterns, and named sets of words."""

    patterns: Mapping[str, re.Pattern[str]]
    words: Mapping[str, frozenset[str]]


@cache
def read_rules(name: str) -> Rules:
    """The patterns of a file that is no language's."""
    book = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    parts = {
        part: alternatives if isinstance(alternatives, str) else "|".join(alternatives)
        for part, alternatives in book["parts"].items()
    }
    parts["HIDDEN"] = HIDDEN
    patterns = {key: _compiled(pattern, parts) for key, pattern in book["patterns"].items()}
    return Rules(patterns, {key: frozenset(words.split()) for key, words in book.get("verbs", {}).items()})


def _inflected(words: Mapping[str, Actions], endings: Mapping[str, str]) -> dict[str, Actions]:
    """Each word in all the forms its ending has; a hyphen stands for a space."""
    forms: dict[str, Actions] = {}
    for word, actions in words.items():
        ending = next((ending for ending in endings if word.endswith(ending)), "")
        for form in endings[ending].split() if ending else [""]:
            forms[f"{word.removesuffix(ending)}{form}".replace("-", " ")] = actions
    return forms


def _turned(table: Mapping[str, str]) -> dict[str, str]:
    """The file's rows are meaning = words; a table of words is the other way round."""
    return {words: meaning for meaning, words in table.items()}


def _parts(given: Mapping[str, str], own: Mapping[str, Actions], shelves: Mapping[str, str]) -> dict[str, str]:
    return {
        **given,
        "HIDDEN": HIDDEN,
        "V": _any_of(own),
        "NOUN": _any_of(shelves),
        "PAST": _any_of(word for word in PASTS if word not in _NOT_BARE),
        "DONE": _any_of(PASTS),
        "DOING": _any_of(GOING_ON),
    }


def _any_of(words: Any) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _frames(book: Mapping[str, Any], parts: Mapping[str, str]) -> Iterator[Frame]:
    for manner in MANNERS:
        for key, lines in book[manner].items():
            actions = None if key == _VERB else ANY if key == "any" else frozenset(key.split())
            yield from (Frame(_compiled(line, parts), manner, actions) for line in lines)


def _compiled(line: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    """A line with its {PARTS} filled in; a part may hold others."""
    while True:
        filled = re.sub(r"\{([A-Z_]+)\}", lambda found: parts[found[1]], line)
        if filled == line:
            return re.compile(filled, re.IGNORECASE)
        line = filled
