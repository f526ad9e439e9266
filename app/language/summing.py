"""The sentences of a text that carry it, without a model: those that hold what the whole text speaks of most, early ones before late ones.

After Luhn (1958) and Edmundson (1969): the frequency of content words, the title's words, and place. Pure; linear in the text.
"""

import re
from collections import Counter
from collections.abc import Sequence

from app.language.vocabulary import words_of

_SENTENCE = re.compile(r"[^.!?\n]{1,600}+(?:[.!?]{1,9}+(?=[\s\"”»)]|$)|(?=\n)|$)")
_LEAST, _MOST = 6, 60  # words of a sentence that can stand alone
_MOST_SENTENCES = 600
_LONGEST_TEXT = 60_000
_COMMON = 4  # letters: shorter words tell little


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; headings and list items are some."""
    found = (one.group().strip() for one in _SENTENCE.finditer(text[:_LONGEST_TEXT]))
    return [one for one in found if one][:_MOST_SENTENCES]


def key_sentences(text: str, most: int, *, title: str = "", without: Sequence[str] = ()) -> list[str]:
    """Up to `most` sentences that carry a text, in its order; none of `without`."""
    found = [one for one in sentences(text) if one not in without]
    words = [[word.stem for word in words_of(one) if len(word.folded) >= _COMMON] for one in found]
    often = Counter(stem for one in words for stem in set(one))
    named = {word.stem for word in words_of(title[:200])}
    rated = list[tuple[float, int]]()
    for at, (sentence, stems) in enumerate(zip(found, words, strict=True)):
        if _LEAST <= len(sentence.split()) <= _MOST and stems:
            weight = sum(often[stem] for stem in set(stems)) / (len(set(stems)) + 4)
            weight *= 1.3 if named & set(stems) else 1.0
            rated.append((weight * (1.25 - 0.5 * at / len(found)), at))
    chosen = list[int]()
    for _, at in sorted(rated, reverse=True):
        if len(chosen) < most and not any(_alike(words[at], words[other]) for other in chosen):
            chosen.append(at)
    return [found[at] for at in sorted(chosen)]


def naming(found: Sequence[str], words: str) -> list[str]:
    """Those of some sentences that hold a word of `words` that is long enough to tell something: those with the most of them first."""
    wanted = {word.stem for word in words_of(words[:300]) if len(word.folded) >= _COMMON}
    held = [(len(wanted & {word.stem for word in words_of(one)}), -at) for at, one in enumerate(found)]
    return [found[-at] for count, at in sorted(held, reverse=True) if count]


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two sentences say much the same."""
    both = set(one) & set(other)
    return len(both) > 0.7 * min(len(set(one)), len(set(other)))
