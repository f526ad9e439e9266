"""Texts with the words that were looked for marked: pieces in their order, which a template escapes and marks. Pure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.learning.blocks import share
from app.memory.words import fold

_WORD = re.compile(r"[^\W_]+")
_BEFORE = 60  # characters kept in front of the first word found
_READ = 20_000


class Piece(NamedTuple):
    """Some of a text; `found` where it is a word that was looked for."""

    text: str
    found: bool


def marked(text: str, words: Sequence[str], most: int) -> list[Piece]:
    """A text as one line of at most about `most` characters around the first of the folded `words` it holds."""
    flat = " ".join(text[:_READ].split())
    spans = [found.span() for found in _WORD.finditer(flat) if any(_same(found[0], word) for word in words)]
    first = _first(flat, spans, most)
    last = min(len(flat), first + most)
    pieces, end = [Piece("…", found=False)] if first else [], first
    for start, stop in spans:
        if start < first or stop > last:
            continue
        pieces += [Piece(flat[end:start], found=False), Piece(flat[start:stop], found=True)]
        end = stop
    pieces += [Piece(flat[end:last], found=False), Piece("…" if last < len(flat) else "", found=False)]
    return [piece for piece in pieces if piece.text]


def _first(flat: str, spans: Sequence[tuple[int, int]], most: int) -> int:
    """Where what is shown begins: in front of the first word found, where that lies far behind."""
    if not spans or spans[0][1] + _BEFORE < most:
        return 0
    return flat.rfind(" ", 0, max(spans[0][0] - _BEFORE, 0)) + 1


def _same(said: str, word: str) -> bool:
    """Whether a word of the text is the one that was looked for, or begins as it does."""
    return share(fold(said), [word]) > 0
