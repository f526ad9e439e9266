"""The calls of a row: one, or one for each thing, list, word or fact that was named; and what else a name may be of. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.language.orders.arguments import KINDS, items, list_called
from app.language.orders.plan import Call, Clause, Later
from app.language.orders.table import Intent
from app.language.pointing import points
from app.language.reader.reading import Part, Slot
from app.language.statements.facts import facts_in
from app.language.vocabulary import lexicon, words_of

_COVERED = 0.8  # of what was said, by the facts found in it


_AND_THAT = re.compile(
    r"(?:,|,? and|,? et) (?:that|que) (?=(?:my|our|i|we|the|mon|ma|mes|je|notre|nos|le|la)\b)", re.IGNORECASE
)


def calls_of(intent: Intent, part: Part, clause: Clause, arguments: Mapping[str, Any]) -> tuple[Call, ...]:
    calls = (
        _each_list(part, clause, arguments)
        or _each_ref(intent, part, clause, arguments)
        or _each_word(intent, part, arguments)
        or _each_told(intent, arguments)
    )
    day = {name: value for name, value in arguments.items() if name == "day"}
    beside = [
        Call(tool, {name: day["day"]}) for tool, name in intent.where_there.items() if tool in clause.tools and day
    ]
    return (*calls, *([Call(intent.also, day)] if intent.also else []), *beside)


def _each_list(part: Part, clause: Clause, arguments: Mapping[str, Any]) -> tuple[Call, ...]:
    """ "rice on the shopping list and socks on the packing list": each list with the things next to it."""
    named = [slot for slot in part.slots if slot.name == "list"]
    named = [slot for slot, before in zip(named, [None, *named], strict=False) if not _is_its_name(before, slot, part)]
    if part.intent not in ("add_tasks", "create_list") or len(named) < 2 or "titles" not in arguments:
        return ()
    before = next(slot for slot in part.slots if slot.name in ("item", "list")).name == "item"
    found: dict[str, list[str]] = {}
    for slot in part.slots:
        if slot.name != "item":
            continue
        near = [one for one in named if (one.start > slot.start) == before]
        chosen = (near[0] if before else near[-1]) if near else named[-1]
        found.setdefault(list_called([chosen.text], clause, part), []).extend(items([slot.text], clause, part))
    due = {"due": arguments["due"]} if "due" in arguments else {}
    return tuple(
        Call("add_tasks", {"titles": titles} | ({"list_name": name} if name else {}) | due)
        for name, titles in found.items()
    )


def _is_its_name(before: Slot | None, slot: Slot, part: Part) -> bool:
    """ "A packing list for Norway": what the list is for is no other list."""
    between = part.text[before.end - part.start : slot.start - part.start] if before else ""
    return _FOR.fullmatch(between) is not None


_FOR = re.compile(
    r" (?:list|liste) (?:for|of|called|named|de|des|du|pour)(?: (?:the|my|our|la|le|les|mon|ma))? ", re.IGNORECASE
)


def _each_ref(intent: Intent, part: Part, clause: Clause, arguments: Mapping[str, Any]) -> tuple[Call, ...]:
    """ "Cancel the gym and the dentist", "move the cake to noon and the flour to one": one call each, with the time next to it."""
    name = next((name for name, one in intent.arguments.items() if one.kind == "ref" and one.must), "")
    refs = [slot for slot in part.slots if name and slot.name == intent.arguments[name].slot]
    found = [KINDS["ref"]([slot.text], clause, part) for slot in refs]
    if len(set(found)) < 2 or any(points(slot.text) for slot in refs):
        return ()
    timed = next((key for key, one in intent.arguments.items() if one.slot == "when"), "")
    whens = [slot.text for slot in part.slots if slot.name == "when"]
    if not timed or len(whens) != len(refs):
        return tuple(Call(intent.tool, {**arguments, name: one}) for one in found)
    kind = KINDS[intent.arguments[timed].kind]
    own = [(one, kind([when], clause, part)) for one, when in zip(found, whens, strict=True)]
    rest = {key: value for key, value in arguments.items() if key not in ("when", "repeat", timed)}
    return tuple(
        Call(intent.tool, {**rest, name: one, **(when if isinstance(when, dict) else {timed: when})})
        for one, when in own
        if when
    )


def _each_word(intent: Intent, part: Part, arguments: Mapping[str, Any]) -> tuple[Call, ...]:
    """ "The time in Accra and in Tokyo": one call each."""
    slots = [slot for slot in part.slots if intent.each and slot.name == intent.arguments[intent.each].slot]
    beside = zip(slots, [None, *slots], strict=False)  # "Wellington, New Zealand" is one
    said = [
        slot.text
        for slot, before in beside
        if not (before and part.text[before.end - part.start : slot.start - part.start] == ", ")
    ]
    return tuple(Call(intent.tool, {**arguments, intent.each: one}) for one in said) if said else ()


def _each_told(intent: Intent, arguments: Mapping[str, Any]) -> tuple[Call, ...]:
    """One call; of several facts told in one breath, one each, where together they are all that was said."""
    said = str(arguments.get("statement", ""))
    listed = [one for one in _AND_THAT.split(said) if one.strip()]
    if len(listed) > 1:  # "my shoe size is 43, that my locker is 218"
        return tuple(Call(intent.tool, {"statement": one.strip(" ,.")}) for one in listed)
    clauses = [one.strip(" ,.") for one in _CLAUSES.split(said)] if len(said) <= _LONGEST_TOLD else []
    if len(clauses) > 1 and all(
        map(_tells, clauses)
    ):  # "the bike code is 7306, my locker is 118, and Thandi lent me 350"
        return tuple(Call(intent.tool, {"statement": one}) for one in clauses)
    told = [fact.statement for fact in facts_in(said)] if said else []
    is_whole = sum(map(len, told)) >= _COVERED * len(said) and all(one.casefold() in said.casefold() for one in told)
    if len(told) > 1 and is_whole:
        return tuple(Call(intent.tool, {"statement": one}) for one in told)
    return (Call(intent.tool, arguments),)


_LONGEST_TOLD = 300  # characters
_CLAUSES = re.compile(
    r"(?:,|;|,? (?:and|et)) (?=(?:my|our|the|i|mon|ma|mes|notre|nos|le|la|les|moi je|j['’])\b|(?-i:[A-Z])[\w'’-]+ (?:is|was|has|owes|lent|borrowed|lives|works|likes|loves|hates|est|a|habite|doit|aime)\b)|,? et moi (?=je\b)",
    re.IGNORECASE,
)


def _tells(clause: str) -> bool:
    """Whether a clause says something of somebody or something: of whom, and a word that says so."""
    words = [word.folded for word in words_of(clause)]
    return len(words) > 2 and any(lexicon().length("acts", [word]) for word in words[1:5])


# What a name may be of as well: where there is no such reminder, a task or a schedule is meant. Tool -> tool, its argument, by ours.
_OTHERWISE: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]] = {
    "change_reminder": (
        ("edit_task", {"reminder": "task", "when": "due"}),
        ("change_schedule", {"reminder": "schedule", "when": "when"}),
        ("change_event", {"reminder": "event", "when": "when"}),
    ),
    "cancel_reminder": (
        ("delete_tasks", {"reminder": "tasks"}),
        ("delete_schedule", {"reminder": "schedule"}),
        ("delete_event", {"reminder": "event"}),
    ),
    "edit_task": (("change_reminder", {"task": "reminder", "due": "when", "title": "text"}),),
    "delete_tasks": (
        ("cancel_reminder", {"tasks": "reminder"}),
        ("delete_event", {"tasks": "event"}),
        ("delete_mail", {"tasks": "mail"}),
    ),
    "change_schedule": (("change_reminder", {"schedule": "reminder", "when": "when"}),),
    "delete_schedule": (
        ("cancel_reminder", {"schedule": "reminder"}),
        ("delete_tasks", {"schedule": "tasks"}),
        ("delete_event", {"schedule": "event"}),
    ),
    "delete_alert": (("cancel_reminder", {"alert": "reminder"}),),
    "change_event": (
        ("change_reminder", {"event": "reminder", "when": "when"}),
        ("edit_task", {"event": "task", "when": "due"}),
    ),
    "delete_event": (("cancel_reminder", {"event": "reminder"}), ("delete_tasks", {"event": "tasks"})),
    "delete_mail": (("delete_tasks", {"mail": "tasks"}), ("delete_event", {"mail": "event"})),
}

OTHERWISE: Mapping[str, Sequence[str]] = {tool: [other for other, _ in rows] for tool, rows in _OTHERWISE.items()}


def instead_of(calls: Sequence[Call]) -> tuple[Later, ...]:
    """The same done to another kind of thing of that name, for when there is none of this kind."""
    if len(calls) != 1 or calls[0].tool not in _OTHERWISE:
        return ()
    call, found = calls[0], list[Later]()
    for tool, names in _OTHERWISE[call.tool]:
        if not call.arguments.keys() <= names.keys() or any(
            _points_anywhere(value) for value in call.arguments.values()
        ):
            continue
        given = {names[name]: _as_one(value, names[name]) for name, value in call.arguments.items()}
        if all(given.values()):
            before = found[-1].call if found else call
            found.append(Later(Call(tool, given), instead_of=before))
    return tuple(found)


def _points_anywhere(value: object) -> bool:
    """Whether it names nothing by its words: the last one, a number, all of them."""
    values = value if isinstance(value, list) else [value]
    return any(str(one) in ("last", "everything") or str(one).startswith("#") for one in values)


def _as_one(value: Any, name: str) -> Any:
    """A name where one is taken, several where several are; None where several are one too many."""
    several = value if isinstance(value, list) else [value]
    return several if name == "tasks" else several[0] if len(several) == 1 else None
