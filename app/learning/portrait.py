"""What is known of the user, for the dynamic end of the prompt: how to behave, who they are, what they told.

Invariant: what waits for the user's word (unconfirmed facts, proposed learnings) is never here, nor an order that somebody else wrote,
confirmed as a fact or not; it all keeps to one size. What changes
seldom comes first, so that a model server's prompt cache holds for longer. Each part is read alone and left out where it can't be.
"""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from app.errors import StorageError
from app.learning.answers import gives_orders
from app.learning.blocks import line
from app.learning.origins import by_weight
from app.memory.records import Fact
from app.memory.repositories import Repositories
from app.prompts.turn import escape

log = logging.getLogger(__name__)

CHARACTERS = 5_600  # of all of it, so that most tools stay whole in a small request
PROFILE_CHARACTERS = 4_800
FACTS_CHARACTERS = 2_400
_GUIDELINE_CHARACTERS = 700
_FACTS_AT_LEAST = 600
_LINE = 300
_GUIDELINES = "Behavioral guidelines:"
_SECONDS = 2.0
R = TypeVar("R")


async def portrait(store: Repositories, user_id: str) -> str:
    """Active learnings, the profile, confirmed facts; escaped. Never raises for storage that fails."""
    learnings, profile, facts = await asyncio.gather(
        _alone("learnings", store.learnings.active(user_id), []),
        _alone("profile", store.contexts.get(user_id, "profile"), None),
        _alone("facts", store.facts.current(user_id), []),
    )
    guidelines = _newest(
        _GUIDELINE_CHARACTERS - len(_GUIDELINES),
        [one.content for one in learnings if not (one.taint and gives_orders(one.content))],
    )
    facts = [fact for fact in facts if not (fact.taint and gives_orders(fact.statement))]
    told = _weightiest(FACTS_CHARACTERS, facts)
    rules = "\n".join((_GUIDELINES, *guidelines)) if guidelines else ""
    room = CHARACTERS - len(rules) - min(_length(told), _FACTS_AT_LEAST)
    known = escape(profile.content.strip())[: min(PROFILE_CHARACTERS, room)] if profile is not None else ""
    told = _weightiest(min(FACTS_CHARACTERS, CHARACTERS - len(rules) - len(known) - 2), facts)
    return "\n".join(filter(None, (rules, known, *told)))


async def _alone(name: str, reading: Awaitable[R], nothing: R) -> R:
    try:
        async with asyncio.timeout(_SECONDS):
            return await reading
    except (StorageError, TimeoutError) as failure:
        log.warning("not read", extra={"event": "portrait.failed", "part": name, "problem": type(failure).__name__})
        return nothing


def _newest(characters: int, statements: list[str]) -> list[str]:
    """The newest that fit, as lines, in the order they were learned: what is added changes only the end."""
    kept: list[str] = []
    for statement in reversed(statements):
        said = f"- {line(statement, _LINE)}"
        characters -= len(said) + 1
        if characters < 0:
            break
        kept.append(said)
    return kept[::-1]


def _weightiest(characters: int, facts: list[Fact]) -> list[str]:
    """What says most about a person, as far as it fits, in the order it was learned."""
    chosen: list[Fact] = []
    for fact in by_weight(facts):
        characters -= len(line(fact.statement, _LINE)) + 3
        if characters < 0:
            break
        chosen.append(fact)
    return [f"- {line(fact.statement, _LINE)}" for fact in sorted(chosen, key=lambda fact: fact.id)]


def _length(lines: list[str]) -> int:
    return sum(len(said) + 1 for said in lines)
