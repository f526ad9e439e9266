"""A text as tokens: words, numbers, marks and links, each with its place and its folded form.

Pure, linear in the text. Folded means lower case, without accents, with plain apostrophes and every digit as "0", so that
"À 9 h" and "a 9 h" are one to a reader; the text itself is always cut by the places.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"https?://\S+|www\.\S+|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]|_", re.UNICODE)
_LINK = "<link>"
_LETTERS = str.maketrans({"ɛ": "e", "ɔ": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ŋ": "n", "ɖ": "d", "’": "'"})


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, mark or link: `text[start:end]` of where it was found, and its folded form."""

    start: int
    end: int
    folded: str


def tokenize(text: str) -> list[Token]:
    """The tokens of a text, in order; spaces are none."""
    return [Token(found.start(), found.end(), _shape(found[0])) for found in _TOKEN.finditer(text)]


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Lower case, no accents, plain apostrophes; digits stay."""
    plain = unicodedata.normalize("NFKD", word.casefold().translate(_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _shape(word: str) -> str:
    if word.startswith(("http://", "https://", "www.")):
        return _LINK
    return re.sub(r"\d", "0", word) if word[0].isdigit() else fold(word)
