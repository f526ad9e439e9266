"""What a tool with a side effect hands back: the sentence a model or a person reads, and how to take it back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

WENT_WRONG = ("failed", "refused", "unknown")
"""How a call ended, as the ledger and the audit log say it, that did not do what it was for."""


@dataclass(frozen=True, slots=True)
class Done:
    """`text` goes to the model; `undo` goes to the ledger: {"action": <row of tools/undo.py>, ...its arguments}."""

    text: str
    undo: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside(Done):
    """What a change of our own database goes on with elsewhere, once that change is on disk: `act` does it and says how it ended.

    Where `act` knows that nothing was done there (an AssistantError that is no OutcomeUnknown), `back` takes our own change back."""

    act: Callable[[], Awaitable[str]]
    back: Callable[[], Awaitable[None]]
