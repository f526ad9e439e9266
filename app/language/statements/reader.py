"""Clauses read by the templates of `en.toml` and `fr.toml`: whole or not at all, each slot holding only what it may hold. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from app.language.statements.vocabulary import Language, Wordlist, folded_words, language_of
from app.language.templates import Templates
from app.language.words.tokens import tokenize

_LONGEST, _FEWEST_WORDS, _PERSON_WORDS, _NAME_WORDS = 300, 3, 5, 2
_MARKS = " ,.;:!?"


@dataclass(frozen=True, slots=True)
class Template:
    """What the templates of one table say of a fact; see the head of `en.toml`."""

    kind: str
    confidence: float
    key: str = ""
    form: str = ""
    was: str = ""
    about: str = ""
    needs_habit: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause as a template reads it: the template's table and the words of each slot."""

    template: Template
    slots: Mapping[str, str]

    def filled(self, form: str) -> str:
        """A form with the slots' words in their places; a slot that wasn't said leaves nothing."""
        return " ".join(re.sub(r"\{(\w+)\}", lambda found: self.slots.get(found[1], ""), form).split())


class Reader:
    """The templates of one language."""

    def __init__(self, words: Language) -> None:
        """`words`: the language's file."""
        self._language = words
        self._facts = {
            name: Template(**{key: value for key, value in row.items() if key != "say"})
            for name, row in words.data["facts"].items()
        }

    @cached_property
    def _templates(self) -> Templates:
        data = self._language.data
        says = {name: row["say"] for name, row in data["facts"].items()}
        return Templates({"rules": data["rules"], "lists": data["lists"], "sentences": says})

    @cached_property
    def pronouns(self) -> dict[str, str]:
        """Pronouns with what stands behind whom they speak of: "she's" with " is"."""
        return {" ".join(phrase): joined for joined, of in self._language.table("pronouns") for phrase in of.phrases}

    def readings(self, text: str) -> tuple[Reading, ...]:
        """Every way to read the words whose slots hold what they may hold, the surest first."""
        return _readings(self, text)

    def read(self, text: str) -> Iterator[Reading]:
        """The same, read anew."""
        for match in self._templates.match(text):
            slots = {name: said[0].strip(_MARKS) for name, said in match.slots.items()}
            if all(self._may_be(name, said) for name, said in slots.items()):
                yield Reading(self._facts[match.name], self._cleaned(slots))

    def _may_be(self, name: str, said: str) -> bool:
        """Whether a slot may hold these words."""
        check = self._language.data["slots"].get(name)
        if check is None:
            return True
        words = folded_words(said)
        wanted = [self._has(kind, of, words, said) for kind, of in check.items() if kind in _WANTED]
        refused = (self._has(kind, of, words, said) for kind, of in check.items() if kind in _REFUSED)
        return (
            bool(words)
            and len(words) <= check.get("most", _LONGEST)
            and (any(wanted) or not wanted)
            and not any(refused)
        )

    def _has(self, kind: str, of: Any, words: Sequence[str], said: str) -> bool:
        if kind == "capital":
            return said[:1].isupper()
        if kind == "digit":
            return any(word[0].isdigit() for word in words)
        if kind == "regular":
            return self._language.words("regular").anywhere(words)
        if kind == "person":
            return self.person(said)[0] != ""
        return any(_stands(_end_of(kind), phrases, words) for phrases in self._phrases(of))

    def _phrases(self, of: str) -> list[Wordlist]:
        """The lists that a check names, "@kin" or words of its own."""
        return [
            self._language.words(name[1:]) if name[:1] == "@" else _inline(name)
            for name in (one.strip() for one in of.split(","))
        ]

    def _cleaned(self, slots: dict[str, str]) -> dict[str, str]:
        return {name: self.person(said)[0] if name.startswith("who") else said for name, said in slots.items()}

    def person(self, said: str) -> tuple[str, str]:
        """Whom words name ("little sister", "sister's husband") and by what name; both empty where they are nobody of theirs."""
        plain = [token.folded for token in tokenize(said)]
        parts = [token for token in tokenize(said) if token.folded[:1].isalnum() or token.folded == "-"]
        words = [token.folded for token in parts]
        if not plain or len(words) > _PERSON_WORDS + _NAME_WORDS:
            return "", ""
        for size in range(min(len(words), _PERSON_WORDS), 0, -1):
            if any(self._language.words(name).at_end(words, size) for name in ("kin", "others")):
                named = said[parts[size - 1].end :].strip(_MARKS)
                if not self._is_name(named):
                    return "", ""
                return said[parts[0].start : parts[size - 1].end], named
        return "", ""

    def _is_name(self, said: str) -> bool:
        words = folded_words(said)
        strange = any(
            self._language.words(name).anywhere(words)
            for name in ("finite", "not_names", "moments", "kin", "others", "attributes")
        )
        return (
            "'s" not in said
            and len(words) <= _NAME_WORDS + 1
            and not strange
            and (len(words) <= 1 or said[0].isupper())
        )

    def is_among(self, name: str, said: str) -> bool:
        """Whether a phrase of that list stands anywhere in the words."""
        return self._language.words(name).anywhere(folded_words(said))

    def cut_at(self, name: str, said: str) -> str:
        """The words before the first phrase of that list."""
        tokens = tokenize(said)
        words = [token.folded for token in tokens]
        at = next(
            (
                token.start
                for place, token in enumerate(tokens)
                if place and self._language.words(name).at(words, place)
            ),
            len(said),
        )
        return said[:at].strip(_MARKS)

    def without_contrast(self, said: str) -> str:
        """The words without what something is not: "red, not blue" as "red"."""
        head, comma, tail = said.rpartition(",")
        return head if comma and self._language.words("contrast").at(folded_words(tail)) else said

    def without_end(self, name: str, said: str) -> str:
        """The words without a phrase of that list behind them."""
        tokens = [token for token in tokenize(said) if token.folded[:1].isalnum()]
        size = self._language.words(name).at_end([token.folded for token in tokens], len(tokens))
        return said[: tokens[len(tokens) - size - 1].end] if 0 < size < len(tokens) else said

    def told(self, text: str) -> bool:
        """Whether words assert something at all, so that they can be kept when that is asked for."""
        words = folded_words(text)
        return (
            len(words) >= _FEWEST_WORDS
            and not self._language.words("not_told").at(words)
            and any(
                self._language.words("finite").at(words, place) or words[place - 1].endswith("'s")
                for place in range(1, len(words))
            )
            and not self._language.words("questions").at(words)
        )


_WANTED = frozenset(("first", "last", "has", "capital", "digit", "regular", "person"))
_REFUSED = frozenset(("not_first", "last_not", "never"))


def _end_of(kind: str) -> str:
    return "first" if kind in ("first", "not_first") else "last" if kind in ("last", "last_not") else "any"


def _stands(where: str, phrases: Wordlist, words: Sequence[str]) -> bool:
    if where == "first":
        return phrases.at(words) > 0
    return phrases.at_end(words, len(words)) > 0 if where == "last" else phrases.anywhere(words)


@cache
def _inline(phrase: str) -> Wordlist:
    return Wordlist(phrase)


@lru_cache(maxsize=256)
def _readings(reader: Reader, text: str) -> tuple[Reading, ...]:
    return tuple(reader.read(text))


@cache
def _reader(words: Language) -> Reader:
    return Reader(words)


def reader_of(text: str) -> Reader:
    return _reader(language_of([token.folded for token in tokenize(text)]))
