"""What one part is beside those before it in the same message: more of a list, the rest of a text, the answer to what was open. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from app.language import people
from app.language.choosing.joining import AND
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading
from app.language.orders.table import intents
from app.language.reader.reading import Part

_LEAN_LEAST = 0.45


def least(part: Part) -> float:
    """How sure the reader must be of a part."""
    row = intents().get(part.intent)
    return row.least if row else _LEAN_LEAST


def once_more(last: Reading, part: Part) -> Reading | None:
    """ "… and balloons": more for the list of the part before."""
    call = last.calls[-1] if last.calls and not last.question else None
    if call is None or call.tool != "add_tasks" or not part.all("item"):
        return None
    return Reading((Call("add_tasks", {**call.arguments, "titles": part.all("item")}),), place=last.place)


def is_joined(last: Reading, reading: Reading, part: Part) -> bool:
    """ "at 8 to pack lunch and put the bins out": the second has no time of its own because it is the first one's."""
    tools = {call.tool for one in (last, reading) for call in one.calls}
    timed = tools in ({"set_reminder"}, {"schedule_task"})
    return timed and not last.question and AND.match(part.text) is not None


def with_text(last: Reading, more: Reading, part: Part) -> Reading:
    """The reminder, or the schedule, with what is joined to it."""
    call = last.calls[-1]
    name = _TEXT_OF[call.tool]
    own = part.text if call.tool == "schedule_task" else str(more.calls[-1].arguments.get(name, ""))
    text = AND.sub("", own, count=1).strip(" .,!")
    both = f"{call.arguments.get(name, '')} and {text}"
    return replace(last, calls=(*last.calls[:-1], Call(call.tool, {**call.arguments, name: both})), thing=both)


def with_rest(last: Reading, part: Part) -> Reading | None:
    """ "… to go and join the queue": words that nothing else could be made of, behind a text, belong to it."""
    call = last.calls[-1] if last.calls and not last.question else None
    name = _TEXT_OF.get(call.tool, "") if call is not None else ""
    if (
        call is None
        or not name
        or (part.slots and part.sure >= least(part))
        or not (AND.match(part.text) or call.tool == "save_note")
    ):
        return None
    text = f"{call.arguments.get(name, '')} {part.text.strip()}".strip(" .,!")
    return replace(last, calls=(*last.calls[:-1], Call(call.tool, {**call.arguments, name: text})), thing=text)


_TEXT_OF = {
    "schedule_task": "instruction",
    "set_reminder": "text",
    "save_note": "content",
    "save_journal_entry": "content",
}


def filled(found: list[Reading], reading: Reading) -> Reading:
    """ "a list named Camping. Put a tent on it": what the part before was to be asked about; that part goes."""
    last = found[-1] if found else None
    taken = reading.calls[-1] if reading.calls and not reading.question else None
    if (
        last
        and taken
        and taken.tool in ("delete_tasks", "complete_tasks")
        and _adds_unlisted(last)
        and taken.arguments.get("list_name")
    ):
        call, place = last.calls[-1], taken.arguments["list_name"]  # "add eggs and take cheese off the shopping list"
        found[-1] = replace(
            last, calls=(*last.calls[:-1], Call(call.tool, {**call.arguments, "list_name": place})), place=str(place)
        )
        return reading
    if last and reading.missing == "titles" and reading.place and _adds_unlisted(last):
        found.pop()
        call = last.calls[-1]
        return replace(
            last,
            calls=(*last.calls[:-1], Call(call.tool, {**call.arguments, "list_name": reading.place})),
            place=reading.place,
        )
    is_answer = (
        last and last.missing == "titles" and last.place and reading.calls and reading.calls[0].tool == "add_tasks"
    )
    if not last or not is_answer or reading.question:
        return reading
    found.pop()
    first = reading.calls[0]
    named = Call(first.tool, {"list_name": last.place, **first.arguments})
    return replace(reading, calls=(named, *reading.calls[1:]), place=last.place)


def _adds_unlisted(reading: Reading) -> bool:
    """Whether things are added that no list was named for."""
    call = reading.calls[-1] if reading.calls and not reading.question else None
    return call is not None and call.tool == "add_tasks" and not call.arguments.get("list_name")


def time_before(found: Sequence[Reading]) -> str:
    """When the reminder is that the last part asks for; "" where it asks for none."""
    call = found[-1].calls[-1] if found and found[-1].calls else None
    return str(call.arguments.get("when", "")) if call is not None and call.tool == "set_reminder" else ""


def told_of(found: Sequence[Reading], before: Before) -> str:
    """What was told last and says of whom, in a message so far or before it, for who "she" is."""
    told = [
        str(call.arguments.get("statement", ""))
        for calls in (Before(found).calls, before.calls)
        for call in reversed(calls)
        if call.tool == "remember_fact"
    ]
    return next((one for one in told if people.subject_of(one)), told[0] if told else "")


def named(clause: Clause, found: Sequence[Reading]) -> dict[str, str]:
    """What "it" and "the list" mean behind these."""
    thing = next((one.thing for one in reversed(found) if one.thing), clause.thing)
    place = next((one.place for one in reversed(found) if one.place), clause.place)
    aside = next((one.aside for one in reversed(found) if one.aside), clause.aside)
    return {"thing": thing, "place": place, "aside": aside}
