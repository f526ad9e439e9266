"""A worker's own conversation: what a run is shown of earlier ones, and how a run is stored.

Invariant: it is cut between exchanges, never within one; an exchange that is too long for what is left is told by its prompt and its
last words alone, and so is one of which something was forgotten. The user's conversation is not in it. Pure but for the two methods that read and write.
"""

from collections.abc import Sequence
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from app.memory.records import Json
from app.memory.repositories import Repositories
from app.prompts.turn import compose, split

MESSAGES = 40
CHARACTERS = 10_000
_OF_ONE_TEXT = 1_200


async def recent(store: Repositories, user_id: str, worker_id: int) -> list[ModelMessage]:
    """The last exchanges, oldest first, as many as the budget holds."""
    return window(read(await store.worker_messages.recent(user_id, worker_id, MESSAGES)))


def window(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Whole exchanges from the newest back; the first ones of a cut list may have lost their prompt and are left out."""
    shown: list[list[ModelMessage]] = []
    left = CHARACTERS
    for exchange in reversed(_exchanges(messages)):
        kept = exchange if _is_whole(exchange) and _size(exchange) <= left else _brief(exchange)
        left -= _size(kept)
        if left < 0:
            break
        shown.append(kept)
    return [message for exchange in reversed(shown) for message in exchange]


def read(stored: Sequence[Json]) -> list[ModelMessage]:
    """Messages from their stored form."""
    return ModelMessagesTypeAdapter.validate_python(list(stored))


def storable(messages: Sequence[ModelMessage]) -> list[dict[str, Any]]:
    """Messages as JSON, without instructions and without what stood beside their words: both are made anew each time."""
    kept = [_kept(message) for message in messages]
    return ModelMessagesTypeAdapter.dump_python(kept, mode="json", exclude_none=True)


def _kept(message: ModelMessage) -> ModelMessage:
    if not isinstance(message, ModelRequest):
        return message
    parts = [_bare(part) if isinstance(part, UserPromptPart) else part for part in message.parts]
    return ModelRequest(parts=parts, timestamp=message.timestamp)


def _bare(part: UserPromptPart) -> UserPromptPart:
    prompt = split(str(part.content))
    if prompt.moment is None:
        return part
    return UserPromptPart(compose(prompt.text, prompt.moment), timestamp=part.timestamp)


def _exchanges(messages: Sequence[ModelMessage]) -> list[list[ModelMessage]]:
    found: list[list[ModelMessage]] = []
    for message in messages:
        if any(isinstance(part, UserPromptPart) for part in message.parts):
            found.append([])
        if found:
            found[-1].append(message)
    return found


def _is_whole(exchange: Sequence[ModelMessage]) -> bool:
    """Whether each call has its result and it ends with words: what was forgotten in between may have taken some of them."""
    parts = [part for message in exchange for part in message.parts]
    called = [part.tool_call_id for part in parts if isinstance(part, ToolCallPart)]
    answered = {part.tool_call_id for part in parts if isinstance(part, ToolReturnPart | RetryPromptPart)}
    ends = any(isinstance(part, TextPart) for part in exchange[-1].parts)
    return ends and set(called) == answered


def _brief(exchange: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Its prompt and its last words, each cut."""
    prompts = [part for part in exchange[0].parts if isinstance(part, UserPromptPart)]
    texts = [part.content for part in exchange[-1].parts if isinstance(part, TextPart)]
    said = "".join(texts)[:_OF_ONE_TEXT] or "…"
    return [
        ModelRequest(parts=[UserPromptPart(str(prompts[0].content)[:_OF_ONE_TEXT], timestamp=prompts[0].timestamp)]),
        ModelResponse(parts=[TextPart(said)]),
    ]


def _size(messages: Sequence[ModelMessage]) -> int:
    """Characters of what a model reads of them."""
    return sum(
        len(str(getattr(part, "content", None) or getattr(part, "args", ""))) for m in messages for part in m.parts
    )
