"""The keyword stage: a small pattern notation compiled once, and a scan that takes microseconds.

Notation, word by word:  `a|b` one of these · `a_b` two words in a row · `word?` may be missing · `{class}` a class of
`words.toml` · `#` a number · `..` up to five words between (`...` ten) · `>` words that are the request's own content ("remind me
to >") · `^` and `$` the start and the end of a sentence.

Invariant: pure and deterministic; only the first `LOOKED_AT` characters count, however long the text. A hit inside
another domain's content does not count: "remind me to email Bob" is a reminder. A domain's negatives withdraw its hits.
Knows nothing of encoders, hints or which domain wins.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.routing.phrases import Phrases, read_words

LOOKED_AT = 600
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+|[.,]\d+)*|(?<=[^\W_]{2})[.?!;]+(?=\s|$)|\n+")
_GAP = "(?:[^. ]+ ){0,5}?"
_LONG_GAP = "(?:[^. ]+ ){0,10}?"
_CONTENT = "(?P<content>(?:[^. ]+ ){1,14}?)"
# Content at the end of a request lasts until its sentence ends or another request plainly begins.
_NEXT_REQUEST = "(?:then|also|(?:and|plus) (?:then|also|what|how|when|where|who|is|are|do|does|did)) "
_TAIL = f"(?P<content>(?:(?!{_NEXT_REQUEST})[^. ]+ )+)"
_SENTENCE_START = r"(?:(?<=^ )|(?<=\. ))"
_SENTENCE_END = r"(?=\. |$)"
_NUMBER_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|dozen"
)
_NUMBER = rf"(?:\d[\d.,]*(?:st|nd|rd|th)?|{_NUMBER_WORDS}) "
_PARTS = {"..": _GAP, "...": _LONG_GAP, "^": _SENTENCE_START, "$": _SENTENCE_END, ">": _CONTENT}
# Words too common to decide which patterns are worth trying.
_COMMON = frozenset(
    "a an the my our your his her is are was were be am do does did have has i we you it me us this that to of in on at "
    "for from with by and or what which who when where how will can not now any all up out".split()
)
_SPELLINGS = {
    "e-mail": "email", "e-mails": "emails", "e-mailed": "emailed", "to-do": "todo", "to-dos": "todos",
    "what's": "what is", "whats": "what is", "who's": "who is", "where's": "where is", "when's": "when is",
    "how's": "how is", "that's": "that is", "it's": "it is", "there's": "there is", "here's": "here is",
    "let's": "let us", "i'm": "i am", "i've": "i have", "i'd": "i would", "i'll": "i will", "you've": "you have",
    "we've": "we have", "don't": "dont", "didn't": "didnt", "time's": "time is", "date's": "date is",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Pattern:
    owner: str
    is_negative: bool
    expression: str

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """Compiled when first tried: all of them at once would cost the start a tenth of a second."""
        return re.compile(self.expression)


@dataclass(frozen=True, slots=True)
class _Hit:
    owner: str
    text: str
    start: int
    content: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Scan:
    """What the keyword stage saw: matched words by owner, in the order of the table, and the owners that a negative refused."""

    hits: dict[str, list[str]]
    refused: frozenset[str]


class KeywordTable:
    """All patterns of all owners, found by the words they need."""

    def __init__(self, phrasebook: Mapping[str, Phrases]) -> None:
        self._by_word: dict[str, list[_Pattern]] = {}
        self._shapes: list[tuple[str, re.Pattern[str]]] = []
        self._order = {owner: position for position, owner in enumerate(phrasebook)}
        for owner, phrases in phrasebook.items():
            self._index(owner, phrases.keywords, is_negative=False)
            self._index(owner, phrases.negatives, is_negative=True)
            self._shapes += [(owner, re.compile(shape)) for shape in phrases.shapes]

    def scan(self, text: str) -> Scan:
        """The owners whose patterns match `text`, and those that something in it speaks against."""
        head = text[:LOOKED_AT]
        hits, refused = self._match(normalise(head))
        found: dict[str, list[str]] = {}
        for hit in _outside_foreign_content(hits):
            if hit.owner not in refused:
                found.setdefault(hit.owner, []).append(hit.text)
        for owner, shape in self._shapes:
            if match := shape.search(head):
                found.setdefault(owner, []).append(match.group().strip())
        ordered = {owner: sorted(set(found[owner])) for owner in sorted(found, key=self._order.__getitem__)}
        return Scan(ordered, frozenset(refused - found.keys()))

    def _match(self, normal: str) -> tuple[list[_Hit], set[str]]:
        hits: list[_Hit] = []
        refused: set[str] = set()
        candidates = {pattern for word in set(normal.split()) for pattern in self._by_word.get(word, ())}
        for pattern in candidates:
            match = pattern.regex.search(normal)
            if match is None:
                continue
            if pattern.is_negative:
                refused.add(pattern.owner)
                continue
            content = match.span("content") if "content" in pattern.regex.groupindex else None
            hits.append(_Hit(pattern.owner, match.group().strip(), match.start(), content))
        return hits, refused

    def _index(self, owner: str, phrases: tuple[str, ...], *, is_negative: bool) -> None:
        for phrase in phrases:
            expression, triggers = translate(phrase)
            pattern = _Pattern(owner, is_negative, expression)
            for word in triggers:
                self._by_word.setdefault(word, []).append(pattern)


def normalise(text: str) -> str:
    """Lower-case words between single blanks, contractions opened, the end of a sentence as ` . `."""
    words: list[str] = []
    for word in _WORD.findall(text.lower().replace("’", "'")):
        if not word[0].isalnum():
            words.append(".")
            continue
        known = _SPELLINGS.get(word)
        words.append(known or word.removesuffix("'s").replace("'", "").replace("-", " ").replace(".", ""))
    return f" {' '.join(words)} "


def translate(phrase: str) -> tuple[str, frozenset[str]]:
    """The regular expression of a phrase, and words of which at least one is in every text it matches."""
    slots = phrase.split()
    parts: list[str] = []
    needed: list[frozenset[str]] = []
    for slot in slots:
        if slot in _PARTS:
            parts.append(_PARTS[slot])
            continue
        words = _words_of(slot.removesuffix("?"))
        choice = f"(?:{'|'.join(map(_expression, words))})"
        parts.append(f"{choice}?" if slot.endswith("?") else choice)
        if not slot.endswith("?") and not {"#", "$"} & set(words):
            needed.append(frozenset(map(_rarest, words)))
    if slots[-1] == ">":
        parts[-1] = _TAIL
    if not needed:
        raise ValueError(f"no word of {phrase!r} is required")
    return "(?<= )" + "".join(parts), min(needed, key=lambda words: (len(words & _COMMON), len(words)))


def _words_of(slot: str) -> list[str]:
    choices = (read_words()[name[1:-1]] if name.startswith("{") else (name,) for name in slot.split("|"))
    return [word.replace("_", " ").lower() for words in choices for word in words]


def _expression(word: str) -> str:
    if word == "#":
        return _NUMBER
    return _SENTENCE_END if word == "$" else re.escape(word) + " "


def _rarest(words: str) -> str:
    return next((word for word in words.split() if word not in _COMMON), words.split()[0])


def _outside_foreign_content(hits: list[_Hit]) -> list[_Hit]:
    """Without the hits that lie in the content of another owner's request; contents inside contents do not count."""
    contents = sorted((hit.content, hit.owner) for hit in hits if hit.content)
    kept: list[tuple[tuple[int, int], str]] = []
    for (start, end), owner in contents:
        if not any(a <= start < b and owner != other for (a, b), other in kept):
            kept.append(((start, end), owner))
    return [hit for hit in hits if not any(a <= hit.start < b and hit.owner != owner for (a, b), owner in kept)]
