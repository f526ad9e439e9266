"""The size of a request by part, against the very bytes that a server gets."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pydantic_ai.models
import pytest
from pydantic_ai import Agent, BinaryContent, RunContext
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.tools import ToolDefinition

from app.models.request_size import PARTS, RequestSize, Scale, tokens_of
from app.prompts.turn import compose
from tests.models.openai_server import Answer, model_server, said
from tests.models.paying import Shop

MOMENT = datetime(2026, 3, 1, 12, 0, tzinfo=ZoneInfo("Europe/Paris"))
HISTORY: list[ModelMessage] = [
    ModelRequest(parts=[UserPromptPart(compose('what\'s "on" my list?', MOMENT))]),
    ModelResponse(parts=[ToolCallPart("look", {"where": "kitchen"}, "call_1")]),
    ModelRequest(parts=[ToolReturnPart("look", "milk\neggs\n" * 30, "call_1")]),
    ModelResponse(parts=[TextPart("Milk and eggs: Bəsɛ ✓")]),
]


def look(where: str) -> str:
    """Look at a list."""
    return where


def agent() -> Agent[str, str]:
    """Two rules, one of which is about the user, and a tool."""
    made: Agent[str, str] = Agent(None, deps_type=str, instructions="Be brief.\nBe kind.")
    made.instructions(_about)
    made.tool_plain(look)
    return made


def _about(ctx: RunContext[str]) -> str:
    return ctx.deps


class Weighing(WrapperModel):
    """Passes a request on and keeps its size."""

    size: RequestSize

    async def request(self, messages: list[ModelMessage], settings: Any, parameters: ModelRequestParameters) -> Any:
        self.size = Scale().measure(messages, parameters)
        return await self.wrapped.request(messages, settings, parameters)


async def _sent(
    prompt: str | Sequence[UserContent], history: list[ModelMessage] | None = None, about: str = ""
) -> tuple[RequestSize, int]:
    """What was measured, and how many bytes came to the server."""

    async def answer(_: dict[str, Any]) -> Answer:
        return said("ok")

    with pydantic_ai.models.override_allow_model_requests(True):
        async with model_server(answer) as server:
            seller = Shop(said("ok"), server.url)
            chain: Any = seller.models().chain("primary")
            model = Weighing(chain.models[0])
            await agent().run(prompt, deps=about, model=model, message_history=history)
            await seller.close()
    body = json.dumps(server.bodies[0], ensure_ascii=False, separators=(",", ":"))
    return model.size, len(body.encode())


async def test_the_parts_are_what_goes_over_the_wire() -> None:
    prompt = compose('and "bread"?\nplease', MOMENT, memory="<note id=1>The baker is called Kwame</note>")
    size, sent = await _sent(prompt, HISTORY, about="- likes tea\n- from Kumasi")
    assert set(size.parts) <= set(PARTS)
    assert size.total == pytest.approx(sent, rel=0.05)
    assert all(size.parts[part] > 0 for part in ("rules", "about", "tools", "conversation", "results", "words"))
    assert size.parts["memory"] == len("<note id=1>The baker is called Kwame</note>")
    assert size.parts["results"] > 300
    assert size.parts["words"] < 150


async def test_a_picture_is_a_part_of_its_own() -> None:
    size, sent = await _sent(["what is this?", BinaryContent(b"pixels" * 500, media_type="image/png")])
    assert size.parts["files"] == 4_000
    assert size.total == pytest.approx(sent, rel=0.05)
    assert size.tokens > 2_500


def test_tokens_are_rather_too_many_than_too_few() -> None:
    """By what the languages take in today's tokenizers: a word and a third of English, a letter of Chinese or Amharic."""
    for text, tokens in (
        ("the quick brown fox jumps over the lazy dog " * 100, 900),
        ("我们明天见面" * 100, 600),
        ("ሰላም" * 100, 450),
    ):
        size = RequestSize()
        size.add("words", text)
        assert tokens <= size.tokens < 4 * tokens


def test_a_tool_that_changed_is_measured_anew() -> None:
    scale = Scale()
    small, large = ToolDefinition(name="x", description="a"), ToolDefinition(name="x", description="a" * 100)
    assert scale.weigh(large) - scale.weigh(small) == 99
    assert scale.weigh(large) == scale.weigh(large)


def test_an_answer_is_about_a_third_of_its_letters() -> None:
    response = ModelResponse(parts=[TextPart("word " * 60), ToolCallPart("look", {"where": "x"})])
    assert 100 <= tokens_of(response) <= 180
