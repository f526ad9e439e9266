"""Whether words that would take something away are an order at all: not under a condition, not pasted from somebody else. Pure.

A wrong action is far worse than a question: what is not plainly an order is not carried out, and that is said.
"""

import re
from collections.abc import Sequence

from app.language.choosing.guards import DESTROYS
from app.language.cues import says
from app.language.dialogue.changes import holds
from app.language.orders.plan import Call
from app.language.reader.reading import Part

NOT_ORDERED = "I don't take that as an order, so I did nothing. Say just what to do and I'll do it."
NO_CONDITIONS = "I can't wait for a condition, so I did nothing. Tell me when it is so, or ask me to remind you."
# Words that others sent: a pasted line of a chat, of a mail, of a page.
_PASTED = re.compile(
    r"\A\W*>|\A\W*\[?\d{1,2}:\d\d\]?|\A\W*(?:fwd?|re|translate|traduis|quote|mum|mom|dad|[A-Z][a-z]{1,14})\s?:",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"\A\W*[A-Z][a-z]{1,14}\s?:")  # "Bob: …"
_ADDRESSED = re.compile(
    r"\A\W*(?:kwasi|ok|okay|hey|right|well|so|now|first|next|finally|question|notes?|journal|diary|memo|courses|bon|alors|please|pls|also|and|then|task|tasks|todo|list|shopping|reminder|change|correction|update|delete|remove|cancel|clear)\s?:",
    re.IGNORECASE,
)
# What an undo names, where it names anything: "undo the damage I've done", "take that shirt back", "revert the git commit".
_UNDONE = re.compile(
    r"\b(?:undo|undoing|revert|reverse|restore|redo)\s+(?P<what>[^,;.!?\n]+)|\btake (?P<back>[^,;.!?\n]+?) back\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:it|that|this|them|those|these|the|my|your|last|latest|previous|one|ones|thing|things|change|changes|action|steps?|plan|final|whole|entire|only|stuff|what|you|i|we|just|did|done|was|were|a|an|"
    r"mistake|please|pls|kindly|back|again|now|of|all|both|and|to|for|me|kwasi|right|away|if|can|could|would|said|asked|told|ever|very|most|recent|recently|task|tasks|item|items|note|notes|"
    r"reminder|reminders|alarm|list|lists|entry|fact|facts|update|edit|deletion|removal|delete[d]?|remov\w*|clear\w*|cancel\w*|add\w*|chang\w*|order|request|time|minutes?|ago|so|no|sorry|oops|thanks|thank)\b",
    re.IGNORECASE,
)


_PLAIN = 0.9  # how sure an undo is, behind something that was done, where what it names is not looked at
# One of these is in every undo: without any, whatever the reader says, nothing is taken back.
_OF_UNDO = re.compile(
    r"\b(?:undo\w*|undid|undone|unsend|revert\w*|revers\w*|restor\w*|redo|roll\w*|back|mistake\w*|accident\w*|wrong\w*|oops|cancel\w*|scrap|strike|nix|remove|delete|"
    r"never ?mind|forget|didn['’]?t (?:mean|want)|don['’]?t want|not what|ignore|as (?:it|they) (?:was|were)|annul\w*|d[ée]fai\w*|remet\w*|remis\w*|r[ée]tabli\w*|reviens|revenir|restaur\w*|"
    r"erreur|tromp\w*|rückgängig|zurück|deshaz|deshacer)\b|↩",
    re.IGNORECASE,
)
# What was done is asked about: "what did you just do?", "did you undo that?", and not "can you undo that?".
_ASKS_WHAT_WAS_DONE = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|hey|well|wait|um|please|kwasi|et|bon|alors|mais)\b[\s,]*)*"
    r"(?:(?:what|which|who|when|where)(?:['’]?s| (?:thing |things |change |changes |one |ones )?(?:is|was|were|are|did|do|does|have|has|had|can|could|would|will|got))\b|wh(?:y|ich|o)\b|how\b|"
    r"(?:did|do|does|have|has|had|is|are|was|were|should)(?:n['’]?t)? (?:you|i|we|it|that|this|they|there|the)\b|(?:tell|show|remind) me (?:what|which)\b|"
    r"qu['’]est[- ]ce|qu['’]as|qu['’]a[s-]|que? (?:viens|as|vient)|quoi\b|quel(?:le)?s?\b|qui\b|quand\b|pourquoi\b|comment\b|(?:est-ce que )?(?:tu as|t['’]as|vous avez|as-tu|avez-vous)\b|"
    r"c['’][ée]tait quoi)",
    re.IGNORECASE,
)


def refused(part: Part, text: str, calls: Sequence[Call] = ()) -> str:
    """Why a part that takes something away is no order, in words; "" where it is one. `text`: the message it stands in, `calls`: what was done
    last, which is what an undo may name."""
    if part.intent == "undo":
        if not any(map(_orders_undo, _sentence(part, text).split("?"))):
            return NOT_ORDERED
        if part.sure >= _PLAIN and calls:
            return ""
        rest = re.split(r"[,;.!?\n]", text[part.end :], maxsplit=1)[0] if part.text[-1:].isalnum() else ""
        return NOT_ORDERED if _is_prose(f"{part.text}{rest}", calls) else ""
    if part.intent not in DESTROYS or part.intent == "complete_tasks":
        return ""
    said = _sentence(part, text)
    if says("conditional", said):
        return NO_CONDITIONS
    is_other = part.intent == "empty_trash" and says("of_house_trash", said)
    is_other = is_other or (part.intent in ("delete_tasks", "clear_list") and says("only_done", said))
    is_others = (_PASTED.match(text) and not _ADDRESSED.match(text)) or says("injects", text)
    return NOT_ORDERED if is_other or is_others else ""


def is_doubtful(part: Part, text: str) -> bool:
    """Whether it is better asked about first: reported, put off, hoped for, not wanted, not yet so, or itself a question. What its slots say
    is not looked at."""
    said = _around(part, text)
    if part.intent in ("set_reminder", "complete_tasks") and _SPOKEN.match(said) and not _ADDRESSED.match(said):
        return True
    if part.intent in _ADDS:
        return says("hedged", said) or says("unwanted", said)
    if part.intent not in DESTROYS:
        return False
    is_of_done = part.intent in ("complete_tasks", "mark_read")
    is_asked = said.rstrip().endswith("?") or says("asks_whether", said)
    undone = is_of_done or part.intent == "delete_tasks"
    return (
        says("hedged", said)
        or (undone and says("undone", said))
        or (is_of_done and is_asked and says("asks_if_done", said))
    )


def is_no_fact(part: Part, text: str) -> bool:
    """Whether what is told is only supposed, or stands in what somebody else wrote: "my mum writes: …"."""
    return part.intent == "tell_fact" and (says("supposed", text) or _OTHERS.match(text) is not None)


_ADDS = frozenset(("set_reminder", "add_tasks", "save_note"))
_OTHERS = re.compile(
    r"\W*(?:from [\w .'-]{1,30}|[\w .'’-]{1,40}\b(?:says?|said|writes?|wrote|texts?|texted|dit|écrit|disait|écrivait)) ?:\s",
    re.IGNORECASE,
)


def _orders_undo(said: str) -> bool:
    """Whether a sentence has a word of an undo and doesn't ask what was done."""
    return _OF_UNDO.search(said) is not None and not asks_what_was_done(said)


def asks_what_was_done(said: str) -> bool:
    """Whether a sentence asks what was done, or whether it was."""
    return _ASKS_WHAT_WAS_DONE.match(said) is not None


def _around(part: Part, text: str) -> str:
    """The sentence a part stands in without what its slots say."""
    blank = text
    for slot in part.slots:
        if part.start <= slot.start < slot.end <= len(text):
            blank = f"{blank[: slot.start]}{'x' * (slot.end - slot.start)}{blank[slot.end :]}"
    before = re.split(r"[.!?\n]", blank[: part.start])[-1]
    after = re.match(r"[^.!?\n]*[.!?…]?", blank[part.end :])
    behind = _AFTERTHOUGHT.match(blank[part.end :])
    return f"{before}{blank[part.start : part.end]}{behind[0] if behind else after[0] if after else ''}"[:400]


# What is said behind its end and is short: "…? not sure", "… nah", "… - not!"
_AFTERTHOUGHT = re.compile(r"[\s.!?…,-]*[^.!?\n]{1,30}[.!?…]*\s*\Z")


def _is_prose(said: str, calls: Sequence[Call]) -> bool:
    """Whether what is to be undone is nothing that was done here."""
    if _WHY.match(said) or _IS_ONE.search(said):
        return True
    named = _UNDONE.search(said)
    left = re.findall(r"[^\W\d_]{3,}", _POINTING.sub(" ", named["what"] or named["back"])) if named else []
    return any(not any(holds(call, word) for call in calls) for word in left)


_WHY = re.compile(r"\W*(?:why|how|pourquoi|comment)\b", re.IGNORECASE)
_IS_ONE = re.compile(r"\b(?:can['’]?t|cannot|couldn['’]?t) undo\b|\bundo (?:is|was|are) ", re.IGNORECASE)


def _sentence(part: Part, text: str) -> str:
    """The sentence a part stands in, as far as its own marks go."""
    before = re.split(r"[.!\n]", text[: part.start])[-1]
    after = re.split(r"[.!\n]", text[part.end :], maxsplit=1)[0]
    return f"{before}{part.text}{after}"[:400]
