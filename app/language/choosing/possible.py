"""Parts as they can be: a look that is there to be taken, what is told as telling. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.language.orders import speech
from app.language.orders.table import intents
from app.language.reader.reading import Part
from app.language.statements.facts import facts_in
from app.language.vocabulary import lexicon, words_of

_SURE_NOW = 0.6  # how sure a question about now is at least
LOOKS = frozenset(
    "about_me agenda ask_fact briefing date_question find_everything find_notes get_time health help list_alerts list_later list_reminders list_schedules list_tasks".split()
)


def told_beside(parts: Sequence[Part]) -> list[Part]:
    """With what states a fact of somebody as the telling it is, also where it was read as talk, or as the end of an order before it."""
    return [piece for part in parts for piece in _told_apart(part)]


def _told_apart(part: Part) -> tuple[Part, ...]:
    likely = dict(part.others).get("tell_fact", 0.0)
    if part.intent in ("aside", "smalltalk") and likely >= _LIKELY and facts_in(part.text):
        return (replace(part, intent="tell_fact", sure=part.sure + likely),)
    ends = list(_SENTENCE.finditer(part.text)) if part.intent == "add_tasks" else []
    at = ends[-1].end() if ends else 0
    if not at or any(slot.end > part.start + at for slot in part.slots) or not facts_in(part.text[at:]):
        return (part,)
    told = Part("tell_fact", part.text[at:], part.start + at, part.end, (), _SURELY)
    return replace(part, text=part.text[:at].rstrip(), end=part.start + len(part.text[:at].rstrip())), told


_SURELY = 0.8
_LIKELY = 0.25
_SENTENCE = re.compile(r"[.!?]\s+(?=\S)")


def that_can_be(part: Part, tools: frozenset[str]) -> Part:
    """A look that nothing here can take, as the likeliest one that can be taken; "what's the date" as the question about now that it is."""
    if part.intent == "date_question" and _TODAY.fullmatch(part.text) and not part.all("when"):
        return replace(part, intent="get_time", sure=max(part.sure, _SURE_NOW))
    row = intents().get(part.intent)
    if part.intent not in LOOKS or row is None or row.tool in tools:
        return part
    possible = (
        (one, sure)
        for one, sure in part.others
        if one in LOOKS and sure >= _POSSIBLE and (other := intents().get(one)) is not None and other.tool in tools
    )
    intent, sure = next(possible, (part.intent, 0.0))
    return replace(part, intent=intent, sure=part.sure + sure)


_POSSIBLE = 0.05
_TODAY = re.compile(
    r"(?:.*\W)?(?:what(?:'s| is|s)? (?:the date|today's date|the day today)|what (?:date|day) is it|quel jour (?:on est|est-on|sommes-nous)|quelle date (?:on est|est-on))(?: today| now| please)?\W*",
    re.IGNORECASE | re.DOTALL,
)


def begins_order(said: str) -> bool:
    """Whether it begins with a word that orders do."""
    return lexicon().length("orders", [word.folded for word in words_of(speech.bare(said)[:BEGINNING])]) > 0


def begins_order_behind(said: str) -> bool:
    """Whether it begins so behind a yes: there a deed is one too that may be another word elsewhere, as "comment" is in French."""
    return begins_order(said) or _DEED.match(said) is not None


_DEED = re.compile(
    r"\W*(?:(?:and|also|then|please|pls|now|just|et|puis|aussi)\b[\s,]*)*"
    r"(?:(?:approve|post|merge|close|reopen|assign|label|reply|answer|share|tell|message|react|review|ping|transition|publish|upload|move|publie|poste|fusionne|ferme|assigne|partage|réponds|commente|approuve|déplace)\b|"
    r"comment\b(?! (?:ça|ca|tu|il|elle|on|vous|faire|va|est|c['’]est|se|le|la|les|vas)\b))(?!.*\?\W*\Z)",
    re.IGNORECASE | re.DOTALL,
)
BEGINNING = 40  # characters
