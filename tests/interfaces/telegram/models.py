"""Scripted models that take their time, so that a test can look at an answer while it is being written."""

import asyncio
from collections.abc import AsyncIterator

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel


class Slow:
    """A model that says its pieces one after the other; each waits until `next` lets it out."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = pieces
        self.allowed = asyncio.Semaphore(0)
        self.requests = 0

    def next(self, count: int = 1) -> None:
        """Let the next pieces out."""
        for _ in range(count):
            self.allowed.release()

    @property
    def model(self) -> Model:
        """The model."""

        async def answer(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
            return ModelResponse(parts=[TextPart("".join(self.pieces))])

        async def stream(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
            self.requests += 1
            for piece in self.pieces:
                await self.allowed.acquire()
                yield piece

        return FunctionModel(answer, stream_function=stream)
