"""What a response of the offline model says of itself, read back from it (`provider_details`); nothing where another model wrote it."""

from collections.abc import Sequence
from typing import get_args

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.language.orders.verdict import NOTHING, Kind, Verdict

_KIND: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


def verdict_of(messages: Sequence[ModelMessage]) -> Verdict:
    """What the last response says of itself; nothing where another model wrote it."""
    last = next((message for message in reversed(messages) if isinstance(message, ModelResponse)), None)
    return read_verdict(last) if last else NOTHING


def read_verdict(response: ModelResponse) -> Verdict:
    """What a response says of itself; nothing where another model wrote it."""
    details = response.provider_details or {}
    if "english" not in details:
        return NOTHING
    said = {name: str(details.get(name, "")) for name in ("sentence", "english")}
    kind, pending = _KIND.get(str(details.get("kind", "")), ""), details.get("pending")
    own = pending if isinstance(pending, dict) else None
    return Verdict(kind, language=str(details.get("language", "")), pending=own, **said)
