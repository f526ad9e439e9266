"""One language's words for what people state about themselves: lists of words and phrases, short forms, slips that are mended.

All of it lies in `en.toml` and `fr.toml`, read once, at first use. Pure; knows no grammar.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from app.language.words.tokens import fold, tokenize

LANGUAGES = ("en", "fr")
_SHORTEST_MENDED, _LONG = 5, 9  # letters of a word that is mended, and of one that may hold two slips


class Wordlist:
    """Words and phrases, "last *" for one with any word in it; told where they stand in a text's folded words."""

    def __init__(self, phrases: str) -> None:
        """`phrases`: separated by commas."""
        self.phrases = [tuple(_folded(phrase)) for phrase in phrases.replace("\n", " ").split(",") if phrase.strip()]
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in sorted(self.phrases, key=len, reverse=True):
            self._by_first.setdefault("*" if "*" in phrase[0] else phrase[0], []).append(phrase)

    def at(self, words: Sequence[str], start: int = 0) -> int:
        """How many words the longest phrase takes that stands there; 0 for none."""
        if start >= len(words):
            return 0
        rows = (*self._by_first.get(words[start], ()), *self._by_first.get("*", ()))
        return max((len(phrase) for phrase in rows if _stands(phrase, words, start)), default=0)

    def count(self, words: Sequence[str]) -> int:
        """In how many places one of them stands."""
        return sum(self.at(words, start) > 0 for start in range(len(words)))

    def anywhere(self, words: Sequence[str]) -> bool:
        """Whether one of them stands in the words."""
        return any(self.at(words, start) for start in range(len(words)))

    def at_end(self, words: Sequence[str], end: int) -> int:
        """How many words the longest phrase takes that ends there; 0 for none."""
        return next((size for size in range(min(4, end), 0, -1) if self.at(words[:end], end - size) == size), 0)


def _folded(phrase: str) -> list[str]:
    return ["*".join(fold(part) for part in word.split("*")) if "*" in word else fold(word) for word in _spaced(phrase)]


def _spaced(phrase: str) -> list[str]:
    return phrase.split() if "*" in phrase else [token.folded for token in tokenize(phrase)]


def _stands(phrase: Sequence[str], words: Sequence[str], start: int) -> bool:
    there = words[start : start + len(phrase)]
    return len(there) == len(phrase) and all(map(_is, phrase, there))


def _is(wanted: str, word: str) -> bool:
    if "*" not in wanted:
        return wanted == word
    head, _, tail = wanted.partition("*")
    return (
        word[:1].isalnum()
        and word.startswith(head)
        and word.endswith(tail)
        and len(word) > len(head + tail) - (wanted == "*")
    )


class Language:
    """One language's words and templates, as its file gives them."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """`data`: the file."""
        self.data = data
        self._lists: dict[str, Wordlist] = {}

    def words(self, name: str) -> Wordlist:
        """The list of that name; empty where the language has none."""
        if name not in self._lists:
            self._lists[name] = Wordlist(self.data["words"].get(name, ""))
        return self._lists[name]

    def table(self, name: str) -> list[tuple[str, Wordlist]]:
        """A table of what stands for what: [mends], [elided]."""
        return [(said, Wordlist(of)) for said, of in self.data.get(name, {}).items()]

    @cached_property
    def mendable(self) -> tuple[frozenset[str], list[str]]:
        """All words that are known, and those of them that a slip is mended to."""
        known = set(re.findall(r"[\w']+", str(self.data).casefold()))
        told = (
            word
            for name in ("kin", "others", "foods", "conditions", "mended")
            for word in re.findall(r"[\w']+", self.data["words"].get(name, ""))
        )
        return frozenset(known), sorted({word for word in told if len(word) >= _SHORTEST_MENDED})

    def mend(self, sentence: str) -> str:
        """A sentence with short forms written out and slips in telling words mended."""
        tokens = tokenize(sentence)
        words = [token.folded for token in tokens]
        mended, at, index = [], 0, 0
        while index < len(tokens):
            said, size = self._written_out(words, index)
            if not said and (near := self._nearest(words[index])):
                said, size = near, 1
            if said:
                mended += [sentence[at : tokens[index].start], said]
                at = tokens[index + size - 1].end
            index += max(size, 1)
        return "".join(mended) + sentence[at:]

    def _written_out(self, words: Sequence[str], index: int) -> tuple[str, int]:
        for said, short in self._mends:
            if size := short.at(words, index):
                return said, size
        return "", 0

    @cached_property
    def _mends(self) -> list[tuple[str, Wordlist]]:
        return self.table("mends")

    def _nearest(self, word: str) -> str:
        known, telling = self.mendable
        if len(word) < _SHORTEST_MENDED or not word.isalpha() or word in known or word.removesuffix("s") in known:
            return ""
        most = 2 if len(word) >= _LONG else 1
        near = process.extractOne(word, telling, scorer=OSA.distance, score_cutoff=most)
        return near[0] if near and near[0][0] == word[0] else ""


@cache
def language(name: str) -> Language:
    """A language by its two letters."""
    return Language(tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")))


def language_of(words: Sequence[str]) -> Language:
    """The language whose words for oneself, and whose commonest words, are said most; English where none are."""
    return max(
        map(language, LANGUAGES), key=lambda one: one.words("firsts").count(words) + one.words("marks").count(words)
    )


def folded_words(text: str) -> list[str]:
    """The words of a text without its marks, as lists know them."""
    return [token.folded for token in tokenize(text) if token.folded[:1].isalnum() or token.folded in ("-", "=")]
