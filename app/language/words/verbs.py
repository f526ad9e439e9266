"""What verbs do: the tables `verbs.toml` (English) and `verbs_<language>.toml`, shared by orders, routing and claims.

An act is a kind of thing that a tool does; a verb names the acts that its past form claims and its base form orders. Files are read
once, at first use. Knows no tool.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Acts = frozenset[str]
FOLDER = Path(__file__).parent
ANY: Acts = frozenset("send call book schedule remind keep change delete complete answer switch undo".split())
# What somebody else notices; a tool for our own shelves never does these.
OUTWARD: Acts = frozenset("send call book answer switch".split())


@dataclass(frozen=True, slots=True)
class Meaning:
    """`acts`: any of these may be meant, `first` foremost ("" where none is). `place`: where, "" where the word does not say."""

    acts: Acts
    first: str = ""
    place: str = ""

    def __or__(self, other: "Meaning") -> "Meaning":
        return Meaning(self.acts | other.acts, self.first or other.first, self.place or other.place)


NOTHING = Meaning(frozenset())


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of one language: form → meaning. English has all four tables, the others `past` (participles) and `orders`."""

    past: Mapping[str, Meaning]
    doing: Mapping[str, Meaning]
    base: Mapping[str, Meaning]
    orders: Mapping[str, Meaning]  # base forms with what they may order
    kinds: Mapping[str, frozenset[str]]


@cache
def read_verbs(language: str = "en") -> Verbs:
    """The table of that two-letter language."""
    name = "verbs.toml" if language == "en" else f"verbs_{language}.toml"
    book = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
    kinds = {kind: frozenset(words.split()) for kind, words in book.get("kinds", {}).items()}
    endings = book.get("endings")
    tables: tuple[dict[str, Meaning], ...] = ({}, {}, {}, {})
    for group in book["verb"]:
        claimed, asked = acts_of(group.get("does", "")), acts_of(group.get("asked", ""))
        meaning = Meaning(claimed, group.get("does", "").split(" ")[0], group.get("place", ""))
        for word in group.get("words", "").split():
            base, *past = word.split("/")
            if endings is not None:
                _put(tables[0], _inflected(base, endings), meaning)
                continue
            if claimed:
                _put(tables[0], past or [_ending(base, "ed", kinds)], meaning)
                _put(tables[1], [_ending(base, "ing", kinds)], meaning)
                _put(tables[2], [base], meaning)
            _put(tables[3], [base], Meaning(claimed | asked, meaning.first))
        _put(tables[3], group.get("orders", "").split(), Meaning(claimed | asked, meaning.first))
    return Verbs(*tables, kinds)


def acts_of(words: str) -> Acts:
    """Acts as they stand in a file: names with spaces between, or "any"."""
    return ANY if words == "any" else frozenset(words.split())


def _put(table: dict[str, Meaning], forms: Iterable[str], meaning: Meaning) -> None:
    for form in forms:
        table[form] = table[form] | meaning if form in table else meaning


def _ending(base: str, ending: str, kinds: Mapping[str, frozenset[str]]) -> str:
    """ "send" → "sending", "move" → "moved", "submit" → "submitting", "tidy" → "tidied"."""
    if base in kinds["doubled"]:
        return f"{base}{base[-1]}{ending}"
    if ending == "ed" and base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ied"
    return f"{base.removesuffix('e')}{ending}"


def _inflected(word: str, endings: Mapping[str, Any]) -> Iterator[str]:
    """A participle in all the forms its ending has; a hyphen stands for a space."""
    ending = next((ending for ending in endings if word.endswith(ending)), "")
    for form in endings[ending].split() if ending else [""]:
        yield f"{word.removesuffix(ending)}{form}"
