"""Taking a turn up again: what the ledger says was done is shown to the model as done, so it goes on from there.

Used after a crash, and when one model gave up half-way and the next one takes over. Nothing that ran runs again.
"""

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart, UserPromptPart

from app.conversation.turn import Resources, Turn
from app.gate.ledger import UNKNOWN_RESULT
from app.gate.pending import held_text
from app.memory.records import LedgerEntry


async def done_so_far(turn: Turn, resources: Resources, prompt: str) -> list[ModelMessage]:
    """The turn's beginning: its prompt, and every call that ran, is unknown, or waits for approval, with its result.

    Empty when nothing happened yet, so that the turn starts afresh.
    """
    store, user_id = resources.store, turn.user.id
    await store.ledger.mark_unknown(user_id, turn.id)
    entries = await store.ledger.of_turn(user_id, turn.id)
    calls = [_returned(entry) for entry in entries if not (turn.anew and entry.status == "failed")]
    for action in await store.pending.of_turn(user_id, turn.id):
        call_id = f"held_{action.id}"
        calls.append(
            (
                ToolCallPart(action.tool, action.arguments, call_id),
                ToolReturnPart(action.tool, held_text(action), call_id),
            )
        )
        if action.status == "pending" and action.id not in turn.books.held:
            turn.books.held.append(action.id)
    if not calls:
        return []
    return [
        ModelRequest(parts=[UserPromptPart(prompt)]),
        ModelResponse(parts=[call for call, _ in calls], model_name="resumed"),
        ModelRequest(parts=[result for _, result in calls]),
    ]


def _returned(entry: LedgerEntry) -> tuple[ToolCallPart, ToolReturnPart]:
    call_id = f"ledger_{entry.id}"
    result = UNKNOWN_RESULT if entry.status in ("started", "unknown") else entry.result
    return ToolCallPart(entry.tool, entry.arguments, call_id), ToolReturnPart(entry.tool, result, call_id)
