"""The phrasebook of routing, and its keyword stage: which domains a message names outright, in microseconds.

One TOML file a domain in `phrases/`, read when first asked for and kept: `keywords` and `negatives` (templates that `Phrases` finds
anywhere), `shapes` (expressions over the text as written: links, ticket numbers), `anchors` (templates of example utterances for the embedding
stage). `<name>` is a class of `language/words/classes.toml`. `outside.toml` lists what no domain of ours does (music, lamps,
banking, small talk), `followup.toml` what only makes sense after another message. All of it was written for this product.

Invariant: deterministic; only the first `LOOKED_AT` characters count. A hit inside another domain's content does not count: "remind me to
email Bob" is a reminder. A domain's negatives withdraw its hits. Knows nothing of encoders, hints or which domain wins.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from hassil.expression import Alternative, Expression, Group, RuleReference, TextChunk
from hassil.parse_expression import parse_sentence

from app.language import templates
from app.language.templates import Found

LOOKED_AT = 600
OUTSIDE = "outside"
FOLLOW_UP = "followup"
FOLDER = Path(__file__).parent / "phrases"
_WORDS = Path(__file__).parents[1] / "language" / "words"


@dataclass(frozen=True, slots=True)
class Phrases:
    """One file of the phrasebook, as written."""

    keywords: tuple[str, ...]
    negatives: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scan:
    """What the keyword stage saw: matched words by owner, in the order of the table, and the owners that a negative refused."""

    hits: dict[str, list[str]]
    refused: frozenset[str]


class KeywordTable:
    """All keywords of all owners."""

    def __init__(self, phrasebook: Mapping[str, Phrases]) -> None:
        self._templates = templates.Phrases(
            {owner: phrases.keywords for owner, phrases in phrasebook.items()},
            word_rules(),
            negatives={owner: phrases.negatives for owner, phrases in phrasebook.items()},
            spellings=spellings(),
        )
        self._shapes = [(owner, re.compile(shape)) for owner, row in phrasebook.items() for shape in row.shapes]
        self._order = {owner: position for position, owner in enumerate(phrasebook)}

    def scan(self, text: str) -> Scan:
        """The owners whose keywords stand in `text`, and those that something in it speaks against."""
        head = text[:LOOKED_AT]
        hits, refused = self._templates.scan(head)
        found: dict[str, list[str]] = {}
        for hit in _outside_foreign_content(hits):
            found.setdefault(hit.name, []).append(hit.words)
        for owner, shape in self._shapes:
            if match := shape.search(head):
                found.setdefault(owner, []).append(match.group().strip())
        ordered = {owner: sorted(set(found[owner])) for owner in sorted(found, key=self._order.__getitem__)}
        return Scan(ordered, refused - found.keys())


def _outside_foreign_content(hits: list[Found]) -> list[Found]:
    """Without the hits that lie in the content of another owner's request; contents inside contents do not count."""
    contents = sorted((hit.content_span, hit.name) for hit in hits if hit.content_span)
    kept: list[tuple[tuple[int, int], str]] = []
    for (start, end), owner in contents:
        if not any(a <= start < b and owner != other for (a, b), other in kept):
            kept.append(((start, end), owner))
    return [hit for hit in hits if not any(a <= hit.start < b and hit.name != owner for (a, b), owner in kept)]


@cache
def read_phrases(name: str) -> Phrases:
    """The phrases of one domain."""
    row = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return Phrases(**{part: tuple(row.get(part, ())) for part in ("keywords", "negatives", "shapes", "anchors")})


@cache
def read_words() -> Mapping[str, tuple[str, ...]]:
    """The word classes that templates refer to by name."""
    rows = tomllib.loads((_WORDS / "classes.toml").read_text(encoding="utf-8"))
    return {name: tuple(word.strip() for word in words.split(",")) for name, words in rows.items()}


@cache
def word_rules() -> Mapping[str, str]:
    """The word classes as rules of the notation."""
    return {name: f"({'|'.join(words)})" for name, words in read_words().items()}


@cache
def spellings() -> Mapping[str, str]:
    """Other ways to write a word, and the words they stand for."""
    return tomllib.loads((_WORDS / "spellings.toml").read_text(encoding="utf-8"))


def expand(anchor: str, limit: int) -> list[str]:
    """Up to `limit` different utterances of an anchor with choices, always the same ones."""
    expression = parse_sentence(anchor).expression
    return list(dict.fromkeys(_Draw(anchor, draw).utterance(expression) for draw in range(limit)))


@dataclass(slots=True)
class _Draw:
    """One drawing of an anchor's choices: a checksum spreads the draws without being random."""

    anchor: str
    number: int
    step: int = 0

    def utterance(self, expression: Expression) -> str:
        return " ".join(self._said(expression).split())

    def _said(self, part: Expression) -> str:
        if isinstance(part, TextChunk):
            return part.original_text
        if isinstance(part, RuleReference):
            words = read_words()[part.rule_name]
            return words[self._pick(len(words))]
        if isinstance(part, Alternative):
            return self._said(part.items[self._pick(len(part.items))])
        assert isinstance(part, Group)
        return "".join(map(self._said, part.items))

    def _pick(self, options: int) -> int:
        self.step += 1
        return crc32(f"{self.anchor}/{self.number}/{self.step}".encode()) % options
