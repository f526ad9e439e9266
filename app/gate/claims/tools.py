"""Which tools do which acts, and where: what a call can back, read from `tools.toml` by the parts of a tool's name.

A tool whose name says nothing backs any claim: it changed something, and nobody here knows what. Knows no language.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from app.language.words.verbs import ANY, Acts, acts_of

_MAKES = frozenset(("keep", "change"))
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


@dataclass(frozen=True, slots=True)
class Reach:
    """What a tool does, and where; no places means that it may be anywhere."""

    actions: Acts
    places: frozenset[str]


@cache
def _table(name: str) -> Mapping[str, Acts]:
    """Part of a name → what it says; a word in two rows has both."""
    book = tomllib.loads((Path(__file__).parent / "tools.toml").read_text(encoding="utf-8"))
    if name == "by_place":
        return {place: acts_of(acts) for place, acts in book[name].items()}
    words: dict[str, Acts] = {}
    for said, parts in book[name].items():
        for part in parts.split():
            words[part] = words.get(part, frozenset()) | acts_of(said)
    return words


@lru_cache(maxsize=256)
def reach(tool: str) -> Reach:
    """What a tool of that name can have done. Parts that say nothing are passed over."""
    parts = [part.lower() for part in _PARTS.findall(tool)]
    verbs, nouns, by_place = _table("acts"), _table("places"), _table("by_place")
    places = _joined(nouns[part] for part in parts if part in nouns)
    actions = _joined(verbs[part] for part in parts if part in verbs)
    if not actions:
        return Reach(ANY, places)
    first = next(verbs[part] for part in parts if part in verbs)
    if actions & _MAKES and "delete" not in first:
        actions |= _joined(by_place[place] for place in places if place in by_place)
    return Reach(actions, places)


def _joined(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
