"""Sentences of a service's domain, from a template file: which one a clause is, of those that may be said where it stands. Pure.

A name there is the tool that is called; behind "__" stands where it may be said: `shown` behind what was just shown of that domain, `likely`
there and where the reader sees that the clause is about it; other words are the domain's own.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from rapidfuzz.distance import OSA

from app.language.orders import speech
from app.language.templates import Match, Templates

SUFFIX = "__"
LONGEST = 400
_JOINED = re.compile(r",| and | et |&")


def tidy(text: str) -> str:
    """A clause without politeness, as templates read it, with slips in the words of mail and calendars put right ("calender", "mial")."""
    return _WORD.sub(_mended, speech.bare(text)[:LONGEST])


def _mended(word: re.Match[str]) -> str:
    return _meant(word[0])


@lru_cache(maxsize=4_096)
def _meant(word: str) -> str:
    """The word of the domain that a word misspells: with two letters changed places, or one too many, too few or wrong."""
    said = word.casefold()
    if said in _DOMAIN or len(said) < _SHORTEST:
        return word
    near = 1 if len(said) > _SHORTEST else 0
    for one in _DOMAIN:
        if one[0] == said[0] and (
            sorted(one) == sorted(said) or (near and OSA.distance(one, said, score_cutoff=near) <= near)
        ):
            return word if said in _OTHERS else one
    return word


_WORD = re.compile(r"[^\W\d_]{4,}")
_SHORTEST = 4
_DOMAIN = frozenset(
    "mail mails email emails inbox calendar calendars appointment appointments meeting meetings invitation invitations accept decline reply forward "
    "archive delete cancel unread attachment family school search letter".split()
)
_OTHERS = frozenset(
    "mails meting letters latter better later accepts replay canal cancels".split()
)  # words of their own


def places(*, shown: bool, likely: bool, own: Iterable[str] = ()) -> set[str]:
    """Where a clause stands."""
    return {"", *own, *(["shown"] if shown else []), *(["likely"] if shown or likely else [])}


def best(said: str, kept: set[str], templates: Templates) -> Match | None:
    """The sentence with the most words of its own, of those that may be said there."""
    found = [one for one in templates.match(said) if one.name.partition(SUFFIX)[2] in kept]
    return max(found, key=lambda one: one.literal, default=None)


def tool(match: Match) -> str:
    """The tool it calls."""
    return match.name.partition(SUFFIX)[0]


def slots(match: Match) -> dict[str, str]:
    """The words of each slot."""
    return {name: values[0].strip(" ,.!?") for name, values in match.slots.items() if values[0].strip(" ,.!?")}


def several(words: str) -> list[str]:
    """ "Ama, Kofi and Esi" as three."""
    return [one.strip() for one in _JOINED.split(words) if one.strip()]


@cache
def templates(name: str) -> Templates:
    """The sentences of a file in `orders/`."""
    return Templates.read(Path(str(files("app.language.orders") / f"{name}.toml")))
