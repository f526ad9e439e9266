"""A role's models in order: when one gives out, the next one answers, and the offline model stands at the end.

A link that didn't answer is not asked again in the same turn, and once the offline model has spoken in a turn it ends that turn: a server
that hangs is waited for once, not before every step. Knows nothing of roles, settings or providers.
"""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.exceptions import ModelAPIError, UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage, ModelResponse, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.errors import BudgetSpent
from app.models.budget import present_spending
from app.models.metered import Metered
from app.models.troubles import trouble_of

log = logging.getLogger(__name__)


class Chain(FallbackModel):
    """The links, first choice first."""

    def __init__(self, links: Sequence[Model], last: Model) -> None:
        """`last` is the one that cannot fail."""
        super().__init__(*links, last, fallback_on=_gives_out)
        self._last = last

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The answer of the first link that has one."""
        if self._is_down(messages):
            return await self._last.request(messages, model_settings, model_request_parameters)
        left = self._left()
        if left is not None:
            return await left.request(messages, model_settings, model_request_parameters)
        return await super().request(messages, model_settings, model_request_parameters)

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as it comes."""
        left = self._last if self._is_down(messages) else self._left()
        opened = super().request_stream if left is None else left.request_stream
        async with opened(messages, model_settings, model_request_parameters, run_context) as stream:
            yield stream

    def _left(self) -> "Model | None":
        """The chain without the links that didn't answer in this turn; None where all of them may be asked."""
        spending = present_spending()
        failed = {failure.link for failure in spending.failures} if spending else set()
        links = [model for model in self.models if _name(model) not in failed]
        if len(links) == len(self.models):
            return None
        return Chain(links[:-1], links[-1]) if len(links) > 1 else self._last

    def _is_down(self, messages: Sequence[ModelMessage]) -> bool:
        """Whether the last link has answered in the present turn already."""
        for message in reversed(messages):
            if isinstance(message, ModelResponse) and message.model_name == self._last.model_name:
                return True
            if any(isinstance(part, UserPromptPart) for part in message.parts):
                return False
        return False


def _name(model: Model) -> str:
    """A link's configured name; "" for a model that is no configured one."""
    inside: Model | None = model
    while isinstance(inside, WrapperModel):
        if isinstance(inside, Metered):
            return inside.link.name
        inside = inside.wrapped
    return ""


def _gives_out(problem: Exception) -> bool:
    """Whether the next link is asked: a cheaper one may fit where this one is over budget. What is no failure of a model is
    a bug and goes up."""
    if not isinstance(problem, ModelAPIError | UnexpectedModelBehavior | BudgetSpent):
        return False
    fields = {"problem": type(problem).__name__, "status": getattr(problem, "status_code", None)}
    log.warning("model gave out", extra={"event": "model.gave_out", "trouble": trouble_of(problem), **fields})
    return True
