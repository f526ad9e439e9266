"""What the offline model says of its own answer, beside its words: that it offers to remember something, understood nothing, or can't do it.

It travels with the response (`provider_details`), so that nobody compares sentences to find out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic_ai.messages import ModelMessage, ModelResponse

Kind = Literal[
    "", "offered", "unread", "beyond"
]  # "beyond": understood, and nothing that can be done without a language model
_KINDS: tuple[Kind, ...] = ("offered", "unread", "beyond")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`sentence` is the part of the answer that says it, word for word."""

    kind: Kind = ""
    sentence: str = ""

    def details(self) -> dict[str, Any] | None:
        """As it stands in a response; None where there is nothing to say."""
        return {"kind": self.kind, "sentence": self.sentence} if self.kind else None


NOTHING = Verdict()


def verdict_of(messages: Sequence[ModelMessage]) -> Verdict:
    """What the last response says of itself; nothing where another model wrote it."""
    last = next((message for message in reversed(messages) if isinstance(message, ModelResponse)), None)
    details = (last.provider_details if last else None) or {}
    kind: Kind | None = next((one for one in _KINDS if one == details.get("kind")), None)
    return Verdict(kind, str(details.get("sentence", ""))) if kind else Verdict()
