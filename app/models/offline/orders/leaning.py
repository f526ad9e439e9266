"""Parts that lean on what was said before: a change of it, the same once more, one of what was shown, an undo taken back.

Pure. What came before are the readings of the messages before, last last; in the same message, those of the parts before, which are not
carried out yet and are changed themselves.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.language.reader.reading import Part
from app.models.offline import followups, speech, times
from app.models.offline.items import split_items
from app.models.offline.orders.arguments import is_pointing, moment
from app.models.offline.orders.wording import (
    REFERS,
    holds,
    put_in,
    title_meant,
    to_another,
    with_words,
    without_articles,
)
from app.models.offline.plan import Call, Clause, Reading

# Where in what was shown each word points; French ones also as typed without accents.
_ORDER: Mapping[str, int] = {
    **dict.fromkeys(("first", "1st", "premier", "première", "premiere"), 0),
    **dict.fromkeys(("second", "2nd", "deuxième", "deuxieme", "seconde"), 1),
    **dict.fromkeys(("third", "3rd", "troisième", "troisieme"), 2),
    **dict.fromkeys(("fourth", "4th", "quatrième", "quatrieme"), 3),
    **dict.fromkeys(("fifth", "5th", "cinquième", "cinquieme"), 4),
    **dict.fromkeys(("sixth", "6th", "sixième", "sixieme"), 5),
    **dict.fromkeys(("last", "dernier", "dernière", "derniere"), -1),
}
_PLACE = re.compile(
    rf"(?:(?P<place>{'|'.join(_ORDER)})(?: (?:one|item|task|note|reminder|of (?:them|those)))?|"
    r"(?:number |no\.? |nr\.? |numéro |n° ?|#)?(?P<number>\d{1,6}))\Z",
    re.IGNORECASE,
)
_DROPS = frozenset(("delete_tasks", "cancel_reminder", "delete_note", "delete_read_later", "delete_schedule"))
_TICKS = frozenset(("complete_tasks", "mark_read"))
_TAKEN_AWAY = _DROPS | _TICKS | {"clear_list", "forget_fact", "edit_task", "change_reminder"}
KEPT = "All right, it stays as it is."


@dataclass(frozen=True, slots=True)
class Before:
    """What was said before a message: the readings of the last one and the one before it, and our reply."""

    asked: Sequence[Reading] = ()
    earlier: Sequence[Reading] = ()
    reply: str = ""

    @property
    def calls(self) -> list[Call]:
        """The calls of the last message, in order."""
        return _calls(self.asked)

    @property
    def changes(self) -> bool:
        """Whether the last message asked for anything beside looking."""
        return any(call.tool in followups.CHANGES for reading in self.asked for call in reading.calls)


def lean(part: Part, clause: Clause, before: Before) -> Reading | None:
    """What such a part means after what was said before; None where it leans on nothing."""
    reader = _LEANING.get(part.intent)
    return reader(part, clause, before) if reader else None


def numbered(reading: Reading, before: Before, said: str = "") -> Reading:
    """ "the second", "number 3" as the number of what was shown there, with the tool for what it is; "the reminder" `said` of several shown is none."""
    shown = re.findall(r"#(\d+)", before.reply)
    if not reading.calls or not shown:
        return reading
    call = reading.calls[-1]
    name = next((name for name in REFERS if name in call.arguments), "")
    if not name:
        return reading
    value = call.arguments[name]
    words = list(value) if isinstance(value, list) else [str(value)]
    if words == ["last"] and said and not _LAST.search(said) and len(set(shown)) > 1 and _only_shown(before):
        return replace(reading, calls=(*reading.calls[:-1], Call(call.tool, {**call.arguments, name: _ONE_OF_THEM})))
    numbers = [_number(one, shown) for one in words]
    if not any(numbers):
        return reading
    chosen = [number or word for number, word in zip(numbers, words, strict=True)]
    if said and _names_other_kind(said, before):
        return reading  # "delete note 1" behind reminders
    return replace(reading, calls=(*reading.calls[:-1], _on_shown(call, name, chosen, before)))


def _only_shown(before: Before) -> bool:
    """Whether the last message only looked."""
    return bool(before.calls) and all(one.tool in followups.SHOWN for one in before.calls)


def _names_other_kind(said: str, before: Before) -> bool:
    """Whether a kind of thing is named that is not what was shown."""
    named = _KIND.search(said)
    shown = next((one.tool for one in reversed(before.calls) if one.tool in followups.SHOWN), "")
    return named is not None and shown not in _SHOWS[named[0].casefold().rstrip("s")]


_KIND = re.compile(
    r"\b(?:tasks?|items?|notes?|reminders?|alarms?|rappels?|tâches?|alerts?|alertes?|schedules?)\b", re.IGNORECASE
)
_OF_TASKS, _OF_REMINDERS = ("list_tasks", "add_tasks"), ("list_reminders",)
_SHOWS: Mapping[str, Sequence[str]] = {
    "task": _OF_TASKS, "item": (*_OF_TASKS, "list_later", "find_notes"), "tâche": _OF_TASKS, "reminder": _OF_REMINDERS, "alarm": _OF_REMINDERS,
    "rappel": _OF_REMINDERS, "note": ("find_notes", "list_notes"), "alert": ("list_alerts",), "alerte": ("list_alerts",), "schedule": ("list_schedules",),
}  # fmt: skip
_ONE_OF_THEM = "one"  # the only one, or the tool asks
_LAST = re.compile(r"\b(?:la(?:st|test)|newest|dern(?:ier|ière)|récente?)\b", re.IGNORECASE)


def _number(words: str, shown: Sequence[str]) -> str:
    found = _PLACE.match(words.strip(" .!?"))
    if found is None:
        return ""
    if found["number"]:
        return f"#{found['number']}" if found["number"] in shown else ""
    place = _ORDER[found["place"].casefold()]
    return f"#{shown[place]}" if -len(shown) <= place < len(shown) else ""


def _on_shown(call: Call, name: str, chosen: list[str], before: Before) -> Call:
    """The same done to what was shown, whatever kind of thing that is."""
    last = next((one for one in reversed(before.calls) if one.tool in followups.SHOWN), None)
    drop, done = followups.SHOWN[last.tool] if last else (None, None)
    action = drop if call.tool in _DROPS else done if call.tool in _TICKS else None
    if action is None:
        return Call(
            call.tool, {**call.arguments, name: chosen if isinstance(call.arguments[name], list) else chosen[0]}
        )
    [(own, empty)] = action.arguments.items()
    return Call(action.tool, {own: chosen if isinstance(empty, list) else chosen[0]})


def corrected(reading: Reading, part: Part, clause: Clause) -> Reading | None:
    """ "… at 6, no, make that 7": the part before, not carried out yet, as it was meant."""
    if not reading.calls:
        return None
    call = reading.calls[-1]
    chosen = to_another(call, part.one("ref")) if part.one("ref") and not part.one("old") else None
    if chosen is not None:
        return replace(reading, calls=(*reading.calls[:-1], chosen))
    when, repeat = _moment(part, clause, was=str(call.arguments.get("when", "")))
    if (when or repeat) and call.tool in ("set_reminder", "change_reminder", "schedule_task", "add_tasks", "edit_task"):
        name = "due" if call.tool in ("add_tasks", "edit_task") else "when"
        changed = {name: when or repeat} | ({"repeat": repeat} if repeat and name == "when" else {})
        done = replace(reading, calls=(*reading.calls[:-1], Call(call.tool, {**call.arguments, **changed})))
        return replace(done, question=None, missing=None) if reading.missing in ("when", "yes") else done
    return _replaced(reading, call, part)


def _replaced(reading: Reading, call: Call, part: Part) -> Reading | None:
    old, new = part.one("old"), part.one("new") or part.one("ref")
    if not new:
        return None
    changed = with_words(call, old, new)
    if changed is None:
        return None
    done = replace(reading, calls=(*reading.calls[:-1], changed))
    return replace(done, question=None, missing=None) if reading.missing == "yes" else done


def _moment(part: Part, clause: Clause, was: str = "") -> tuple[str, str]:
    """The time that is meant instead; of other words only where they are nothing but a time. "Fifteen" after "in ten minutes" keeps the
    minutes."""
    said = part.one("when") or part.one("new")
    length, bare = _IN.fullmatch(was), re.fullmatch(r"\w+(?:-\w+)?", said.strip(" .!?"))
    if length and bare:
        return f"{length['in']}{bare[0]}{length['unit']}", ""
    new = [words for words in part.all("new") if times.is_only_time(times.with_at(words), clause.now)]
    return moment(" ".join((*part.all("when"), *new)), clause)


_NOT_THEN = re.compile(
    r"\W*(?:but |and )?not (?=(?:on |this |next |tomorrow|today)?\w+\W*\Z|next \w+|this \w+|on \w+)", re.IGNORECASE
)
_IN = re.compile(r"(?P<in>in |dans )[\w-]+(?P<unit> \w+)", re.IGNORECASE)


def _amend(part: Part, clause: Clause, before: Before) -> Reading | None:
    asked = before.asked[-1] if before.asked else None
    if asked and asked.question and asked.missing in ("when", "yes"):  # what was asked about is answered otherwise
        return corrected(asked, part, clause)
    call = next((one for one in reversed(before.calls)), None)
    if call is None:
        return None
    timed = times.Timed("", *_moment(part, clause))
    if timed.found and call.tool in ("schedule_task", "change_schedule") and _NOT_THEN.match(part.text):
        which = str(call.arguments.get("schedule", "last"))
        state = f"skip {timed.when or timed.repeat}"
        return Reading((Call("change_schedule", {"schedule": which, "state": state}),), thing=which)
    other = _named_before(part, call, before) if timed.found else ""
    if other:
        changed = {name: value for name, value in (("when", timed.when), ("repeat", timed.repeat)) if value}
        return Reading((Call("change_reminder", {"reminder": other, **changed}),), thing=other)
    if timed.found and call.tool in followups.RETIMED:
        return followups.RETIMED[call.tool](call, timed)
    if part.one("list") and call.tool == "add_tasks":
        name = part.one("list")
        return Reading(
            tuple(Call("edit_task", {"task": title, "list_name": name}) for title in call.arguments["titles"]),
            place=name,
        )
    return _worded(part, call, before)


def _named_before(part: Part, call: Call, before: Before) -> str:
    """ "dentist at 4", behind a reminder for the dentist and another one: the dentist's; "" where nothing else is named."""
    named = part.one("ref")
    if call.tool in _TIMED and named and not _points(named) and not holds(call, named):
        return speech.without_article(named)
    said = {word.casefold() for word in re.findall(r"\w{4,}", part.text)}
    reminders = [one for one in (*_calls(before.earlier), *before.calls) if one.tool == "set_reminder"]
    if call.tool != "set_reminder" or said & _content(call):
        return ""
    return next((str(one.arguments.get("text", "")) for one in reversed(reminders) if said & _content(one)), "")


_TIMED = frozenset(("set_reminder", "change_reminder"))


def _points(words: str) -> bool:
    return is_pointing(words) or words.strip(" .!?").casefold() in ("reminder", "rappel", "it")


def pointed(part: Part, before: Before) -> Part:
    """ "My sister will pick the children, so cancel that one": the reminder whose words are there, though the last set is another."""
    slot = next((one for one in part.slots if one.name == "ref"), None)
    if (
        part.intent not in ("cancel_reminder", "change_reminder")
        or slot is None
        or not is_pointing(slot.text)
        or not before.calls
    ):
        return part
    other = _named_before(replace(part, slots=()), before.calls[-1], before)
    return (
        replace(part, slots=tuple(replace(one, text=other) if one is slot else one for one in part.slots))
        if other
        else part
    )


def _content(call: Call) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{4,}", str(call.arguments.get("text", "")))}


def of_the_last(part: Part, clause: Clause) -> Reading | None:
    """ "Make it 4pm" behind nothing that was changed: the last reminder's."""
    when, repeat = _moment(part, clause) if part.intent == "amend" else ("", "")
    changed = {name: value for name, value in (("when", when), ("repeat", repeat)) if value}
    return Reading((Call("change_reminder", {"reminder": "last", **changed}),)) if changed else None


def _worded(part: Part, call: Call, before: Before) -> Reading | None:
    """Other words in what was done: changed in place where a tool can, else taken back and done anew."""
    old, new = part.one("old"), part.one("new") or part.one("ref")
    if not new:
        return None
    again = to_another(call, new) if call.tool in _TAKEN_AWAY else None
    if again is not None:
        meant = numbered(Reading((again,)), before).calls
        return Reading(meant if _DID_NOTHING.search(before.reply) else (Call("undo"), *meant))
    if call.tool == "add_tasks" and (title := title_meant(call, old, new)):
        title_now = put_in(title, *without_articles(old, new)) if old else put_in(title, old, new)
        return Reading((Call("edit_task", {"task": title, "title": title_now}),), thing=title_now)
    changed = with_words(call, old, new)
    if changed is None:
        return None
    if call.tool == "set_reminder":
        return Reading((Call("change_reminder", {"reminder": "last", "text": changed.arguments["text"]}),))
    return Reading((Call("undo"), changed))


# Then there is nothing to take back, and an undo would take back something else.
_DID_NOTHING = re.compile(r"\?|\bI can(?:'|’)t find\b|\bI find nothing\b|\bI didn(?:'|’)t\b")


_ADDS = re.compile(r"\b(?:add|need|buy|get|want|put|r?ajoute|faut|mets|achète)\w*\b", re.IGNORECASE)


def _more(part: Part, clause: Clause, before: Before) -> Reading | None:
    call = next((one for one in reversed(before.calls)), None)
    if call is None:
        return None
    items = [item for one in part.all("item") for item in split_items(one, things=True)] or part.all("text")
    if call.tool == "set_reminder":
        return _reminded_again(call, items, part, clause)
    if call.tool in _OF_LISTS and items:
        return _more_items(call, items, part)
    name = followups.SUBJECTS.get(call.tool)  # "and the dentist too": the same done to another
    other = part.one("ref") or "".join(items[:1])
    if not name or not other or call.tool in followups.ASKING:
        return None
    return numbered(Reading((Call(call.tool, {**call.arguments, name: other}),)), before)


_OF_LISTS = frozenset(("list_tasks", "edit_task", "complete_tasks", "delete_tasks", "add_tasks"))


def _reminded_again(call: Call, items: Sequence[str], part: Part, clause: Clause) -> Reading | None:
    """ "And again at eight", "and to buy bread"."""
    when, repeat = moment(part.one("when"), clause)
    if not (items or when or repeat):
        return None
    text = items[0] if items else str(call.arguments.get("text", ""))
    known = {"text": text, "when": when or str(call.arguments.get("when", "")), "repeat": repeat}
    arguments = {name: value for name, value in known.items() if value or name == "when"}
    return Reading((Call("set_reminder", arguments),), thing=text)


def _more_items(call: Call, items: list[str], part: Part) -> Reading:
    """More of the same list; ticked off or removed too only where nothing is said of needing it."""
    place = part.one("list") or str(call.arguments.get("list_name", ""))
    goes_on = call.tool in ("complete_tasks", "delete_tasks") and not _ADDS.search(part.text)
    arguments = {"tasks" if goes_on else "titles": items} | ({"list_name": place} if place else {})
    return Reading((Call(call.tool if goes_on else "add_tasks", arguments),), place=place)


def _what_about(part: Part, clause: Clause, before: Before) -> Reading | None:
    other = part.one("when") or part.one("list") or part.one("place") or part.one("topic")
    if not other or not before.calls:
        return None
    changed = [followups.asked_of(call, other, clause) for call in before.calls]
    return Reading(tuple(call for call in changed if call)) if all(changed) else None


def _keep(part: Part, __: Clause, before: Before) -> Reading | None:
    last = next((one for one in reversed(before.calls)), None)
    if last is None:
        return None
    if last.tool == "undo":
        again = tuple(call for call in _calls(before.earlier) if call.tool != "undo")
        return Reading(again) if again else None
    is_done = last.tool in _TAKEN_AWAY or (last.tool in followups.CHANGES and _DONT.search(part.text))
    return Reading((Call("undo"),)) if is_done and "?" not in before.reply else Reading(reply=KEPT)


_DONT = re.compile(
    r"\b(?:don'?t|dont|do not) (?:do|set|add|bother|need)\b|\bne le fais pas\b|\bfais pas ça\b", re.IGNORECASE
)


def _choose(part: Part, clause: Clause, before: Before) -> Reading | None:
    last = next((one for one in reversed(before.calls) if any(name in one.arguments for name in REFERS)), None)
    again = to_another(last, part.one("ref")) if last and part.one("ref") and "?" in before.reply else None
    return numbered(Reading((again,)), before) if again else None


def _calls(readings: Sequence[Reading]) -> list[Call]:
    return [call for reading in readings if not reading.question for call in reading.calls]


_LEANING: Mapping[str, Callable[[Part, Clause, Before], Reading | None]] = {
    "amend": _amend,
    "more": _more,
    "what_about": _what_about,
    "keep": _keep,
    "choose": _choose,
}
