"""What a part means behind what was just done or shown, where its words alone would mean something else. Pure."""

import re
from dataclasses import replace

from app.language.reader.reading import Part, Slot
from app.language.vocabulary import lexicon, words_of
from app.models.offline.health_words import topic_of
from app.models.offline.orders.arguments import is_pointing
from app.models.offline.orders.joining import AND
from app.models.offline.orders.leaning import Before
from app.models.offline.orders.wording import holds

_LEAN_LEAST = 0.45
_MEANT = 0.8  # how sure a part is that what was just said or shown explains
_NEXT_BEST = 0.2  # how sure it is of a second intent that the words themselves bear out


def as_meant(part: Part, before: Before) -> Part:
    """What a part means: by a word that decides ("the pause" that says "again" is none), or behind what was just done: "scrap that" takes it
    back, "restore them" takes back the taking back, and "forget the bleach" is about what the list shows."""
    decided = part
    for intent, words, other, keeps in _BY_WORDS:
        if decided.intent == intent and words.search(part.text):
            decided = replace(decided, intent=other, slots=part.slots if keeps else ())
    if decided is not part:
        return decided
    return _of_health(part) or _behind(part, before) or part


def _of_health(part: Part) -> Part | None:
    """A question about readings that is about something they told, or the other way round."""
    if part.intent == "ask_fact" and dict(part.others).get("health", 0.0) >= _NEXT_BEST and topic_of(part.text):
        return replace(part, intent="health")
    if part.intent == "health" and _is_of_somebody_else(part.text):
        return replace(part, intent="ask_fact")
    is_off = part.intent == "quiet_hours" and not part.slots and _OFF.search(part.text)
    return replace(part, intent="quiet_off") if is_off else None


def _behind(part: Part, before: Before) -> Part | None:
    """What it means behind what was done or shown; None where that makes no difference."""
    tools = [call.tool for call in before.calls]
    drops_it = part.sure >= _LEAN_LEAST and _DROPS_IT.search(part.text) and "?" not in before.reply
    if part.intent == "never_mind" and drops_it and before.changes:
        return replace(part, intent="undo", sure=_MEANT)
    named = _FORGETS.fullmatch(part.text.strip(" .!")) if part.intent == "never_mind" else None
    if named is not None:  # "forget saffron" names something
        slot = Slot("topic", named["what"], part.start + named.start("what"), part.start + named.end("what"))
        return replace(part, intent="forget", slots=(slot,))
    if part.intent == "undo" and tools[-1:] == ["undo"] and _RESTORES.search(part.text):
        return replace(part, intent="keep", sure=_MEANT)
    if part.intent == "search_history" and not part.one("when") and _TOLD_YOU.search(part.text):
        return replace(part, intent="ask_fact")  # what they told is kept, and quoted from there
    if part.intent in ("amend", "edit_task") and _names_more(part, before):
        slots = tuple(replace(slot, name="item") for slot in part.slots if slot.name == "new")
        return replace(part, intent="more", slots=slots, sure=_MEANT)
    if part.intent == "append_note" and tools[-1:] and tools[-1] in _OF_LISTS and _is_to_it(part):
        slots = tuple(replace(slot, name="item") for slot in part.slots if slot.name == "text")
        return replace(part, intent="more", slots=slots, sure=_MEANT)
    if part.intent == "forget" and "list_tasks" in tools and _is_shown(part.one("topic"), before.reply):
        slots = tuple(replace(slot, name="item") for slot in part.slots if slot.name == "topic")
        return replace(part, intent="delete_tasks", slots=slots, sure=_MEANT)
    return None


_OF_LISTS = frozenset(("add_tasks", "list_tasks", "complete_tasks", "delete_tasks", "edit_task"))


def _names_more(part: Part, before: Before) -> bool:
    """ "And two onions, make it three": both are new, since nothing of the kind was named before."""
    old = part.one("old")
    added = bool(before.calls) and before.calls[-1].tool == "add_tasks" and not holds(before.calls[-1], old)
    return bool(old and part.one("new")) and added and AND.match(part.text) is not None


def _is_to_it(part: Part) -> bool:
    """Whether something is added to no note of a name: "add that too", "y ajouter …"."""
    return is_pointing(part.one("ref")) if part.one("ref") else not _NOTES.search(part.text)


_NOTES = re.compile(r"\b(?:notes?|memo)\b", re.IGNORECASE)


def _is_of_somebody_else(text: str) -> bool:
    """Whether another's body is asked about: "how much does Otis weigh?"."""
    table, words = lexicon(), words_of(text)
    if any(table.length("self", [word.folded]) for word in words):
        return False
    named = (word for word in words[1:] if word.is_name and not table.length("time", [word.folded]))
    return any(word.person for word in words) or any(f"{word.folded.title()}" in text for word in named)


def _is_shown(words: str, reply: str) -> bool:
    """Whether a list that was shown has an item of that very name."""
    return (
        bool(words)
        and re.search(rf"^- {re.escape(words)}(?:,.*)? \(#", reply, re.IGNORECASE | re.MULTILINE) is not None
    )


_DROPS_IT = re.compile(
    r"\b(?:scrap|cancel|drop|bin|ditch|delete|remove|undo|annule|supprime|enlève)\b.{0,20}?(?:\b(?:that|it|this|those|them|ça|ca|cela)\b|-l[ae]s?\b)",
    re.IGNORECASE,
)
_CROSSES = re.compile(r"\b(?:strike|cross|tick|check)\b.*\boff\b", re.IGNORECASE)  # what is crossed off is still there
_TOLD_YOU = re.compile(
    r"\bI (?:tell|told|have told|ever told|'ve told) you\b|\bje t'ai (?:dit|raconté)\b", re.IGNORECASE
)
_SOURCES = re.compile(r"\b(?:from where|where from|sources?|how do you know)\b", re.IGNORECASE)
_GOES_AGAIN = re.compile(r"\b(?:resume|unpause|restart|reactivate|back on|again|reprends|relance)\b", re.IGNORECASE)
_OFF = re.compile(r"\b(?:no|off|stop|cancel|remove|end|désactive|arrête|plus)\b", re.IGNORECASE)
_FORGETS = re.compile(r"(?:please )?forget (?!it\b|that\b|this\b|about it\b|i\b)(?P<what>[\w' -]{2,40})", re.IGNORECASE)
_OF_ME = re.compile(
    r"\b(?:about|on|of|sur|de) (?:me|myself|moi)(?=\W*(?:and (?:from )?where\b.*|et d'où\b.*)?\Z)", re.IGNORECASE
)
# What somebody else is reminded of, or thinks one should do, is no order.
_REPORTED = re.compile(
    r"\b(?:reminds?|reminded|reminding|rappelle(?:nt)?) (?:him|her|them|himself|herself|themselves|everyone)\b|"
    r"\b(?:set|sets|setting|give|giving|make|making) (?:himself|herself|themselves)\b|\bif i (?:were|was) to (?:ask|tell|say)|\bif i (?:asked|told|said)\b|\bsi je (?:dis|disais|demande|demandais|te (?:dis|disais|demandais))\b|"
    r"\A\W*if (?:you|u) (?:\w+ed|woke|told|rang|sent|kept)\b|"
    r"(?<!remind me )(?<!rappelle-moi )\b(?:reckons?|thinks?|says?|said|suggests?|keeps? saying|dit|pense|trouve) (?:that |que |qu['’])?(?:i|we|u|you|je|on|tu) (?:should|shud|ought|need|must|oughta|devrai[st]|dois)\b",
    re.IGNORECASE,
)
_WEATHER = re.compile(r"\b(?:weather|forecast|météo)\b", re.IGNORECASE)
# "Take them off the list": some of it, whatever is called clearing.
_TAKES_OFF = re.compile(
    r"\A(?!.*\b(?:all|everything|clear|empty|wipe|whole|tout|toute|toutes|tous|vide[rz]?|efface[rz]?|entière)\b).*\b(?:them|it|those|that|les|le|la|l['’])\s?\b.*\b(?:off|from|ôte[rz]?|enlève[rz]?|enleve[rz]?|retire[rz]?|supprime[rz]?|virer?)\b",
    re.IGNORECASE | re.DOTALL,
)
_BACK_ON = re.compile(r"\b(?:back on|on again|on after all)\b", re.IGNORECASE)
_RESTORES = re.compile(
    r"\b(?:restore|redo|reinstate|bring (?:it|that|them) back|put (?:it|that|them) back|after all|remets|rétablis|finalement si)\b",
    re.IGNORECASE,
)
_OWN_TIME = re.compile(
    r"\b(?:should|do|am|did|must|shall|dois|devons) (?:i|we|je|nous)\b|\b(?:dois|devons)-(?:je|nous)\b", re.IGNORECASE
)
_SUPPOSED = re.compile(
    r"\A\W*(?:maybe|perhaps|suppose|imagine|i (?:think|guess|wonder)|what if|if i (?!may\b|might\b|could\b)|peut-être|imagine|si j|"
    r"(?:in|dans) (?:the|this|my|a|le|la|un|une|ce|cette) (?:book|film|movie|story|novel|series|show|play|game|dream|livre|film|roman|série|rêve|jeu))\b",
    re.IGNORECASE,
)
# The intent that was read, a word that decides, the intent it is then, and whether its slots stay.
_BY_WORDS = (
    ("ask_fact", _OF_ME, "about_me", True),
    ("find_everything", _OF_ME, "about_me", True),
    ("about_me", _SOURCES, "fact_source", True),
    ("pause", _GOES_AGAIN, "resume", True),
    ("quiet_off", _BACK_ON, "quiet_hours", False),
    ("get_time", _OWN_TIME, "ask_fact", False),
    ("delete_tasks", _CROSSES, "complete_tasks", True),
    ("tell_fact", _SUPPOSED, "aside", False),
    ("set_reminder", _REPORTED, "aside", False),
    ("schedule", _REPORTED, "aside", False),
    ("health", _WEATHER, "weather", False),
    ("clear_list", _TAKES_OFF, "delete_tasks", True),
)
