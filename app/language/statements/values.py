"""Whether one statement tells another value of what an earlier one told: "the gate code is now 8842" behind "the gate code is 4521". Pure."""

import re


def replaces(statement: str, earlier: str) -> bool:
    """Whether the earlier one holds no longer: both say what the same thing is, and the later says "now", or both say a figure."""
    about, value = _valued(statement)
    before, was = _valued(earlier)
    if not about or about != before:
        return False
    return _NOW.search(statement) is not None or (_has_figure(value) and _has_figure(was))


def _valued(statement: str) -> tuple[str, str]:
    """What a plain statement is about, and what it says that is: "the gate code", "4521"."""
    found = _IS.fullmatch(statement.strip(" ."))
    return (found["about"].casefold(), found["value"]) if found else ("", "")


def _has_figure(value: str) -> bool:
    return any(letter.isdigit() for letter in value)


_IS = re.compile(
    r"(?P<about>(?:my|our|the|mon|ma|mes|notre|nos|le|la|les|l'|[A-Z][\w'’-]*['’]s) ?[\w'’ -]{2,60}?) (?:is|are|was|est|sont|c'est) (?P<value>.{1,80})",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|from now on|these days|maintenant|désormais|dorénavant)\b", re.IGNORECASE)
