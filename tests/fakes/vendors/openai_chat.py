"""OpenAI's chat completions, which Ollama and most servers at home speak too; held to the `openai` SDK's types."""

import json
from typing import Any

from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.completion_create_params import (
    CompletionCreateParamsNonStreaming,
    CompletionCreateParamsStreaming,
)

from tests.fakes.vendors.held import hold, plain
from tests.fakes.vendors.script import BreakOff, Call, Refuse, Say
from tests.fakes.vendors.server import KEY, Asked, pieces, sse

USAGE = {"prompt_tokens": 30, "completion_tokens": 7, "total_tokens": 37}
REFUSALS: dict[str, tuple[int, dict[str, Any]]] = {
    "key": (
        401,
        {"message": "Incorrect API key provided.", "type": "invalid_request_error", "code": "invalid_api_key"},
    ),
    "money": (
        429,
        {"message": "You exceeded your current quota.", "type": "insufficient_quota", "code": "insufficient_quota"},
    ),
    "pace": (429, {"message": "Rate limit reached.", "type": "requests", "code": "rate_limit_exceeded"}),
    "name": (404, {"message": "The model does not exist.", "type": "invalid_request_error", "code": "model_not_found"}),
    "trouble": (500, {"message": "The server had an error.", "type": "server_error", "code": None}),
}


class OpenAIChat:
    """POST /v1/chat/completions."""

    def __init__(self, *, keyed: bool = True) -> None:
        """`keyed`: it wants the key."""
        self._keyed = keyed

    def read(self, asked: Asked) -> bool:
        """Held to CompletionCreateParams."""
        if asked.path != "/v1/chat/completions":
            raise ValueError(f"no such path: {asked.path}")
        if self._keyed and asked.headers.get("authorization") != f"Bearer {KEY}":
            raise ValueError("the key stands in no Authorization header")
        streams = bool(asked.body.get("stream"))
        hold(CompletionCreateParamsStreaming if streams else CompletionCreateParamsNonStreaming, asked.body)
        return streams

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """Held to ChatCompletionChunk."""
        if isinstance(step, Call):
            function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
            deltas = [{"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]}]
        else:
            deltas = [{"content": piece} for piece in pieces(step.words)]
        choices: list[dict[str, Any]] = [
            {"index": 0, "delta": {"role": "assistant", **one}, "finish_reason": None} for one in deltas
        ]
        choices.append({"index": 0, "delta": {}, "finish_reason": "tool_calls" if isinstance(step, Call) else "stop"})
        chunks = [{**_head(asked, "chat.completion.chunk"), "choices": [choice]} for choice in choices]
        if (asked.body.get("stream_options") or {}).get("include_usage"):
            chunks.append({**_head(asked, "chat.completion.chunk"), "choices": [], "usage": USAGE})
        return [*(sse(plain(ChatCompletionChunk.model_validate(chunk))) for chunk in chunks), b"data: [DONE]\n\n"]

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """Held to ChatCompletion."""
        message: dict[str, Any] = {"role": "assistant", "content": None}
        if isinstance(step, Call):
            function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
        else:
            message["content"] = step.words
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if isinstance(step, Call) else "stop"}
        body = {**_head(asked, "chat.completion"), "choices": [choice], "usage": USAGE}
        return plain(ChatCompletion.model_validate(body))

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """As its error reference lists them."""
        status, error = REFUSALS[step.why]
        return status, {"error": error}


def _head(asked: Asked, kind: str) -> dict[str, Any]:
    return {"id": "c1", "object": kind, "created": 1, "model": asked.body["model"]}
