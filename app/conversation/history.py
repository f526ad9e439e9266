"""The conversation a model is shown: the last turns whole, as they were sent, ten of them or as many more as the budget holds.

A window only grows at its end until it is cut back in one step, so that consecutive requests share their beginning byte for
byte and a model server's prompt cache holds. Windows are kept in memory and brought up to date from storage, where other
processes may have added turns.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)

from app.memory.repositories import Repositories

LEAST_TURNS = 10
MOST_TURNS = 100
MOST_CHARACTERS = 24_000  # about 6,000 tokens
NEVER_FEWER = 6
_USERS_KEPT = 64


@dataclass(slots=True)
class _Part:
    """One turn's messages, their size in characters, and whose words it had read."""

    messages: list[ModelMessage]
    size: int
    taint: list[str]


@dataclass(slots=True)
class _Window:
    """The turns shown now, oldest first, and the number of the last one seen."""

    parts: list[_Part] = field(default_factory=list)
    last_number: int = 0


class Histories:
    """Windows by user, the least recently used ones let go."""

    def __init__(self, store: Repositories) -> None:
        """Nothing is read yet."""
        self._store = store
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    async def load(self, user_id: str) -> list[ModelMessage]:
        """All messages to show, oldest first, up to date with storage."""
        window = self._windows.get(user_id)
        if window is None:
            window = self._windows[user_id] = _Window()
            turns = await self._store.turns.recent(user_id, LEAST_TURNS)
        else:
            turns = await self._store.turns.after(user_id, window.last_number, MOST_TURNS)
        self._windows.move_to_end(user_id)
        while len(self._windows) > _USERS_KEPT:
            self._windows.popitem(last=False)
        if turns:
            stored = await self._store.turns.messages(user_id, [turn.id for turn in turns])
            window.parts += [_part(stored.get(turn.id, []), turn.taint) for turn in turns]
            window.last_number = turns[-1].number
        _cut(window)
        return [message for part in window.parts for message in part.messages]

    def carried(self, user_id: str) -> tuple[str, ...]:
        """The untrusted sources that the turns now shown had read."""
        window = self._windows.get(user_id) or _Window()
        return tuple(dict.fromkeys(source for part in window.parts for source in part.taint))

    def forget(self, user_id: str) -> None:
        """Drop a window; it is read anew when next needed."""
        self._windows.pop(user_id, None)


def _part(stored: list[dict[str, Any]], taint: list[str]) -> _Part:
    messages = ModelMessagesTypeAdapter.validate_python(stored)
    return _Part(messages, size=sum(_size(message) for message in stored), taint=taint)


def _size(message: dict[str, Any]) -> int:
    """Characters a model reads of a stored message: words, arguments and results, not the envelope."""
    return sum(len(str(part.get("content") or part.get("args") or "")) for part in message.get("parts", []))


def _cut(window: _Window) -> None:
    """Past either limit, cut back to the last few turns in one step, so that the next cut is far away."""
    total = sum(part.size for part in window.parts)
    if len(window.parts) <= MOST_TURNS and total <= MOST_CHARACTERS:
        return
    window.parts = window.parts[-LEAST_TURNS:]
    total = sum(part.size for part in window.parts)
    while total > MOST_CHARACTERS and len(window.parts) > NEVER_FEWER:
        total -= window.parts.pop(0).size


def told(said: str, answered: str) -> list[ModelMessage]:
    """What a turn without a model's messages leaves for the next ones to read: what was said and what was answered."""
    return [ModelRequest(parts=[UserPromptPart(said)]), ModelResponse(parts=[TextPart(answered)])]


def storable(messages: list[ModelMessage]) -> list[dict[str, Any]]:
    """Messages as JSON, in order, without the instructions (they are the prompt's, and many times the size of the rest)."""
    bare = [_without_instructions(message) for message in messages]
    return ModelMessagesTypeAdapter.dump_python(bare, mode="json", exclude_none=True)


def _without_instructions(message: ModelMessage) -> ModelMessage:
    if not isinstance(message, ModelRequest):
        return message
    return ModelRequest(parts=message.parts, timestamp=message.timestamp)
