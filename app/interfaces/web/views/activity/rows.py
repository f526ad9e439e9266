"""How what happened reads in a row: who asked for it, what was called in words, and what it took."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from app.cards.literal import one_line
from app.cards.wording import in_words
from app.conversation.outbox import CHANNELS
from app.gate.outcome import WENT_WRONG
from app.interfaces.web.views.viewer import Viewer
from app.language.time.wording import say_duration
from app.learning.happened import OUTCOMES, Happening
from app.learning.turn_log import readable
from app.memory.records import AuditEntry, LedgerEntry, Occurrence, TurnRecord, UsageTotals
from app.models.prices import dollars
from app.tools.moments import Named, names_of

_TEXT, _CALL = 240, 140
_MOST_CALLS = 6
_CHANNELS = {"web": "page", "cli": "terminal", "http": "by a program", "clock": "by itself"} | {
    row.name: row.title for row in CHANNELS.values() if row.pushed
}
_KINDS = {
    "act:": "on the page",
    "undo:": "taken back",
    "approval:": "after your OK",
    "plan:": "a step of a plan",
    "worker:": "an assistant",
}
_ENDED = {"ran": "", "late": "late", "skipped": "left out"}
TROUBLE = (*WENT_WRONG, "stopped")


async def rows(happenings: Sequence[Happening], seen: Viewer) -> list[dict[str, Any]]:
    """A row each, with what they need read together."""
    ids = [one.id for one in happenings if one.moment is None or one.moment.run_id]
    calls = await calls_of(ids, seen)
    beside = [one.id for one in happenings if one.turn is None and one.moment is None]
    results = {line.turn_id: line.result for line in await seen.store.ledger.of_turns(seen.user.id, beside)}
    names = await names_of(seen.store, seen.user.id, [one.moment for one in happenings if one.moment is not None])
    shown = [_row(one, calls.get(one.id, []), names, seen) for one in happenings]
    return [
        row | {"reply": one_line(results[one.id], _TEXT)} if one.id in results else row
        for row, one in zip(shown, happenings, strict=True)
    ]


async def calls_of(ids: Sequence[str], seen: Viewer) -> dict[str, list[dict[str, str]]]:
    """The calls under each id, in words: as the gate decided them; where it wrote nothing, as the ledger has them."""
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for entry in await seen.store.audit.of_turns(seen.user.id, ids):
        found[entry.turn_id].append(call(entry))
    for line in await seen.store.ledger.of_turns(seen.user.id, [one for one in ids if one not in found]):
        found[line.turn_id].append(call(line))
    return found


def call(entry: AuditEntry | LedgerEntry) -> dict[str, str]:
    """One call in words, and how it ended where that needs saying."""
    ended = entry.outcome if isinstance(entry, AuditEntry) else entry.status
    words = one_line(readable(in_words(entry.tool, entry.arguments))[0], _CALL)
    return {"words": words, "ended": OUTCOMES.get(ended, ended), "trouble": "trouble" if ended in TROUBLE else ""}


def outcome(word: str) -> str:
    """How a call ended, in words; "" where it went well."""
    return OUTCOMES.get(word, word)


def channel(name: str) -> str:
    """Where something was asked."""
    return _CHANNELS.get(name, name)


def kind_of(name: str) -> str:
    """What an id that is no turn's stands for."""
    return next((words for begins, words in _KINDS.items() if name.startswith(begins)), "without a word")


def href(name: str) -> str:
    """Where one is shown whole."""
    return f"/activity/{quote(name, safe=':')}"


def took(length: timedelta) -> str:
    """How long it took: "0.8 s", "3 minutes"."""
    seconds = max(length.total_seconds(), 0.0)
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s" if seconds < 100 else say_duration(length)


def figures(usage: Mapping[str, Any] | UsageTotals) -> str:
    """What models took: "1,234 tokens · $0.01"; "" where none was asked."""
    if isinstance(usage, UsageTotals):
        tokens, cost = usage.input_tokens + usage.output_tokens, usage.cost
    else:
        tokens = int(usage.get("input_tokens", 0) + usage.get("output_tokens", 0))
        cost = float(usage.get("cost", 0.0))
    return " · ".join(part for part in (f"{tokens:,} tokens" if tokens else "", dollars(cost) if cost else "") if part)


def _row(one: Happening, calls: list[dict[str, str]], names: Mapping[str, Named], seen: Viewer) -> dict[str, Any]:
    row = {
        "href": href(one.id),
        "at": f"{seen.local(one.at):%H:%M}",
        "day": seen.local(one.at).date(),
        "calls": calls[:_MOST_CALLS],
        "more": max(0, len(calls) - _MOST_CALLS),
        "reply": "",
        "taint": [],
        "status": "",
        "trouble": any(call["trouble"] for call in calls),
    }
    if one.turn is not None:
        return row | _turn(one.turn) | {"trouble": row["trouble"] or one.turn.status != "done"}
    if one.moment is not None:
        return row | _moment(one.moment, calls, names)
    return row | _beside(one.id, calls)


def _beside(name: str, calls: list[dict[str, str]]) -> dict[str, Any]:
    """What was done outside of any turn is told by its first call, which is mostly its only one."""
    if not calls:
        return {"text": kind_of(name).capitalize(), "about": ""}
    return {
        "text": calls[0]["words"],
        "status": calls[0]["ended"],
        "calls": calls[1:_MOST_CALLS],
        "about": kind_of(name),
    }


def _turn(turn: TurnRecord) -> dict[str, Any]:
    parts = (channel(turn.channel), turn.model, figures(turn.usage), took(turn.finished_at - turn.started_at))
    return {
        "text": one_line(readable(turn.text)[0], _TEXT),
        "reply": one_line(readable(turn.reply)[0], _TEXT),
        "about": " · ".join(part for part in parts if part),
        "status": "" if turn.status == "done" else turn.status,
        "taint": turn.taint,
    }


def _moment(moment: Occurrence, calls: list[dict[str, str]], names: Mapping[str, Named]) -> dict[str, Any]:
    named = names.get(f"{moment.owner_kind}:{moment.owner_id}")
    parts = ("by itself", _ENDED.get(moment.status, moment.status), moment.reason)
    return {
        "href": href(moment.run_id) if moment.run_id and calls else "",
        "text": named.name if named else f"A {moment.owner_kind}, deleted since",
        "about": " · ".join(part for part in parts if part),
    }
