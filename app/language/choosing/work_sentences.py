"""Which sentence of a service of work a message is: as it stands, or without the words around its order. Pure."""

import re
from collections.abc import Iterator

from app.language.choosing import sentences
from app.language.choosing.work_services import Service
from app.language.choosing.work_shown import GIVEN, lately, tools_of
from app.language.dialogue.state import Before
from app.language.orders.plan import Clause
from app.language.pointing import places, points
from app.language.templates import Match

WRITTEN = frozenset(("title", "text", "summary"))  # what is to be written down
TITLED = "__titled"
_PLAIN_POINT = "on "
_COLON = re.compile(r"\s?:\s+|\s[-–—]\s+")


# Words around an order that say nothing of what is to be done; they are taken away only where a text is no sentence with them.
_LEAD_BESIDE = re.compile(
    r"\A(?:(?:no|nope|ok|okay|oh|wait|hm+|sorry|actually|so|then|now|and|just|alright|all right|right|great|good|fine|perfect|looks (?:fine|good|great)|lgtm|non|bon|alors|attends|d['’]accord|et|super|parfait)\b[\s,.!…–—-]*)+",
    re.IGNORECASE,
)
END_BESIDE = re.compile(
    r"(?:[\s,]+(?:instead|rather|then|now|again|after all|too|as well|plutôt|alors|maintenant|encore|aussi|du coup))+\Z",
    re.IGNORECASE,
)


def match(service: Service, clause: Clause, before: Before) -> Match | None:
    """The sentence that it is."""
    return next(iter(matches(service, clause, before)), None)


def matches(service: Service, clause: Clause, before: Before) -> Iterator[Match]:
    """The sentences that it may be: as it stands, with what is to be written behind its colon, and without the words around an order."""
    shown = any(call.tool in tools_of(service) for call in lately(before))
    plain = sentences.tidy(clause.text).rstrip(".!?")
    own = [place for place, words in (("named", service.named), ("called", service.called)) if words.search(plain)]
    kept = sentences.places(shown=shown, likely=False, own=[*own, *(["pointed"] if shown else [])])
    templates = sentences.templates(service.file)
    if (match := sentences.best(plain, kept, templates)) and _is_written_whole(match):
        yield match
    elif colon := sentences.best(_COLON.sub(r" saying ", plain, count=1), kept, templates):
        yield colon
    less = END_BESIDE.sub("", _LEAD_BESIDE.sub("", plain, count=1))
    if less != plain and (bare := sentences.best(less, kept, templates)):
        yield bare
    if shown and (by_title := sentences.best(less, {TITLED.removeprefix(sentences.SUFFIX)}, templates)):
        yield by_title


def _is_written_whole(match: Match) -> bool:
    """Whether what is to be written begins behind words of the sentence, so that a colon or a dash is a part of it."""
    slots = sentences.slots(match)
    beside = (words for name, words in slots.items() if name not in WRITTEN)
    return bool(WRITTEN & slots.keys()) and not any(_COLON.search(f"{words} ") for words in beside)


def tool_of(match: Match) -> tuple[str, dict[str, object]]:
    """The tool of a sentence, and what it is always given."""
    tool, *given = sentences.tool(match).split(GIVEN)
    pairs = (one.partition("=") for one in given)
    return tool, {name: value for name, _, value in pairs}


def is_pointed(words: str, match: Match) -> bool:
    """Whether words name a place in what was shown, or point at it beside other words."""
    return bool(places(words)) or (points(words) and match.literal > len(_PLAIN_POINT))
