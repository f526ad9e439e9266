"""The books of what ran: one row a side effect, written before and closed after, unique within its turn.

A local change and its row commit together, so a crash leaves both or neither. An outside call's row is committed at
"started" before the call goes out; a crash leaves it there and it is never replayed, only told.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from app.deps import AgentDeps
from app.memory.records import LedgerEntry

UNKNOWN_RESULT = (
    "UNKNOWN: this was started before an interruption and it is not certain whether it went through. "
    "It was not repeated. Tell the user so and suggest checking."
)


# Tools by the name they once had: what was stored under it is the same call, and its fingerprint stays.
RENAMED: Mapping[str, str] = {"write_journal": "save_journal_entry", "forget": "forget_fact"}
_FIRST_NAMES = {now: once for once, now in RENAMED.items()}


def current_name(tool: str) -> str:
    """What a stored call's tool is called today."""
    return RENAMED.get(tool, tool)


def call_key(tool: str, mark: str, number: int) -> str:
    """What tells a call from the others of its turn: its tool, its fingerprint and how many like it came before."""
    return f"{_FIRST_NAMES.get(tool, tool)}:{mark[:32]}:{number}"


def canonical(arguments: Mapping[str, Any]) -> str:
    """Arguments as one text that is the same for the same meaning: sorted keys, no spaces."""
    return json.dumps(arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)


def digest(tool: str, arguments: Mapping[str, Any]) -> str:
    """The fingerprint an approval is bound to (SHA-256 over the tool's first name and its canonical arguments)."""
    return hashlib.sha256(f"{_FIRST_NAMES.get(tool, tool)}\n{canonical(arguments)}".encode()).hexdigest()


def plain(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as plain JSON values, as they are stored."""
    return json.loads(canonical(arguments))


async def open_entry(deps: AgentDeps, tool: str, arguments: Mapping[str, Any], call_key: str) -> LedgerEntry | None:
    """A row at "started", or None when this very call already has one."""
    return await deps.store.ledger.start(
        deps.user.id,
        turn_id=deps.turn_id,
        call_key=call_key,
        tool=tool,
        arguments=plain(arguments),
        at=deps.clock.now(),
    )


async def earlier_result(deps: AgentDeps, call_key: str) -> str:
    """What the earlier run of this very call came to; a row left at "started" by a crash becomes "unknown"."""
    entry = await deps.store.ledger.get_call(deps.user.id, deps.turn_id, call_key)
    if entry is None or entry.status in ("started", "unknown"):
        await deps.store.ledger.mark_unknown(deps.user.id, deps.turn_id)
        return UNKNOWN_RESULT
    return entry.result


async def is_unknown(deps: AgentDeps, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether this turn made that very call and nobody knows how it ended; it must not be made again."""
    mark = digest(tool, arguments)
    entries = await deps.store.ledger.of_turn(deps.user.id, deps.turn_id)
    return any(entry.status == "unknown" and digest(entry.tool, entry.arguments) == mark for entry in entries)


async def close_entry(
    deps: AgentDeps, entry: LedgerEntry, *, status: str, result: str, undo: dict[str, Any] | None
) -> None:
    """Finish a row with what the model is told and how it can be taken back."""
    await deps.store.ledger.finish(deps.user.id, entry.id, status=status, result=result, undo=undo, at=deps.clock.now())
