"""Words to the pieces of a unigram vocabulary (Kudo 2018), the likeliest way to cut each.

Words are lowered first; `▁` marks the beginning of a word behind a space. Bounded: of a word `LONGEST_WORD` letters are cut.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

SPACE = "▁"
LONGEST_WORD = 40
# A French elision is a word of its own: in "d'appeler la banque" what to do begins behind it.
_ELIDED = r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=[^\W\d_])"
_WORD = re.compile(rf"https?://\S{{0,300}}[^\s.,;:!?)\]»]|{_ELIDED}|\w+(?:['’.:/_@-]\w+)*|[^\w\s]", re.IGNORECASE)
_UNLIKELY = -25.0  # the score of a letter that is no piece


@dataclass(frozen=True, slots=True)
class Word:
    """A word or mark of a text, and where it stands in it."""

    text: str
    start: int
    end: int
    spaced: bool


def words_of(text: str, most: int) -> list[Word]:
    """The first `most` words and marks of a text."""
    found: list[Word] = []
    behind = -1
    for match in _WORD.finditer(text):
        if len(found) == most:
            break
        found.append(Word(match[0], match.start(), match.end(), match.start() != behind))
        behind = match.end()
    return found


def lowered(text: str) -> str:
    """A word as the vocabulary holds it."""
    return unicodedata.normalize("NFKC", text[:LONGEST_WORD]).casefold().replace("’", "'")


class Vocabulary:
    """Pieces by number, with their scores (log probabilities)."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], unknown: int) -> None:
        self._scores: Mapping[str, tuple[int, float]] = {
            piece: (number, score) for number, (piece, score) in enumerate(zip(pieces, scores, strict=True))
        }
        self._unknown = unknown
        self._longest = max(map(len, pieces))
        self.cut = lru_cache(maxsize=4096)(self._cut)

    def of(self, word: Word) -> tuple[int, ...]:
        """The numbers of a word's pieces; one at least."""
        return self.cut((SPACE if word.spaced else "") + lowered(word.text))

    def _cut(self, text: str) -> tuple[int, ...]:
        best: list[tuple[float, int, int]] = [(0.0, 0, 0)]  # score so far, where the last piece begins, its number
        for end in range(1, len(text) + 1):
            score, begin, number = best[end - 1][0] + _UNLIKELY, end - 1, self._unknown
            for start in range(max(0, end - self._longest), end):
                known = self._scores.get(text[start:end])
                if known is not None and best[start][0] + known[1] > score:
                    score, begin, number = best[start][0] + known[1], start, known[0]
            best.append((score, begin, number))
        pieces: list[int] = []
        at = len(text)
        while at > 0:
            pieces.append(best[at][2])
            at = best[at][1]
        return tuple(reversed(pieces)) or (self._unknown,)
