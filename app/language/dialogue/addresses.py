"""Which of several addresses is meant: "Asante, not the IT one", behind "Which address of Kofi? I know …". Pure."""

import re
from collections.abc import Sequence

from app.language.orders.plan import Call
from app.language.pointing import places
from app.language.vocabulary import words_of

_ASKED = re.compile(
    r"\b(?:Which address of|Quelle adresse de) (?P<name>[^?\n]{1,80}?) ?\? (?:I know|Je connais) (?P<known>[^\n]{1,600})\."
)
_KNOWN = re.compile(r"(?P<who>[^,<>]*)<(?P<address>[^<>\s]+@[^<>\s]+)>|(?P<bare>[^\s,<>]+@[^\s,<>]+)")
_NOT = re.compile(r"\b(?:not|pas|but not|except)\b", re.IGNORECASE)
_MOST_WORDS = 12


def chosen(said: str, reply: str, calls: Sequence[Call]) -> Call | None:
    """The call with the address in place of the name that had several; None where the words choose none, or several."""
    asked = _ASKED.search(reply)
    if asked is None or len(said.split()) > _MOST_WORDS:
        return None
    known = [
        (f"{one['who'] or ''} {one['address'] or one['bare']}", one["address"] or one["bare"])
        for one in _KNOWN.finditer(asked["known"])
    ]
    address = _meant(said, known)
    call = next((one for one in calls if _holds(one, asked["name"])), None)
    return _with(call, asked["name"], address) if call is not None and address else None


def _meant(said: str, known: Sequence[tuple[str, str]]) -> str:
    """The one whose own words are said, before "not"; or the one at the place that is named."""
    words = [{word.folded for word in words_of(re.sub(r"[@._-]", " ", told))} for told, _ in known]
    shared = set.intersection(*words) if words else set[str]()
    asked = {word.folded for word in words_of(re.sub(r"[@._-]", " ", _NOT.split(said)[0]))}
    counts = [len((one - shared) & asked) for one in words]
    best = max(counts, default=0)
    if best and counts.count(best) == 1:
        return known[counts.index(best)][1]
    at = places(said)
    return known[at[0]][1] if not best and len(at) == 1 and -len(known) <= at[0] < len(known) else ""


def _holds(call: Call, name: str) -> bool:
    return any(isinstance(value, list) and any(_same(one, name) for one in value) for value in call.arguments.values())


def _with(call: Call, name: str, address: str) -> Call:
    return Call(
        call.tool,
        {
            key: [address if _same(one, name) else one for one in value] if isinstance(value, list) else value
            for key, value in call.arguments.items()
        },
    )


def _same(one: object, name: str) -> bool:
    return isinstance(one, str) and one.strip().casefold() == name.strip().casefold()
