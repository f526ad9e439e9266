"""From a part that the reader read to what the offline model does about it, by the table of `intents.toml`.

Pure. Slots are words; here each becomes an argument of its kind, checked: a time that the grammar can't read is asked for, a list takes
its plain name, "it" is what stands before.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.language import questions
from app.language.orders import figures, health, lists, reminding, speech, standing, times
from app.language.orders.arguments import (
    KINDS,
    moment,
)
from app.language.orders.beside import BESIDE
from app.language.orders.calls import calls_of, instead_of
from app.language.orders.items import is_doing, joined
from app.language.orders.plan import Call, Clause, Reading, thing_of
from app.language.orders.reminder import KNOWN, between_slots, reminder
from app.language.orders.repairs import put_right
from app.language.orders.table import Intent, intents
from app.language.pointing import points
from app.language.questions import language_of
from app.language.reader.reading import Part

_ADD_TO = {"en": "What should I add to your {list_name} list?", "fr": "Que dois-je ajouter à la liste {list_name} ?"}
WHICH = {"en": "Which one do you mean?", "fr": "Lequel veux-tu dire ?"}
# "cancel it", "annule-le": not the article of "that dentist thing", "la réunion".
_POINTS = re.compile(
    r"\b(?:it|them|(?:that|this)(?: one)?(?=\W*(?:please|pls|now|then)?\W*\Z)|ça|cela|celui-(?:là|ci)|celle-(?:là|ci))\b|(?<=\w)-(?:le|la|les)\b",
    re.IGNORECASE,
)
_PLAINLY = 0.6  # how sure it must be that a briefing of no name is meant
_SHOWN = 200  # characters that a question repeats


def build(part: Part, clause: Clause) -> Reading | None:
    """What a part asks for; None where the table has no row for it or what is needed was not said."""
    reading = by_form(part, clause)
    intent = intents().get(part.intent) if reading is None and part.intent != "health" else None
    if reading is not None:
        return reading
    if intent is None:
        return None
    if intent.tool == "set_reminder":
        return _asked(reminder(part, clause), intent, part)
    arguments = _arguments(intent, part, clause)
    if (again := _again_and_again(intent, arguments, clause)) is not None:
        return again
    if intent.tool == "give_briefing" and not arguments and part.sure < _PLAINLY:
        return None  # "a summary of the meeting" is none of ours
    which = next((name for name, one in intent.arguments.items() if one.must and not arguments.get(name)), "")
    if which:
        words = WHICH[language_of(part.text)]
        return Reading((Call(intent.tool, arguments),), question=words, missing=which)
    if part.intent in ("pause", "resume"):
        return standing.halted(part, clause, str(arguments["schedule"]))
    place = str(arguments.get("list_name", "")) or clause.place
    calls = calls_of(intent, part, clause, arguments)
    if not intent.needs or arguments.get(intent.needs) not in (None, "", []) or _is_said_otherwise(intent, arguments):
        aside, asserts = str(arguments.get("content", "")), part.intent == "tell_fact"
        thing = thing_of(arguments) or (part.one("item") if part.intent == "check_item" else "")
        return Reading(calls, place=place, thing=thing, asserts=asserts, aside=aside, later=instead_of(calls))
    asked = Reading(calls, question=intent.ask, missing=intent.missing, place=place)
    if intent.needs == "titles" and (named := str(arguments.get("list_name", ""))):
        words = _ADD_TO[language_of(part.text)]
        return replace(asked, question=words.format(list_name=named))
    return _asked(asked, intent, part) if intent.ask else None


def by_form(part: Part, clause: Clause) -> Reading | None:
    """What the words of a clause mean where such a part has words of its own."""
    form = FORMS.get(part.intent)
    return form(part, replace(clause, text=_GREETING.sub("", speech.bare(clause.text)))) if form else None


_GREETING = re.compile(
    r"\A(?:(?:good )?(?:morning|afternoon|evening)|hi|hello|hey|bonjour|salut)\b[\s,.!]*(?=\w)", re.IGNORECASE
)


def _asked(reading: Reading, intent: Intent, part: Part) -> Reading:
    """With its question in the language of the part."""
    if not reading.question or not intent.ask_fr or language_of(part.text) != "fr":
        return reading
    words = intent.ask_fr if isinstance(intent.ask_fr, str) else intent.ask_fr[reading.missing or ""]
    return replace(reading, question=words.format(**reading.calls[-1].arguments))


def _short(words: str) -> str:
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1].rstrip()}…"


def offered(part: Part, reading: Reading) -> Reading | None:
    """The same asked first: yes does it. None where there is no such question, or another is open."""
    intent = intents().get(part.intent)
    if intent is None or not intent.offer or reading.question or len(reading.calls) != 1:
        return None
    shown = {
        name: joined(list(value)) if isinstance(value, list) else _short(speech.to_you(str(value)))
        for name, value in reading.calls[0].arguments.items()
    }
    words = intent.offer_fr if language_of(part.text) == "fr" else intent.offer
    try:
        return replace(reading, question=words.format(**shown), missing="yes", later=())
    except KeyError:  # what the question would name was not said
        return None


def _again_and_again(intent: Intent, arguments: Mapping[str, Any], clause: Clause) -> Reading | None:
    """What is to be done again and again is no task that is done once: it is reminded of."""
    titles = arguments.get("titles", [])
    when, repeat = moment(str(arguments.get("due", "")), clause) if intent.tool == "add_tasks" and titles else ("", "")
    return reminding.reading(joined(list(titles)), when, repeat) if repeat and not arguments.get("list_name") else None


def _is_said_otherwise(intent: Intent, arguments: Mapping[str, Any]) -> bool:
    """A reminder may be given other words instead of another time."""
    return intent.tool == "change_reminder" and bool(arguments.get("text") or arguments.get("repeat"))


def _arguments(intent: Intent, part: Part, clause: Clause) -> dict[str, Any]:
    found: dict[str, Any] = dict(intent.given)
    for name, argument in intent.arguments.items():
        words = _words(intent, name, part, clause)
        value = KINDS[argument.kind](words, clause, part) if words else None
        if isinstance(value, dict):
            found.update(value)
        elif (
            value
            or type(value) is int
            or (argument.otherwise and not (argument.kind == "day" and _NEXT.search(part.text)))
        ):
            found[name] = value or argument.otherwise
    if beside := BESIDE.get(intent.tool):
        beside(found, part, clause)
    if "list_name" in intent.arguments and not found.get("list_name"):
        found |= _list_meant(intent, part, clause)
    return found


def _words(intent: Intent, name: str, part: Part, clause: Clause) -> list[str]:
    """The words that an argument is made of. Which one is meant may be a number outside every slot, or not be said at all."""
    argument = intent.arguments[name]
    words = part.all(argument.slot) if argument.slot else [part.text]
    if argument.kind == "known" and not words:
        words = [part.text]
    if argument.must:
        named = bool(words) and words[0].strip(" #").isdecimal()
        numbers = [one["number"] for one in _NUMBER.finditer(between_slots(part))] if not named else []
        words = [f"#{numbers[-1]}"] if numbers else words or _meant(part, clause)
        if not words and intent.tool == "change_reminder":
            words = ["one"]  # the only one, or the tool asks
    return ["last"] if name == "note" and words and points(words[0]) else words


_NEXT = re.compile(r"\b(?:tasks|reminders|everything|next|coming up|ahead|à venir|prochain)\b", re.IGNORECASE)


def _meant(part: Part, clause: Clause) -> list[str]:
    """What is meant where no name was said: a number, "it", the alarm, or what was just spoken of."""
    noun = next((name for word, name in KNOWN if re.search(word, part.text, re.IGNORECASE)), "")
    if noun:
        return [noun]
    return ["it"] if _POINTS.search(part.text) or _THE_ONE.search(part.text) or clause.thing else []


_NUMBER = re.compile(
    r"(?:#|n°|\b(?:task|item|note|reminder|alarm|entry|schedule|alert|rappel|tâche)\.?) ?(?P<number>\d{1,6})\b(?![:.h]\d| ?[ap]m)",
    re.IGNORECASE,
)
_THE_ONE = re.compile(
    r"\b(?:the|that|this|my|le|ce|mon|cette|la|ma) (?:last )?(?:reminder|task|note|rappel|tâche)\b(?! (?:for|about|to|of|called|pour|de|d'|du))",
    re.IGNORECASE,
)


def _list_meant(intent: Intent, part: Part, clause: Clause) -> dict[str, str]:
    """The list spoken of in the same message; the to-do list where a list without a name is to be shown."""
    if not part.one("list"):
        if intent.tool == "list_tasks":
            return _list_shown(part, clause)
        if intent.tool == "add_tasks" and _TASKS.search(part.text):
            return {}
        goes_on = clause.depth or (intent.tool == "add_tasks" and not any(map(is_doing, part.all("item"))))
        if intent.tool == "clear_list" and _TASKS.search(part.text):
            return {"list_name": lists.TODO}
        if intent.tool == "add_tasks" and not clause.place and lists.is_to_buy(part.text, part.all("item")):
            return {"list_name": lists.SHOPPING}
        return {"list_name": clause.place} if goes_on and clause.place else {}
    return {"list_name": lists.TODO} if intent.tool in ("list_tasks", "clear_list") else {}


def _list_shown(part: Part, clause: Clause) -> dict[str, str]:
    """Which list is asked for without a name: the one spoken of, the to-do list, what is to be bought; else all."""
    if clause.place and (clause.depth or _ON_IT.search(part.text)) and not _TASKS.search(part.text):
        return {"list_name": clause.place}
    if part.one("when"):
        return {}
    known = ((_ON_IT, lists.TODO), (_TODO, lists.TODO), (_TO_BUY, "shopping"))
    return next(({"list_name": name} for words, name in known if words.search(part.text)), {})


_TODO = re.compile(r"\b(?:to-do|todo|to do list|list of (?:jobs|tasks|things)|my list)\b", re.IGNORECASE)
_TASKS = re.compile(r"\b(?:to-?do|tasks?|tâches?)\b", re.IGNORECASE)
_TO_BUY = re.compile(r"\b(?:to buy|from the shops?|at the shops?|supposed to buy)\b", re.IGNORECASE)
_ON_IT = re.compile(r"\b(?:on|in) (?:it|there|that one)\b|\b(?:là-)?dessus\b", re.IGNORECASE)


def _of_theirs(part: Part, clause: Clause) -> Reading | None:
    """A question about a date that was told: "which day was Toby born?"."""
    asked = questions.read_question(part.text)
    if times.has_time(part.text, clause.now) or not any(one.required for one in asked.asked):
        return None
    return Reading((Call("recall_facts", {"about": KINDS["whole"]([part.text], clause, part)}),))


# What is more than a row of the table.
FORMS: Mapping[str, Callable[[Part, Clause], Reading | None]] = {
    "health": health.ask,
    "schedule": standing.scheduled,
    "date_question": lambda part, clause: figures.dated(clause) or _of_theirs(part, clause),
    "calculate": lambda _, clause: figures.sum_asked(replace(clause, text=put_right(clause.text))),
}
