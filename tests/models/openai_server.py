"""A small model server on loopback that speaks chat completions: keeps what it was asked, answers what the test says."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Answer = tuple[int, str, bytes]  # status, content type, body
Script = Callable[[dict[str, Any]], Awaitable[Answer]]


@dataclass
class ModelServer:
    """Where it listens and what it was asked, newest last."""

    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    asked: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def was_asked(self, times: int) -> None:
        """Wait until it was asked so often."""
        async with asyncio.timeout(30), self.asked:
            await self.asked.wait_for(lambda: len(self.bodies) >= times)


def said(text: str) -> Answer:
    """A plain answer."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    body = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return 200, "application/json", json.dumps(body).encode()


def streamed(*words: str) -> Answer:
    """An answer in pieces."""
    deltas: list[tuple[dict[str, str], str | None]] = [({"role": "assistant", "content": word}, None) for word in words]
    lines = []
    for delta, reason in [*deltas, ({}, "stop")]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        lines.append(f"data: {json.dumps(chunk)}\n\n")
    return 200, "text/event-stream", ("".join(lines) + "data: [DONE]\n\n").encode()


def refused(status: int, message: str) -> Answer:
    """An error as OpenAI writes it."""
    return status, "application/json", json.dumps({"error": {"message": message, "type": "t", "code": "c"}}).encode()


@asynccontextmanager
async def model_server(script: Script) -> AsyncIterator[ModelServer]:
    """A server that answers each request with what `script` makes of its body."""
    model = ModelServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                headers = _headers(head)
                body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
                async with model.asked:
                    model.headers.append(headers)
                    model.bodies.append(body)
                    model.asked.notify_all()
                status, kind, answer = await script(body)
                lines = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(answer)}\r\n\r\n"
                writer.write(lines.encode() + answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    model.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield model
    finally:
        server.close()


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return {name.lower(): value.strip() for name, colon, value in (line.partition(":") for line in lines) if colon}
