"""Sentence templates, the one notation for what people say: `[please] remind me [{when}] to {text}`.

The notation and the engine are hassil's: `[x]` may be missing, `(a|b)` one of these, `(a;b)` both in either order, `<rule>` a named
piece, `{slot}` words or a value from a list. Templates lie in TOML files: `[rules]`, `[lists]`, and one table of sentences for each name.
`Templates` reads a whole clause and answers with every way it can be read; `Phrases` finds fixed phrases anywhere in a text, fast.

Invariant: at most `LOOKED_AT` characters are read, and at most `MOST_MATCHES` readings given. Knows no names of tools.
"""

import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
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
# The slots of `Phrases` but {number}, {content} and {rest}: a word of a text ends in a space, and a sentence in " . ".
_WORD_SLOT = "[^. ][^ ]* "
_SLOTS = {
    "gap": f"(?:{_WORD_SLOT}){{0,5}}?",
    "long_gap": f"(?:{_WORD_SLOT}){{0,10}}?",
    "word": _WORD_SLOT,
    "start": r"(?:(?<=^ )|(?<=\. ))",
    "end": r"(?=\. |$)",
    "word_s": "[^. ][^ ]*s ",
    "word_ed": "[^. ][^ ]*ed ",
    "possessive": "[^. ][^ ]*'s ",
}
# What stands for a name of something where `clauses` has read a text before.
_MARKS = {name: f"{name}0" for name in ("quote", "link", "address", "file", "blank")}
_NEXT_REQUEST = "next_request"  # the rule at which {rest} ends
_NAMED = re.compile(r"<([a-z_]+)>|\{([a-z_]+)\}")
_MAY_MISS = re.compile(r"[\[{<]")
_SYNTAX = re.compile(r"[\[\]()|;]")
_LARGE_NUMBERS = ("hundred", "thousand", "million", "half", "dozen")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+|[.,:]\d+)*|(?<=\w)(?:(?<!\b[^\W\d_])\.|[?!;])[.?!;]*(?=\s|$)|\n+")
# Words said in most texts: a phrase is looked up by another of its words where it has one.
_COMMON = frozenset(
    "a an the my our your his her is are was were be am do does did have has i we you it me us this that to of in on at for from with by "
    "and or what which who when where how will can not now any all up out".split()
)


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
    """A phrase found in a text: the name it stands under, its words as they were read, and what stood in {content} or {rest}.

    `start` and `content_span` are places in `words_of` the text.
    """

    name: str
    words: str
    content: str = ""
    start: int = 0
    content_span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Written:
    """One phrase as it is written."""

    number: int
    name: str
    text: str
    is_negative: bool


@dataclass(frozen=True, eq=False)
class _Phrase:
    """One phrase that was parsed, compiled when it is first tried."""

    number: int
    name: str
    is_negative: bool
    needs: tuple[frozenset[str], ...]
    expression: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.expression)

    def search(self, said: str, *, most: int) -> list[Found]:
        return [self._found(match, said) for match in itertools.islice(self.pattern.finditer(said), most)]

    def _found(self, match: re.Match[str], said: str) -> Found:
        span = match.span("content") if "content" in self.pattern.groupindex else None
        content = said[slice(*span)].strip() if span else ""
        return Found(self.name, match[0].strip(), content, match.start(), span)


class Phrases:
    """Fixed phrases of the same notation, found anywhere in a text in microseconds.

    Slots here are {gap} (up to five words), {long_gap} (up to ten), {word}, {word_s}, {word_ed} and {possessive} by their ending,
    {not_x} where the rule x is not said next, {number} in digits or words, {file}, {link}, {quote}, {address} and {blank} where `clauses`
    put its marks, {start} and {end} of a sentence, {content}: words that are the request's own, and {rest}: such words to the end of the request, which is that of its
    sentence or where the rule `next_request` is said. Each phrase becomes one bounded expression over the words of the text, found by
    its rarest word and tried only where all it needs is said. It is parsed when the first of its words is said: all at once would cost each
    start half a second.
    """

    def __init__(
        self,
        phrases: Mapping[str, Sequence[str]],
        rules: Mapping[str, str] | None = None,
        *,
        negatives: Mapping[str, Sequence[str]] | None = None,
        spellings: Mapping[str, str] | None = None,
    ) -> None:
        """`phrases`: name → templates; `rules`: name → template, for `<rule>`; `negatives`: name → templates, any of which refuses all
        of that name; `spellings`: word → the words it stands for, in texts and templates alike (see `words_of`).

        A template without a word that must be said raises ValueError at the first search, or when its first word is said.
        """
        self._rule_texts = rules or {}
        self._spellings = spellings
        said = [(name, text, False) for name, of in phrases.items() for text in of]
        refused = [(name, text, True) for name, of in (negatives or {}).items() for text in of]
        self._phrases = [_Written(number, *one) for number, one in enumerate((*said, *refused))]
        self._by_word: dict[str, list[_Phrase]] = {}  # the parsed ones, under words of which one must be said
        self._parsed: set[int] = set()
        self._parsing = Lock()
        self._rules: dict[str, Expression] = {}
        self._written_rules: dict[str, str] = {}
        self._rule_words: dict[str, Set[str]] = {}

    def find(self, text: str, *, repeated: bool = False) -> list[Found]:
        """Each name's phrases that occur in the text, in the order of the table; one hit a phrase, or `repeated` ones; none of a refused name."""
        return self.scan(text, repeated=repeated)[0]

    def scan(self, text: str, *, repeated: bool = False) -> tuple[list[Found], frozenset[str]]:
        """The phrases found, and the names that a negative refused."""
        said = words_of(text, self._spellings)
        present = set(said.split())
        self._parse(present)
        tried = {phrase for word in present for phrase in self._by_word.get(word, ())}
        hits: list[Found] = []
        refused: set[str] = set()
        for phrase in sorted(tried, key=lambda phrase: phrase.number):
            if not all(not present.isdisjoint(need) for need in phrase.needs):
                continue
            found = phrase.search(said, most=MOST_MATCHES if repeated else 1)
            if phrase.is_negative:
                refused.update(hit.name for hit in found)
            else:
                hits += found
        return [hit for hit in hits if hit.name not in refused], frozenset(refused)

    def _rule_of(self, name: str) -> Expression:
        if name not in self._rules:
            self._rules[name] = parse_sentence(self._rule_texts[name]).expression
        return self._rules[name]

    def _parse(self, present: Set[str]) -> None:
        """Parses what holds one of these words and was not parsed before."""
        with self._parsing:
            unread = self._unread
            for word in present & unread.keys():
                for phrase in unread.pop(word):
                    if phrase.number not in self._parsed:
                        self._add(phrase)
                        self._parsed.add(phrase.number)

    def _add(self, written: _Written) -> None:
        """Puts a phrase under its fewest and least common words of which one must be said."""
        expression = parse_sentence(written.text).expression
        needs = sorted(self._needs(expression), key=_commonness)
        if not needs:
            raise ValueError(f"no word of {written.text!r} is required")
        pattern = "(?<= )" + self._written(expression)
        phrase = _Phrase(written.number, written.name, written.is_negative, tuple(needs[1:]), pattern)
        for word in needs[0]:
            self._by_word.setdefault(word, []).append(phrase)

    @cached_property
    def _unread(self) -> dict[str, list[_Written]]:
        """Each phrase that was not parsed yet under words of which one must be said, else under all that it may have."""
        rows: dict[str, list[_Written]] = {}
        for phrase in self._phrases:
            words = self._needed_in(phrase.text) or self._words_in(phrase.text)
            if not words:
                raise ValueError(f"no word of {phrase.text!r} is required")
            for word in words:
                rows.setdefault(word, []).append(phrase)
        return rows

    def _needed_in(self, text: str) -> Set[str]:
        """Words of which one must be said, as far as a look at what stands in no bracket, or in one that only chooses, shows it; may be none."""
        found = [self._words_in(part) for part in _pieces(text) if not _MAY_MISS.search(part)]
        rare = [words for words in found if words and not words & _COMMON]
        return min(rare, key=len, default=frozenset())

    def _words_in(self, text: str) -> Set[str]:
        """All words of a template and of the rules in it, needed or not; marks where it wants what `clauses` marks."""
        names = {name for name, _ in _NAMED.findall(text) if name}
        slots = {_MARKS[slot] for _, slot in _NAMED.findall(text) if slot in _MARKS}
        plain = _SYNTAX.sub(" ", _NAMED.sub(" ", text))
        own = words_of(" ".join(plain.split()), self._spellings).split()
        return {*own, *slots}.union(*(self._words_in_rule(name) for name in names))

    def _words_in_rule(self, name: str) -> Set[str]:
        if name not in self._rule_words:
            self._rule_words[name] = self._words_in(self._rule_texts[name])
        return self._rule_words[name]

    def _written(self, part: Expression) -> str:
        """The expression over words that each end in a space."""
        if isinstance(part, TextChunk):
            return "".join(f"{re.escape(word)} " for word in self._words(part))
        if isinstance(part, ListReference):
            return self._slot(part.list_name)
        if isinstance(part, RuleReference):
            return self._rule(part.rule_name)
        if isinstance(part, Permutation):
            orders = itertools.permutations(part.items)
            return f"(?:{'|'.join(''.join(map(self._written, order)) for order in orders)})"
        if isinstance(part, Alternative):
            return f"(?:{'|'.join(map(self._written, part.items))})"
        assert isinstance(part, ExpressionSequence)
        return "".join(map(self._written, part.items))

    def _rule(self, name: str) -> str:
        if name not in self._written_rules:
            self._written_rules[name] = f"(?:{self._written(self._rule_of(name))})"
        return self._written_rules[name]

    def _slot(self, name: str) -> str:
        if name == "number":
            return rf"(?:\d[\d.,:]*(?:st|nd|rd|th)?|{'|'.join((*lexicon().numbers, *_LARGE_NUMBERS))}) "
        if name in _MARKS:
            return f"{_MARKS[name]} "
        if name.startswith("not_"):
            return f"(?!{self._rule(name.removeprefix('not_'))})"
        if name == "content":
            return f"(?P<content>(?:{_WORD_SLOT}){{1,14}}?)"
        if name == "rest":
            other = f"(?!{self._rule(_NEXT_REQUEST)})" if _NEXT_REQUEST in self._rule_texts else ""
            return f"(?P<content>(?:{other}{_WORD_SLOT})+)"
        return _SLOTS[name]

    def _needs(self, part: Expression) -> Iterator[frozenset[str]]:
        """Sets of words, one of each of which must be said."""
        if isinstance(part, TextChunk):
            yield from (frozenset((word,)) for word in self._words(part))
        elif isinstance(part, RuleReference):
            yield from self._needs(self._rule_of(part.rule_name))
        elif isinstance(part, ListReference) and part.list_name in _MARKS:
            yield frozenset((_MARKS[part.list_name],))
        elif isinstance(part, Alternative):
            rarest = [min(self._needs(item), key=_commonness, default=None) for item in part.items]
            if rarest and all(rarest):
                yield frozenset().union(*(words for words in rarest if words))
        elif isinstance(part, Group):
            for item in part.items:
                yield from self._needs(item)

    def _words(self, part: TextChunk) -> list[str]:
        return words_of(" ".join(part.original_text.split()), self._spellings).split()


def _pieces(text: str) -> Iterator[str]:
    """A template cut at the spaces that stand in no bracket."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == " " and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def words_of(text: str, spellings: Mapping[str, str] | None = None) -> str:
    """The words of a text as phrases see them: folded, each followed by one space; " . " where a sentence ends.

    With `spellings` (word → the words it stands for), also without possessive endings, apostrophes, hyphens and points inside numbers.
    """
    words = (found[0] for found in _WORD.finditer(text))
    if spellings is None:
        return " " + "".join(f"{fold(word)} " if word[0].isalnum() else ". " for word in words)
    return " " + "".join(f"{_plain(fold(word), spellings)} " if word[0].isalnum() else ". " for word in words)


def _plain(word: str, spellings: Mapping[str, str]) -> str:
    if word.isalpha() and word not in spellings:
        return word
    known = spellings.get(word)
    return known or word.removesuffix("'s").replace("'", "").replace("-", " ").replace(".", "")


def _commonness(words: frozenset[str]) -> tuple[int, int]:
    return len(words & _COMMON), len(words)
