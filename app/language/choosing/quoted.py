"""What a message means that replies to another one, or came with something shared: "remind me of this tomorrow" is about the words it replies to.

Pure. Those words are never read as an order. They fill what the user's own words leave open, or point at and don't name; whose they are is asked
where the call is made.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.language.choosing.understand import understand
from app.language.cues import says
from app.language.orders import talk
from app.language.orders.items import joined, split_items
from app.language.orders.names import NONE_KNOWN, Known
from app.language.orders.plan import Call, Exchange, Plan, Reading
from app.language.pointing import points

OVER = (
    "Good. That alone ticks nothing off: a reminder that rang is over unless it repeats. To tick off a task, name it, "
    "such as “tick off milk”."
)
WHEN = "When should I remind you of that?"
PLACE = (
    "You sent me a place: {words}. I did nothing with it. Reply to it and say what I should do, such as “save this as a note” or "
    "“remind me of this tomorrow at 9”."
)
CONTACT = (
    "You sent me a contact: {words}. I did nothing with it. Reply to it and say what I should do, such as “save this as a note” or "
    "“remind me of this tomorrow at 9”."
)
STICKER = "You sent me a sticker. There is nothing in it for me to do; write what you need."
BESIDE = "Your message {words}"
OTHER = (
    "You sent me this: {words}. I did nothing with it. Reply to it and say what I should do, such as “save this as a note” or "
    "“remind me of this tomorrow at 9”."
)
_KINDS = {
    "sticker": STICKER,
    "location": PLACE,
    "place": PLACE,
    "contact": CONTACT,
    "contacts": CONTACT,
    "came": BESIDE,
}
_HEAD = re.compile(r"(?:place|location|contacts?): ?")
_FIRST = re.compile(r"\w+")
_DUE = re.compile(r"Due now: (?P<title>.+?)(?: \([^()]+\))?")
_LATE = re.compile(r"(?P<text>.+?) \(Late: this was due [^()]*\.\)")
_SENTENCE = re.compile(r"[.!?:]")
_ENUMERATES = 80  # characters; what is longer is one thing
_MOST_READ = 400  # characters of what is replied to that are read for what it is about
_TAKES = {"set_reminder": "text", "add_tasks": "titles", "save_note": "content", "save_journal_entry": "content"}
_KEEPS = frozenset(
    ("remember_fact", "save_to_read_later")
)  # what keeps something else than words that stand in the chat
_MEANS_LAST = frozenset(("last", "latest", "one", "snooze", ""))


def understand_reply(
    said: str, words: str, now: datetime, tools: frozenset[str], before: Exchange | None, *, known: Known = NONE_KNOWN
) -> Plan:
    """What to do about a message that replies to, or came with, these words; `known` as for `understand`."""
    about = _about(words, now, tools)
    if about is None:
        return understand(said, now, tools, before, known)
    if says("done_alone", said):
        return _done(words, about, tools)
    if talk.KEEPS_IT.fullmatch(said.strip()) and "save_note" in tools:
        return Plan((Call("save_note", {"content": about.words}),))
    plan = understand(said, now, tools, known=known)
    if plan.pending is not None and (filled := _answered(plan, plan.pending, about)) is not None:
        return filled
    calls = tuple(_pointed(call, about, tools) for call in plan.calls)
    return replace(plan, calls=calls) if calls != plan.calls else understand(said, now, tools, before, known)


def received(shared: list[str]) -> str:
    """What is said of things that came without a word."""
    first = _FIRST.match(shared[0])
    told = _KINDS.get(first[0] if first else "", OTHER)
    return told.format(words=shared[0] if told in (BESIDE, OTHER) else plainly(shared))


def plainly(shared: list[str]) -> str:
    """What was shared, without the word for what it is."""
    return "; ".join(_HEAD.sub("", one, count=1) for one in shared)


@dataclass(frozen=True, slots=True)
class _About:
    """What the words are about: what they say, what of that a reminder is for, and the things in them."""

    words: str
    text: str
    titles: list[str]


def _about(words: str, now: datetime, tools: frozenset[str]) -> _About | None:
    """None where nothing is told."""
    said = _plain(words.strip())
    told = _DUE.fullmatch(said) or _LATE.fullmatch(said)
    text = (told.group(1) if told else said).strip()
    if not text:
        return None
    asked = understand(text, now, tools).calls if len(text) <= _MOST_READ else ()
    named = asked[0].arguments.get(_TAKES.get(asked[0].tool, "")) if len(asked) == 1 else None
    if isinstance(named, list) and named:
        titles = [str(one) for one in named]
        return _About(text, joined(titles) if says("of_list", text) else text, titles)
    if isinstance(named, str) and named:
        return _About(text, named, [named])
    is_enumeration = len(text) <= _ENUMERATES and not _SENTENCE.search(text)
    return _About(text, text, split_items(text) or [text] if is_enumeration else [text])


def _plain(words: str) -> str:
    """What was shared, which is told between brackets, without them."""
    inner = words[1:-1] if words[:1] == "(" and words[-1:] == ")" else ""
    return _HEAD.sub("", inner, count=1) if _HEAD.match(inner) else words


def _done(words: str, about: _About, tools: frozenset[str]) -> Plan:
    """ "Done", under a task that came due, which is then ticked off; a reminder is over by itself."""
    if _DUE.fullmatch(words.strip()) and "complete_tasks" in tools:
        return Plan((Call("complete_tasks", {"tasks": [about.text]}),))
    return Plan(reply=OVER)


def _answered(plan: Plan, pending: Reading, about: _About) -> Plan | None:
    """The plan whose question what it replies to answers."""
    if not pending.calls:
        return None
    call = pending.calls[-1]
    name = _TAKES.get(call.tool, "")
    if not name or pending.missing != name or plan.calls:
        return None
    filled = Call(call.tool, {**call.arguments, name: _value(name, about)})
    if call.tool == "set_reminder" and not (call.arguments.get("when") or call.arguments.get("repeat")):
        asked = replace(pending, calls=(filled,), question=WHEN, missing="when", thing=about.text)
        return Plan(question=WHEN, pending=asked)
    return replace(plan, calls=(filled,), question=None, pending=None)


def _pointed(call: Call, about: _About, tools: frozenset[str]) -> Call:
    """The call about what its message replies to, where it only points."""
    if call.tool in _KEEPS and _only_points(call.arguments) and "save_note" in tools:
        return Call("save_note", {"content": about.words})
    if call.tool == "change_reminder":
        return _once_more(call, about, tools)
    name = _TAKES.get(call.tool, "")
    given = call.arguments.get(name)
    pointing = given if isinstance(given, list) else [given]
    if not name or not all(isinstance(one, str) and points(one) for one in pointing):
        return call
    return Call(call.tool, {**call.arguments, name: _value(name, about)})


def _once_more(call: Call, about: _About, tools: frozenset[str]) -> Call:
    """ "In an hour" under a reminder that rang: the same once more. The one that is ahead is another."""
    which, when = str(call.arguments.get("reminder", "")), str(call.arguments.get("when", ""))
    vague = which.casefold() in _MEANS_LAST or points(which)
    if not vague or not when or "(#" in about.text or set(call.arguments) - {"reminder", "when"}:
        return call
    return Call("set_reminder", {"text": about.text, "when": when}) if "set_reminder" in tools else call


def _only_points(arguments: Any) -> bool:
    return all(isinstance(value, str) and points(value) for value in arguments.values())


def _value(name: str, about: _About) -> str | list[str]:
    return {"titles": about.titles, "content": about.words}.get(name, about.text)
