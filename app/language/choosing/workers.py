"""What people say to and about workers: one taken on, set to work by name, answered, shown, let go.

Names are read from what stands beside the message (`conversation` puts the workers there), so "ask Ama to …" is meant for a worker only
where one is called Ama. What is said to a worker is passed on whole: the worker reads it, not this file.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.language.orders import speech, times
from app.language.orders.plan import Call, Clause, Exchange, Plan, Reading

INVOKE = "invoke_worker_agent"
_LISTED = re.compile(r"^- (?P<name>[^:\n]{1,40}?)(?P<waits> waits for the user's answer[^:\n]*)?: ", re.MULTILINE)
_BLOCK = re.compile(r"<workers>\n(?P<lines>.*?)\n</workers>", re.DOTALL)
_ASKED = re.compile(r"^(?P<name>[^:\n]{1,40}) asks: ", re.MULTILINE)
# What reads like an order may still be an answer where it only tells something.
_TELLING = frozenset(("remember_fact",))
_OFFER = re.compile(r"Shall I|Should I")
_PLEASE = r"(?:(?:please|hey|ok|okay|now|then|and|can you|could you|will you|would you)[, ]+)*"
_TO_ONE = (
    _PLEASE + r"(?:ask|tell|have|get|let|message|instruct|say to|pass on to) (?:my |the )?(?:worker )?(?P<name>{names})"
    r"(?:'s worker| worker)?(?:[,:]| that| to|) +(?P<message>\S.*)",
    r"(?:hey |hi |@)?(?P<name>{names})[,:] *(?P<message>\S.*)",
)
_LET_GO = (
    _PLEASE
    + r"(?:dismiss|fire|sack|let go(?: of)?|get rid of|remove|delete|end|stop) (?:my |the )?(?:worker )?(?P<name>{names})"
    r"(?: worker)?(?: please| now)?[.!]*",
    _PLEASE + r"let (?:my |the )?(?P<name>{names}) go[.!]*",
)
_HOW = (
    r"(?:what(?:'s| is| has| was) |how(?:'s| is) )(?:my |the )?(?P<name>{names})(?: (?:doing|up to|been|done|getting on|going to do))*[?.!]*",
)
_START = re.compile(
    _PLEASE
    + r"(?:start|create|make|hire|set up|take on|launch|appoint|add|give me|get me|i (?:want|need)|i'd like)(?: me)?(?: an?| the| another)?(?: new)?"
    r" (?:worker|background worker|assistant|helper|agent)(?: agent)?,? (?:called|named|by the name of)"
    r" (?P<name>[\"']?\w[\w'&-]*(?: (?!to\b|for\b|who\b|that\b|which\b)[\w'&-]+){0,3}[\"']?)"
    r"(?:[,:]? (?:to|for|who|that|which)\b|[,:])?(?P<message>.*)",
    re.IGNORECASE | re.DOTALL,
)
_GONE = re.compile(
    r"(?:dismiss|fire|sack|let go(?: of)?|get rid of|remove|delete|end|stop) (?:my |the )?worker,? (?:called |named |agent )?(?P<name>[\w][\w '&-]*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Beside:
    """The workers that stand beside a message: all names, and those who wait for an answer."""

    names: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


def beside(memory: str) -> Beside:
    """From the block that conversation puts there; nothing where there is none."""
    block = _BLOCK.search(memory)
    found = list(_LISTED.finditer(block["lines"])) if block else []
    return Beside(tuple(one["name"] for one in found), tuple(one["name"] for one in found if one["waits"]))


def plan_for(text: str, memory: str, before: Exchange | None, is_order: Callable[[], Plan]) -> Plan | None:
    """What is meant for a worker, or is about one by its name; None for anything else. `is_order` reads the words by themselves."""
    words = speech.tidy(text[: speech.MAX_READ])
    taken_on = _started(words, text)
    if taken_on is not None:
        return taken_on
    known = beside(memory)
    return _by_name(words, text, known) or _answer(text, known, before, is_order) if known.names else None


def _started(words: str, text: str) -> Plan | None:
    """ "start a worker called Ama to …": all that follows is hers, whatever stands in it."""
    found = _START.fullmatch(words)
    if found is None or not _message(found):
        return None
    return Plan((_to_its_end(_invoke(_name(found), found["message"]), text),))


def _by_name(words: str, text: str, known: Beside) -> Plan | None:
    found = _match(_LET_GO, words, known)
    if found is not None:
        return Plan((Call("dismiss_worker", {"worker": _spelled(found["name"], known)}),))
    if _match(_HOW, words, known) is not None:
        return Plan((Call("list_workers"),))
    found = _match(_TO_ONE, words, known)
    if found is None:
        return None
    return Plan((_to_its_end(_invoke(_spelled(found["name"], known), found["message"]), text),))


def _answer(text: str, known: Beside, before: Exchange | None, is_order: Callable[[], Plan]) -> Plan | None:
    """What is said right after a worker's question goes to the worker, unless it is an order of its own."""
    asked = list(_ASKED.finditer(before.reply)) if before is not None else []
    name = next((one["name"] for one in reversed(asked) if one["name"] in known.waiting), None)
    if name is None:
        return None
    if before is not None and times.is_only_time(text.strip(), before.moment):
        return Plan((_invoke(name, text.strip()),))
    order = is_order()
    calls = [call for call in order.calls if call.tool not in _TELLING]
    asks_back = order.question is not None and not _OFFER.match(order.question)
    return None if calls or asks_back else Plan((_invoke(name, text.strip()),))


def _match(patterns: tuple[str, ...], words: str, known: Beside) -> re.Match[str] | None:
    names = "|".join(re.escape(name) for name in sorted(known.names, key=len, reverse=True))
    tried = (re.fullmatch(pattern.replace("{names}", names), words, re.IGNORECASE | re.DOTALL) for pattern in patterns)
    return next((found for found in tried if found), None)


def _spelled(name: str, known: Beside) -> str:
    return next((one for one in known.names if one.casefold() == name.casefold()), name)


def _invoke(name: str, message: str) -> Call:
    return Call(INVOKE, {"name": name, "message": message.strip()})


def _to_its_end(call: Call, text: str) -> Call:
    """A long message is passed on to its end, though only its head was read."""
    message = str(call.arguments["message"])
    if len(text) <= speech.MAX_READ:
        return call
    return Call(call.tool, {**call.arguments, "message": message + text[speech.MAX_READ :]})


def taken_on(clause: Clause) -> Reading | None:
    """ "start a worker called Ama": asked what she is to do, where that isn't said; "dismiss worker Ama" lets her go."""
    match, gone = _START.fullmatch(clause.text), _GONE.fullmatch(clause.text)
    if gone is not None:
        return Reading((Call("dismiss_worker", {"worker": gone["name"]}),))
    if match is None:
        return None
    name, message = _name(match), _message(match)
    if not message:
        return Reading((Call(INVOKE, {"name": name}),), question=f"What is {name} to do?", missing="message")
    return Reading((_invoke(name, message),))


def _name(match: re.Match[str]) -> str:
    return match["name"].strip(" \t\n,;:.!?\"'")


def _message(match: re.Match[str]) -> str:
    return match["message"].strip(" \t\n,;:.!?")
