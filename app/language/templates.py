"""Sentence templates, the one notation for what people say: `[please] remind me [{when}] to {text}`.

The notation and the engine are hassil's: `[x]` may be missing, `(a|b)` one of these, `(a;b)` both in either order, `<rule>` a named
piece, `{slot}` words or a value from a list. Templates lie in TOML files: `[rules]`, `[lists]`, and one table of sentences for each name.
`Templates` reads a whole clause and answers with every way it can be read; `Phrases` finds fixed phrases anywhere in a text, fast.

Invariant: at most `LOOKED_AT` characters are read, and at most `MOST_MATCHES` readings given. Knows no names of tools.
"""

import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hassil.expression import Alternative, Expression, Group, ListReference, Permutation, RuleReference, TextChunk
from hassil.expression import Sequence as ExpressionSequence
from hassil.intents import Intents, SlotList, TextSlotList
from hassil.parse_expression import parse_sentence
from hassil.recognize import recognize_all

from app.language.words.lexicon import lexicon
from app.language.words.tokens import fold

LOOKED_AT = 400  # characters of a clause that templates see
MOST_MATCHES = 64
# Words between two parts of a phrase, as slots of the notation: {gap} up to five, {long_gap} up to ten; {number} in digits or words.
_GAPS = {
    "gap": "(?:[^. ]+ ){0,5}?",
    "long_gap": "(?:[^. ]+ ){0,10}?",
    "word": "[^. ]+ ",
    "start": r"(?:(?<=^ )|(?<=\. ))",
    "end": r"(?=\. |$)",
}
_NUMBER_WORDS = (*lexicon().numbers, "hundred", "thousand", "million", "half", "dozen")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+|[.,:]\d+)*|(?<=\w)[.?!;]+(?=\s|$)|\n+")


@dataclass(frozen=True, slots=True)
class Match:
    """One way to read a clause: the name of the template's table, the words of each slot with their places, how many characters
    were the template's own (the more, the surer), and the template itself.
    """

    name: str
    slots: Mapping[str, tuple[str, ...]]
    spans: Mapping[str, tuple[tuple[int, int], ...]]
    literal: int
    template: str


class Templates:
    """The templates of some files, compiled once."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        """`tables`: `rules` name → template, `lists` name → values, `sentences` name → templates. A slot without a list is open."""
        self.rules: Mapping[str, str] = tables.get("rules", {})
        self.sentences: Mapping[str, Sequence[str]] = tables["sentences"]
        self._lists: Mapping[str, Sequence[str]] = tables.get("lists", {})

    @classmethod
    def read(cls, *paths: Path) -> "Templates":
        """Of several files one table; a name that stands in two of them has the sentences of both."""
        whole: dict[str, Any] = {"rules": {}, "lists": {}, "sentences": {}}
        for path in paths:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            whole["rules"] |= data.get("rules", {})
            whole["lists"] |= data.get("lists", {})
            for name, sentences in data.get("sentences", {}).items():
                whole["sentences"].setdefault(name, []).extend(sentences)
        return cls(whole)

    def match(self, text: str, lists: Mapping[str, Sequence[str]] | None = None) -> list[Match]:
        """Every way to read the clause, the surest first. `lists`: the values that slots may have just now."""
        clause = text[:LOOKED_AT]
        slots: dict[str, SlotList] = {name: TextSlotList.from_strings(values) for name, values in (lists or {}).items()}
        found = recognize_all(clause, self._intents, slot_lists=slots)
        matches = [_match(result, clause) for result in itertools.islice(found, MOST_MATCHES)]
        return sorted(matches, key=lambda match: -match.literal)

    @cached_property
    def _intents(self) -> Intents:
        names = {name for sentence in self._all() for name in re.findall(r"\{([a-z_]+)(?::[a-z_]+)?\}", sentence)}
        lists = {name: {"values": list(values)} for name, values in self._lists.items()}
        return Intents.from_dict(
            {
                "language": "en",
                "intents": {name: {"data": [{"sentences": list(of)}]} for name, of in self.sentences.items()},
                "lists": {name: {"wildcard": True} for name in names} | lists,
                "expansion_rules": dict(self.rules),
            }
        )

    def _all(self) -> Iterator[str]:
        yield from self.rules.values()
        for sentences in self.sentences.values():
            yield from sentences


def _match(result: Any, clause: str) -> Match:
    slots: dict[str, tuple[str, ...]] = {}
    spans: dict[str, tuple[tuple[int, int], ...]] = {}
    for entity in result.entities_list:
        start, end = entity.text_span
        slots[entity.name] = (*slots.get(entity.name, ()), clause[start:end].strip())
        spans[entity.name] = (*spans.get(entity.name, ()), (start, end))
    open_length = sum(end - start for of in spans.values() for start, end in of)
    return Match(result.intent.name, slots, spans, len(clause) - open_length, result.intent_sentence.text)


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase found in a text: the name it stands under, its words as they were read, and what stood in {content}."""

    name: str
    words: str
    content: str = ""


class Phrases:
    """Fixed phrases of the same notation, found anywhere in a text in microseconds.

    Slots here are the gaps of `_GAPS`, {number}, and {content}: words that are the request's own. Each phrase becomes one bounded
    expression over the words of the text, tried only where one of its rarest words is said.
    """

    def __init__(self, phrases: Mapping[str, Sequence[str]], rules: Mapping[str, str] | None = None) -> None:
        """`phrases`: name → templates; `rules`: name → template, for `<rule>`."""
        self._rules = {name: parse_sentence(text).expression for name, text in (rules or {}).items()}
        self._phrases = [(name, text) for name, of in phrases.items() for text in of]

    def find(self, text: str) -> list[Found]:
        """Each name's phrases that occur in the text, in the order of the table; one hit a phrase."""
        said = words_of(text)
        present = set(said.split())
        hits: list[Found] = []
        for name, needs, pattern in self._compiled:
            if all(present & need for need in needs) and (match := pattern.search(said)) is not None:
                hits.append(Found(name, match[0].strip(), (match.groupdict().get("content") or "").strip()))
        return hits

    @cached_property
    def _compiled(self) -> list[tuple[str, tuple[frozenset[str], ...], re.Pattern[str]]]:
        rows: list[tuple[str, tuple[frozenset[str], ...], re.Pattern[str]]] = []
        for name, text in self._phrases:
            expression = parse_sentence(text).expression
            rows.append((name, tuple(self._needs(expression)), re.compile("(?<= )" + self._written(expression))))
        return rows

    def _written(self, part: Expression) -> str:
        """The expression over words that each end in a space."""
        if isinstance(part, TextChunk):
            return "".join(f"{re.escape(fold(word))} " for word in part.original_text.split())
        if isinstance(part, ListReference):
            return _slot(part.list_name)
        if isinstance(part, RuleReference):
            return f"(?:{self._written(self._rules[part.rule_name])})"
        if isinstance(part, Permutation):
            orders = itertools.permutations(part.items)
            return f"(?:{'|'.join(''.join(map(self._written, order)) for order in orders)})"
        if isinstance(part, Alternative):
            return f"(?:{'|'.join(map(self._written, part.items))})"
        assert isinstance(part, ExpressionSequence)
        return "".join(map(self._written, part.items))

    def _needs(self, part: Expression) -> Iterator[frozenset[str]]:
        """Sets of words, one of each of which must be said."""
        if isinstance(part, TextChunk):
            yield from (frozenset((fold(word),)) for word in part.original_text.split())
        elif isinstance(part, RuleReference):
            yield from self._needs(self._rules[part.rule_name])
        elif isinstance(part, Alternative):
            firsts = [next(iter(self._needs(item)), None) for item in part.items]
            if firsts and all(firsts):
                yield frozenset().union(*(first for first in firsts if first))
        elif isinstance(part, Group):
            for item in part.items:
                yield from self._needs(item)


def words_of(text: str) -> str:
    """The words of a text as phrases see them: folded, each followed by one space; " . " where a sentence ends."""
    words = (found[0] for found in _WORD.finditer(text))
    return " " + "".join(f"{fold(word)} " if word[0].isalnum() else ". " for word in words)


def _slot(name: str) -> str:
    if name == "number":
        return rf"(?:\d[\d.,:]*(?:st|nd|rd|th)?|{'|'.join(_NUMBER_WORDS)}) "
    if name == "content":
        return "(?P<content>(?:[^. ]+ ){1,14}?)"
    return _GAPS[name]
