"""OpenAI's Responses API, held to the `openai` SDK's types."""

import json
from typing import Any

from openai.types.responses import Response, ResponseStreamEvent
from openai.types.responses.response_create_params import (
    ResponseCreateParamsNonStreaming,
    ResponseCreateParamsStreaming,
)
from pydantic import TypeAdapter

from tests.fakes.vendors.held import hold, plain
from tests.fakes.vendors.openai_chat import REFUSALS
from tests.fakes.vendors.script import BreakOff, Call, Refuse, Say
from tests.fakes.vendors.server import KEY, Asked, pieces, sse

_EVENT: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
USAGE = {
    "input_tokens": 30,
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens": 7,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 37,
}


class OpenAIResponses:
    """POST /v1/responses."""

    def read(self, asked: Asked) -> bool:
        """Held to ResponseCreateParams."""
        if asked.path != "/v1/responses":
            raise ValueError(f"no such path: {asked.path}")
        if asked.headers.get("authorization") != f"Bearer {KEY}":
            raise ValueError("the key stands in no Authorization header")
        streams = bool(asked.body.get("stream"))
        hold(ResponseCreateParamsStreaming if streams else ResponseCreateParamsNonStreaming, asked.body)
        return streams

    def events(self, step: Say | Call | BreakOff, asked: Asked) -> list[bytes]:
        """Held to ResponseStreamEvent."""
        item, inside = _item(step), {"output_index": 0, "item_id": _item(step)["id"]}
        begun = {**item, "status": "in_progress", **({"arguments": ""} if isinstance(step, Call) else {"content": []})}
        rows: list[dict[str, Any]] = [
            {"type": "response.created", "response": _response(asked, [], "in_progress")},
            {"type": "response.output_item.added", "output_index": 0, "item": begun},
        ]
        if isinstance(step, Call):
            said = item["arguments"]
            rows.append({"type": "response.function_call_arguments.delta", **inside, "delta": said})
            rows.append(
                {"type": "response.function_call_arguments.done", **inside, "name": step.tool, "arguments": said}
            )
        else:
            at = {**inside, "content_index": 0}
            rows.append({"type": "response.content_part.added", **at, "part": _text("")})
            rows += [
                {"type": "response.output_text.delta", **at, "delta": piece, "logprobs": []}
                for piece in pieces(step.words)
            ]
            rows.append({"type": "response.output_text.done", **at, "text": step.words, "logprobs": []})
            rows.append({"type": "response.content_part.done", **at, "part": _text(step.words)})
        rows.append({"type": "response.output_item.done", "output_index": 0, "item": item})
        rows.append({"type": "response.completed", "response": _response(asked, [item], "completed")})
        events = (_EVENT.validate_python({**row, "sequence_number": number}) for number, row in enumerate(rows))
        return [sse(plain(event), event.type) for event in events]

    def whole(self, step: Say | Call, asked: Asked) -> dict[str, Any]:
        """Held to Response."""
        return plain(Response.model_validate(_response(asked, [_item(step)], "completed")))

    def refusal(self, step: Refuse) -> tuple[int, dict[str, Any]]:
        """The same as for chat completions."""
        status, error = REFUSALS[step.why]
        return status, {"error": error}


def _item(step: Say | Call | BreakOff) -> dict[str, Any]:
    if isinstance(step, Call):
        said = json.dumps(step.arguments)
        return {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_1",
            "name": step.tool,
            "arguments": said,
            "status": "completed",
        }
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [_text(step.words)],
    }


def _text(words: str) -> dict[str, Any]:
    return {"type": "output_text", "text": words, "annotations": [], "logprobs": []}


def _response(asked: Asked, output: list[dict[str, Any]], status: str) -> dict[str, Any]:
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": asked.body["model"], "status": status}
    rest = {"output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return {**head, **rest, **({"usage": USAGE} if status == "completed" else {})}
