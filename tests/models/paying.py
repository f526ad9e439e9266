"""A model that costs money, on loopback, and a budget to pay it from."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pydantic_ai.models
from pydantic_ai import Agent, AgentRunResultEvent

from app.clock import ManualClock
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories, repositories
from app.models.budget import Budget
from app.models.offline.model import OfflineModel
from app.models.roles import Models
from tests.house import settings_in
from tests.memory.databases import NOON
from tests.models.openai_server import Answer, ModelServer, model_server, streamed

MODEL = "gpt-5-mini"  # the price list knows it: 0.25 and 2 dollars a million tokens
ANA = User("ana", "Ana", "Europe/Paris", "setting", "en", {}, NOON)
AGENT = Agent(None, instructions="Be brief.")


def with_usage(answer: Answer, tokens_in: int, tokens_out: int) -> Answer:
    """A streamed answer with the provider's own count at its end."""
    status, kind, body = answer
    usage = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": [], "usage": usage}
    end = b"data: [DONE]\n\n"
    return status, kind, body.removesuffix(end) + f"data: {json.dumps(chunk)}\n\n".encode() + end


def reported(tokens_in: int, tokens_out: int, *words: str) -> Answer:
    """A few words, and what they cost."""
    return with_usage(streamed(*(words or ("Hel", "lo"))), tokens_in, tokens_out)


def tool_call(tool: str, arguments: dict[str, Any], tokens_in: int = 10, tokens_out: int = 5) -> Answer:
    """A call of one tool, and what it cost."""
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": tool, "arguments": json.dumps(arguments)}}
    lines = []
    for delta, reason in (({"role": "assistant", "tool_calls": [call]}, None), ({}, "tool_calls")):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": [choice]}
        lines.append(f"data: {json.dumps(chunk)}\n\n")
    return with_usage((200, "text/event-stream", ("".join(lines) + "data: [DONE]\n\n").encode()), tokens_in, tokens_out)


@dataclass
class Shop:
    """A server that answers `answer` once `open` is set, and what to call it with."""

    answer: Answer
    url: str = ""
    model: ModelServer = field(default_factory=ModelServer)
    open: asyncio.Event = field(default_factory=asyncio.Event)
    made: list[Models] = field(default_factory=list)

    async def serve(self, _: dict[str, Any]) -> Answer:
        await self.open.wait()
        return self.answer

    def models(self, **settings: Any) -> Models:
        """Chains of the one model, called through the product's own client."""
        given = {"model_name": f"openai-chat:{MODEL}", "openai_base_url": self.url, "openai_api_key": "k", **settings}
        self.made.append(Models(settings_in(Path("/nowhere"), **given), OfflineModel()))
        return self.made[-1]

    async def close(self) -> None:
        """Hang up."""
        links = [link for models in self.made for link in getattr(models.chain("primary"), "models", ())]
        for link in links:
            if hasattr(link, "client"):
                await link.client.close()

    @property
    def asked(self) -> int:
        """How many requests came."""
        return len(self.model.bodies)


@asynccontextmanager
async def shop(answer: Answer) -> AsyncIterator[Shop]:
    """Open a shop; model calls are allowed as long as it is."""
    made = Shop(answer)
    made.open.set()
    with pydantic_ai.models.override_allow_model_requests(True):
        async with model_server(made.serve) as server:
            made.url, made.model = server.url, server
            yield made
            await made.close()


def budget_on(database: Database, clock: ManualClock | None = None, **caps: Any) -> Budget:
    """A budget with these caps; without caps a turn may use what it likes."""
    settings = settings_in(Path("/nowhere"), **{"max_turn_tokens": 10_000_000, **caps})
    return Budget(settings, database, repositories(database), clock=clock or ManualClock(NOON), most_output=1_000)


async def ask(models: Models, words: str = "hello") -> str:
    """One agent run with the primary chain, streamed as a turn is; which model answered."""
    by = ""
    async with AGENT.run_stream_events(words, model=models.chain("primary")) as events:
        async for event in events:
            if isinstance(event, AgentRunResultEvent):
                by = event.result.response.model_name or ""
    return by


async def left_open(store: Repositories) -> tuple[int, float]:
    """What is reserved and not settled."""
    return await store.reservations.open("ana", NOON.replace(year=2000))
