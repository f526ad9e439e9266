"""Actors for workers: one scripted model plays the main agent and the workers, told apart by what they are told of themselves."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolReturnPart,
    UserPromptPart,
)

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.memory.records import Worker
from app.prompts.turn import TurnPrompt, split
from tests.house import Script, calls, done_calls, open_house, says, scripted

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
Opens = Callable[..., AbstractAsyncContextManager[Services]]


def prompt_of(messages: list[ModelMessage]) -> TurnPrompt:
    """The last prompt as its model reads it."""
    prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    return split(str(prompts[-1].content))


def is_worker(messages: list[ModelMessage]) -> bool:
    """Whether a worker is asked."""
    last = messages[-1]
    return isinstance(last, ModelRequest) and "You are the worker" in (last.instructions or "")


def texts(messages: list[ModelMessage]) -> str:
    """All words a model is shown, instructions apart."""
    parts = [part for message in messages for part in message.parts if not isinstance(part, SystemPromptPart)]
    return "\n".join(str(getattr(part, "content", "")) for part in parts)


def result_of(messages: list[ModelMessage]) -> str:
    """What the last tool returned."""
    returned = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    return str(returned[-1].content)


def cast(kwasi: Script, worker: Script) -> Script:
    """One model that plays both."""
    return lambda messages: worker(messages) if is_worker(messages) else kwasi(messages)


def asks(name: str, message: str = "", **more: Any) -> Script:
    """A main agent that sets a worker to work with the user's words (or these), and repeats what came of it."""

    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            return says(result_of(messages))
        return calls("invoke_worker_agent", name=name, message=message or prompt_of(messages).text, **more)

    return kwasi


def once(tool: str, then: str = "Done so.", **arguments: Any) -> Script:
    """An actor that makes one call, then speaks."""
    return lambda messages: says(then) if done_calls(messages) else calls(tool, **arguments)


@pytest.fixture
def opens(home: Settings, tmp_path: Path) -> Opens:
    """Opens houses on one database, one after the other."""

    def opened(script: Script | None = None, **more: Any) -> AbstractAsyncContextManager[Services]:
        model = {"model": scripted(script)} if script else {}
        clock = more.pop("clock", None) or ManualClock(NOON)
        return open_house(tmp_path, **{"settings": home, **more}, clock=clock, **model)

    return opened


@pytest.fixture
async def offline(opens: Opens) -> AsyncIterator[Services]:
    """A house on the offline model."""
    async with opens() as house:
        yield house


async def only(house: Services) -> Worker:
    """The one worker of the owner."""
    [worker] = await house.store.workers.list(house.owner.id)
    return worker


def words(message: ModelMessage) -> str:
    """What a message says in plain text."""
    return "".join(part.content for part in message.parts if isinstance(part, TextPart))
