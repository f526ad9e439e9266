"""Which other thing of work a card shall be about: "no, the second", "the other one", "no, the Kofi one", of what our messages before it listed. Pure.

What is named so stands in a row of ours and is not what the card is about; where several could be meant, none is.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.language.card_changes import puts_right, without_lead
from app.language.choosing.work_services import SERVICES, Service
from app.language.choosing.work_shown import of_two, said, with_words
from app.language.pointing import naming, number, places

_LONGEST, _MOST_READ, _MOST_TEXTS, _MOST_WORDS = 120, 8_000, 3, 6
_OTHER = re.compile(r"(?:the |that |l['’])?(?:other|others|autre)(?: ones?)?\b[\s,:–—-]*", re.IGNORECASE)
_ONE = re.compile(
    r"(?:the|that)\s+(?P<name>\S.*?)\s+ones?|(?:the|that) ones? (?:from|of|by|about|on|with|in|for)\s+(?P<about>\S.*)"
    r"|(?:celui|celle)\s+(?:de |d['’]|du |sur |avec |pour )(?P<de>\S.*)",
    re.IGNORECASE,
)
_LAST_NUMBER = re.compile(r"\d{1,9}\Z")
_NAMED_BY = ("ticket", "item")


def renamed(arguments: Mapping[str, Any], words: str, shown: Sequence[str]) -> str:
    """The change with the name of what its words point at: "no, PROJ-2" for "no, the second"; the words themselves where they point at nothing
    else that was shown. `shown`: what we said in this chat, the latest first."""
    thing = next((name for name in _NAMED_BY if isinstance(arguments.get(name), str)), "")
    service = next((one for one in SERVICES if one.thing == thing), None)
    if service is None or len(words) > _LONGEST or "?" in words or not (puts_right(words) or _OTHER.match(words)):
        return words
    bare = without_lead(words).strip(" .!")
    at = number(bare)
    if at is not None and (name := _numbered(service, at, str(arguments[thing]), shown)):
        return f"no, {name}"
    for text in shown[:_MOST_TEXTS]:
        name = _meant(service, bare, str(arguments[thing]), text[:_MOST_READ])
        if name:
            return f"no, {name}" if name != arguments[thing] else words
    return words


def _numbered(service: Service, at: int, old: str, shown: Sequence[str]) -> str:
    """The thing of that number: the one that was shown, else the one beside the old in its repository or project."""
    names = {name for text in shown[:_MOST_TEXTS] for name in said(service, text[:_MOST_READ]) if _ends(name, at)}
    beside = _LAST_NUMBER.sub(str(at), old)
    return names.pop() if len(names) == 1 else beside if not names or beside in names else ""


def _ends(name: str, at: int) -> bool:
    found = _LAST_NUMBER.search(name)
    return found is not None and int(found[0]) == at


def _meant(service: Service, bare: str, old: str, text: str) -> str:
    names = list(dict.fromkeys(said(service, text)))
    at = places(bare)
    if at:
        return names[at[0]] if len(names) > 1 and -len(names) <= at[0] < len(names) else ""
    other = _OTHER.match(bare)
    if other and not bare[other.end() :]:
        return of_two(names, old)
    one = _ONE.fullmatch(bare)
    about = bare[other.end() :] if other else next(filter(None, one.groups()), "") if one else ""
    words = naming(about) if len(about.split()) <= _MOST_WORDS else []
    return with_words(service, words, text) if words else ""
