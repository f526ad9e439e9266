"""Words that lean on what was just done: "no, make it seven", "and eggs", "cancel that", "what about tomorrow?".

Nothing is stored between turns: the message before is read again, and its last call is what these words change, repeat or take
back. Knows tools by name alone.
"""

import re
from collections.abc import Callable, Mapping

from app.models.offline import health, times
from app.models.offline.lists import is_list, list_name
from app.models.offline.plan import Call, Clause, Reading

CHANGES = frozenset(
    "add_tasks complete_tasks edit_task delete_tasks clear_list save_note edit_note delete_note set_reminder change_reminder "
    "cancel_reminder remember_fact save_journal_entry save_to_read_later mark_read delete_read_later set_time_zone "
    "schedule_task change_schedule delete_schedule set_quiet_hours".split()
)
_REMINDERS = re.compile(r"(?:reminder|alarm|timer|alert|nudge|rappel)s?", re.IGNORECASE)
_UNTIL = re.compile(r"\A(?P<head>.*\b(?:until|till|to|is|was|of)) .+", re.IGNORECASE)

# What a list shows, and what a number in it is dropped or ticked off with: tool, argument, whether it takes several.
SHOWN: Mapping[str, tuple[Call, Call | None]] = {
    "list_tasks": (Call("delete_tasks", {"tasks": []}), Call("complete_tasks", {"tasks": []})),
    "add_tasks": (Call("delete_tasks", {"tasks": []}), Call("complete_tasks", {"tasks": []})),
    "list_reminders": (Call("cancel_reminder", {"reminder": ""}), Call("cancel_reminder", {"reminder": ""})),
    "list_schedules": (Call("delete_schedule", {"schedule": ""}), None),
    "find_notes": (Call("delete_note", {"note": ""}), None),
    "recall_facts": (Call("forget_fact", {"what": ""}), None),
    "list_read_later": (Call("delete_read_later", {"item": ""}), Call("mark_read", {"item": ""})),
}
# The argument that says what a call is about, where the same may be asked for or done to another.
SUBJECTS: Mapping[str, str] = {
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
ASKING = frozenset(
    ("recall_facts", "find_everything", "semantic_search", "search_history", "find_notes", "get_datetime")
)


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


RETIMED: Mapping[str, Callable[[Call, times.Timed], Reading | None]] = {
    "set_reminder": _retimed_reminder,
    "change_reminder": _retimed_reminder,
    "schedule_task": _retimed_schedule,
    "change_schedule": _retimed_schedule,
    "add_tasks": _retimed_task,
    "edit_task": _retimed_task,
}


def asked_of(call: Call, other: str, clause: Clause) -> Call | None:
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
    if call.tool not in ASKING or timed:
        return None
    name = SUBJECTS[call.tool]
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
    return Call("list_reminders") if _REMINDERS.fullmatch(other) else None
