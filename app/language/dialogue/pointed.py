"""Which of the things that were shown or made a part means: "the second", "#3", "them", "that one" behind a list of reminders.

Pure. What is pointed at is put into its slot by its number, and the part gets the intent for the kind of thing it is: "drop the second" behind
reminders cancels one, behind tasks removes one. What names a thing by its words is left to the tool.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.language.dialogue.state import Before, Shown
from app.language.pointing import are_several, number, places, points
from app.language.reader.reading import Part, Slot
from app.language.vocabulary import words_of

# What is done to a thing, by its kind: intent and the slot that names it.
_FAMILIES: Sequence[Mapping[str, tuple[str, str]]] = (
    {
        "task": ("delete_tasks", "item"),
        "reminder": ("cancel_reminder", "ref"),
        "note": ("delete_note", "ref"),
        "fact": ("forget", "topic"),
        "read-later item": ("delete_later", "ref"),
        "schedule": ("delete_schedule", "ref"),
        "alert": ("delete_alert", "ref"),
        "event": ("delete_event", "ref"),
        "mail": ("delete_mail", "ref"),
    },
    {"task": ("complete_tasks", "item"), "read-later item": ("mark_read", "ref"), "reminder": ("cancel_reminder", "ref")},
    {
        "task": ("edit_task", "ref"),
        "reminder": ("change_reminder", "ref"),
        "schedule": ("change_schedule", "ref"),
        "note": ("append_note", "ref"),
        "event": ("change_event", "ref"),
    },
)  # fmt: skip
_OF_INTENT = {intent: family for family in reversed(_FAMILIES) for intent, _ in family.values()}
# Intents that come to the same, so that the reader need not be sure which of them it is.
_SAME = (
    frozenset(("add_tasks", "create_list", "more")),
    frozenset(("save_note", "append_note")),
    frozenset(("amend", "change_reminder")),
)
_NAMES = frozenset(("item", "ref", "topic"))
_KIND = re.compile(
    r"\b(?P<kind>tasks?|items?|notes?|reminders?|alarms?|rappels?|tâches?|alerts?|alertes?|schedules?)\b(?! ?#?\d*\W*(?:list|liste))",
    re.IGNORECASE,
)
_CALLED = {
    "task": "task", "item": "task", "tâche": "task", "note": "note", "reminder": "reminder", "alarm": "reminder", "rappel": "reminder",
    "alert": "alert", "alerte": "alert", "schedule": "schedule",
}  # fmt: skip
_SHORTEST = 3  # letters of a word by which a thing that was shown is recognised


def pointed(part: Part, before: Before) -> Part:
    """The part with the numbers of what it points at, and the intent for what kind of thing that is."""
    family = _OF_INTENT.get(part.intent)
    if family is None or not before.shown:
        return part
    kind = _kind_named(part.text) or before.shown[0].kind.name
    shown = [one for one in before.shown if one.kind.name == kind]
    slots, found = list[Slot](), False
    for slot in part.slots:
        meant = _meant(slot.text, shown, part) if slot.name in _NAMES else []
        found = found or bool(meant)
        slots += [replace(slot, text=f"#{one}") for one in meant] or [slot]
    if not found or kind not in family:
        return part
    intent, name = family[kind]
    named = tuple(replace(slot, name=name) if slot.name in _NAMES else slot for slot in slots)
    return replace(part, intent=intent, slots=named, sure=max(part.sure, _together(part, family)))


def chosen(words: str, before: Before, kind: str = "") -> str:
    """What was shown at the place that words name, by its number; any other words as they are. Of a kind, where one is given: a number
    of another kind would be that of something else."""
    at, shown = places(words), before.shown_of(kind) if kind else before.shown
    return f"#{shown[at[0]].number}" if at and -len(shown) <= at[0] < len(shown) else words


def as_one(part: Part) -> Part:
    """The part as sure as the intents are together that come to the same."""
    same = next((one for one in _SAME if part.intent in one), None)
    if same is None:
        return part
    return replace(part, sure=part.sure + sum(sure for intent, sure in part.others if intent in same))


def _together(part: Part, family: Mapping[str, tuple[str, str]]) -> float:
    """How sure it is that any of a family is meant."""
    own = {intent for intent, _ in family.values()}
    return part.sure + sum(sure for intent, sure in part.others if intent in own)


def _kind_named(text: str) -> str:
    found = _KIND.search(text)
    return _CALLED[found["kind"].casefold().rstrip("s")] if found else ""


def _meant(words: str, shown: Sequence[Shown], part: Part) -> list[str]:
    """The numbers of what some words point at; none where they name something or it can't be told."""
    numbers = [one.number for one in shown]
    at = [place for place in places(words) if -len(numbers) <= place < len(numbers)]
    if at:
        return [numbers[place] for place in at]
    if (said := number(words)) is not None:
        return [str(said)] if str(said) in numbers else []
    if not points(words):
        return []
    return mentioned(part.text, shown) or (numbers if len(numbers) == 1 or are_several(words) else [])


def mentioned(text: str, shown: Sequence[Shown]) -> list[str]:
    """The numbers of those that a text speaks of by a word of their own: "the swimmers are packed, tick them off"."""
    said = {word.stem for word in words_of(text) if len(word.folded) >= _SHORTEST}
    found = [
        one for one in shown if said & {word.stem for word in words_of(one.title) if len(word.folded) >= _SHORTEST}
    ]
    return [one.number for one in found] if len(found) < len(shown) or len(shown) == 1 else []
