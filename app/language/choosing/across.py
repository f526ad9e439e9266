"""A request over several services, as its steps: "find the contract in Drive, mail it to Ama and add a task to follow up on Friday". Pure.

It is cut where one thing to do ends and the next begins; each piece is read as a message by itself, behind those before it. It is such a request
only where every piece is one call, at least one of them changes something, and two services of work have a part in it: any other is read as
a whole (`understand.py`).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

from app.language.choosing import sentences
from app.language.choosing.understand import understand
from app.language.orders import speech
from app.language.orders.plan import Call, Exchange, Reading, recorded
from app.language.questions import language_of

FIND, FILE = "search_files", "read_file"
_FILE = "across"
_MOST_STEPS, _MOST_JOINTS, _MOST_READ = 5, 6, 400
_JOINT = re.compile(
    r"(?:,|;|\.)? (?:and|et) (?:then|also|puis|aussi|ensuite) |(?:,|;|\.)? (?:then|puis|ensuite),? |,? (?:and|et) |[,;] ",
    re.IGNORECASE,
)
_ONE_CHANNEL = re.compile(
    r"#[\w.-]{1,80}|(?:the|our|my|le|notre|mon) (?:[\w-]+ )?(?:channel|canal)|[@\w][\w. -]{0,60} (?:on|in|sur) slack",
    re.IGNORECASE,
)
# What a request over services of work names at least one of: most messages with an "and" name none, and are not cut up.
_OF_WORK = re.compile(
    r"(?<!\w)#[a-z]|\b[A-Z][A-Z0-9]{1,9}-\d|/[\w.-]+#\d|\b(?:one)?drive\b|\bnextcloud\b|\bslack\b|\bjira\b|\bgithub\b|\bpull requests?\b|\bprs?\b|\btickets?\b|"
    r"\be-?mail\b|\bmail\b|\bcourriel\b|\bchannel\b|\bcanal\b|\bfiles?\b|\bfichiers?\b|\bdoc(?:ument)?s?\b|\bsheet\b|\bslides\b|\.(?:pdf|docx?|xlsx?|pptx?|md|txt|csv)\b",
    re.IGNORECASE,
)
_ON_SLACK = re.compile(r" (?:on|in|sur) slack\Z", re.IGNORECASE)
_TASK_TO = re.compile(r"\A(?:a |an |une )?(?:task|to-?do|tâche) (?:to|pour|de) ", re.IGNORECASE)
# The services of work, by the tools of each that may be a step; what is kept here is no service, and may stand beside two of them.
_SERVICES: Mapping[str, frozenset[str]] = {
    "drive": frozenset((FIND, FILE, "save_file", "share_file")),
    "mail": frozenset(("send_mail",)),
    "slack": frozenset(("slack_post", "slack_reply")),
    "jira": frozenset(("jira_create", "jira_update", "jira_transition", "jira_comment")),
    "github": frozenset(
        ("create_github_issue", "comment_on_github", "change_github_item", "review_pull_request", "merge_pull_request")
    ),
    "calendar": frozenset(("add_event",)),
}
_HERE = frozenset(("add_tasks", "set_reminder", "save_note"))
_FINDS = frozenset((FIND, FILE))
_DICTATED = frozenset(("text", "body", "description"))  # what is said with it may as well go on


@dataclass(frozen=True, slots=True)
class Wanted:
    """A step that is asked for. `tells`: the argument that says what the step before came to, "" where everything was said. `said` are its words."""

    call: Call
    said: str
    tells: str = ""

    @property
    def finds(self) -> str:
        """The words of the file that it only looks for; "" for any other step."""
        given = self.call.arguments
        return str(given.get("words") or given.get("file") or "") if self.call.tool in _FINDS else ""


def read(text: str, moment: datetime, tools: frozenset[str]) -> tuple[Wanted, ...]:
    """The steps of a request over several services; none where it isn't one. `moment` is aware, in the user's zone."""
    said = speech.tidy(text).strip()
    joints = [(one.start(), one.end()) for one in _JOINT.finditer(said)][:_MOST_JOINTS]
    if len(said) > _MOST_READ or "\n" in said or not joints or not _OF_WORK.search(said):
        return ()
    steps = _Pieces(moment, tools).steps(said, joints)
    return steps if _is_across(steps) else ()


def told(tool: str, arguments: Mapping[str, Any], said: str) -> str:
    """What a step came to, as others are told of it, in the language of what was said; "" where there are no words for it."""
    row = _told()[language_of(said)].get(tool, "")
    listed = {name: ", ".join(value) if isinstance(value, list) else value for name, value in arguments.items()}
    named = [name for _, name, _, _ in Formatter().parse(row) if name]
    return row.format_map(listed) if all(listed.get(name) for name in named) else ""


class _Pieces:
    """The pieces of one request; each is read once behind the same words."""

    def __init__(self, moment: datetime, tools: frozenset[str]) -> None:
        self._moment = moment
        self._tools = tools
        self._read: dict[tuple[str, ...], Wanted | None] = {}

    def steps(
        self, said: str, joints: Sequence[tuple[int, int]], before: tuple[Wanted, ...] = ()
    ) -> tuple[Wanted, ...]:
        """The fewest pieces that are all read; none where some are not."""
        whole = self.one(said, before) if before else None
        if whole is not None and not self._is_two(said, joints, before):
            return (*before, whole)
        for start, end in joints if len(before) < _MOST_STEPS - 1 else ():
            first = self.one(said[:start], before)
            rest = [(at - end, to - end) for at, to in joints if at >= end]
            found = self.steps(said[end:], rest, (*before, first)) if first is not None else ()
            if found:
                return found
        return (*before, whole) if whole is not None else ()

    def one(self, said: str, before: Sequence[Wanted]) -> Wanted | None:
        """The one call that a piece is, behind those before it."""
        key = (said, *(one.said for one in before))
        if key not in self._read:
            self._read[key] = self._one(said, before)
        return self._read[key]

    def _is_two(self, said: str, joints: Sequence[tuple[int, int]], before: Sequence[Wanted]) -> bool:
        """Whether a piece is two orders, of which the first took the second into its words."""
        return any(self.one(said[:start], before) and self.one(said[end:], before) for start, end in joints)

    def _one(self, said: str, before: Sequence[Wanted]) -> Wanted | None:
        if (spread := _of_the_step(said, self._tools, before)) is not None:
            return spread
        plan = understand(said, self._moment, self._tools, _exchange(before, self._moment))
        if len(plan.calls) != 1 or plan.question or plan.later:
            return None
        call = plan.calls[0]
        known = call.tool in _HERE or any(call.tool in names for names in _SERVICES.values())
        return Wanted(_tidied(call), said) if known else None


def _of_the_step(said: str, tools: frozenset[str], before: Sequence[Wanted]) -> Wanted | None:
    """ "Tell the channel", "email Ama about it": what it says is what the step before came to."""
    last = before[-1] if before else None
    match = (
        sentences.best(sentences.tidy(said).rstrip(".!?"), {"", "said"}, sentences.templates(_FILE)) if last else None
    )
    if last is None or match is None or sentences.tool(match) not in tools:
        return None
    slots, tool = sentences.slots(match), sentences.tool(match)
    if tool == "send_mail":
        call = Call(tool, {"to": sentences.several(slots["to"]), "subject": "", "body": ""})
        return Wanted(call, said, tells="body") if last.call.tool in _told()["en"] else None
    channel = slots["channel"]
    if not _ONE_CHANNEL.fullmatch(channel):
        return None
    where, text = _ON_SLACK.sub("", channel), slots.get("text", "")
    if text:
        return Wanted(Call(tool, {"channel": where, "text": f"{text[:1].upper()}{text[1:]}"}), said)
    return (
        Wanted(Call(tool, {"channel": where, "text": ""}), said, tells="text")
        if last.call.tool in _told()["en"]
        else None
    )


def _exchange(before: Sequence[Wanted], moment: datetime) -> Exchange | None:
    """The pieces before, as what was asked for and done: "it" is the file that was looked for."""
    asked = tuple(_as_read(one) for one in before)
    return Exchange(before[-1].said, "", moment, asked=asked) if before else None


def _as_read(one: Wanted) -> Reading:
    return recorded(Call(FILE, {"file": one.finds}) if one.finds else one.call, "")


def _tidied(call: Call) -> Call:
    """ "Add a task to follow up" is a task that is called "follow up"."""
    if call.tool != "add_tasks":
        return call
    titles = [_TASK_TO.sub("", title) for title in call.arguments["titles"]]
    return replace(call, arguments={**call.arguments, "titles": [f"{one[:1].upper()}{one[1:]}" for one in titles]})


def _is_across(steps: Sequence[Wanted]) -> bool:
    """Whether several services have a part in it, or one and what is kept here behind words that dictate nothing; and what is only looked for is
    used by the step behind it."""
    services = {name for one in steps for name, tools in _SERVICES.items() if one.call.tool in tools}
    used = all(not one.finds or one.finds in _values(following.call) for one, following in pairwise(steps))
    kept = any(one.call.tool in _HERE for one in steps[1:]) and not any(
        _DICTATED & one.call.arguments.keys() for one in steps[:-1]
    )
    several = len(services) > 1 or (bool(services) and kept) or any(one.finds for one in steps)
    return len(steps) > 1 and several and used and not steps[-1].finds


def _values(call: Call) -> list[str]:
    return [item for value in call.arguments.values() for item in (value if isinstance(value, list) else [value])]


@cache
def _told() -> Mapping[str, Mapping[str, str]]:
    path = Path(str(files("app.language.orders") / f"{_FILE}.toml"))
    return tomllib.loads(path.read_text(encoding="utf-8"))["told"]
