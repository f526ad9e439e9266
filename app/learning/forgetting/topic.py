"""What somebody wants forgotten, as words that a text holds or doesn't: folded, whole words, in whatever number or tense.

Pure. Careful on purpose: what is taken away can't be had back, so "party" is not "part" and nothing is found inside a longer word.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.memory.rows import json_of
from app.memory.words import fold

MOST_CHARACTERS = 500
MOST_WORDS = 12
_EMPTY = frozenset(
    """a about after again all also am an and any anything are as at be because been before being but by called can concerning could d
    did do does doing don done everything fact facts for forget from get got had has have having he her here hers him his how i if
    in into is it its just knew know known ll m made me memory mention mentioned mentions mine more most my myself named no nor not
    now of off on once one only or other our ours out over own please re regarding remember remembered s said same say she should
    so some something stuff such t tell than that the their them then there these they thing things this those through to
    told too under until up us ve very was we were what whatever when where which while who whom whose why will with would you
    your yours""".split()
)
# What ends like a form of another word and is none.
_WHOLE = frozenset(
    "evening morning during something nothing anything everything hundred indeed news series species lens always perhaps".split()
)
_ENDINGS = (("ies", "y", 3), ("sses", "ss", 2), ("shes", "sh", 2), ("ches", "ch", 2), ("xes", "x", 2), ("zes", "z", 2))
_STUMP = 4  # letters that are left of a word at least
_SPELT = re.compile(
    "[^\x00-\x7f\u00a0\u00ab\u00b7\u00bb\u2010-\u2027\u2713]"
)  # letters that fold into others, not quotes and dashes
_TYPED = re.compile(r"[{\[]")
_AT_ONCE = 100_000  # characters folded together: a fold looks no further than twice that
_OVERLAP = 200
# Fields of stored messages and cards that hold our own words and nobody else's.
_OURS = frozenset(
    "id kind part_kind timestamp tool_name tool_call_id tool_kind model_name provider_name provider_url run_id usage"
    " finish_reason outcome signature verb target voice ended status domain effect action".split()
)


@dataclass(frozen=True, slots=True)
class Topic:
    """Words that a text must all hold; `in_order`: one after the other, with nothing but everyday words between."""

    words: tuple[str, ...]
    in_order: bool = False

    def in_values(self, values: Sequence[Any]) -> bool:
        """Whether the texts in these values (of one row, JSON included) hold them all together."""
        if not self._possible(values):
            return False
        return self.in_text("\n".join(text for value in values for text in leaves(value)))

    def in_text(self, text: str) -> bool:
        """Whether a text holds them."""
        asked = [forms(word) for word in self.words]
        if self.in_order:
            said = [forms(word) for word in _words(text) if word not in _EMPTY]
            starts = range(len(said) - len(asked) + 1)
            return any(all(one & other for one, other in zip(asked, said[start:], strict=False)) for start in starts)
        there = {form for word in set(_words(text)) for form in forms(word)}
        return all(one & there for one in asked)

    def _possible(self, values: Sequence[Any]) -> bool:
        """A quick no for plain text: most rows hold none of the words, and folding each would take long."""
        raw = "\n".join(value if isinstance(value, str) else str(value) for value in values if value)
        if not raw.isascii() and _SPELT.search(raw):
            return True
        raw = raw.lower()
        return all(min(forms(word), key=len).rstrip("ey") in raw for word in self.words)


def topic_of(text: str, *, in_order: bool = False) -> Topic | None:
    """The telling words of a description; None where there are none ("the", "%", "…")."""
    said = [word for word in fold(text[:MOST_CHARACTERS]).split() if word not in _EMPTY]
    words = [stem(word) for word in said]
    if not in_order:
        words = list(dict.fromkeys(words))
    return Topic(tuple(words[:MOST_WORDS]), in_order) if words else None


def stem(word: str) -> str:
    """A folded word as one of its kind: "parties" as "party"."""
    if not word.isascii() or word in _WHOLE or not word.isalpha():
        return word
    for ending, instead, least in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word.removesuffix(ending) + instead
    return word[:-1] if word.endswith("s") and len(word) > 3 and word[-2] not in "sui" else word


@lru_cache(maxsize=4096)
def forms(word: str) -> frozenset[str]:
    """What a word may be a form of, itself included: "divorced" of "divorce", and "Kofie" of nothing else."""
    one = stem(word)
    if one in _WHOLE or not one.isascii():
        return frozenset((one,))
    bare = {one.removesuffix(ending) for ending in ("ing", "ed") if one.endswith(ending)}
    return frozenset((one, *(form for stump in bare if len(stump) >= _STUMP for form in (stump, f"{stump}e"))))


def leaves(value: Any) -> Iterator[str]:
    """Every text in a value: itself, or, where it is JSON (also as a driver gives it), what stands inside its fields."""
    if isinstance(value, str):
        inner = _parsed(value)
        if inner is None:
            yield value
        else:
            yield from leaves(inner)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in _OURS:
                yield from leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)


def _words(text: str) -> Iterator[str]:
    """The folded words of a text of any length; where it is cut, a few come twice."""
    for start in range(0, max(len(text), 1), _AT_ONCE):
        yield from fold(text[max(start - _OVERLAP, 0) : start + _AT_ONCE]).split()


def _parsed(value: str) -> Any:
    """What a JSON object or list in a text says; None for any other text."""
    if not _TYPED.match(value):
        return None
    try:
        return json_of(value)
    except ValueError:
        return None
