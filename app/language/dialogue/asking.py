"""The same asked of another time, list, person or thing: "and tomorrow?", "and the dentist?". Pure."""

import re
from collections.abc import Mapping

from app.language import questions
from app.language.dialogue.state import CHANGES, Before
from app.language.orders import figures, health, times
from app.language.orders.lists import is_list, list_name
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part

# Where the same may be asked of or done to another: the argument that says of what.
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
ASKING = frozenset("recall_facts find_everything semantic_search search_history find_notes get_datetime".split())


def of_a_sum(text: str, before: Before) -> Reading | None:
    """A sum that goes on from the one before."""
    call = before.calls[-1] if before.calls else None
    if call is None or call.tool != "calculate":
        return None
    return figures.goes_on(text, str(call.arguments.get("expression", "")), before.outcome(call))


def what_about(part: Part, clause: Clause, before: Before) -> Reading | None:
    """ "And tomorrow?", "and my brother's?": what was just asked, of another; None where nothing was."""
    other = part.one("when") or part.one("list") or part.one("place") or part.one("topic")
    if not other or not before.calls or (part.one("list") and before.calls[-1].tool != "list_tasks"):
        return None
    looked = [one for one in before.calls if one.tool not in CHANGES and (not clause.tools or one.tool in clause.tools)]
    changed = [_asked_of(call, other, clause) for call in looked]
    return Reading(tuple(call for call in changed if call)) if changed and all(changed) else None


_REMINDER_NOUNS = re.compile(r"(?:reminder|alarm|timer|alert|nudge|rappel)s?", re.IGNORECASE)
_UNTIL = re.compile(r"\A(?P<head>.*\b(?:until|till|to|is|was|of)) .+", re.IGNORECASE)


def _asked_of(call: Call, other: str, clause: Clause) -> Call | None:
    """The same asked of another time, list, place, person or thing."""
    arguments, timed = call.arguments, times.is_only_time(other, clause.now)
    if call.tool in ("list_tasks", "list_reminders"):
        return _list_of(call, other, clause)
    if call.tool in ("list_events", "find_free_time") and timed:
        return Call(call.tool, {**arguments, "when": other})
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
    """The question asked of another: behind "what's my sister's name?", "and my brother's?" is about the brother's name; behind "where did I put the
    brooch?", "and the prescription?" asks where that is."""
    owner = _OWNER.search(old) or _OWNS.match(old)
    if other.endswith("'s") and owner:
        return f"{old[: owner.start('who')]}{other}{old[owner.end('who') :]}"
    named = other[:1].isupper() or other.split()[0].casefold() in ("my", "our", "mon", "ma", "mes", "notre")
    whom = (_OWNER if named else _THE).search(old) or (_OF.search(old) if named else None) or _THE.search(old)
    if whom is None or not questions.asks(old):
        return other.removesuffix("'s") or other
    owns = "'s" if whom.re is _OWNER else ""
    return f"{old[: whom.start('who')]}{other}{owns}{old[whom.end('who') :]}"


_OWNER = re.compile(
    r"\b(?!(?:What|Who|Where|When|How|It|That|There)'s)(?P<who>(?:(?:my|our|the) [\w-]+|[A-Z][\w-]+)(?: [A-Z][\w-]+)?'s)(?= \w)"
)
_OWNS = re.compile(r"(?P<who>[\w-]+'s)(?= \w)")
_OF = re.compile(r"\b(?:de |d'|of )(?P<who>(?:(?:mon|ma|mes|notre|my|our) )?[\w-]+)(?=\W*\Z)")
_THE = re.compile(r".*\b(?:the|my|our|le|la|les|mon|ma|mes|notre) (?P<who>[^?,]+?)(?=\W*\Z)", re.DOTALL)


def _list_of(call: Call, other: str, clause: Clause) -> Call | None:
    """Another day of the same list, or another list."""
    if times.is_only_time(other, clause.now):
        return Call(call.tool, {**call.arguments, "day": times.cut(other, clause.now).when})
    if call.tool == "list_tasks" and (is_list(other) or call.arguments.get("list_name")):
        return Call("list_tasks", {"list_name": list_name(other, clause) or "todo"})
    return Call("list_reminders") if _REMINDER_NOUNS.fullmatch(other) else None
