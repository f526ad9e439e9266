"""What a turn is shown and may say aloud where others read along: nothing of its user's own.

It is shown what was heard in that very place, and an answer is said there only where everything it was made from is anybody's. The safe
side is the default: an answer is private unless a stage vouches for it and each of its calls does. Where it then goes is the outbox's.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ToolCallPart

from app.conversation.history import told
from app.conversation.outbox import CHANNELS, POINTER
from app.conversation.shortening import bare, shortened
from app.conversation.turn import Resources, Turn
from app.memory.records import OutboxEntry, TurnRecord
from app.prompts.turn import own_part
from app.tools.heard import is_for_anybody

HEARD_COMMANDS = frozenset(("help", "stop"))
PAUSE = timedelta(minutes=30)  # after it, what others wrote is no longer shown
_MOST_TURNS, _LOOKED_BACK = 10, 200
_MOST_OF_ONE = 3_000  # characters
_UNSAID = "…"


async def may_be_heard(turn: Turn, resources: Resources) -> bool:
    """Whether a turn's answer may be said where it was asked; always, where nobody else reads."""
    if not turn.in_group:
        return True
    if not turn.sayable or turn.status == "failed" or turn.lead or turn.entries[-1].corrects:
        return False
    if turn.buttons or turn.waiting or turn.notices or turn.books.held or turn.books.files:
        return False
    store, user_id = resources.store, turn.user.id
    if await store.ledger.within(user_id, turn.id) or await store.pending.within(user_id, turn.id):
        return False
    for tool, arguments in _calls(turn):
        if arguments is None or not await is_for_anybody(store, user_id, tool, arguments):
            return False
    return True


def _calls(turn: Turn) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """What was called, by the books and by the model's own messages, also what never ran; no arguments where they can't be read."""
    yield from ((call.tool, call.arguments) for call in turn.books.calls)
    for message in turn.messages:
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                yield part.tool_name, _arguments(part)


def _arguments(part: ToolCallPart) -> Mapping[str, Any] | None:
    try:
        return part.args_as_dict()
    except (ValueError, AssertionError):
        return None


async def heard_here(turn: Turn, resources: Resources) -> list[ModelMessage]:
    """The talk of this very place, as everybody there has heard it; whose words it holds comes along."""
    said = await _said_here(turn, resources)
    messages = list[ModelMessage]()
    for entry in said[-_MOST_TURNS:]:
        earlier = await resources.store.turns.get(turn.user.id, entry.turn_id or "")
        if earlier is None or (earlier.taint and _is_over(earlier, turn.moment)):
            continue
        turn.taint.carry(earlier.taint)
        messages += await _as_heard(entry, earlier, resources)
    return messages


async def _said_here(turn: Turn, resources: Resources) -> list[OutboxEntry]:
    """The answers of this place that were said to what was asked in it, and what stands for those that were said elsewhere."""
    feed = CHANNELS[turn.channel].feed
    latest = await resources.store.outbox.latest(turn.user.id, (feed,), _LOOKED_BACK)
    kinds = ("reply:", f"{POINTER}reply:")
    return [
        entry
        for entry in latest
        if entry.address == turn.address and entry.turn_id != turn.id and entry.key.startswith(kinds)
    ]


def _is_over(earlier: TurnRecord, moment: datetime) -> bool:
    return moment - earlier.finished_at >= PAUSE


async def _as_heard(entry: OutboxEntry, earlier: TurnRecord, resources: Resources) -> list[ModelMessage]:
    """A turn whose answer was said here, with its calls, which are anybody's; of another one what was asked and that it was answered."""
    is_pointer = entry.key.startswith(POINTER)
    if is_pointer or not entry.body.get("aloud"):  # the latter as it was before anybody asked who may hear it
        return told(own_part(earlier.text) or _UNSAID, str(entry.body["text"]) if is_pointer else _UNSAID)
    stored = await resources.store.turns.messages(entry.user_id, [earlier.id])
    return ModelMessagesTypeAdapter.validate_python(shortened(bare(stored.get(earlier.id, [])), _MOST_OF_ONE))
