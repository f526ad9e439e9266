"""What the offline model makes of a message: calls to make, a question to ask, or words to say. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.language.orders.items import joined
from app.language.orders.names import NONE_KNOWN, Known
from app.language.orders.verdict import NOTHING, Verdict


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call to make."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Later:
    """A call that waits for the others' results: made when all came back with empty hands, or, where `unless` says a word,
    when none of them mentions it; or where that one call came back so, `instead_of` which it is.
    """

    call: Call
    unless: str = ""
    instead_of: Call | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the user said before and what we answered; `earlier` is the exchange before that.

    `asked`: what came of it, a reading for each call that was made, and the one that our question is about.
    """

    said: str
    reply: str
    moment: datetime
    earlier: "Exchange | None" = None
    asked: tuple["Reading", ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Calls are made first, then what they returned is said, and `question` after it.

    `reply` is said where there are no calls, or where all of them came back with empty hands; `later` depends on what they
    came back with. `verdict` is what those who hear the answer are told of it, `pending` what `question` asks about.
    `note` is said behind what they returned, where nothing is asked.
    """

    calls: tuple[Call, ...] = ()
    question: str | None = None
    reply: str | None = None
    later: tuple[Later, ...] = ()
    verdict: Verdict = NOTHING
    pending: "Reading | None" = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one clause means.

    `missing` names the argument of the last call that `question` asks for. `thing` and `place` are what "it" and "the
    list" mean in the next clause; `aside` is a whole text kept, which "it" may point into. `asserts` marks a plain statement ("I live in Accra"), which may also be part of a text
    to keep; `keeps_text` a clause whose rest is such a text. `is_cut`: more was said behind it than is read of one message.
    `outcome`: what its tool answered, of a call that was made.
    """

    calls: tuple[Call, ...] = ()
    question: str | None = None
    missing: str | None = None
    reply: str | None = None
    thing: str = ""
    aside: str = ""
    place: str = ""
    asserts: bool = False
    keeps_text: bool = False
    is_cut: bool = False
    later: tuple[Later, ...] = ()
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause to read: its words, the moment they are said (aware, user's zone), and what the clauses before left.

    `depth`: how many parts of the message stand before it; `led`: words right before it that ask for nothing ("I travel on Friday, …"); `before`: the time of the reminder before it; `tools`: what can be called; `known`: what things of its user's accounts at work are called.
    """

    text: str
    now: datetime
    thing: str = ""
    aside: str = ""
    place: str = ""
    depth: int = 0
    led: str = ""
    before: str = ""
    tools: frozenset[str] = frozenset()
    known: Known = NONE_KNOWN


def thing_of(arguments: Mapping[str, Any]) -> str:
    """What "it" means behind a call."""
    named = arguments.get("titles") or arguments.get("tasks")
    if named:
        return joined(list(named)) if isinstance(named, list | tuple) else str(named)
    return str(
        next((arguments[name] for name in ("reminder", "task", "item", "url", "schedule") if name in arguments), "")
    )


def recorded(call: Call, outcome: str) -> Reading:
    """A call that was made, as what is said next leans on it."""
    place, kept = (str(call.arguments.get(name, "")) for name in ("list_name", "content"))
    return Reading((call,), thing=thing_of(call.arguments), place=place, aside=kept, outcome=outcome)


def as_data(pending: Reading | None) -> dict[str, Any] | None:
    """What a question is about, as it travels with the answer."""
    if pending is None:
        return None
    calls = [{"tool": call.tool, "arguments": dict(call.arguments)} for call in pending.calls]
    return {"calls": calls, "question": pending.question, "missing": pending.missing}


def from_data(data: Any) -> Reading | None:
    """The same back; None for what is none."""
    calls = data.get("calls") if isinstance(data, Mapping) else None
    if not calls or not all(isinstance(one, Mapping) and "tool" in one and "arguments" in one for one in calls):
        return None
    return Reading(
        tuple(Call(str(one["tool"]), dict(one["arguments"])) for one in calls),
        question=str(data.get("question") or ""),
        missing=data.get("missing"),
        place=str(calls[-1]["arguments"].get("list_name", "")),
    )
