"""Which times of something that repeats are meant: "just this one", "this and the following", "all of them". Pure."""

import re

_SCOPES = (
    (
        "following",
        re.compile(
            r"\b(?:(?:this|that|these|it)(?: one)? and (?:all )?(?:the )?(?:following|future|later|ones? after|every one after|after|rest)(?: ones)?|from (?:now|then|here|this one) on(?:wards)?|"
            r"(?:all )?(?:the )?following(?: ones)?(?= *\W*\Z)|et (?:tous |toutes )?les suivante?s|à partir de maintenant)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "all",
        re.compile(
            r"\b(?:all of (?:them|it)|the (?:whole|entire) (?:series|lot)|every (?:one|time)|toutes|tous)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "one",
        re.compile(
            r"\b(?:just|only|juste|seulement) (?:this|that|today's|tomorrow's|cette|celui|celle)(?: (?:one|time|week|fois|ci|là))?\b|\bthis time(?: only)?\b|\bthis once\b",
            re.IGNORECASE,
        ),
    ),
)
# What says it where it was asked for, and would mean something else anywhere else.
_ANSWERS = (
    (
        "following",
        re.compile(r"\W*(?:and )?(?:the )?(?:following|after|future|rest|suivants|les suivants)\b", re.IGNORECASE),
    ),
    ("all", re.compile(r"\W*(?:yes,? )?(?:all|every|everything|each|both|the lot|tout)\b", re.IGNORECASE)),
    (
        "one",
        re.compile(r"\W*(?:just |only |juste )?(?:one|once|the one|this|that|it|celui|celle|une?)\b", re.IGNORECASE),
    ),
)


def without(said: str) -> tuple[str, str]:
    """A clause without which times of a series it means, and which: one, following, all; "" for none."""
    for name, words in _SCOPES:
        if words.search(said):
            return " ".join(words.sub(" ", said).split()).strip(" ,"), name
    return said, ""


def answered(said: str) -> str:
    """Which times an answer to our question means; "" for none."""
    return without(said)[1] or next((name for name, words in _ANSWERS if words.match(said)), "")
