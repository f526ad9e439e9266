"""Words that name nothing and point at what stands before: "it", "that one", "ce rappel", "the second", "number 3".

Pure; the words are data (`words/pointing.toml`), of all languages at once.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.language.words.tokens import fold

_FILE = Path(__file__).parent / "words" / "pointing.toml"
_WORD = re.compile(r"#?\d+(?=\W|\Z)|[^\W_]+(?:[-'’][^\W\d_]+)*")
_NUMBERED = frozenset(("number", "no", "nr", "numero", "n"))
_MOST = 6  # words that point at most


@dataclass(frozen=True, slots=True)
class _Words:
    alone: frozenset[str]
    before: frozenset[str]
    nouns: frozenset[str]
    places: Mapping[str, int]
    counts: Mapping[str, int]
    several: frozenset[str]


@cache
def _words() -> _Words:
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    languages = [table for name, table in read.items() if name not in ("places", "counts")]
    places, counts = (
        {fold(word): int(number) for number, said in read[name].items() for word in said.split(", ")}
        for name in ("places", "counts")
    )
    return _Words(
        _every(languages, "alone"),
        _every(languages, "before"),
        _every(languages, "nouns"),
        places,
        counts,
        _every(languages, "several"),
    )


def _every(languages: list[dict[str, str]], kind: str) -> frozenset[str]:
    return frozenset(fold(word) for table in languages for word in table[kind].split(", "))


def _folded(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text[:80])]


def points(text: str) -> bool:
    """Whether words name nothing and point: of themselves ("it"), or at a thing of some kind ("that reminder", "les deux derniers")."""
    said, known = _folded(text), _words()
    if not said or len(said) > _MOST:
        return False
    if len(said) == 1:
        return said[0] in known.alone
    last = known.nouns | known.alone | known.counts.keys()
    return said[-1] in last and all(word in known.before | known.alone | known.counts.keys() for word in said[:-1])


def places(text: str) -> list[int]:
    """Where in what was shown words point: [0] for "the first one", [-1] for "the last", [0, 1] for "the first two"; none where they name no place."""
    said, known = _folded(text), _words()
    kept = [
        word for word in said if word not in known.before | known.nouns | known.counts.keys() or word in known.places
    ]
    first = known.places.get(kept[0]) if len(kept) == 1 else None
    if first is None:
        return []
    count = next((known.counts[word] for word in said if word in known.counts), 1)
    return [*range(-count, 0)] if first < 0 else [*range(first, first + count)]


def naming(text: str) -> list[str]:
    """The words that name something and don't point, folded: "harbour" of "the one about the harbour" beside "about"."""
    known = _words()
    pointing = known.alone | known.before | known.nouns | known.places.keys() | known.counts.keys()
    return [word for word in _folded(text) if word not in pointing]


def number(text: str) -> int | None:
    """The number of one of them: 3 for "#3", "number 3" and "3"; None where they name none."""
    said, known = _folded(text), _words()
    kept = [word for word in said if word not in known.before | known.nouns | _NUMBERED]
    digits = kept[0].removeprefix("#") if len(kept) == 1 else ""
    return int(digits) if digits.isdecimal() and len(digits) <= 6 else None


def are_several(text: str) -> bool:
    """Whether words that point mean more than one: "them", "both", "les deux"."""
    said, known = _folded(text), _words()
    return any(word in known.several or word in known.counts for word in said)
