"""One question to a role's model for work behind the conversation: an object of JSON comes back, or the reason why none did.

Only configured models are asked, never the offline one: work that has no model is left or done by rules, by its caller. Every call is
counted in its user's budget. Trusts no answer: what is read is any JSON object in it, and its fields are the caller's to check.
"""

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.usage import UsageLimits

from app.errors import AssistantError, BudgetSpent, StorageError
from app.memory.records import User
from app.models.budget import Budget
from app.models.roles import Models, Role
from app.models.troubles import log_failure

log = logging.getLogger(__name__)
SECONDS = 60.0
_ANSWER_READ = 60_000
_OPENINGS_TRIED = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question. `found` is empty unless `status` is "answered"; `model` names who answered."""

    status: Literal["answered", "unavailable", "unreadable", "over_budget"]
    found: dict[str, Any] = field(default_factory=dict)
    model: str = ""


class Asker:
    """Asks."""

    def __init__(self, models: Models, budget: Budget) -> None:
        """Calls nobody yet."""
        self._models = models
        self._budget = budget

    def has_model(self, role: Role) -> bool:
        """Whether anybody can be asked."""
        return self._models.online(role) is not None

    async def ask(self, user: User, run_id: str, role: Role, instructions: str, text: str) -> Asked:
        """The first JSON object in the answer of `role`'s model to `text`, asked once, under `user`'s budget as run `run_id`.

        Raises StorageError alone.
        """
        model = self._models.online(role)
        if model is None:
            return Asked("unavailable")
        try:
            async with asyncio.timeout(SECONDS), self._budget.background(user, run_id):
                run = await _agent().run(
                    text, model=model, instructions=instructions, usage_limits=UsageLimits(request_limit=1)
                )
        except StorageError:
            raise
        except BudgetSpent:
            return Asked("over_budget")
        except (AgentRunError, AssistantError, OSError, ExceptionGroup) as failure:
            log.warning("not asked", extra={"event": "asking.failed", "role": role, "problem": type(failure).__name__})
            return Asked("unavailable")
        except Exception as failure:  # noqa: BLE001 # house: a model is foreign code; the log has its kind and place
            log_failure(log, "not asked", failure, event="asking.broke", role=role)
            return Asked("unavailable")
        found = next(objects(run.output), None)
        if found is None:
            log.warning("unreadable answer", extra={"event": "asking.unreadable", "role": role})
            return Asked("unreadable")
        return Asked("answered", found, run.response.model_name or "")


def objects(answer: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in an answer, whatever stands around them."""
    read, decoder, start = answer[:_ANSWER_READ], json.JSONDecoder(), 0
    for _ in range(_OPENINGS_TRIED):
        start = read.find("{", start)
        if start < 0:
            return
        try:
            found, start = decoder.raw_decode(read, start)
        except (ValueError, RecursionError):
            start += 1
            continue
        yield found


@cache
def _agent() -> Agent[None, str]:
    """Without tools and without a second try: the answer is text that we read ourselves, so that any model will do."""
    return Agent(None, name="asker", retries=0, defer_model_check=True)
