"""What a tool with a side effect hands back: the sentence a model or a person reads, and how to take it back."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Done:
    """`text` goes to the model; `undo` goes to the ledger: {"action": <row of tools/undo.py>, ...its arguments}."""

    text: str
    undo: dict[str, Any] | None = None
