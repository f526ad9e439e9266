"""Who is who among somebody's people, from what they told: "my brother's name is Anze", "Ama is my sister". Pure.

What speaks of "my brother" then also speaks of Anze, and what speaks of Anze of my brother.
"""

import re
from collections.abc import Iterable

from app.language.vocabulary import lexicon, words_of

_NAME = r"(?P<name>[A-ZÀ-Ý][\w'’-]+)"
_MINE = r"\b(?:[Mm]y|[Oo]ur|[Mm]on|[Mm]a|[Nn]otre)"
_KIN = r"(?P<kin>[\w-]+(?: (?:sister|brother|daughter|son|mother|father|friend))?)"
_SAYS = (
    re.compile(rf"{_MINE} {_KIN}(?:['’]s name is| is called| is named| goes by| s['’]appelle),? {_NAME}"),
    re.compile(
        rf"{_MINE} {_KIN},? {_NAME},?(?= (?:is|was|has|lives|works|likes|loves|can|can't|doesn't|goes|drives|est|a|habite|travaille|aime)\b)"
    ),
    re.compile(rf"\b{_NAME} (?:is|est) (?:my|our|mon|ma) {_KIN}\b(?!['’-]| in law| [a-z]+ing\b)"),
)
_NO_NAMES = frozenset(
    "today tomorrow tonight she he it this that there here who what where neither not if dr mr mrs".split()
)
MOST = 200  # texts that are looked at, and names that are kept


def who_is_who(texts: Iterable[str]) -> dict[str, str]:
    """The names of their people by what they are to them ("brother": "Anze"); who goes by two names is left out."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for text, _ in zip(texts, range(MOST), strict=False):
        for said in (one for says in _SAYS if (one := says.search(text))):
            kin, name = said["kin"].casefold(), said["name"]
            if name.casefold() in _NO_NAMES or lexicon().length("time", [name.casefold()]):
                continue
            if not any(word.person for word in words_of(kin)):
                continue
            if found.setdefault(kin, name) != name:
                twice.add(kin)
    return {kin: name for kin, name in found.items() if kin not in twice}


def with_names(text: str, people: dict[str, str]) -> str:
    """A text with the other of their two names for whom it speaks of: "my brother Anze keeps bees"; as it is where there is none."""
    for kin, name in people.items():
        mine, names_it = _mine(kin).search(text), name.casefold() in text.casefold()
        if mine and not names_it:
            text = f"{text[: mine.end()]} {name}{text[mine.end() :]}"
        elif names_it and not mine:
            text = re.sub(rf"\b{re.escape(name)}\b(?!['’]s)", f"{name} (my {kin})", text, count=1, flags=re.IGNORECASE)
    return text


def _mine(kin: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:my|our|mon|ma|notre) {re.escape(kin)}\b", re.IGNORECASE)
