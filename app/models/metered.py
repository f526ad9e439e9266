"""A link of a chain that asks the budget before each call, books what the call used, and notes how it went. Knows no caps."""

import time
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.models.budget import Spending, present_spending
from app.models.request_size import Scale
from app.models.troubles import VENDORS, Link, failure_of
from app.tracing.spans import Span, span

_SCALE = Scale()


class Metered(WrapperModel):
    """The model of one role. A call outside every spending goes through as it is."""

    def __init__(self, wrapped: Model, role: str, link: Link | None = None) -> None:
        """`role` stands in the usage; `link` says whose model it is."""
        super().__init__(wrapped)
        self._role = role
        self.link = link or Link(wrapped.model_name, VENDORS["local"])

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
        with self._traced() as part:
            async with self._noted(spending), spending.call(self._role, self.wrapped, size) as call:
                settings = _limited(model_settings, spending)
                response = await self.wrapped.request(messages, settings, model_request_parameters)
                call.saw(response)
                _tell(part, response)
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
        with self._traced() as part:
            async with self._noted(spending), spending.call(self._role, self.wrapped, size) as call:
                settings = _limited(model_settings, spending)
                stream = self.wrapped.request_stream(messages, settings, model_request_parameters, run_context)
                async with stream as said:
                    try:
                        yield said
                    finally:
                        call.saw(said.get())
                        _tell(part, said.get())

    def _traced(self) -> AbstractContextManager[Span]:
        """The call as traces name one of a language model."""
        asked = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": self.link.name,
            "gen_ai.agent.name": self._role,
        }
        return span(f"chat {self.link.name}", **asked)

    @asynccontextmanager
    async def _noted(self, spending: Spending) -> AsyncGenerator[None]:
        """Whether it answered, and what was wrong where it didn't. A refused budget is neither. And how long that took."""
        began = time.perf_counter()
        try:
            yield
        except Exception as problem:
            failure = failure_of(problem, self.link)
            if failure is not None:
                await spending.failed(failure)
            raise
        finally:
            name = self.link.name
            spending.took[name] = spending.took.get(name, 0.0) + time.perf_counter() - began
        await spending.answered(self.link.name)


def _tell(part: Span, response: ModelResponse) -> None:
    """What it used, in tokens."""
    usage = response.usage
    used = {"gen_ai.usage.input_tokens": usage.input_tokens, "gen_ai.usage.output_tokens": usage.output_tokens}
    part.set(**used, **{"gen_ai.response.model": response.model_name or ""})


def _limited(settings: ModelSettings | None, spending: Spending) -> ModelSettings:
    """No answer is longer than what was set aside for it."""
    most = spending.budget.most_output
    asked = (settings or {}).get("max_tokens", most)
    return ModelSettings(**{**(settings or {}), "max_tokens": min(asked, most)})
