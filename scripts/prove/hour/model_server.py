"""The language model and the speech server of the hour, on loopback: OpenAI's chat completions and audio endpoints.

It outlives the product's process. What it says stands in `lines.py`; speech is bytes that name their own words, in an OGG that is
nothing but its first page.
"""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from scripts.prove.hour.lines import TRANSCRIPTS, Reply, answer, read

USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
_OGG = b"OggS\x00\x02" + bytes(8) + b"\x01\x00\x00\x00" + bytes(8) + b"\x01\x13OpusHead\x01\x01" + bytes(9)


def recording(words: bytes) -> bytes:
    """A voice note in which these words of TRANSCRIPTS are said."""
    return _OGG + words + bytes(400)


@dataclass
class Speech:
    """What was heard and spoken so far."""

    heard: int = 0
    spoken: int = 0


class ModelServer:
    """The ASGI application. `delay` as in `lines.answer`."""

    def __init__(self, *, delay: int) -> None:
        self.delay = delay
        self.requests = 0
        self.speech = Speech()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = await _body(receive)
        if body is None:
            return
        handlers = {"/v1/audio/transcriptions": self._hear, "/v1/audio/speech": self._speak}
        handler = handlers.get(scope["path"], self._chat)
        with contextlib.suppress(OSError):  # the asker was killed
            await handler(body, send)

    async def _hear(self, body: bytes, send: Any) -> None:
        self.speech.heard += 1
        said = next((text for mark, text in TRANSCRIPTS.items() if mark in body), "")
        await _send(send, json.dumps({"text": said}).encode())

    async def _speak(self, _: bytes, send: Any) -> None:
        self.speech.spoken += 1
        await _send(send, recording(b"an answer"), "audio/ogg")

    async def _chat(self, body: bytes, send: Any) -> None:
        self.requests += 1
        asked = json.loads(body)
        reply = answer(read(asked), delay=self.delay)
        if not asked.get("stream"):
            return await _send(send, json.dumps(_whole(reply)).encode())
        await _start(send, "text/event-stream")
        for piece in _pieces(reply):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(reply.pause)
        await send({"type": "http.response.body", "body": b"data: [DONE]\n\n"})
        return None


async def _body(receive: Any) -> bytes | None:
    """All of it; None where the asker was gone before that."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def _start(send: Any, media_type: str) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", media_type.encode())]})


async def _send(send: Any, body: bytes, media_type: str = "application/json") -> None:
    await _start(send, media_type)
    await send({"type": "http.response.body", "body": body})


def _tool_call(call: tuple[str, str]) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": call[0], "arguments": call[1]}}


def _whole(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.words or None}
    if reply.call:
        message["tool_calls"] = [_tool_call(reply.call)]
    choice = {"index": 0, "finish_reason": "tool_calls" if reply.call else "stop", "message": message}
    return {"id": "m", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": USAGE}


def _pieces(reply: Reply) -> Iterator[bytes]:
    """The answer as server-sent events, a sentence each."""
    if reply.call:
        deltas: list[dict[str, Any]] = [{"tool_calls": [{"index": 0, **_tool_call(reply.call)}]}]
    else:
        deltas = [{"content": f"{part}. "} for part in reply.words.removesuffix(".").split(". ")]
    for delta in deltas:
        yield _event({"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None})
    yield _event({"index": 0, "delta": {}, "finish_reason": "tool_calls" if reply.call else "stop"}, usage=USAGE)


def _event(choice: dict[str, Any], **more: Any) -> bytes:
    chunk = {"id": "m", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice], **more}
    return f"data: {json.dumps(chunk)}\n\n".encode()


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the script's."""
        yield


@asynccontextmanager
async def model_server(*, delay: int) -> AsyncIterator[str]:
    """Its base URL."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        model = ModelServer(delay=delay)
        config = uvicorn.Config(model, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        server = _Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            await serving
