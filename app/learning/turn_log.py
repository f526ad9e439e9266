"""One turn as it went: every message, call and result in order, with how each call was decided and how it ended.

Read from the stored messages as they are, whoever wrote them: what has an unknown or broken shape is shown as text, never an error.
What is shown is made for eyes: nothing invisible, and long texts cut with a mark that says how long they are.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from app.memory.records import AuditEntry, Json, LedgerEntry, TurnRecord
from app.prompts.turn import split

MOST_SHOWN = 2_000
_MOST_ARGUMENTS = 20
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
Kind = Literal["message", "beside", "thought", "call", "result", "reply", "other"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: what was said ("message", "reply"), what memory put beside it ("beside"), a call with the gate's
    `decision` and its `outcome`, its result. `cut`: the text is only the beginning."""

    kind: Kind
    at: datetime | None
    text: str
    cut: bool = False
    tool: str = ""
    arguments: Json | None = None
    decision: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class TurnLog:
    """A turn: where, by whom, how it was routed and ended, whose words it had read, what it cost, and its events."""

    id: str
    number: int
    channel: str
    model: str
    status: str
    domains: list[str]
    method: str
    taint: list[str]
    usage: Json
    started_at: datetime
    finished_at: datetime
    events: list[Event]


def turn_log(
    turn: TurnRecord, messages: Sequence[Json], audit: Sequence[AuditEntry], ledger: Sequence[LedgerEntry]
) -> TurnLog:
    """The turn with its events in order; calls that stand in the books and in no message come after the others."""
    books = _Books(list(audit), list(ledger))
    told = [event for message in messages for event in _events(message, books)]
    kinds = {event.kind for event in told}
    first = [] if "message" in kinds else [Event("message", turn.started_at, *readable(turn.text))]
    last = [] if "reply" in kinds else [Event("reply", turn.finished_at, *readable(turn.reply))]
    return TurnLog(
        id=turn.id,
        number=turn.number,
        channel=turn.channel,
        model=turn.model,
        status=turn.status,
        domains=[str(name) for name in turn.route.get("domains", ())],
        method=str(turn.route.get("method", "")),
        taint=turn.taint,
        usage={key: value for key, value in turn.usage.items() if isinstance(value, int | float)},
        started_at=turn.started_at,
        finished_at=turn.finished_at,
        events=[*first, *told, *books.rest(), *last],
    )


def readable(text: str, most: int = MOST_SHOWN) -> tuple[str, bool]:
    """A text for eyes, and whether it was cut."""
    if len(text) <= most:
        return _UNSEEN.sub("", text), False
    return f"{_UNSEEN.sub('', text[:most])}… ({len(text):,} characters)", True


@dataclass(slots=True)
class _Books:
    """What the gate wrote of a turn's calls, each line used for one call."""

    audit: list[AuditEntry]
    ledger: list[LedgerEntry]

    def decided(self, tool: str) -> tuple[str, str]:
        """Decision and outcome of the next call of that tool."""
        entry = next((entry for entry in self.audit if entry.tool == tool), None)
        done = next((line for line in self.ledger if line.tool == tool), None)
        if done is not None and (entry is None or entry.outcome not in ("held", "refused", "read")):
            self.ledger.remove(done)
        if entry is None:
            return ("", done.status) if done else ("", "")
        self.audit.remove(entry)
        return entry.decision, entry.outcome

    def rest(self) -> Iterator[Event]:
        """The calls that no message tells of, such as one that was confirmed by a button."""
        for entry in list(self.audit):
            arguments, at = entry.arguments, entry.created_at
            decision, outcome = self.decided(entry.tool)
            yield _call(entry.tool, arguments, at, decision=decision, outcome=outcome)
        for line in self.ledger:
            yield _call(line.tool, line.arguments, line.started_at, decision="approved", outcome=line.status)
            text, cut = readable(line.result)
            yield Event("result", line.finished_at, text, cut, tool=line.tool)


def _events(message: Json, books: _Books) -> Iterator[Event]:
    at = _moment(message.get("timestamp"))
    parts = message.get("parts")
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, dict):
            yield from _of_part(part, _moment(part.get("timestamp")) or at, books)


def _of_part(part: Json, at: datetime | None, books: _Books) -> Iterator[Event]:
    kind, tool = str(part.get("part_kind", "")), str(part.get("tool_name", ""))
    if kind == "tool-call":
        decision, outcome = books.decided(tool)
        yield _call(tool, part.get("args"), at, decision=decision, outcome=outcome)
        return
    if kind == "user-prompt":
        yield from _said(part.get("content"), at)
        return
    shown, cut = readable(_words(part.get("content", part)))
    yield Event(_KINDS.get(kind, "other"), at, shown, cut, tool=tool, outcome="retry" if kind == "retry-prompt" else "")


_KINDS: dict[str, Kind] = {
    "text": "reply",
    "thinking": "thought",
    "tool-return": "result",
    "retry-prompt": "result",
}


def _said(content: Any, at: datetime | None) -> Iterator[Event]:
    """The user's words, after what memory put beside them."""
    pieces = content if isinstance(content, list) else [content]
    prompt = split("\n".join(piece for piece in pieces if isinstance(piece, str)))
    if prompt.memory:
        shown, cut = readable(prompt.memory)
        yield Event("beside", at, shown, cut)
    files = [f"[{piece.get('kind', 'file')}]" for piece in pieces if isinstance(piece, dict)]
    shown, cut = readable("\n".join([part for part in (prompt.text, *files) if part]))
    yield Event("message", at, shown, cut)


def _call(tool: str, arguments: Any, at: datetime | None, *, decision: str, outcome: str) -> Event:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            arguments = {"": arguments}
    given = list(arguments.items())[:_MOST_ARGUMENTS] if isinstance(arguments, dict) else []
    shown = {str(name): readable(_words(value), 500)[0] for name, value in given if value not in ("", None, [])}
    return Event("call", at, "", False, readable(tool, 100)[0], shown, decision, outcome)


def _words(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _moment(value: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
