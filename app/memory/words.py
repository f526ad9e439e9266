"""Folding text into words, and the order in which found documents come back: the same on every engine.

Pure. A document stores its folded words beside its text; a search folds what was asked in the same way, so that case,
accents and punctuation never matter and no engine has to agree with another about them. Stemming is the engine's.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import log2

LONGEST = 200_000  # characters of a text that can be searched; what is behind them is kept but not found
LONGEST_QUERY = 4_000
LONGEST_TERM = 500
MOST_TERMS = 12
ENOUGH = 500  # documents looked at for one term, the newest: what a common word finds beyond them would rank low anyway

_MARKS = re.compile("[\u0300-\u036f\u0591-\u05bd\u064b-\u065f]")
_GAPS = re.compile(
    "[\x00-\x2f\x3a-\x60\x7b-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u02c2-\u02df"
    "\u2000-\u206f\u20a0-\u20bf\u2190-\u25ff\u3000-\u303f\ufe00-\ufe0f\ufff0-\uffff\ud800-\udfff]+"
)
_ALONE = re.compile(
    "([\u2600-\u27bf\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])"
)
_STOP_WORDS = frozenset(
    """a about after again all am an and any are as at be because been before being but by can could did do does doing don
    for from had has have having he her here hers him his how i if in into is it its just ll me more most my no nor not now
    of off on once only or other our out over own re s same she should so some such t than that the their them then there
    these they this those through to too under until up ve very was we were what when where which while who whom why will
    with would you your yours""".split()
)


def fold(text: str) -> str:
    """The words of a text: lower case, accents gone, one space between; one word per emoji and per ideograph."""
    text = text[:LONGEST]
    if text.isascii():
        return _GAPS.sub(" ", text.lower()).strip()
    plain = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text.casefold())))
    return " ".join(_GAPS.sub(" ", _ALONE.sub(r" \1 ", plain)).split())[:LONGEST]


def terms(query: str) -> list[str]:
    """The words worth looking for, each once: without the everyday ones where others remain."""
    asked = [word for word in dict.fromkeys(fold(query[:LONGEST_QUERY]).split()) if len(word) <= LONGEST_TERM]
    telling = [word for word in asked if word not in _STOP_WORDS]
    return (telling or asked)[:MOST_TERMS]


def needed(words: str) -> list[str]:
    """All the words of a description that something must hold to be meant by it."""
    return fold(words[:LONGEST_TERM]).split()


def scope(user_id: str, kind: str) -> str:
    """What a document is filed under: a word for its owner and one for its owner and kind."""
    return f"{mark(user_id)} {mark(user_id, kind)}"


def scopes(user_id: str, kinds: Sequence[str]) -> list[str]:
    """The words of `scope` any of which a search asks for; no kinds means all of them."""
    return [mark(user_id, kind) for kind in kinds] if kinds else [mark(user_id)]


@lru_cache(maxsize=4096)
def mark(user_id: str, kind: str = "") -> str:
    """A word nobody writes by chance. The closing 0 keeps stemmers from taking its end for an English one."""
    digest = blake2b(f"{len(user_id)}:{user_id}{kind}".encode("utf-8", "replace"), digest_size=12)
    return f"u{digest.hexdigest()}0"


def rank(found: Sequence[Sequence[int]], complete: Sequence[int]) -> list[tuple[int, float]]:
    """Documents with their scores, best first, from the ids each term found and the ids that hold every term.

    A term counts the more the fewer documents hold it; among equals the newer (higher) id comes first.
    """
    weights = [1 / log2(2 + len(ids)) for ids in found]
    scores: dict[int, float] = {}
    for ids, weight in zip(found, weights, strict=True):
        for number in ids:
            scores[number] = scores.get(number, 0.0) + weight
    scores.update(dict.fromkeys(complete, sum(weights)))
    return sorted(scores.items(), key=lambda item: (item[1], item[0]), reverse=True)
