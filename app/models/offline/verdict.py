"""What the offline model says of its own answer, beside its words: that it offers to remember something, understood nothing, or can't do it.

It travels with the response (`provider_details`), so that nobody compares sentences to find out.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic_ai.messages import ModelMessage, ModelResponse

Kind = Literal[
    "", "offered", "unread", "beyond"
]  # "beyond": understood, and nothing that can be done without a language model
_KIND: dict[str, Kind] = {"offered": "offered", "unread": "unread", "beyond": "beyond"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`sentence` is the part of the answer that says it, word for word. `english` is the whole answer before it was put into `language`:
    what is said next is read against that.
    """

    kind: Kind = ""
    sentence: str = ""
    language: str = "en"
    english: str = ""

    def details(self) -> dict[str, Any] | None:
        """As it stands in a response; None where there is nothing to say."""
        return asdict(self) if self.kind or self.english else None


NOTHING = Verdict()


def verdict_of(messages: Sequence[ModelMessage]) -> Verdict:
    """What the last response says of itself; nothing where another model wrote it."""
    last = next((message for message in reversed(messages) if isinstance(message, ModelResponse)), None)
    return read_verdict(last) if last else NOTHING


def read_verdict(response: ModelResponse) -> Verdict:
    """What a response says of itself; nothing where another model wrote it."""
    details = response.provider_details or {}
    kind = _KIND.get(str(details.get("kind", "")), "")
    said = {name: str(details.get(name, "")) for name in ("sentence", "english")}
    return Verdict(kind, language=str(details.get("language", "en")), **said) if kind or said["english"] else NOTHING
