"""A language model's server that misbehaves as it is told: raw bytes over a loopback port, and what was asked of it."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Answer = Callable[[dict[str, Any]], bytes | None]  # None: say nothing and keep the line open


@dataclass
class BadModel:
    """Where it listens, and every request so far."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def serving(answer: Answer) -> Iterator[BadModel]:
    """A server whose every answer is `answer(the request's JSON)`, bytes as they go over the wire."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        model = BadModel(f"http://127.0.0.1:{listener.getsockname()[1]}/v1")
        kept: list[socket.socket] = []
        threading.Thread(target=_serve, args=(listener, model, answer, kept), daemon=True).start()
        yield model
        listener.shutdown(socket.SHUT_RDWR)
        for line in kept:
            line.close()


def _serve(listener: socket.socket, model: BadModel, answer: Answer, kept: list[socket.socket]) -> None:
    while True:
        try:
            line, _ = listener.accept()
        except OSError:
            return
        request = _read(line)
        if request is None:
            line.close()
            continue
        model.asked.append(request)
        said = answer(request)
        if said is None:
            kept.append(line)
            continue
        line.sendall(said)
        line.close()


def _read(line: socket.socket) -> dict[str, Any] | None:
    """The request's JSON; None where the asker was gone before all of it came."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (part := line.recv(65536)):
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(row.split(b":")[1]) for row in head.lower().split(b"\r\n") if row.startswith(b"content-length"))
    while len(body) < length:
        if not (part := line.recv(65536)):
            return None
        body += part
    return json.loads(body)


def http(status: str, body: bytes, kind: str = "application/json", *, claims: int | None = None) -> bytes:
    """A response; `claims` is a length that is not its own."""
    length = len(body) if claims is None else claims
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def streamed(*deltas: dict[str, Any], finish: str = "stop") -> bytes:
    """A completion as server-sent events."""
    choices = [{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": finish})
    events = [
        {"id": "m", "object": "chat.completion.chunk", "created": 1, "model": "bad", "choices": [choice]}
        for choice in choices
    ]
    lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    return http("200 OK", f"{lines}data: [DONE]\n\n".encode(), "text/event-stream")


def says(text: str) -> bytes:
    """A plain answer."""
    return streamed({"content": text})


def calls(tool: str, arguments: str) -> bytes:
    """A call of a tool; the arguments as the text that they are on the wire."""
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": tool, "arguments": arguments}}
    return streamed({"tool_calls": [call]}, finish="tool_calls")


def is_answered(request: dict[str, Any]) -> bool:
    """Whether a tool has spoken last."""
    return request["messages"][-1]["role"] == "tool"
