"""Whether words that would take something away are an order at all: not denied, not under a condition, not somebody else's, not mused about. Pure.

A wrong action is far worse than a question: what is not plainly an order is not carried out, and that is said.
"""

import re
from collections.abc import Sequence

from app.language.reader.reading import Part
from app.models.offline.orders.guards import DESTROYS
from app.models.offline.orders.wording import holds
from app.models.offline.plan import Call

NOT_ORDERED = "I don't take that as an order, so I did nothing. Say just what to do and I'll do it."
NO_CONDITIONS = "I can't wait for a condition, so I did nothing. Tell me when it is so, or ask me to remind you."
_TAKE_AWAY = (
    r"(?:delet\w*|remov\w*|clear(?:ed|ing)?|cancel\w*|eras\w*|empt(?:y|ied|ying)|wip(?:e|ed|ing)|drop(?:ped|ping)?|scrap\w*|undo(?:ne|ing)?|"
    r"supprim\w*|effac\w*|annul\w*|vid(?:er?|ez|é)|enl[eè]v\w*|retir\w*)"
)
_UP_TO = r"(?:(?!\b(?:so|then|please|pls|donc|alors)\b)[^,;.!?\n]){0,60}?"
_DENIED = re.compile(
    rf"\b(?:not|\w+n['’]t|dont|didnt|doesnt|wont|never|no need|avoid|nobody|no one|none of|ne|jamais|pas besoin|évite[rz]?)\b{_UP_TO}\b{_TAKE_AWAY}\b|\bn['’]{_TAKE_AWAY}\b|\b{_TAKE_AWAY} (?:surtout )?pas\b",
    re.IGNORECASE,
)
_FORGETS_NOT = re.compile(
    r"\b(?:don['’]?t|do not|never|n['’]oublie[sz]?|oublie[sz]? pas)(?: you)? ?(?:forget|hesitate|mind|pas)?\b(?= ?(?:forget|hesitate|mind|de|d['’]|to))",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:\A|[,;.!?\s])(?:if|unless|in case|assuming|provided(?: that)?|supposing|once|as soon as|au cas où|à condition|dès que|si)\b(?! (?:(?:you|u)(?:['’]d| (?:can|could|don['’]?t mind|wouldn['’]?t mind|please|would|may|might|like|want|have|get))|convenient|possible|i may|needed|necessary|poss|tu (?:peux|veux)|vous (?:pouvez|voulez)|t['’]as|nécessaire|besoin|it['’]s (?:ok|okay|possible|no trouble|not too)|il (?:te|vous) pla[iî]t|(?:it|they|that) (?:is|are|was) (?:still )?(?:there|on)))",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    rf"\A\W*>|\A\W*\[?\d{{1,2}}:\d\d\]?|\A\W*(?:fwd?|re|translate|traduis|quote|mum|mom|dad|[A-Z][a-z]{{1,14}})\s?:|"
    rf"\b(?:said|says|say|told (?:me|him|her|us|them)|tells|asked|asks|wants me|wrote|writes|reads?|reckons?|thinks?|suggests?|a dit|m['’]a dit|a demandé|m['’]a demandé|veut que|dit que|pense que)\b{_UP_TO}\b{_TAKE_AWAY}\b|"
    rf"\b(?:email|mail|letter|message|note|sign|courriel|lettre)s?\b [^,;.!?\n]{{0,30}}?:[^;.!?\n]{{0,60}}?\b{_TAKE_AWAY}\b|\bignore (?:all|previous)\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"\A\W*(?:kwasi|ok|okay|hey|please|pls|also|and|then|task|tasks|todo|list|shopping|reminder|change|correction|update|delete|remove|cancel|clear)\s?:",
    re.IGNORECASE,
)
_MUSED = re.compile(
    rf"\b(?:i wonder|i considered|considering|pretend|imagine|i wish|i would(?:n['’]t)?|i['’]d|i should have|should i|was going to|were going to|thought (?:of|about)|thinking (?:of|about)|maybe|perhaps|before you|"
    rf"if i ever|used to|tempted to|why (?:did|do|would|have)|how (?:do|can|would) i|it would be|peut-être|je me demande|j['’]ai failli|pourquoi|j['’]ai (?:déjà )?(?:annul|supprim|effac)\w*)\b{_UP_TO}\b(?:{_TAKE_AWAY}|i\b)",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\bi(?:['’]d| would) (?:like|love|be (?:most |very |so )?(?:grateful|glad|happy|obliged|thankful)|appreciate|prefer|rather|want)\b|\bi would ask\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:not yet|pas encore|almost|nearly|presque|i['’]ll|i will|i['’]m (?:going to|gonna)|imma|je vais|on va|didn['’]?t|have(?:n['’]?t| not)|hasn['’]?t|has not|did not|n['’]ai pas|j['’]ai pas)\b|\?\s*no\b",
    re.IGNORECASE,
)
_DROPPED_OFF = re.compile(
    r"\b(?:drop|take)\b.{1,40}\b(?:at|off at|by|to|round|chez)\b (?!my list|the list|the shop)", re.IGNORECASE
)
_WHOLE_TRASH = re.compile(
    r"\b(?:tonight|tomorrow|today|out|kitchen|on \w+day|at \d|ce soir|demain|dehors|sors|sortir)\b", re.IGNORECASE
)
_ONLY_DONE = re.compile(
    r"\b(?:done|completed|finished|ticked|terminées?|faites|cochées?) (?:tasks?|items?|ones|things|stuff)\b|\btâches (?:terminées|faites|cochées)\b",
    re.IGNORECASE,
)
# What an undo names, where it names anything: "undo the damage I've done", "take that shirt back", "revert the git commit".
_UNDONE = re.compile(
    r"\b(?:undo|undoing|revert|reverse|restore|redo)\s+(?P<what>[^,;.!?\n]+)|\btake (?P<back>[^,;.!?\n]+?) back\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:it|that|this|them|those|these|the|my|your|last|latest|previous|one|ones|thing|things|change|changes|action|step|stuff|what|you|i|we|just|did|done|was|were|a|an|"
    r"mistake|please|pls|kindly|back|again|now|of|all|both|and|to|for|me|kwasi|right|away|if|can|could|would|said|asked|told|ever|very|most|recent|recently|task|tasks|item|items|note|notes|"
    r"reminder|reminders|alarm|list|lists|entry|fact|facts|update|edit|deletion|removal|delete[d]?|remov\w*|clear\w*|cancel\w*|add\w*|chang\w*|order|request|time|minutes?|ago|so|no|sorry|oops|thanks|thank)\b",
    re.IGNORECASE,
)


def refused(part: Part, text: str, calls: Sequence[Call] = ()) -> str:
    """Why a part that takes something away is no order, in words; "" where it is one. `text`: the message it stands in, `calls`: what was done
    last, which is what an undo may name."""
    if part.intent == "undo":
        rest = re.split(r"[,;.!?\n]", text[part.end :], maxsplit=1)[0] if part.text[-1:].isalnum() else ""
        return NOT_ORDERED if _is_prose(f"{part.text}{rest}", calls) or _MUSED.search(part.text) else ""
    if part.intent not in DESTROYS:
        return ""
    said = _sentence(part, text)
    if part.intent == "complete_tasks":
        return NOT_ORDERED if _NOT_YET.search(said) and not _FORGETS_NOT.search(said) else ""
    if _CONDITION.search(said):
        return NO_CONDITIONS
    if part.intent == "empty_trash" and _WHOLE_TRASH.search(said):
        return NOT_ORDERED
    if part.intent in ("delete_tasks", "clear_list") and (_ONLY_DONE.search(said) or _DROPPED_OFF.search(said)):
        return NOT_ORDERED
    if _DENIED.search(said) and not _FORGETS_NOT.search(said):
        return NOT_ORDERED
    if _MUSED.search(said) and not _WISHED.search(said):
        return NOT_ORDERED
    return NOT_ORDERED if _OF_OTHERS.search(text) and not _ADDRESSED.match(text) else ""


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
