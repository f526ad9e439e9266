"""Anthropic's messages, held to the `anthropic` SDK's types."""

import json
from typing import Any

from anthropic.types.beta import BetaMessage, BetaRawMessageStreamEvent
from anthropic.types.beta.message_create_params import MessageCreateParamsNonStreaming, MessageCreateParamsStreaming
from pydantic import TypeAdapter

from tests.fakes.vendors.held import hold, plain
from tests.fakes.vendors.script import BreakOff, Call, Refuse, Say
from tests.fakes.vendors.server import KEY, Asked, pieces, sse

_EVENT: TypeAdapter[Any] = TypeAdapter(BetaRawMessageStreamEvent)
USAGE = {"input_tokens": 30, "output_tokens": 7}
REFUSALS: dict[str, tuple[int, str, str]] = {
    "key": (401, "authentication_error", "invalid x-api-key"),
    "money": (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "pace": (429, "rate_limit_error", "This request would exceed your rate limit."),
    "name": (404, "not_found_error", "model: claude-of-tomorrow"),
    "trouble": (529, "overloaded_error", "Overloaded"),
}


class AnthropicMessages:
    """POST /v1/messages."""

    def read(self, asked: Asked) -> bool:
        """Held to MessageCreateParams; the version stands in a header."""
        if asked.path.partition("?")[0] != "/v1/messages":
            raise ValueError(f"no such path: {asked.path}")
        # As its SDK sends the key since version 2; before, in x-api-key.
        if asked.headers.get("authorization") != f"Bearer {KEY}" or "anthropic-version" not in asked.headers:
            raise ValueError("the key or the version stands in no header")
        streams = bool(asked.body.get("stream"))
        hold(MessageCreateParamsStreaming if streams else MessageCreateParamsNonStreaming, asked.body)
        return streams

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """Held to RawMessageStreamEvent."""
        if isinstance(step, Call):
            begins = {**_block(step), "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}]
        else:
            begins = {"type": "text", "text": ""}
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(step.words)]
        rows: list[dict[str, Any]] = [
            {"type": "message_start", "message": {**_message(asked, []), "stop_reason": None, "stop_sequence": None}},
            {"type": "content_block_start", "index": 0, "content_block": begins},
            *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": _reason(step), "stop_sequence": None}, "usage": USAGE},
            {"type": "message_stop"},
        ]
        events = [_EVENT.validate_python(row) for row in rows]
        return [sse(plain(event), event.type) for event in events]

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """Held to Message."""
        body = {**_message(asked, [_block(step)]), "stop_reason": _reason(step), "stop_sequence": None}
        return plain(BetaMessage.model_validate(body))

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """As its error reference lists them."""
        status, kind, message = REFUSALS[step.why]
        return status, {"type": "error", "error": {"type": kind, "message": message}}


def _block(step: Say | Call) -> dict[str, Any]:
    if isinstance(step, Call):
        return {"type": "tool_use", "id": "toolu_1", "name": step.tool, "input": step.arguments}
    return {"type": "text", "text": step.words}


def _reason(step: Say | Call | BreakOff) -> str:
    return "tool_use" if isinstance(step, Call) else "end_turn"


def _message(asked: Asked, content: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.body["model"],
        "content": content,
        "usage": USAGE,
    }
