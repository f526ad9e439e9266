"""What a part means behind what was just done or shown, where its words alone would mean something else. Pure."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.language.choosing import meant_outside
from app.language.choosing.joining import AND
from app.language.cues import says
from app.language.dialogue.changes import holds
from app.language.dialogue.state import Before
from app.language.orders.health_words import topic_of
from app.language.pointing import points
from app.language.reader.reading import Part, Slot
from app.language.vocabulary import lexicon, words_of

_LEAN_LEAST = 0.45
_MEANT = 0.8  # how sure a part is that what was just said or shown explains
_NEXT_BEST = 0.2  # how sure it is of a second intent that the words themselves bear out


def as_meant(part: Part, before: Before) -> Part:
    """What a part means: by a word that decides ("the pause" that says "again" is none), or behind what was just done: "scrap that" takes it
    back, "restore them" takes back the taking back, and "forget the bleach" is about what the list shows."""
    decided = part
    for intent, cue, other, keeps in _BY_WORDS:
        if decided.intent == intent and says(cue, part.text):
            decided = replace(decided, intent=other, slots=part.slots if keeps else ())
    if decided is not part:
        return decided
    return _of_a_list(part) or _of_health(part) or _behind(part, before) or part


def of_any_kind(part: Part) -> Part:
    """As sure as it is that something of some kind goes, moves or comes again: "cancel the dry cleaning" means a reminder or a task, and goes
    either way."""
    group = next((kinds for kinds in _KINDS if part.intent in kinds), frozenset[str]())
    if not group or not part.slots or (group is _MOVED and not (part.all("when") and part.all("ref"))):
        return part
    sure = part.sure + sum(sure for intent, sure in part.others if intent in group)
    return replace(part, sure=max(sure, _MEANT) if part.intent in _GONE and says("reminds_to", part.text) else sure)


_GONE = frozenset(("cancel_reminder", "delete_tasks", "delete_schedule", "delete_note", "delete_alert", "delete_later"))
_MOVED = frozenset(("change_reminder", "change_schedule", "edit_task", "amend"))
_KINDS = (_GONE, _MOVED, frozenset(("schedule", "briefing")))


def _of_a_list(part: Part) -> Part | None:
    """ "Rename the party list to birthday": what is renamed is a list and no task."""
    named = next((slot for slot in part.slots if slot.name in ("list", "ref")), None)
    if part.intent != "edit_task" or named is None or not part.one("new") or not says("renames", part.text):
        return None
    is_list = named.name == "list" and not part.one("ref")
    if not is_list and not says("of_list", part.text[: named.end - part.start + len(" list")]):
        return None
    slots = tuple(replace(slot, name="list") if slot is named else slot for slot in part.slots)
    return replace(part, intent="rename_list", slots=slots)


def _of_health(part: Part) -> Part | None:
    """A question about readings that is about something they told, or the other way round."""
    is_next = dict(part.others).get("health", 0.0) >= _NEXT_BEST
    if part.intent in ("ask_fact", "world") and is_next and topic_of(part.text) and not _is_of_somebody_else(part.text):
        return replace(part, intent="health")
    if part.intent == "health" and _is_of_somebody_else(part.text):
        return replace(part, intent="ask_fact")
    is_off = part.intent == "quiet_hours" and not part.slots and says("goes_off", part.text)
    return replace(part, intent="quiet_off") if is_off else None


def _behind(part: Part, before: Before) -> Part | None:
    """What it means behind what was done or shown; None where that makes no difference."""
    return next((meant for rule in _RULES if (meant := rule(part, before)) is not None), None)


def _scraps(part: Part, before: Before) -> Part | None:
    """ "Scrap that", behind something that was done, takes it back."""
    dropped = part.sure + sum(sure for intent, sure in part.others if intent in _DROPPING)
    drops_it = dropped >= _LEAN_LEAST and says("drops_it", part.text) and not says("denies", part.text)
    is_done = bool(before.changes) and "?" not in before.reply
    return _as(part, "undo") if part.intent in ("never_mind", "keep") and drops_it and is_done else None


def _whats_on(part: Part, _: Before) -> Part | None:
    """ "And what's on tomorrow?" asks for the day, not for the last question's."""
    is_day = part.intent == "what_about" and part.all("when") and says("whats_on", part.text)
    return replace(part, intent="agenda") if is_day else None


def _forgets(part: Part, _: Before) -> Part | None:
    """ "Forget saffron" names something."""
    named = _FORGETS.fullmatch(part.text.strip(" .!")) if part.intent == "never_mind" else None
    if named is None:
        return None
    slot = Slot("topic", named["what"], part.start + named.start("what"), part.start + named.end("what"))
    return replace(part, intent="forget", slots=(slot,))


def _takes_undo_back(part: Part, before: Before) -> Part | None:
    """ "Undo the undo", "put them back after all", behind an undo."""
    if part.intent not in _DROPPING or not before.calls or before.calls[-1].tool != "undo":
        return None
    is_back = says("undoes_undo", part.text) or (part.intent == "undo" and says("restores", part.text))
    return _as(part, "keep") if is_back else None


def _takes_some(part: Part, before: Before) -> Part | None:
    """ "Take the walnuts off again", of several things that were just added."""
    some = _some_of_them(part, before) if part.intent in ("undo", "never_mind") else ()
    return replace(part, intent="delete_tasks", slots=some, sure=max(part.sure, _MEANT)) if some else None


def _told(part: Part, _: Before) -> Part | None:
    """ "What did I tell you about the boiler?": what they told is kept, and quoted from there."""
    is_told = part.intent == "search_history" and not part.one("when") and says("told_you", part.text)
    return replace(part, intent="ask_fact") if is_told else None


def _adds_more(part: Part, before: Before) -> Part | None:
    """ "And two onions", "add that too": more on the list that was just spoken of."""
    if part.intent in ("amend", "edit_task") and _names_more(part, before):
        return _as(part, "more", new="item")
    is_of_list = part.intent == "append_note" and before.calls and before.calls[-1].tool in _OF_LISTS
    return _as(part, "more", text="item") if is_of_list and _is_to_it(part) else None


def _into_notes(part: Part, _: Before) -> Part | None:
    """ "Add Mrs Addo's number to my notes: 020 …" is a note of its own, and no more of one."""
    found = _INTO_NOTES.fullmatch(part.text) if part.intent in ("append_note", "save_note") else None
    if found is None:
        return None
    text = ": ".join(filter(None, (found["what"], found["rest"].strip())))
    return replace(part, intent="save_note", slots=(Slot("text", text, part.start, part.end),), sure=_MEANT)


_INTO_NOTES = re.compile(
    r"\W*(?:please )?(?:add|put|save|write|note|ajoute|mets) (?P<what>[^:]{3,200}?) (?:to|in|into|à|dans) (?:my|mes) notes\W*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


def _forgets_shown(part: Part, before: Before) -> Part | None:
    """ "Forget the bleach", behind the list that shows it."""
    is_list = part.intent == "forget" and any(call.tool == "list_tasks" for call in before.calls)
    is_shown = is_list and _is_shown(part.one("topic"), before.reply)
    return _as(part, "delete_tasks", topic="item") if is_shown else None


def _if_said(part: Part, _: Before) -> Part | None:
    """ "Did I ever mention a plumber?" is looked for in what was said."""
    is_one = part.intent in ("ask_fact", "search_history") and not part.all("topic") and says("asks_if_said", part.text)
    found = _MENTIONED.search(part.text) if is_one else None
    if found is None:
        return None
    start = part.start + found.start("what")
    return replace(
        part, intent="search_history", slots=(Slot("topic", found["what"], start, start + len(found["what"])),)
    )


_MENTIONED = re.compile(
    r"\b(?:mention|mentioned|bring up|brought up|about|parlé d['’e]|mentionné)\s*(?:a |an |the |my |un |une |le |la )?(?P<what>[^?]{1,80}?)\W*\Z",
    re.IGNORECASE,
)


_RULES: tuple[Callable[[Part, Before], Part | None], ...] = (
    *meant_outside.RULES,
    _if_said,
    _scraps,
    _whats_on,
    _forgets,
    _takes_undo_back,
    _takes_some,
    _told,
    _adds_more,
    _into_notes,
    _forgets_shown,
)


def _as(part: Part, intent: str, **renamed: str) -> Part:
    """The part as an intent that is explained; of its slots those alone that are renamed, where some are."""
    kept = tuple(replace(slot, name=renamed[slot.name]) for slot in part.slots if slot.name in renamed)
    return replace(part, intent=intent, slots=kept if renamed else part.slots, sure=_MEANT)


def _some_of_them(part: Part, before: Before) -> tuple[Slot, ...]:
    """ "On reflection, take the walnuts off again", of several things that were just added: those that are named, where not all are."""
    call = before.calls[-1] if before.calls else None
    titles = [str(one) for one in call.arguments.get("titles", ())] if call and call.tool == "add_tasks" else []
    named = [title for title in titles if title.casefold() in part.text.casefold()]
    if not named or len(named) == len(titles):
        return ()
    return tuple(Slot("item", title, part.start, part.start) for title in named)


_OF_LISTS = frozenset(("add_tasks", "list_tasks", "complete_tasks", "delete_tasks", "edit_task"))


def _names_more(part: Part, before: Before) -> bool:
    """ "And two onions, make it three": both are new, since nothing of the kind was named before."""
    old = part.one("old")
    added = bool(before.calls) and before.calls[-1].tool == "add_tasks" and not holds(before.calls[-1], old)
    return bool(old and part.one("new")) and added and AND.match(part.text) is not None


def _is_to_it(part: Part) -> bool:
    """Whether something is added to no note of a name: "add that too", "y ajouter …"."""
    return points(part.one("ref")) if part.one("ref") else not says("of_note", part.text)


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


_DROPPING = frozenset(("undo", "never_mind", "keep", "cancel_reminder", "delete_tasks"))
_FORGETS = re.compile(r"(?:please )?forget (?!it\b|that\b|this\b|about it\b|i\b)(?P<what>[\w' -]{2,40})", re.IGNORECASE)
# The intent that was read, the cue that decides, the intent it is then, and whether its slots stay.
_BY_WORDS = (
    ("list_tasks", "asks_whats_else", "agenda", False),
    ("ask_fact", "of_me", "about_me", True),
    ("find_everything", "of_me", "about_me", True),
    ("about_me", "of_source", "fact_source", True),
    ("pause", "goes_again", "resume", True),
    ("quiet_off", "back_on", "quiet_hours", False),
    ("get_time", "own_time", "ask_fact", False),
    *(
        (intent, "unanswered", "list_events", False)
        for intent in ("list_tasks", "ask_mail", "search_mail", "list_todo", "agenda", "find_everything", "ask_fact")
    ),
    ("list_tasks", "which_mails", "search_mail", False),
    ("change_event", "cant_make", "aside", False),
    ("change_reminder", "cant_make", "aside", False),
    ("add_event", "invites_to_known", "change_event", True),
    ("keep", "leaves_some_out", "aside", False),
    ("never_mind", "leaves_some_out", "aside", False),
    ("delete_tasks", "crosses_off", "complete_tasks", True),
    ("health", "of_weather", "weather", False),
    ("weather", "feels_unwell", "aside", False),
    ("world", "asks_sunset", "weather", True),
    ("world", "asks_sunrise", "weather", True),
    ("get_time", "asks_sunset", "weather", True),
    ("get_time", "asks_sunrise", "weather", True),
    ("clear_list", "takes_off", "delete_tasks", True),
)
