#!/usr/bin/env python3
"""A language model that answers at once, for measuring everything else: OpenAI's chat completions on loopback.

Ours, and it checks nothing. It answers a fixed sentence, streamed in eight pieces or whole; a user message that holds
`CALL tool {json}` gets that one tool call first. `GET /seen` gives the request bodies so far and forgets them.

    mock_model.py --port 18080
"""

import argparse
import json
import re
from collections.abc import Iterator
from typing import Any

import uvicorn

REPLY = "Right. There are three things on your list: milk, a call to the dentist, and the report."
CALL = re.compile(r"CALL (\w+) (\{.*\})")
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


class MockModel:
    """The ASGI application."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        if scope["path"] == "/seen":
            seen, self.seen = self.seen, []
            await _send(send, json.dumps(seen).encode(), "application/json")
            return
        self.seen.append(body.decode())
        asked = json.loads(body)
        call = wanted_call(asked["messages"])
        if asked.get("stream"):
            await _send(send, b"".join(events(call)), "text/event-stream")
        else:
            await _send(send, json.dumps(whole(call)).encode(), "application/json")


def wanted_call(messages: list[dict[str, Any]]) -> tuple[str, str] | None:
    """The call the user's last message asks for, unless a tool has answered already."""
    if messages[-1]["role"] != "user":
        return None
    found = CALL.search(str(messages[-1]["content"]))
    return (found[1], found[2]) if found else None


def whole(call: tuple[str, str] | None) -> dict[str, Any]:
    """One answer in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": None if call else REPLY}
    if call:
        message["tool_calls"] = [_tool_call(call)]
    choice = {"index": 0, "finish_reason": "tool_calls" if call else "stop", "message": message}
    return {"id": "m", "object": "chat.completion", "created": 1, "model": "mock", "choices": [choice], "usage": USAGE}


def events(call: tuple[str, str] | None) -> Iterator[bytes]:
    """One answer as server-sent events."""
    pieces = [{"tool_calls": [{"index": 0, **_tool_call(call)}]}] if call else [{"content": part} for part in _pieces()]
    for piece in pieces:
        yield _event({"index": 0, "delta": {"role": "assistant", **piece}, "finish_reason": None})
    yield _event({"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"}, usage=USAGE)
    yield b"data: [DONE]\n\n"


def _pieces() -> list[str]:
    words = REPLY.split(" ")
    size = -(-len(words) // 8)
    return [" ".join(words[start : start + size]) + " " for start in range(0, len(words), size)]


def _tool_call(call: tuple[str, str] | None) -> dict[str, Any]:
    assert call is not None
    return {"id": "call_1", "type": "function", "function": {"name": call[0], "arguments": call[1]}}


def _event(choice: dict[str, Any], **more: Any) -> bytes:
    chunk = {"id": "m", "object": "chat.completion.chunk", "created": 1, "model": "mock", "choices": [choice], **more}
    return f"data: {json.dumps(chunk)}\n\n".encode()


async def _send(send: Any, body: bytes, media_type: str) -> None:
    headers = [(b"content-type", media_type.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=18080)
    uvicorn.run(MockModel(), host="127.0.0.1", port=parser.parse_args().port, log_level="warning", lifespan="off")
