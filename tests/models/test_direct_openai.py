"""Our client against the SDK's own, on one server: the same request goes out, the same answer and the same error come back."""

import base64
from collections.abc import AsyncIterator
from typing import Any

import httpx
import openai
import pydantic_ai.models
import pytest
from openai import AsyncOpenAI
from pydantic_ai import Agent, BinaryContent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from app.models.direct_openai import DirectOpenAI
from tests.models.openai_server import Answer, ModelServer, model_server, refused, said, streamed

TOOL = {
    "type": "function",
    "function": {
        "name": "add",
        "description": "Ünïcode “quotes”",
        "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
    },
}
PICTURE = f"data:image/png;base64,{base64.b64encode(b'pixels').decode()}"
CONVERSATION: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {
        "role": "user",
        "content": [{"type": "text", "text": "who?"}, {"type": "image_url", "image_url": {"url": PICTURE}}],
    },
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "add", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": "ok"},
]
REQUESTS: dict[str, dict[str, Any]] = {
    "words": {"messages": CONVERSATION[:1]},
    "everything": {
        "messages": CONVERSATION,
        "tools": [TOOL],
        "tool_choice": "auto",
        "temperature": 0.2,
        "max_completion_tokens": 5,
        "parallel_tool_calls": False,
    },
    "no tools": {"messages": CONVERSATION, "tools": openai.omit},
    "a tuple": {"messages": tuple(CONVERSATION)},
    "its own extra": {"messages": CONVERSATION, "extra_body": {"cache_prompt": True}},
    "its own headers": {"messages": CONVERSATION, "extra_headers": {"X-Trace": "t1"}, "extra_query": {"v": "1"}},
}


class Both:
    """The two clients before the one server."""

    def __init__(self, server: ModelServer) -> None:
        self.server = server
        self.answer: Answer = said("hello")
        settings: dict[str, Any] = {"api_key": "k", "base_url": server.url, "max_retries": 0, "timeout": 5}
        self.clients: tuple[AsyncOpenAI, ...] = (AsyncOpenAI(**settings), DirectOpenAI(**settings))

    async def ask(self, **request: Any) -> list[Any]:
        """What each gets."""
        return [await client.chat.completions.create(model="m", **request) for client in self.clients]

    async def fail(self, **request: Any) -> list[openai.OpenAIError]:
        """What each raises."""
        problems = []
        for client in self.clients:
            with pytest.raises(openai.OpenAIError) as caught:
                await client.chat.completions.create(model="m", **request)
            problems.append(caught.value)
        return problems


@pytest.fixture
async def both() -> AsyncIterator[Both]:
    async def answer(_: dict[str, Any]) -> Answer:
        return pair.answer

    async with model_server(answer) as server:
        pair = Both(server)
        yield pair
        for client in pair.clients:
            await client.close()


@pytest.mark.parametrize("name", REQUESTS)
async def test_the_same_request_goes_out(both: Both, name: str) -> None:
    answers = await both.ask(**REQUESTS[name])
    theirs, ours = both.server.bodies
    assert ours == theirs
    assert answers[0] == answers[1]
    ignored = {"x-stainless-async", "x-stainless-retry-count", "user-agent", "content-length"}
    sent = [{key: value for key, value in headers.items() if key not in ignored} for headers in both.server.headers]
    assert sent[0] == sent[1]


async def test_the_same_pieces_come_in(both: Both) -> None:
    both.answer = streamed("Hel", "lo")
    pieces = [[chunk async for chunk in stream] for stream in await both.ask(**REQUESTS["everything"], stream=True)]
    assert pieces[0] == pieces[1]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in pieces[1]) == "Hello"
    assert both.server.bodies[0] == both.server.bodies[1]
    assert both.server.bodies[1]["stream"] is True


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (404, openai.NotFoundError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
async def test_the_same_error_is_raised(both: Both, status: int, kind: type[openai.OpenAIError], stream: bool) -> None:
    both.answer = refused(status, "no")
    theirs, ours = await both.fail(**REQUESTS["everything"], stream=stream)
    assert type(ours) is type(theirs) is kind
    assert str(ours) == str(theirs)


async def test_a_server_that_is_not_there_is_the_same_error(both: Both) -> None:
    for client in both.clients:
        client.base_url = httpx.URL("http://127.0.0.1:1/v1")
    theirs, ours = await both.fail(**REQUESTS["words"])
    assert type(ours) is type(theirs) is openai.APIConnectionError


async def test_an_agent_cannot_tell_them_apart(both: Both) -> None:
    replies = []
    with pydantic_ai.models.override_allow_model_requests(True):
        for client in both.clients:
            agent = Agent(OpenAIChatModel("m", provider=OpenAIProvider(openai_client=client)), instructions="Be brief.")
            agent.tool_plain(_add)
            result = await agent.run(["who?", BinaryContent(b"pixels", media_type="image/png")])
            replies.append((result.output, result.usage.input_tokens, result.usage.output_tokens))
    assert replies == [("hello", 3, 2)] * 2
    assert both.server.bodies[0] == both.server.bodies[1]


def _add(a: int, b: int = 2) -> int:
    """Add."""
    return a + b
