"""Held calls: stored exactly, shown exactly, run once by the right person before they expire.

The id is made from the turn and the call, so a turn that is taken up again after a crash asks once.
"""

import uuid
from collections.abc import Mapping
from typing import Any

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.ledger import digest, plain
from app.memory.caps import CAPS
from app.memory.records import PendingAction

WAITS = "[APPROVAL_PENDING:"  # how the answer of every held call begins
MARKER = f"{WAITS}{{id}}]"
MOST_IN_A_TURN = 40  # held calls
KEPT_FREE = 20  # places that only what nobody else had a say in may take
_SPACE = uuid.UUID("5f1c1f6e-6d4e-4f0e-9c55-2f6f2a9e7d10")


def held_text(action: PendingAction) -> str:
    """What the model is told instead of a result."""
    return f"{MARKER.format(id=action.id)} Queued, not done: {action.summary}. It waits for the user's OK."


async def _check_room(deps: AgentDeps, action: PendingAction) -> None:
    """Other people's words can't fill the place where their user's own requests wait. Raises ToolProblem."""
    if len(deps.books.held) >= MOST_IN_A_TURN:
        raise ToolProblem(f"{MOST_IN_A_TURN} requests at once are the most I put before you. Decide those first.")
    waiting = await deps.store.pending.waiting(deps.user.id, deps.clock.now()) if action.taint else []
    if len(waiting) >= CAPS["pending_actions"].most - KEPT_FREE:
        raise ToolProblem(f"{len(waiting)} requests already wait for your OK. Decide some of them first.")


def action_of(
    deps: AgentDeps, tool: str, arguments: Mapping[str, Any], *, summary: str, own_words: bool = False
) -> PendingAction:
    """The call as it would wait for its user."""
    mark = digest(tool, arguments)
    now = deps.clock.now()
    return PendingAction(
        id=uuid.uuid5(_SPACE, f"{deps.turn_id}:{mark}").hex,
        user_id=deps.user.id,
        turn_id=deps.turn_id,
        trace_id=deps.trace_id,
        channel=deps.channel,
        tool=tool,
        arguments=plain(arguments),
        digest=mark,
        summary=summary,
        taint=deps.taint.all,
        status="pending",
        result="",
        created_at=now,
        expires_at=now + deps.approval_lifetime,
        decided_at=None,
        own_words=own_words,
    )


async def hold(
    deps: AgentDeps, tool: str, arguments: Mapping[str, Any], *, summary: str, own_words: bool = False
) -> PendingAction:
    """Store the call to wait for its user; asking twice in one turn for the very same call is one action. `own_words`: their own words ask
    for that very call."""
    action = action_of(deps, tool, arguments, summary=summary, own_words=own_words)
    stored = await deps.store.pending.get(deps.user.id, action.id)
    if stored is None:
        await _check_room(deps, action)
        stored = await deps.store.pending.add(action)
    if action.id not in deps.books.held:
        deps.books.held.append(action.id)
    return stored
