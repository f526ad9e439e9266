"""Words that lean on what was just done: "no, make it seven", "and eggs", "cancel that", "what about tomorrow?".

Nothing is stored between turns: the message before is read again, and its last call is what these words change, repeat or take
back. Knows tools by name alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.models.offline import speech, times
from app.models.offline.intents import health
from app.models.offline.intents.lists import is_list, list_name
from app.models.offline.items import is_doing, joined, split_items
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import compiled_pattern

_MOST_WORDS = 6
_CHANGES = frozenset(
    "add_tasks complete_tasks edit_task delete_tasks clear_list save_note edit_note delete_note set_reminder change_reminder "
    "cancel_reminder remember_fact save_journal_entry save_to_read_later mark_read delete_read_later set_time_zone "
    "schedule_task change_schedule delete_schedule set_quiet_hours".split()
)
_BACK = re.compile(
    r"(?:(?:no|nope|oh|oops|wait|actually|sorry|never ?mind|forget it)[, ]*)*(?:(?:cancel|scrap|undo|delete|remove|drop|scratch|revert) (?:that|it|this|them|those|both)(?: one)?(?: again)?|"
    r"take (?:that|it|them) (?:back|off(?: again)?)|(?:i )?changed my mind|on second thoughts?,? (?:no|don't|leave it)|don't do that|that's wrong,? undo(?: it)?)(?: please| then)?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:(?:no|nope|nah|wait|actually|sorry|oops|hmm|rather|better|or rather|i meant?|i said|not that|make (?:it|that)|change (?:it|that) to|move (?:it|that) to|"
    r"set (?:it|that) (?:to|for)|let's (?:say|do|make it)|should be|it should be|say)\b[\s,:.-]*)+",
    re.IGNORECASE,
)
_INSTEAD_END = re.compile(r"[\s,]+(?:instead|rather|then|please|i meant?|actually|not .+)\Z", re.IGNORECASE)
_MORE = re.compile(
    r"(?:(?:and|also|plus|oh and|and also|as well as|oh|same for|same with|and then)[\s,]+)(?P<items>.+?)(?: too| as well| also| please)*[.!]*|(?P<too>.+?),? (?:too|as well|also)(?: please)?[.!]*",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:(?:and |so |ok |okay )?(?:what about|how about|and for|and in|and on|and)|same for)\s+(?:(?:in|on|for|about) )?(?:(?:the|my) )?(?P<other>.+?)[\s?.!]*",
    re.IGNORECASE,
)
_ONE_OF = re.compile(
    r"(?P<before>.*?)(?<!\w)(?:the )?(?:(?P<place>first|second|third|fourth|fifth|sixth|last)(?: (?:one|item|task|note|reminder))?|(?:number |#)(?P<number>\d+))\b(?P<after>.*)",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_DROP = re.compile(
    r"(?:delete|remove|drop|cancel|scrap|trash|erase|get rid of|take off|take|bin|clear)\b", re.IGNORECASE
)
_DONE = re.compile(r"(?:tick|mark|check|complete|finish|cross|i (?:did|finished|bought|got)|done)\b", re.IGNORECASE)
_MAKE_IT = re.compile(
    r"(?:(?:no|actually|sorry|wait|oops)[, ]+)*(?:make|change) (?:it|that)(?: to)? (?P<title>(?!done\b|due\b).+?)(?: instead| please)?",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"(?:no|nope|sorry|wait|oops|actually)?[, ]*(?:i (?:meant|said) )?(?:not (?P<old>[\w ]+?)(?:,| but)+ (?:i meant? )?(?P<new>[\w ]+)|(?!))",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\A(?P<head>.*\b(?:until|till|to|is|was|of)) .+", re.IGNORECASE)

# What a list shows, and what a number in it is dropped or ticked off with: tool, argument, whether it takes several.
_SHOWN: Mapping[str, tuple[Call, Call | None]] = {
    "list_tasks": (Call("delete_tasks", {"tasks": []}), Call("complete_tasks", {"tasks": []})),
    "add_tasks": (Call("delete_tasks", {"tasks": []}), Call("complete_tasks", {"tasks": []})),
    "list_reminders": (Call("cancel_reminder", {"reminder": ""}), Call("cancel_reminder", {"reminder": ""})),
    "list_schedules": (Call("delete_schedule", {"schedule": ""}), None),
    "find_notes": (Call("delete_note", {"note": ""}), None),
    "recall_facts": (Call("forget_fact", {"what": ""}), None),
    "list_read_later": (Call("delete_read_later", {"item": ""}), Call("mark_read", {"item": ""})),
}
# The argument that says what a call is about, where the same may be asked for or done to another.
_SUBJECTS: Mapping[str, str] = {
    "recall_facts": "about",
    "find_everything": "about",
    "semantic_search": "about",
    "search_history": "about",
    "find_notes": "words",
    "get_datetime": "place",
    "complete_tasks": "tasks",
    "delete_tasks": "tasks",
    "cancel_reminder": "reminder",
    "delete_schedule": "schedule",
    "delete_note": "note",
    "mark_read": "item",
}
_ASKING = frozenset(
    ("recall_facts", "find_everything", "semantic_search", "search_history", "find_notes", "get_datetime")
)


def take_back(clause: Clause, earlier: Sequence[Reading]) -> Reading | None:
    """ "cancel that", right after something was changed."""
    calls = _calls(earlier)
    if not calls or not _BACK.fullmatch(clause.text.strip(" .!?")):
        return None
    return Reading((Call("undo"),)) if any(call.tool in _CHANGES for call in calls) else None


def another_time(clause: Clause, earlier: Sequence[Reading]) -> Reading | None:
    """ "no, make it seven": the reminder or the task just spoken of, at another time."""
    call = next((call for call in reversed(_calls(earlier)) if call.tool in _RETIMED), None)
    if call is None:
        return None
    said = _INSTEAD_END.sub("", _INSTEAD.sub("", clause.text.strip(" .!?"), count=1))
    timed = times.cut(times.with_at(said), clause.now)
    if not timed.found or len(timed.rest.split()) > 1 or timed.rest.casefold() == "not":
        return None
    return _RETIMED[call.tool](call, timed)


def one_of_shown(clause: Clause, earlier: Sequence[Reading], reply: str) -> Reading | None:
    """ "delete the first one", "tick off #3": of what was just shown."""
    calls, chosen = _calls(earlier), _ONE_OF.fullmatch(speech.bare(clause.text))
    if not calls or chosen is None or calls[-1].tool not in _SHOWN or len(clause.text.split()) > _MOST_WORDS:
        return None
    number = _number_meant(chosen, re.findall(r"#(\d+)", reply))
    action = _action_on(calls[-1], chosen["before"].strip())
    if not number or action is None:
        return None
    [(name, value)] = action.arguments.items()
    return Reading((Call(action.tool, {name: [f"#{number}"] if isinstance(value, list) else f"#{number}"}),))


def instead(clause: Clause, earlier: Sequence[Reading]) -> Reading | None:
    """ "no, not rice, pasta": what was just added is taken back, the other put in its place."""
    calls, meant = _calls(earlier), _NOT_THIS.fullmatch(clause.text.strip(" .!?"))
    if not calls or meant is None or calls[-1].tool != "add_tasks" or meant["old"] not in calls[-1].arguments["titles"]:
        return None
    return Reading((Call("undo"), _with(calls[-1], "titles", split_items(meant["new"], things=True))))


def renamed(clause: Clause, earlier: Sequence[Reading]) -> Reading | None:
    """ "make that two loaves": the one thing just added, by another name."""
    calls, other = _calls(earlier), _MAKE_IT.fullmatch(clause.text.strip(" .!?"))
    titles = calls[-1].arguments.get("titles", ()) if calls and calls[-1].tool == "add_tasks" else ()
    if other is None or len(titles) != 1 or len(other["title"].split()) > _MOST_WORDS:
        return None
    return Reading((Call("edit_task", {"task": titles[0], "title": other["title"]}),))


def lean(clause: Clause, earlier: Sequence[Reading]) -> Reading | None:
    """Words that mean something only after what was done before."""
    calls = _calls(earlier)
    if not calls:
        return None
    readers: tuple[Callable[[Clause, Sequence[Call]], Reading | None], ...] = (_other, _more)
    return (
        instead(clause, earlier)
        or renamed(clause, earlier)
        or next((reading for reader in readers if (reading := reader(clause, calls))), None)
    )


def _calls(earlier: Sequence[Reading]) -> list[Call]:
    return [call for reading in earlier if not reading.question for call in reading.calls]


def _number_meant(chosen: re.Match[str], numbers: Sequence[str]) -> str:
    """The number said, or the one in that place of what was shown; empty when there is none."""
    if chosen["number"]:
        return chosen["number"] if chosen["number"] in numbers else ""
    place = chosen["place"].casefold()
    index = -1 if place == "last" else _ORDINALS.index(place)
    return numbers[index] if -len(numbers) <= index < len(numbers) else ""


def _action_on(shown: Call, verb: str) -> Call | None:
    """What dropping or ticking off means where that call showed something."""
    drop, done = _SHOWN[shown.tool]
    if _DROP.match(verb):
        return drop
    return done if _DONE.match(verb) else None


def _retimed_reminder(call: Call, timed: times.Timed) -> Reading:
    which = str(call.arguments.get("reminder", "last"))
    changes = ({"when": timed.when} if timed.when else {}) | ({"repeat": timed.repeat} if timed.repeat else {})
    return Reading((Call("change_reminder", {"reminder": which} | changes),), thing=which)


def _retimed_schedule(call: Call, timed: times.Timed) -> Reading:
    which = str(call.arguments.get("schedule", "last"))
    when = " ".join(filter(None, (timed.repeat, timed.when)))
    return Reading((Call("change_schedule", {"schedule": which, "when": when}),), thing=which)


def _retimed_task(call: Call, timed: times.Timed) -> Reading | None:
    titles = call.arguments.get("titles") or [call.arguments.get("task", "")]
    return Reading((Call("edit_task", {"task": titles[0], "due": timed.when}),)) if timed.when else None


_RETIMED: Mapping[str, Callable[[Call, times.Timed], Reading | None]] = {
    "set_reminder": _retimed_reminder,
    "change_reminder": _retimed_reminder,
    "schedule_task": _retimed_schedule,
    "change_schedule": _retimed_schedule,
    "add_tasks": _retimed_task,
    "edit_task": _retimed_task,
}


def _other(clause: Clause, calls: Sequence[Call]) -> Reading | None:
    """ "what about tomorrow?", "and in Sydney?": the same question about another day, place or thing."""
    asked = _ABOUT.fullmatch(clause.text.strip())
    if asked is None or len(asked["other"].split()) > _MOST_WORDS:
        return None
    other = asked["other"]
    changed = [_asked_of(call, other, clause) for call in calls]
    return Reading(tuple(call for call in changed if call)) if all(changed) else None


def _asked_of(call: Call, other: str, clause: Clause) -> Call | None:
    arguments, timed = call.arguments, times.is_only_time(other, clause.now)
    if call.tool in ("list_tasks", "list_reminders"):
        return _list_of(call, other, clause)
    if health.is_of(call.tool):
        return health.another(call, other, clause)
    if call.tool == "read_journal" and timed:
        return Call(call.tool, {"since": other, "until": other})
    if call.tool == "search_history" and timed:
        return Call(call.tool, {**arguments, "since": other, "until": other})
    if call.tool == "answer_date_question":
        question = _UNTIL.sub(rf"\g<head> {re.escape(other)}", str(arguments["question"]).rstrip(" ?"))
        return Call(call.tool, {"question": question}) if question != arguments["question"] else None
    if call.tool not in _ASKING or timed:
        return None
    name = _SUBJECTS[call.tool]
    return Call(call.tool, {**arguments, name: _in_place_of(str(arguments.get(name, "")), other)})


def _in_place_of(old: str, other: str) -> str:
    """ "(what's my sister's name?) and my brother's?" is about the brother's name."""
    _, owned, what = old.partition("'s ")
    return f"{other} {what}" if owned and other.endswith("'s") else other.removesuffix("'s") or other


def _list_of(call: Call, other: str, clause: Clause) -> Call | None:
    """Another day of the same list, or another list."""
    if times.is_only_time(other, clause.now):
        return Call(call.tool, {**call.arguments, "day": times.cut(other, clause.now).when})
    if call.tool == "list_tasks" and (is_list(other) or call.arguments.get("list_name")):
        return Call("list_tasks", {"list_name": list_name(other, clause) or "todo"})
    return Call("list_reminders") if compiled_pattern(r"{reminder}s?").fullmatch(other) else None


def _more(clause: Clause, calls: Sequence[Call]) -> Reading | None:
    """ "and eggs", "bread too": the same done once more with another thing."""
    more, call = _MORE.fullmatch(clause.text.strip(" .!?")), calls[-1]
    if more is None:
        return None
    said = (more["items"] or more["too"]).strip(" ,.")
    if len(said.split()) > _MOST_WORDS:
        return None
    if call.tool == "set_reminder":
        return _reminded_again(call, said, clause)
    if call.tool == "add_tasks":
        titles = split_items(re.sub(r"\A(?:add|put) ", "", said), things=not is_doing(said))
        return Reading((_with(call, "titles", titles),), thing=joined(titles)) if titles else None
    name = _SUBJECTS.get(call.tool)
    if name is None or call.tool in _ASKING:
        return None
    bare = speech.without_article(said)
    return Reading((_with(call, name, [bare] if isinstance(call.arguments.get(name), list) else bare),))


def _reminded_again(call: Call, said: str, clause: Clause) -> Reading | None:
    """ "and again at eight", "and to buy bread"."""
    timed = times.cut(re.sub(r"\A(?:again )", "", said), clause.now)
    if timed.found and not timed.rest:
        return Reading((replace_when(call, timed),))
    doing = re.match(r"to (?P<text>.+)", said)
    return Reading((_with(call, "text", doing["text"]),)) if doing else None


def replace_when(call: Call, timed: times.Timed) -> Call:
    """The same reminder at another time."""
    kept: dict[str, Any] = {"text": call.arguments["text"], "when": timed.when}
    return Call(call.tool, kept | ({"repeat": timed.repeat} if timed.repeat else {}))


def _with(call: Call, name: str, value: object) -> Call:
    return replace(call, arguments={**call.arguments, name: value})
