"""Parts that lean on what was said before: a change of it, the same once more or asked of another, one of what was shown, an undo taken back.

Pure. Behind a message, what was done is changed by the tools that change things; behind another part of the same message, which is not carried out
yet, the call itself is (`corrected`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.language.dialogue.asking import ASKING, SUBJECTS, what_about
from app.language.dialogue.changes import (
    REFERS,
    holds,
    put_in,
    title_meant,
    to_another,
    with_words,
    without_articles,
)
from app.language.dialogue.pointed import chosen
from app.language.dialogue.state import CHANGES, Before, calls_of
from app.language.orders import quiet, reminding, speech, times
from app.language.orders.arguments import moment, shift, with_day
from app.language.orders.items import split_items
from app.language.orders.numbers import in_digits
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import points
from app.language.reader.reading import Part

WHAT_TEXT = "What shall it say instead? Say “/edit” and the new words."
KEPT = "All right, it stays as it is."
_TAKEN_AWAY = frozenset(
    "delete_tasks cancel_reminder delete_note delete_read_later delete_schedule complete_tasks mark_read clear_list forget_fact edit_task change_reminder".split()
)
_OF_LISTS = frozenset("list_tasks edit_task complete_tasks delete_tasks add_tasks".split())
_TIMED = frozenset("set_reminder change_reminder schedule_task change_schedule add_tasks edit_task".split())
_REMINDERS = frozenset(("set_reminder", "change_reminder"))


def lean(part: Part, clause: Clause, before: Before) -> Reading | None:
    """What such a part means after what was said before; None where it leans on nothing."""
    reader = _LEANING.get(part.intent)
    return reader(part, clause, before) if reader else None


def corrected(reading: Reading, part: Part, clause: Clause) -> Reading | None:
    """ "… at 6, no, make that 7": the part before, not carried out yet, as it was meant."""
    if not reading.calls:
        return None
    call = reading.calls[-1]
    chosen = to_another(call, part.one("ref")) if part.one("ref") and not part.one("old") else None
    if chosen is not None:
        return replace(reading, calls=(*reading.calls[:-1], chosen))
    said = _time_said(part, clause)
    if said and call.tool in _TIMED:
        changed = {name: value for name, value in _retimed(call, said, clause).items() if value}
        kept = {name: value for name, value in call.arguments.items() if name not in ("when", "repeat", "due")}
        done = replace(reading, calls=(*reading.calls[:-1], Call(call.tool, {**kept, **changed})))
        return replace(done, question=None, missing=None) if reading.missing in ("when", "yes") else done
    old, new = part.one("old"), part.one("new") or part.one("ref")
    worded = with_words(call, old, new) if new else None
    if worded is None:
        return None
    done = replace(reading, calls=(*reading.calls[:-1], worded))
    return replace(done, question=None, missing=None) if reading.missing == "yes" else done


def _retimed(call: Call, said: str, clause: Clause) -> dict[str, str]:
    """The time of a call with another in place of what that says."""
    if call.tool in ("add_tasks", "edit_task"):
        return {"due": times.merged(str(call.arguments.get("due", "")), said, clause.now)}
    was = " ".join(filter(None, (str(call.arguments.get(name, "")) for name in ("repeat", "when"))))
    together = times.merged(was, said, clause.now)
    if call.tool in ("schedule_task", "change_schedule"):
        return {"when": together}
    when, repeat = moment(together, clause)
    return {"when": when, "repeat": repeat}


def _time_said(part: Part, clause: Clause, call: Call | None = None) -> str:
    """The time that is meant instead; of other words only where they are nothing but a time, or a number. Of two the one that isn't the call's own."""
    new = [words for said in part.all("new") if (words := _time_first(said, clause))]
    whens = part.all("when") + new
    if len(whens) > 1 and call is not None:
        was = set(_FIGURE.findall(" ".join(str(call.arguments.get(name, "")) for name in ("when", "repeat", "due"))))
        whens = [one for one in whens if not (found := _FIGURE.findall(one)) or not set(found) <= was] or whens
    said = " ".join(whens[-1:] if len(whens) > 1 and part.one("ref").isdecimal() else whens).strip(" ,.!")
    tried = (said, *whens[:1]) if len(whens) > 1 else (said,)  # "at 7:15 instead, 6:45 is cruel"
    return next((one for one in tried if _is_count(one) or any(moment(one, clause))), "")


_FIGURE = re.compile(r"\d+(?:[:.h]\d\d)?")


def _time_first(said: str, clause: Clause) -> str:
    """The time or number that words begin with and hardly anything else follows, or that is all they are: "1pm" of "1pm I'll be late"."""
    if _is_count(said) or times.is_only_time(times.with_at(said), clause.now):
        return said
    found = times.best_time(times.with_at(said), clause.now)
    is_first = found is not None and found.start <= len("at ") and found.has_time
    return found.text if found is not None and is_first else ""


def _is_count(words: str) -> bool:
    """Whether it is a number and nothing else, which may be another length."""
    return in_digits(words.strip(" ,.!?")).isdecimal()


def _amend(part: Part, clause: Clause, before: Before) -> Reading | None:
    open_one = before.pending
    if open_one and open_one.missing in ("when", "yes"):  # what was asked about is answered otherwise
        return corrected(open_one, part, clause)
    if not before.calls:
        return None
    by = shift(part.text)
    call = _changed_one(part, before, timed=bool(by or _time_said(part, clause)))
    if by.startswith("by ") and (pushed := _pushed(call, by)) is not None:
        return pushed
    said = _time_said(part, clause, call)
    if said and call.tool == "remember_fact":
        return _told_otherwise(call, said, clause)
    if said and (moved := _moved(part, call, said, clause, before)) is not None:
        return moved
    hours = quiet.hours(" ".join((*part.all("when"), *part.all("new"))), part.text)
    if call.tool == "set_quiet_hours" and hours:
        hours = quiet.with_one(hours, before.outcome(call))
        return Reading((Call("set_quiet_hours", {"hours": hours}),))
    if part.one("list") and call.tool == "add_tasks":
        name = part.one("list")
        moves = (Call("edit_task", {"task": title, "list_name": name}) for title in call.arguments["titles"])
        return Reading(tuple(moves), place=name)
    return _worded(part, call, before)


def _told_otherwise(call: Call, said: str, clause: Clause) -> Reading | None:
    """A day or an hour in what was told, put right: "no sorry, 21 March"."""
    statement = str(call.arguments.get("statement", ""))
    was = times.best_time(statement, clause.now)
    if was is None:
        return None
    on = was.text[: was.text.find(" ") + 1] if was.text[:3].casefold() in ("on ", "at ", "le ") else ""
    changed = with_words(call, was.text, said if said.casefold().startswith(on.casefold()) and on else f"{on}{said}")
    return Reading((Call("undo"), changed)) if changed else None


def _pushed(call: Call, by: str) -> Reading | None:
    """What was done, that much later: "push it a week"."""
    if call.tool in ("add_tasks", "edit_task"):
        titles = call.arguments.get("titles") or [call.arguments.get("task", "")]
        return Reading(tuple(Call("edit_task", {"task": title, "due": by}) for title in titles))
    if call.tool in _REMINDERS:
        return Reading((Call("change_reminder", {"reminder": _which(call), "when": by}),), thing=_which(call))
    return None


def _changed_one(part: Part, before: Before, *, timed: bool) -> Call:
    """Which of the calls before is changed: the one that names what is replaced, the last that has a time where one is said, else the last; what
    was done before a mere look, where it is not the look that is put right."""
    done = before.changed if before.calls[-1].tool not in CHANGES and not part.one("list") else before.calls
    calls, old = done or before.calls, part.one("old")
    named = (call for call in reversed(calls) if old and holds(call, old))
    fits = (call for call in reversed(calls) if timed and call.tool in _TIMED | {"set_quiet_hours"})
    return next(named, None) or next(fits, None) or calls[-1]


def _moved(part: Part, call: Call, said: str, clause: Clause, before: Before) -> Reading | None:
    """What was done, at another time."""
    when, repeat = moment(said, clause)
    if call.tool in ("schedule_task", "change_schedule"):
        which = str(call.arguments.get("schedule", "last"))
        if _NOT_THEN.match(part.text):
            return Reading(
                (Call("change_schedule", {"schedule": which, "state": f"skip {when or repeat}"}),), thing=which
            )
        return Reading(
            (Call("change_schedule", {"schedule": which, "when": _retimed(call, said, clause)["when"]}),), thing=which
        )
    if call.tool in ("add_tasks", "edit_task"):
        titles = call.arguments.get("titles") or [call.arguments.get("task", "")]
        due = times.merged(str(call.arguments.get("due", "")), said, clause.now)
        return Reading(tuple(Call("edit_task", {"task": title, "due": due}) for title in titles))
    which = _named_before(part, call, before) or (_which(call) if call.tool in _REMINDERS else "")
    if not which:
        return None
    changed = {name: value for name, value in (("when", when), ("repeat", repeat)) if value}
    if not changed or (_is_count(said) and times.names_length(str(call.arguments.get("when", "")))):
        changed = {name: value for name, value in _retimed(call, said, clause).items() if value}
    return Reading((Call("change_reminder", {"reminder": which, **changed}),), thing=which)


def _which(call: Call) -> str:
    return str(call.arguments.get("reminder", "last"))


_NOT_THEN = re.compile(
    r"\W*(?:but |and )?not (?=(?:on |this |next |tomorrow|today)?\w+\W*\Z|next \w+|this \w+|on \w+)", re.IGNORECASE
)


def _named_before(part: Part, call: Call, before: Before) -> str:
    """ "dentist at 4", behind a reminder for the dentist and another one: the dentist's; "" where nothing else is named."""
    named = part.one("ref")
    if call.tool in _REMINDERS and named and not points(named) and not named.isdecimal() and not holds(call, named):
        return speech.without_article(named)
    said = {word.casefold() for word in re.findall(r"\w{4,}", part.text)}
    earlier = calls_of(before.past[0]) if before.past else []
    reminders = [one for one in (*earlier, *before.calls) if one.tool == "set_reminder"]
    if call.tool != "set_reminder" or said & _content(call):
        return ""
    return next((str(one.arguments.get("text", "")) for one in reversed(reminders) if said & _content(one)), "")


def _content(call: Call) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{4,}", str(call.arguments.get("text", "")))}


def of_another(part: Part, before: Before) -> Part:
    """ "My sister will pick the children, so cancel that one": the reminder whose words are there, though the last set is another."""
    slot = next((one for one in part.slots if one.name == "ref"), None)
    is_of_one = part.intent in ("cancel_reminder", "change_reminder") and slot is not None and points(slot.text)
    other = _named_before(replace(part, slots=()), before.calls[-1], before) if is_of_one and before.calls else ""
    slots = tuple(replace(one, text=other) if one is slot else one for one in part.slots)
    return replace(part, slots=slots) if other else part


def of_the_last(part: Part, clause: Clause) -> Reading | None:
    """ "Make it 4pm" behind nothing that was changed: the last reminder's. A time alone says when and not what, which is asked."""
    said = _time_said(part, clause) if part.intent == "amend" else ""
    when, repeat = moment(said, clause) if said else ("", "")
    if said and not times.cut(times.with_at(part.text.strip(" .!")), clause.now).rest:
        return reminding.reading("", when, repeat)
    changed = {name: value for name, value in (("when", when), ("repeat", repeat)) if value}
    return Reading((Call("change_reminder", {"reminder": "last", **changed}),)) if changed else None


def _worded(part: Part, call: Call, before: Before) -> Reading | None:
    """Other words in what was done: changed in place where a tool can, else taken back and done anew."""
    pointing = points(part.one("ref"))
    old, new = part.one("old"), _with_context(part, call) or ("" if pointing else part.one("ref"))
    is_text = call.tool not in CHANGES and any(call.arguments.get(name) for name in _TEXTS)
    if is_text and (_WAITS.search(before.outcome(call)) or (pointing and not new)):
        return Reading(
            reply=WHAT_TEXT
        )  # an undo would take back something else, and a second call is no change of the first
    if not new:
        return None
    again = to_another(call, chosen(new, before)) if call.tool in _TAKEN_AWAY else None
    if again is not None:
        return Reading((again,) if _did_nothing(before, call) else (Call("undo"), again))
    if call.tool == "add_tasks" and (title := title_meant(call, old, new)):
        title_now = put_in(title, *without_articles(old, new)) if old else put_in(title, old, new)
        return Reading((Call("edit_task", {"task": title, "title": title_now}),), thing=title_now)
    changed = with_words(call, old, new)
    if changed is None:
        return None
    if call.tool == "set_reminder":
        return Reading((Call("change_reminder", {"reminder": "last", "text": changed.arguments["text"]}),))
    return Reading((Call("undo"), changed))


def _with_context(part: Part, call: Call) -> str:
    """The new words, with the one before them where what was done has it too: "place 181" for "it's place 181"."""
    slot = next((one for one in part.slots if one.name == "new"), None)
    if slot is None:
        return ""
    ahead = re.search(r"(?P<word>[^\W\d_]{3,}) \Z", part.text[: slot.start - part.start])
    return (
        f"{ahead['word']} {slot.text}"
        if ahead and slot.text[:1].isdigit() and holds(call, ahead["word"])
        else slot.text
    )


_TEXTS = ("text", "body", "description")
_WAITS = re.compile(r"\[APPROVAL_PENDING:")  # in what a call answered that only waits
# Then there is nothing to take back, and an undo would take back something else.
_NOTHING_DONE = re.compile(r"\?|\bI can(?:'|’)t find\b|\bI find nothing\b|\bI didn(?:'|’)t\b")


def _did_nothing(before: Before, call: Call) -> bool:
    return _NOTHING_DONE.search(before.outcome(call) or before.reply) is not None


_ADDS = re.compile(r"\b(?:add|need|buy|get|want|put|r?ajoute|faut|mets|achète)\w*\b", re.IGNORECASE)


def _more(part: Part, clause: Clause, before: Before) -> Reading | None:
    call = before.calls[-1] if before.calls else None
    if call is None:
        return None
    items = [item for one in part.all("item") for item in split_items(one, things=True)] or part.all("text")
    if part.all("item") and _ADDS.search(part.text):  # things are put on a list, whatever else was done beside
        call = next((one for one in reversed(before.calls) if one.tool in _OF_LISTS), call)
    if call.tool == "set_reminder":
        return _reminded_again(call, items, part, clause)
    if call.tool in _OF_LISTS and items:
        return _more_items(call, items, part, before)
    name = SUBJECTS.get(call.tool)  # "and the dentist too": the same done to another
    other = part.one("ref") or "".join(items[:1])
    if not name or not other or call.tool in ASKING:
        return None
    other = chosen(other, before)
    value = [other] if isinstance(call.arguments.get(name), list) else other
    return Reading((Call(call.tool, {**call.arguments, name: value}),))


def _reminded_again(call: Call, items: Sequence[str], part: Part, clause: Clause) -> Reading | None:
    """ "And again at eight", "and to buy bread"."""
    when, repeat = moment(part.one("when"), clause)
    if not (items or when or repeat):
        return None
    when, repeat = with_day(when, repeat, str(call.arguments.get("when", "")), clause)  # "and the bank at 11": that day
    text = items[0] if items else str(call.arguments.get("text", ""))
    known = {"text": text, "when": when or str(call.arguments.get("when", "")), "repeat": repeat}
    arguments = {name: value for name, value in known.items() if value or name == "when"}
    return Reading((Call("set_reminder", arguments),), thing=text)


def _more_items(call: Call, items: list[str], part: Part, before: Before) -> Reading:
    """More of the same list; ticked off or removed too only what is there, and where nothing is said of needing it."""
    place = part.one("list") or str(call.arguments.get("list_name", "")) or before.place
    taken = call.tool in ("complete_tasks", "delete_tasks") and not _ADDS.search(part.text)
    goes_on = taken and any(map(before.names, items))
    arguments = {"tasks" if goes_on else "titles": items} | ({"list_name": place} if place else {})
    return Reading((Call(call.tool if goes_on else "add_tasks", arguments),), place=place)


def _keep(part: Part, _: Clause, before: Before) -> Reading | None:
    last = before.calls[-1] if before.calls else None
    if last is None:
        return None
    if last.tool == "undo":
        again = next(
            (calls for one in before.past if (calls := [call for call in calls_of(one) if call.tool in CHANGES])), []
        )
        return Reading(tuple(again)) if again else None
    is_done = last.tool in _TAKEN_AWAY or (last.tool in CHANGES and _DONT.search(part.text))
    return Reading((Call("undo"),)) if is_done and "?" not in before.reply else Reading(reply=KEPT)


_DONT = re.compile(
    r"\b(?:don'?t|dont|do not) (?:do|set|add|bother|need)\b|\bne le fais pas\b|\bfais pas ça\b", re.IGNORECASE
)


def _choose(part: Part, _: Clause, before: Before) -> Reading | None:
    last = next((one for one in reversed(before.calls) if any(name in one.arguments for name in REFERS)), None)
    ref = chosen(part.one("ref"), before)
    again = to_another(last, ref) if last and ref and "?" in before.reply else None
    return Reading((again,)) if again else None


_LEANING: Mapping[str, Callable[[Part, Clause, Before], Reading | None]] = {
    "amend": _amend,
    "more": _more,
    "what_about": what_about,
    "keep": _keep,
    "choose": _choose,
}
