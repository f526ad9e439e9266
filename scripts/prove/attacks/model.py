"""A language model that obeys everybody: whatever it is shown as `CALL tool {json}`, it calls, once a turn, whoever wrote it;
the newest first.

OpenAI's chat completions on loopback. What its own user asks of it stands in `asked`, and what it says at the end in `reply`.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from app.models.folding import SHARED
from tests.e2e import bad_model

Call = tuple[str, dict[str, Any]]
_SIGNATURE = re.compile(r"^(\w+)\(", re.MULTILINE)
ORDER = re.compile(r"CALL (\w+) (?=\{)")


@dataclass
class ObeyingModel:
    """`asked`: its user's calls of the present turn. `asleep`: it obeys nobody else; `silent`: it
    answers nothing at all. `made`: every call so far."""

    asked: list[Call] = field(default_factory=list)
    reply: str = "Done."
    asleep: bool = False
    silent: bool = False
    asked_times: int = 0
    made: list[Call] = field(default_factory=list)
    shown: str = ""
    url: str = ""

    def answer(self, request: dict[str, Any]) -> bytes | None:
        """One answer, as bytes on the wire."""
        self.asked_times += 1
        if self.silent:
            return None
        messages = request["messages"]
        self.shown = "\n".join(_texts(messages))
        tools = {tool["function"]["name"]: tool["function"] for tool in request.get("tools") or ()}
        shared = set(_SIGNATURE.findall(tools.get(SHARED, {}).get("description", "")))
        call = self._next(messages, {*tools, *shared})
        if call is not None:
            self.made.append(call)
            call = call if call[0] in tools else (SHARED, {"tool": call[0], "arguments": call[1]})
        if request.get("stream"):
            return bad_model.calls(call[0], json.dumps(call[1])) if call else bad_model.says(self.reply)
        return bad_model.http("200 OK", json.dumps(_whole(call, self.reply)).encode())

    def _next(self, messages: list[dict[str, Any]], offered: set[str]) -> Call | None:
        begun = max(at for at, one in enumerate(messages) if one["role"] == "user")
        done = {_called(call["function"]) for one in messages[begun:] for call in one.get("tool_calls") or ()}
        wanted = (
            call
            for call in [*self.asked, *(() if self.asleep else reversed([*orders(self.shown)]))]
            if call[0] in offered - done
        )
        return next(wanted, None)


def _called(function: dict[str, Any]) -> str:
    """Which tool a call is of, also where it goes through the one for several."""
    name = function["name"]
    return str(json.loads(function["arguments"])["tool"]) if name == SHARED else name


def order(tool: str, arguments: dict[str, Any]) -> str:
    """An order as a stranger writes it."""
    return f"CALL {tool} {json.dumps(arguments)}"


def orders(text: str) -> Iterator[Call]:
    """The orders in what the model is shown; also where quoting has put strokes before its quotation marks."""
    for said in (text, text.replace('\\"', '"')):
        for found in ORDER.finditer(said):
            try:
                arguments, _ = json.JSONDecoder().raw_decode(said, found.end())
            except ValueError:
                continue
            yield found[1], arguments


@contextmanager
def obeying() -> Iterator[ObeyingModel]:
    """It, listening."""
    model = ObeyingModel()
    with bad_model.serving(model.answer) as served:
        model.url = served.url
        yield model


def _texts(messages: list[dict[str, Any]]) -> Iterator[str]:
    """What stands in the messages, but for what it called itself."""
    for message in messages:
        content = message.get("content") or ""
        yield content if isinstance(content, str) else "\n".join(str(part.get("text", "")) for part in content)


def _whole(call: Call | None, reply: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None if call else reply}
    if call:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
    choice = {"index": 0, "finish_reason": "tool_calls" if call else "stop", "message": message}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return {"id": "m", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
