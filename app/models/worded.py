"""A link that reads the prompts as its family needs them: where a prompt has a text for this model's family, that one is sent.

The agents know one text; each link of a chain puts in its own, so that a fallback from another family reads what was written for it.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.prompts.named import variants


class Worded(WrapperModel):
    """The model of one configured name."""

    def __init__(self, wrapped: Model, name: str) -> None:
        """`name` as it is configured: "ollama:qwen3:4b"."""
        super().__init__(wrapped)
        self._name = name

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The answer."""
        return await self.wrapped.request(messages, model_settings, self._own(model_request_parameters))

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as it comes."""
        parameters = self._own(model_request_parameters)
        async with self.wrapped.request_stream(messages, model_settings, parameters, run_context) as stream:
            yield stream

    def _own(self, parameters: ModelRequestParameters) -> ModelRequestParameters:
        texts, parts = variants(self._name), parameters.instruction_parts
        if not texts or not parts:
            return parameters
        own = [replace(part, content=_worded(part.content, texts)) for part in parts]
        return parameters if own == parts else replace(parameters, instruction_parts=own)


def _worded(content: str, texts: dict[str, str]) -> str:
    for everybodys, own in texts.items():
        content = content.replace(everybodys, own)
    return content
