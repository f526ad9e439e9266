"""The whole house on a real database, for tests: a scripted model where one is wanted, a clock that can be moved.

The scripted model is ours: it answers what the test wrote and checks nothing. Everything else is the product.
"""

import inspect
import os
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, SecretStr
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from app.bootstrap.models import build_models
from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import DATABASE_FILE
from app.config import Settings
from app.conversation.conversation import Reply
from app.interfaces.web.auth import PageAuth
from app.messages import Attachment, InboundMessage
from app.routing.agents import Agents
from tests.sqlite import migrated_file

# Agents hold nothing of a house, and building all their tools' schemas is most of what opening one costs.
AGENTS = Agents()
_SETTINGS = frozenset(name.upper() for name in Settings.model_fields)
Script = Callable[[list[ModelMessage]], ModelResponse | Awaitable[ModelResponse]]


@dataclass
class FixedModels:
    """The models of a house, given instead of configured."""

    first: Model
    offline: Model
    behind: Model | None = None  # who is asked behind the conversation, if anybody

    def online(self, role: str) -> Model | None:
        """Who answers questions that the offline model can't."""
        return self.behind

    def chain(self, role: str) -> Model:
        """Every role's model is the first."""
        return self.first

    async def close(self) -> None:
        """Nothing is open."""

    def names(self, role: str) -> list[str]:
        """What the doctor shows."""
        return ["scripted"]


def scripted(script: Script) -> Model:
    """A model that answers as the test says, plain and streamed; a script that is async may take its time."""

    async def answer(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        response = script(messages)
        return await response if inspect.isawaitable(response) else response

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        for index, part in enumerate((await answer(messages, info)).parts):
            if isinstance(part, TextPart):
                for word in part.content.split(" "):
                    yield f"{word} "
            elif isinstance(part, ToolCallPart):
                yield {index: DeltaToolCall(part.tool_name, part.args_as_json_str(), tool_call_id=part.tool_call_id)}

    return FunctionModel(answer, stream_function=stream)


def says(text: str) -> ModelResponse:
    """A model's plain answer."""
    return ModelResponse(parts=[TextPart(text)])


def calls(tool: str, **arguments: Any) -> ModelResponse:
    """A model's call of one tool."""
    return ModelResponse(parts=[ToolCallPart(tool, arguments)])


def done_calls(messages: list[ModelMessage]) -> list[str]:
    """The tools whose results stand in the present turn, as the model sees it."""
    turn = messages[max(index for index, message in enumerate(messages) if _begins_turn(message)) :]
    return [part.tool_name for message in turn for part in message.parts if isinstance(part, ToolReturnPart)]


def _begins_turn(message: ModelMessage) -> bool:
    return any(isinstance(part, UserPromptPart) for part in message.parts)


def settings_in(folder: Path, **changes: Any) -> Settings:
    """Settings of a house in `folder`, in a zone with daylight saving, that asks nobody outside, unless said otherwise."""
    return given({"data_dir": folder, "time_zone": "Europe/Paris", "embedder": "none", "web_access": False, **changes})


def given(values: dict[str, Any]) -> Settings:
    """What `Settings(**values)` is. Where the environment sets none, nothing else can say anything: looking for each of hundreds of
    settings there is then left out, which takes as long as all else of opening a house."""
    if any(name.upper() in _SETTINGS for name in os.environ):
        return Settings(**values)
    settings = Settings.__new__(Settings)
    BaseModel.__init__(settings, **values)
    return settings


@asynccontextmanager
async def open_house(folder: Path, *, model: Model | None = None, **overrides: Any) -> AsyncIterator[Services]:
    """Services on a database in `folder` (or at `settings.database_url`), closed at the end. What the migrations make is there already."""
    settings = overrides.pop("settings", None) or settings_in(folder)
    if model is not None:
        overrides["models"] = FixedModels(model, build_models(settings).offline)
    if settings.database_url is None:
        migrated_file(settings.data_dir / DATABASE_FILE)
    services = await build_services(settings, **{"agents": AGENTS, **overrides})
    try:
        yield services
    finally:
        await services.close()


def page_auth(services: Services, *, password: str | None = None) -> PageAuth:
    """Who lets people in to this house's page, as the server makes it."""
    return PageAuth(
        password=SecretStr(password) if password else None,
        data_dir=services.settings.data_dir,
        clock=services.clock,
        store=services.store,
        user_id=services.owner.id,
        ended=partial(services.resources.mailroom.announce, services.owner.id),
    )


async def tell(
    services: Services, text: str, *, channel: str = "cli", external_id: str = "", files: tuple[Attachment, ...] = ()
) -> Reply:
    """Send a message as the owner and wait for its answer."""
    message = InboundMessage(
        user_id=services.owner.id,
        channel=channel,
        external_id=external_id or uuid.uuid4().hex,
        text=text,
        received_at=services.clock.now(),
        attachments=files,
    )
    receipt = await services.conversation.receive(message)
    return await services.conversation.answer(services.owner.id, receipt.inbox_id, timeout=20)
