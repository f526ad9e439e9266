"""A role's models in order: when one gives out, the next one answers, and the offline model stands at the end.

Once the offline model has spoken in a turn it ends that turn: a server that hangs is waited for once, not before every step.
Knows nothing of roles, settings or providers.
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
from pydantic_ai.settings import ModelSettings

from app.errors import BudgetSpent
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
        asked = self._last.request if self._is_down(messages) else super().request
        return await asked(messages, model_settings, model_request_parameters)

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as it comes."""
        opened = self._last.request_stream if self._is_down(messages) else super().request_stream
        async with opened(messages, model_settings, model_request_parameters, run_context) as stream:
            yield stream

    def _is_down(self, messages: Sequence[ModelMessage]) -> bool:
        """Whether the last link has answered in the present turn already."""
        for message in reversed(messages):
            if isinstance(message, ModelResponse) and message.model_name == self._last.model_name:
                return True
            if any(isinstance(part, UserPromptPart) for part in message.parts):
                return False
        return False


def _gives_out(problem: Exception) -> bool:
    """Whether the next link is asked: a cheaper one may fit where this one is over budget. What is no failure of a model is
    a bug and goes up."""
    if not isinstance(problem, ModelAPIError | UnexpectedModelBehavior | BudgetSpent):
        return False
    fields = {"problem": type(problem).__name__, "status": getattr(problem, "status_code", None)}
    log.warning("model gave out", extra={"event": "model.gave_out", "trouble": trouble_of(problem), **fields})
    return True
