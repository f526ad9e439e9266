"""A link that hands on what it is asked with other parameters, whether the answer comes at once or in pieces."""

from abc import abstractmethod
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings


class Adjusting(WrapperModel):
    """The base of such links."""

    @abstractmethod
    def adjusted(self, parameters: ModelRequestParameters, settings: ModelSettings | None) -> ModelRequestParameters:
        """The parameters as the next link gets them."""

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The answer."""
        parameters = self.adjusted(model_request_parameters, model_settings)
        return await self.wrapped.request(messages, model_settings, parameters)

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as it comes."""
        parameters = self.adjusted(model_request_parameters, model_settings)
        async with self.wrapped.request_stream(messages, model_settings, parameters, run_context) as stream:
            yield stream
