"""Sentence templates found anywhere in a sentence, with their places and their verbs.

The notation is that of `app/language/templates.py`. Its `Phrases` say whether something is said; a claim also has to be taken out of
the sentence, or denied by what stands around it, so these are matched over tokens. Slots: {gap} up to five words, {long_gap} up to ten,
{stretch} up to sixteen with commas, {word}, {start} and {end} of a clause, {first} and {last} of a sentence; any other slot is a list of
words, and the word found in a list whose name begins with "verb" is the verb. Adverbs may stand between any two parts.

Invariant: linear in the sentence but for the gaps, which are bounded.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import islice
from pathlib import Path
from typing import Any

from hassil.expression import Alternative, Expression, Group, ListReference, RuleReference, TextChunk
from hassil.expression import Sequence as ExpressionSequence
from hassil.parse_expression import parse_sentence

FOLDER = Path(__file__).parent
HIDDEN = "\ufffc"
MARKS = frozenset(".,:;-()*")  # a dash is "-", any sign that is no word "*"
# What a file is called is one word: "notes.txt" is no note.
_FILE = r"\w{1,60}(?:[-.]\w{1,60}){0,3}\.(?:txt|md|pdf|docx?|xlsx?|pptx?|csv|od[tsp]|vtt|srt|ics|html?|json|zip|png|jpe?g)\b"
_TOKENS = (
    rf"{HIDDEN}+|{_FILE}|(?<!\w)'s\b|\d+(?:[.,:]\d+)*\w*|\w+(?:-\w+)*(?:'\w+)?|[,:;()]",
    r"(?P<stop>[.!?…]+)|(?P<dash>[–—]|(?<!\S)-(?!\S))|(?P<sign>[^\w\s#@&%€$£+/=<>'\"\[\]-])",
)
_TOKEN = re.compile("|".join(_TOKENS))
_ELISION = re.compile(r"(?:[jldncstm]|qu|lorsqu|jusqu)'(?=\w)")
_SHORT = re.compile(r"(?:n't|'(?:ve|re|ll|d|m|s))\Z")
_LONGER = {"'ve": "have", "'re": "are", "'ll": "will", "'d": "would", "'m": "am"}
_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}
_GAPS = {"word": (1, 1), "gap": (0, 5), "long_gap": (0, 10), "stretch": (1, 16)}
_EMPTY = frozenset("start end first last at_end gap long_gap".split())
_NO_VERB = -1
_Ends = tuple[int, int]  # where a reading ends, and where its verb stands
_Reader = Callable[[Sequence[str], int, int], Iterator[_Ends]]


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence as tokens in small letters, short forms written out ("haven't": have, not; "it's": it, 's), and their places."""

    text: str
    said: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Words":
        """The tokens of a text."""
        rows = [(word, found.start(), found.end()) for found in _TOKEN.finditer(text) for word in _written_out(found)]
        return cls(text, *(tuple(column) for column in zip(*rows, strict=True))) if rows else cls(text, (), (), ())

    def between(self, start: int, end: int) -> str:
        """The text of the tokens `start` to `end`."""
        return self.text[self.starts[start] : self.ends[end - 1]] if end > start else ""

    def part(self, start: int, end: int) -> "Words":
        """The tokens `start:end` alone, with their places in the same text."""
        return Words(self.text, self.said[start:end], self.starts[start:end], self.ends[start:end])

    def edges(self, start: int, end: int, is_break: Callable[[int], bool]) -> tuple[int, int]:
        """The clause around the tokens `start:end`: from behind the break before it to the one after it."""
        before = next((at + 1 for at in range(start - 1, -1, -1) if is_break(at)), 0)
        after = next((at for at in range(end, len(self.said)) if is_break(at)), len(self.said))
        return before, after


@dataclass(frozen=True, slots=True)
class Span:
    """A template found: the name it stands under, its tokens `start:end`, and where its verb stands (-1: it has none)."""

    name: str
    start: int
    end: int
    verb: int


@dataclass(frozen=True, slots=True)
class _Index:
    """Templates by the words they can begin with; those that can begin with any; those that open a sentence."""

    by_word: dict[str, list[int]]
    anywhere: list[int]
    opening: list[int]


class Frames:
    """The templates of some names, ready to be found."""

    def __init__(
        self,
        templates: Mapping[str, Sequence[str]],
        rules: Mapping[str, str] | None = None,
        lists: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """`templates`: name → sentences; `rules`: name → piece; `lists`: slot → words."""
        self._templates, self._lists = templates, lists or {}
        self._rules = {name: parse_sentence(text).expression for name, text in (rules or {}).items()}
        self._indexes: dict[str | None, _Index] = {}
        self._rule_readers: dict[str, _Reader] = {}

    def find(self, words: Words, *, most: int = 4) -> Iterator[Span]:
        """Every place where a template is found, at most so many of each."""
        places = self._places(words, None, 0, len(words.said))
        for row in sorted(places):
            yield from islice(self._spans(row, words, places[row]), most)

    def first(self, words: Words, name: str, start: int = 0, end: int | None = None) -> Span | None:
        """The first place of a template of that name within the tokens `start:end`."""
        limit = len(words.said) if end is None else end
        for row, places in self._places(words, name, start, limit).items():
            for span in self._spans(row, words, places):
                if span.end <= limit:
                    return span
        return None

    def has(self, name: str) -> bool:
        """Whether there are templates of that name."""
        return name in self._templates

    def says(self, words: Words, name: str, start: int = 0, end: int | None = None) -> bool:
        """Whether a template of that name is found there."""
        return self.first(words, name, start, end) is not None

    def begins(self, words: Words, name: str, at: int = 0) -> int | None:
        """Where a template of that name ends that begins at this token; None where none does. The longest reading counts."""
        rows = self._places(words, name, at, at + 1)
        ends = [end for row in rows for end, _ in islice(self._readers[row](words.said, at, _NO_VERB), 16)]
        return max(ends, default=None)

    def _spans(self, row: int, words: Words, places: Iterable[int]) -> Iterator[Span]:
        name, reader = self._rows[row][0], self._readers[row]
        for at in places:
            found = next(reader(words.said, at, _NO_VERB), None)
            if found is not None:
                yield Span(name, at, *found)

    def _places(self, words: Words, name: str | None, start: int, end: int) -> dict[int, list[int]]:
        """Where the templates of a name can begin, by their first words."""
        index, said = self._index(name), words.said
        found: dict[int, list[int]] = {}
        for at in range(start, min(end, len(said))):
            for row in index.by_word.get(said[at], ()):
                found.setdefault(row, []).append(at)
        for row in index.anywhere:
            found[row] = list(range(start, min(end, len(said))))
        opening = next((at for at, word in enumerate(said) if word not in MARKS), len(said))
        for row in index.opening if start <= opening < end else ():
            found[row] = [opening]
        return found

    @cached_property
    def _rows(self) -> list[tuple[str, Expression]]:
        return [(name, parse_sentence(text).expression) for name, texts in self._templates.items() for text in texts]

    @cached_property
    def _readers(self) -> list[_Reader]:
        return [self._reader(expression) for _, expression in self._rows]

    def _index(self, name: str | None) -> "_Index":
        if name not in self._indexes:
            index = _Index({}, [], [])
            for row, (of, expression) in enumerate(self._rows):
                if name not in (None, of):
                    continue
                firsts = self._firsts(expression)[0]
                if _is_opening(expression):
                    index.opening.append(row)
                elif firsts is None:
                    index.anywhere.append(row)
                for word in () if firsts is None or _is_opening(expression) else firsts:
                    index.by_word.setdefault(word, []).append(row)
            self._indexes[name] = index
        return self._indexes[name]

    def _firsts(self, part: Expression) -> tuple[frozenset[str] | None, bool]:
        """The words a reading of it can begin with (None: any), and whether it can be empty."""
        if isinstance(part, TextChunk):
            words = _split(part.original_text)
            return (frozenset(words[:1]), not words)
        if isinstance(part, RuleReference):
            return self._firsts(self._rules[part.rule_name])
        if isinstance(part, ListReference):
            if part.list_name in self._lists:
                return frozenset(self._lists[part.list_name]), False
            return None, part.list_name in _EMPTY
        assert isinstance(part, Group)
        found: frozenset[str] | None = frozenset()
        for item in part.items:
            words_of, empty = self._firsts(item)
            found = None if found is None or words_of is None else found | words_of
            if not empty and not isinstance(part, Alternative):
                return found, False
        return found, any(self._firsts(item)[1] for item in part.items) if isinstance(part, Alternative) else True

    def _reader(self, part: Expression) -> _Reader:
        """What reads the part from a token on: every way to, as where it ends and where its verb stands."""
        if isinstance(part, TextChunk):
            return partial(self._read_words, _split(part.original_text))
        if isinstance(part, RuleReference):
            if part.rule_name not in self._rule_readers:
                self._rule_readers[part.rule_name] = self._reader(self._rules[part.rule_name])
            return self._rule_readers[part.rule_name]
        if isinstance(part, ListReference):
            return partial(self._read_slot, part.list_name)
        if isinstance(part, Alternative):
            return self._either(part)
        assert isinstance(part, ExpressionSequence), part
        readers = [
            self._reader(item)
            for item in part.items
            if not (isinstance(item, TextChunk) and not _split(item.original_text))
        ]
        return reduce(_then, readers) if readers else _nothing

    def _either(self, part: Alternative) -> _Reader:
        """One of several, looked up by the word that stands there."""
        rows = [(self._reader(item), *self._firsts(item)) for item in part.items]
        words = frozenset[str]().union(*(firsts for _, firsts, empty in rows if firsts is not None and not empty))
        by_word = {
            word: tuple(reader for reader, firsts, empty in rows if firsts is None or empty or word in firsts)
            for word in words
        }
        others = tuple(reader for reader, firsts, empty in rows if firsts is None or empty)
        every = tuple(reader for reader, _, _ in rows)

        def read(said: Sequence[str], at: int, verb: int) -> Iterator[_Ends]:
            word = said[at] if at < len(said) else ""
            for reader in every if is_adverb(word) else by_word.get(word, others):
                yield from reader(said, at, verb)

        return read

    def _read_words(self, chunk: Sequence[str], said: Sequence[str], at: int, verb: int) -> Iterator[_Ends]:
        for word in chunk:
            if at >= len(said):
                return
            if said[at] != word:
                at = _past_adverbs(said, at, (word,))
                if at >= len(said) or said[at] != word:
                    return
            at += 1
        yield at, verb

    def _read_slot(self, name: str, said: Sequence[str], at: int, verb: int) -> Iterator[_Ends]:
        if name in self._lists:
            at = _past_adverbs(said, at, self._lists[name])
            if at < len(said) and said[at] in self._lists[name]:
                yield at + 1, at if name.startswith("verb") else verb
        elif name in _GAPS:
            least, most = _GAPS[name]
            barred = frozenset(".:;") if name == "stretch" else MARKS
            for length in range(most + 1):
                if length >= least:
                    yield at + length, verb
                if at + length >= len(said) or said[at + length] in barred:
                    return
        elif name in _EDGES:
            if _EDGES[name](said, at):
                yield at, verb
        elif at < len(said) and _fits(name, said[at]):
            yield at + 1, verb


@lru_cache(maxsize=4096)
def is_adverb(word: str) -> bool:
    """Whether the word is an adverb that changes nothing: templates pass over it."""
    skipped, others = _adverbs()
    return word in skipped or (word.endswith("ly") and len(word) > 4 and word not in others)


@cache
def _adverbs() -> tuple[frozenset[str], frozenset[str]]:
    known = read_book("english")["words"]
    return frozenset(known["skipped"].split()), frozenset(known["not_adverbs"].split())


def _fits(slot: str, word: str) -> bool:
    """Whether the word is a number, or has that ending."""
    if slot == "number":
        return word[0].isdigit()
    return word.endswith(slot[7:]) and not (slot == "ending_ing" and word in _no_gerunds())


@cache
def _no_gerunds() -> frozenset[str]:
    return frozenset(read_book("english")["words"]["no_gerunds"].split())


def _past_adverbs(said: Sequence[str], at: int, wanted: Collection[str]) -> int:
    """Behind the adverbs that stand here, unless one of them is what is looked for."""
    start = at
    while 0 < at < len(said) and at - start < 4 and said[at] not in wanted and is_adverb(said[at]):
        at += 1
    return at


def _then(first: _Reader, second: _Reader) -> _Reader:
    def read(said: Sequence[str], at: int, verb: int) -> Iterator[_Ends]:
        for end, found in first(said, at, verb):
            yield from second(said, end, found)

    return read


def _nothing(said: Sequence[str], at: int, verb: int) -> Iterator[_Ends]:
    yield at, verb


def _is_opening(expression: Expression) -> bool:
    """Whether it begins with {first}."""
    if isinstance(expression, Group) and not isinstance(expression, Alternative):
        return bool(expression.items) and _is_opening(expression.items[0])
    return isinstance(expression, ListReference) and expression.list_name == "first"


_EDGES: Mapping[str, Callable[[Sequence[str], int], bool]] = {
    "start": lambda said, at: at == 0 or said[at - 1] in MARKS,
    "end": lambda said, at: at >= len(said) or said[at] in MARKS,
    "first": lambda said, at: all(word in MARKS for word in said[:at]),
    "last": lambda said, at: all(word in MARKS for word in said[at:]),
    "at_end": lambda said, at: at >= len(said),
}


@cache
def _split(text: str) -> tuple[str, ...]:
    return Words.of(text).said


def _written_out(found: re.Match[str]) -> list[str]:
    """A token as the words it is read as."""
    if found.lastgroup:
        return [{"stop": ".", "dash": "-", "sign": "*"}[found.lastgroup]]
    word = found[0].casefold()
    if word[0] == HIDDEN:
        return [HIDDEN]
    before: list[str] = []
    if elided := _ELISION.match(word):
        before, word = [elided[0][:-1]], word[elided.end() :]
    short = _SHORT.search(word)
    if short is None or short.start() == 0:
        return [*before, word]
    stem = word[: short.start()]
    if short[0] == "n't":
        return [*before, _STEMS.get(stem, stem), "not"]
    if short[0] == "'d" and stem in ("dm", "rsvp", "ok", "cc"):
        return [*before, f"{stem}ed"]
    return [*before, stem, _LONGER.get(short[0], short[0])]


@cache
def read_book(name: str) -> Mapping[str, Any]:
    """A file of this folder."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
