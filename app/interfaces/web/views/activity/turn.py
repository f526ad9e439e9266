"""One turn whole: the words, how they were understood, each call with how it was decided and how it ended, what was changed, what was
read, what models took, the answer, its requests, and Undo where something can still be taken back.

What was done outside of any turn (a row acted on, a command, a silent run) is shown in the same way, by its calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.cards.wording import fields_of, label_of
from app.conversation.buttons import calls_of
from app.interfaces.web.views.activity.outside import effect, tools
from app.interfaces.web.views.activity.rows import call, channel, figures, kind_of, outcome, took
from app.interfaces.web.views.viewer import Viewer, shown_request
from app.learning.turn_log import readable
from app.memory.records import AuditEntry, LedgerEntry, PendingAction, TurnRecord, UsageRecord
from app.models.prices import dollars

_WORDS, _VALUE = 8_000, 600
_MOST = 60  # lines of each kind
_METHODS = {
    "keyword": "by words in it",
    "semantic": "by what it means",
    "context_hint": "by what came before it",
    "none": "by nothing in it",
}
_DECISIONS = {
    "run": "ran at once",
    "hold": "asked you first",
    "stop": "stopped",
    "refuse": "not allowed",
    "approved": "you said yes",
}
_REQUESTS = {
    "pending": "waits for your OK",
    "executing": "runs now",
    "editing": "is being changed",
    "unknown": "nobody knows how it went",
}


@dataclass(frozen=True, slots=True)
class Whole:
    """All that is stored of one. `effects` are the ledger's lines, those of its workers, plans and of taking it back too."""

    id: str
    turn: TurnRecord | None
    calls: Sequence[AuditEntry]
    effects: Sequence[LedgerEntry]
    requests: Sequence[PendingAction]
    usage: Sequence[UsageRecord]
    said: str


async def look(seen: Viewer, turn_id: str) -> Whole | None:
    """What there is of it; None where there is nothing under that id, or nothing of the viewer's."""
    store, user_id = seen.store, seen.user.id
    turn = await store.turns.get(user_id, turn_id)
    calls = await store.audit.of_turn(user_id, turn_id)
    effects = await calls_of(store, user_id, turn_id)
    effects += await store.ledger.of_turn(user_id, f"undo:{turn_id}")
    requests = await store.pending.within(user_id, turn_id)
    usage = await store.usage.of_turn(user_id, turn_id)
    if turn is None and not (calls or effects or requests or usage):
        return None
    entry = await store.outbox.get_by_key(user_id, f"reply:{turn_id}")
    return Whole(turn_id, turn, calls, effects, requests, usage, str(entry.body.get("text", "")) if entry else "")


def view(whole: Whole | None, seen: Viewer) -> dict[str, Any]:
    """For the page."""
    frame = {"here": "activity", "title": "What happened"}
    if whole is None:
        return frame | {"missing": True, "title": "Not found", "here_url": ""}
    shown = {
        "turn_id": whole.id,
        "calls": [_call(entry) for entry in whole.calls[:_MOST]],
        "effects": [_effect(line, seen) for line in whole.effects[:_MOST]],
        "requests": [_request(action, seen) for action in whole.requests[:_MOST]],
        "usage": [_used(row, seen) for row in whole.usage[:_MOST]],
        "can_undo": any(line.undo and line.undone_at is None and line.status == "done" for line in whole.effects),
        "left_out": max(0, max(map(len, (whole.calls, whole.effects, whole.usage))) - _MOST),
    }
    return frame | shown | (_beside(whole, seen) if whole.turn is None else _turn(whole.turn, whole.said, seen))


def _turn(turn: TurnRecord, said: str, seen: Viewer) -> dict[str, Any]:
    parts = (
        seen.said(turn.started_at),
        channel(turn.channel),
        took(turn.finished_at - turn.started_at),
        turn.model,
        figures(turn.usage),
    )
    return {
        "about": " · ".join(part for part in parts if part),
        "status": "" if turn.status == "done" else turn.status,
        "asked": readable(turn.text, _WORDS)[0],
        "reply": readable(said or turn.reply, _WORDS)[0],
        "route": _route(turn.route),
        "read": turn.read,
        "carried": turn.carried,
    }


def _beside(whole: Whole, seen: Viewer) -> dict[str, Any]:
    moments = [entry.created_at for entry in whole.calls] + [line.started_at for line in whole.effects]
    moments += [row.created_at for row in (*whole.requests, *whole.usage)]
    return {"about": f"{seen.said(min(moments))} · {kind_of(whole.id)}", "reply": readable(whole.said, _WORDS)[0]}


def _route(route: Mapping[str, Any]) -> dict[str, Any]:
    """Where it went and how that was found: the words that hit, or how near it was to each."""
    domains = [str(name) for name in route.get("domains") or ()]
    hits, scores = route.get("hits") or {}, route.get("scores") or {}
    near = sorted(scores.items(), key=lambda pair: -float(pair[1]))[:4]
    why = [f"{name}: {', '.join(map(str, words))}" for name, words in hits.items() if words]
    why += [f"{name} {float(score):.2f}" for name, score in near if not hits]
    method = str(route.get("method", ""))
    return {
        "to": ", ".join(domains) or "no domain",
        "how": _METHODS.get(method, method),
        "why": readable("; ".join(why), 300)[0],
    }


def _call(entry: AuditEntry) -> dict[str, Any]:
    return call(entry) | {
        "tool": entry.tool,
        "fields": _fields(entry.tool, entry.arguments),
        "decided": _DECISIONS.get(entry.decision, entry.decision),
        "ended": outcome(entry.outcome) or {"read": "read", "replayed": "was done already"}.get(entry.outcome, "done"),
    }


def _fields(tool: str, arguments: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        {"name": label_of(tool, name) or name, "value": readable(_said(value), _VALUE)[0]}
        for name, value in fields_of(tool, arguments).items()
    ]


def _said(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _effect(line: LedgerEntry, seen: Viewer) -> dict[str, Any]:
    spent = took(line.finished_at - line.started_at) if line.finished_at else ""
    return effect(line, seen) | {"outside": line.tool in tools(), "took": spent, "undoable": line.undo is not None}


def _request(action: PendingAction, seen: Viewer) -> dict[str, Any]:
    waits = action.status == "pending" and action.expires_at > seen.now
    return {
        "card": shown_request(action),
        "waits": waits,
        "ended": _REQUESTS.get(action.status, action.status)
        if waits or action.status != "pending"
        else "ran out of time",
        "decided": seen.said(action.decided_at) if action.decided_at else "",
        "result": readable(action.result, _VALUE)[0],
    }


def _used(row: UsageRecord, seen: Viewer) -> dict[str, str]:
    return {
        "model": row.model,
        "role": row.role,
        "at": f"{seen.local(row.created_at):%H:%M:%S}",
        "input": f"{row.input_tokens:,}",
        "output": f"{row.output_tokens:,}",
        "cost": dollars(row.cost) if row.cost else "–",
    }
