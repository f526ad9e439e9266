"""Folding text into words, and the order in which found documents come back: the same on every engine.

Pure. A document stores its folded words beside its text; a search folds what was asked in the same way, so that case,
accents and punctuation never matter and no engine has to agree with another about them. Stemming is the engine's.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from heapq import nlargest
from math import log2

LONGEST = 200_000  # characters of a text that can be searched; what is behind them is kept but not found
LONGEST_QUERY = 4_000
LONGEST_HIT = (
    4_000  # characters that a hit brings of its text, twice what an encoder reads: a document may be a megabyte
)
LONGEST_TERM = 500
MOST_TERMS = 8
ENOUGH = 300  # documents looked at for one term, the newest: what a common word finds beyond them would rank low anyway
RAREST = 3

_SCOPE = 10
_CONSONANTS = "bcdfghjklmnpqrtvwxz"
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
    """The words worth looking for, each once: without the everyday ones where others remain; of many the longest."""
    asked = [word for word in dict.fromkeys(fold(query[:LONGEST_QUERY]).split()) if len(word) <= LONGEST_TERM]
    telling = [word for word in asked if word not in _STOP_WORDS]
    return sorted(telling or asked, key=len, reverse=True)[:MOST_TERMS]


def telling(query: str) -> list[str]:
    """The same of a message nobody meant as a search: of everyday words alone, none."""
    return [word for word in terms(query) if word not in _STOP_WORDS]


def needed(words: str) -> list[str]:
    """All the words of a description that something must hold to be meant by it."""
    return fold(words[:LONGEST_TERM]).split()


@lru_cache(maxsize=4096)
def scope(user_id: str, kind: str) -> str:
    """What every word of a document begins with in the index, so that a search reads this user's words and nobody else's.

    Consonants alone: no stemmer sees a syllable in them. (Should two users' ever be the same, the search still compares users.)
    """
    digest = blake2b(f"{len(user_id)}:{user_id}{kind}".encode("utf-8", "replace"), digest_size=_SCOPE).digest()
    return "".join(_CONSONANTS[byte % len(_CONSONANTS)] for byte in digest)


def rarest(found: Sequence[Sequence[int]], enough: int = ENOUGH) -> list[int]:
    """Which terms are the rarest: a document that holds them all may be older than what each of them found."""
    order = sorted(range(len(found)), key=lambda term: spread(found, term, enough))
    return order[:RAREST] if len(found) > 1 and all(found) else []


def rank(found: Sequence[Sequence[int]], together: Sequence[int], rare: Sequence[int], limit: int) -> dict[int, float]:
    """The best documents with their scores, best first.

    From the ids that each term found, newest (highest) first, and those found by all the `rare` terms together. A term counts
    the more the fewer documents hold it; among equals the newer document comes first.
    """
    scores: dict[int, float] = {}
    for term, ids in enumerate(found):
        weight = 1 / log2(2 + spread(found, term)) if ids else 0.0
        for number in {*ids, *together} if term in rare else ids:
            scores[number] = scores.get(number, 0.0) + weight
    best = nlargest(
        limit, zip(scores.values(), scores, strict=True)
    )  # pairs as they are: a key for each costs as much again
    return {number: score for score, number in best}


def spread(found: Sequence[Sequence[int]], term: int, enough: int = ENOUGH) -> float:
    """About how many documents hold a term: as found, or from how close together the newest `enough` of them lie."""
    ids = found[term]
    if len(ids) < enough:
        return len(ids)
    return len(ids) * max(other[0] for other in found if other) / (ids[0] - ids[-1] + 1)


@dataclass(frozen=True, slots=True)
class Postings:
    """Where the words of a query stand: for each, the ids of the newest `enough` documents that hold it, highest first."""

    found: Sequence[Sequence[int]]
    rare: Sequence[int] = ()
    together: Sequence[int] = ()  # documents that hold all the rare words, however old
    enough: int = ENOUGH

    def holders(self) -> list[frozenset[int]]:
        """For each word the documents that are known to hold it."""
        together = frozenset(self.together)
        return [
            frozenset(ids) | together if term in self.rare else frozenset(ids) for term, ids in enumerate(self.found)
        ]

    def best(self, limit: int) -> dict[int, float]:
        """The documents that hold most of the words, the rarer ones first, with their scores."""
        return rank(self.found, self.together, self.rare, limit)

    def spreads(self) -> list[float]:
        """For each word about how many documents hold it."""
        return [spread(self.found, term, self.enough) for term in range(len(self.found))]
