"""A link of a chain that asks the budget before each call, and books what the call used. Knows no provider and no caps."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.models.budget import Spending, present_spending
from app.models.request_size import Scale

_SCALE = Scale()


class Metered(WrapperModel):
    """The model of one role. A call outside every spending goes through as it is."""

    def __init__(self, wrapped: Model, role: str) -> None:
        """`role` stands in the usage."""
        super().__init__(wrapped)
        self._role = role

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The answer. Raises BudgetSpent with nothing sent."""
        spending = present_spending()
        if spending is None:
            return await self.wrapped.request(messages, model_settings, model_request_parameters)
        size = _SCALE.measure(messages, model_request_parameters)
        async with spending.call(self._role, self.wrapped, size) as call:
            settings = _limited(model_settings, spending)
            response = await self.wrapped.request(messages, settings, model_request_parameters)
            call.saw(response)
            return response

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as it comes; what it used is known when it has ended."""
        spending = present_spending()
        if spending is None:
            async with self.wrapped.request_stream(
                messages, model_settings, model_request_parameters, run_context
            ) as stream:
                yield stream
            return
        size = _SCALE.measure(messages, model_request_parameters)
        async with spending.call(self._role, self.wrapped, size) as call:
            settings = _limited(model_settings, spending)
            async with self.wrapped.request_stream(messages, settings, model_request_parameters, run_context) as stream:
                try:
                    yield stream
                finally:
                    call.saw(stream.get())


def _limited(settings: ModelSettings | None, spending: Spending) -> ModelSettings:
    """No answer is longer than what was set aside for it."""
    most = spending.budget.most_output
    asked = (settings or {}).get("max_tokens", most)
    return ModelSettings(**{**(settings or {}), "max_tokens": min(asked, most)})
