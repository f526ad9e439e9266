"""What a run did before it was interrupted, as messages: it is shown as done, so that whoever goes on goes on from there.

Invariant: nothing that ran runs again; a call nobody knows the end of is told as unknown. Knows turns and runs by their id alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart, UserPromptPart

from app.deps import CallNote
from app.gate.ledger import UNKNOWN_RESULT, current_name
from app.gate.pending import held_text
from app.memory.records import Json, LedgerEntry, PendingAction
from app.memory.repositories import Repositories

Told = tuple[ToolCallPart, ToolReturnPart]  # a call and what it came to


@dataclass(frozen=True, slots=True)
class Before:
    """The side effects of a run so far, in their order, and the calls it holds for its user."""

    ran: list[LedgerEntry] = field(default_factory=list)
    asked: list[PendingAction] = field(default_factory=list)

    @property
    def waiting(self) -> list[str]:
        """Ids of what its user hasn't decided yet."""
        return [action.id for action in self.asked if action.status == "pending"]

    @property
    def notes(self) -> list[CallNote]:
        """The same as lines of the books."""
        ran = [CallNote(current_name(entry.tool), entry.arguments, "run", entry.status) for entry in self.ran]
        return ran + [CallNote(current_name(action.tool), action.arguments, "hold", "held") for action in self.asked]

    def messages(self, prompt: str, *, also: Sequence[Told] = ()) -> list[ModelMessage]:
        """The run's beginning: its prompt and each call with its result, `also` those that kept books of their own. Empty when
        nothing happened yet."""
        calls = [_returned(entry) for entry in self.ran] + [_held(action) for action in self.asked] + [*also]
        if not calls:
            return []
        return [
            ModelRequest(parts=[UserPromptPart(prompt)]),
            ModelResponse(parts=[call for call, _ in calls], model_name="resumed"),
            ModelRequest(parts=[result for _, result in calls]),
        ]


async def done_before(store: Repositories, user_id: str, run_id: str, *, anew: bool = False) -> Before:
    """What the run of that id did. `anew`: what failed is to be tried again."""
    await store.ledger.mark_unknown(user_id, run_id)
    entries = await store.ledger.of_turn(user_id, run_id)
    ran = [entry for entry in entries if not (anew and entry.status == "failed")]
    return Before(ran, await store.pending.of_turn(user_id, run_id))


def _returned(entry: LedgerEntry) -> Told:
    call_id = f"ledger_{entry.id}"
    result = UNKNOWN_RESULT if entry.status in ("started", "unknown") else entry.result
    return _told(entry.tool, entry.arguments, call_id, result)


def _held(action: PendingAction) -> Told:
    call_id = f"held_{action.id}"
    return _told(action.tool, action.arguments, call_id, held_text(action))


def _told(tool: str, arguments: Json, call_id: str, result: str) -> Told:
    name = current_name(tool)
    return ToolCallPart(name, arguments, call_id), ToolReturnPart(name, result, call_id)
