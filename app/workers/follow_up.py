"""A worker that can't go on without its user: what it asks, why, how far it is, and what the answer is needed for. Pure.

A model says so with a tool, or writes FOLLOW_UP_NEEDED into its answer; both come to the same here. Trusts no field to be there.
"""

import re
from dataclasses import asdict, dataclass

from app.memory.records import Json
from app.models.asking import objects

SIGNAL = "FOLLOW_UP_NEEDED"
_TOKEN = re.compile(r"FOLLOW[_ ]?UP[_ ]NEEDED", re.IGNORECASE)
_AT_START = re.compile(rf"^[ \t\"'`*_#({{\[]{{0,40}}{_TOKEN.pattern}\b[\"'`*_:]{{0,40}}", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(
    r"(?P<name>\b(?:reason|question|status|context))[\"'`*]{0,20}\s{0,20}[:=][\"'`*]{0,20}\s*(?P<value>.*?)"
    r"(?=[\s,;(\"'`*-]{0,20}\b(?:reason|question|status|context)[\"'`*]{0,20}\s{0,20}[:=]|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_AROUND = " \t\r\n\"'`*,;)-}"
_MOST = 1_000
_READ = 4 * _MOST + 400  # four fields, their names and what stands around them
UNSAID = "How should I go on?"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """`question` is what the user is asked; `reason` why, `status` how far the work is, `context` what is known so far."""

    question: str
    reason: str = ""
    status: str = ""
    context: str = ""

    def as_dict(self) -> Json:
        """As it is stored with its worker."""
        return asdict(self)


def follow_up_of(fields: Json) -> FollowUp:
    """From whatever a model filled in."""
    read = {str(name).casefold(): str(value).strip()[:_MOST] for name, value in fields.items() if value}
    return FollowUp(
        read.get("question", "") or UNSAID, read.get("reason", ""), read.get("status", ""), read.get("context", "")
    )


def written(text: str) -> FollowUp | None:
    """What an answer asks that has the token at the start of a line; None where it has not. What stands before it is the status."""
    found = _AT_START.search(text)
    if found is None:
        return None
    before, rest = text[: found.start()].strip()[:_MOST], text[found.end() :]
    fields = next(objects(text[found.start() :]), None) or _fields(rest)
    inner = next((value for name, value in fields.items() if _TOKEN.fullmatch(name)), None)
    asked = follow_up_of(inner if isinstance(inner, dict) else fields)
    if asked.question == UNSAID and not fields:
        asked = FollowUp(rest.strip(" \t\r\n:-–—\"'`*()")[:_MOST] or UNSAID)
    return FollowUp(asked.question, asked.reason, asked.status or before, asked.context)


def _fields(rest: str) -> Json:
    return {found["name"].casefold(): found["value"].strip(_AROUND) for found in _FIELD.finditer(rest[:_READ])}


def for_the_main_agent(name: str, asked: FollowUp) -> str:
    """What invoking the worker returns: the main agent asks the user, and passes the answer back by the name."""
    parts = (("Why", asked.reason), ("So far", asked.status), ("Known", asked.context))
    more = [f"{label}: {text}" for label, text in parts if text]
    after = f'Ask the user this in your reply. Their answer goes to invoke_worker_agent("{name}", …).'
    return "\n".join((f"{SIGNAL} from {name}: {asked.question}", *more, after))


def for_the_user(name: str, asked: FollowUp) -> str:
    """The question where no model words it."""
    why = f"\n({asked.reason})" if asked.reason and asked.reason.casefold() not in asked.question.casefold() else ""
    return f"{name} asks: {asked.question}{why}"
