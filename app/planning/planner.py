"""From a request to a plan: one question to a model without tools, and a reading of its answer that trusts nothing.

Invariant: whatever the model does (fails, hangs, babbles, plans thirty steps, writes markup into titles), the result is a clean
plan of two to eight steps or None, with an event in the log; the turn then goes on without a plan. Carries nothing out.
"""

import asyncio
import logging
import re
import unicodedata
from datetime import datetime
from functools import lru_cache
from typing import Any

from pydantic_ai import Agent, CancellationToken, TextOutput
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.models import Model
from pydantic_ai.usage import RunUsage, UsageLimits

from app.errors import AssistantError, StorageError
from app.models.asking import objects
from app.models.troubles import log_failure
from app.planning.models import Plan, Step, effect_of
from app.prompts.named import get_prompt
from app.prompts.turn import compose
from app.routing.domains import DOMAIN_NAMES, DOMAINS, UTILITY

FEWEST, MOST = 2, 8
SECONDS = 20.0
_TITLE, _GOAL, _INSTRUCTION = 80, 200, 1_000
_REQUEST_READ = 6_000
_SPACE = re.compile(r"\s+")
# What draws in a chat: marks of the checklist, markup and our own tokens.
_DRAWING = str.maketrans({"[": "(", "]": ")", "<": "‹", ">": "›", "`": "'"} | dict.fromkeys("☐▶✅⚠⏳⏭\ufe0f*_~|", ""))

log = logging.getLogger(__name__)


async def propose(
    text: str, *, model: Model, now: datetime, usage: RunUsage, cancellation: CancellationToken | None = None
) -> Plan | None:
    """The steps a request takes, or None where it takes one, or where no sound plan came back.

    One request to `model`; `now` is aware, in the user's zone; `usage` grows by what it used. A `cancellation` that is fired
    ends it with None. Raises StorageError alone.
    """
    try:
        async with asyncio.timeout(SECONDS):
            run = await _planner(get_prompt("planner")).run(
                compose(text[:_REQUEST_READ], now),
                model=model,
                usage=usage,
                usage_limits=UsageLimits(request_limit=usage.requests + 1),
                cancellation_token=cancellation,
            )
    except StorageError:
        raise
    except (AgentRunError, AssistantError, OSError) as failure:
        log.warning("no plan", extra={"event": "plan.model_failed", "problem": type(failure).__name__})
        return None
    except Exception as failure:  # noqa: BLE001 # house: a model is foreign code; the log has its kind and place
        log_failure(log, "no plan", failure, event="plan.model_broke")
        return None
    return _checked(run.output)


def must_be_shown(plan: Plan) -> bool:
    """Whether its user is asked first: it goes across domains (utility is none), or sends or destroys something."""
    domains = {step.domain for step in plan.steps} - {UTILITY}
    return len(domains) > 1 or any(step.effect in ("send", "delete") for step in plan.steps)


@lru_cache(maxsize=2)
def _planner(rules: str) -> Agent[None, dict[str, Any] | None]:
    """The agent; its answer is plain text that we read ourselves, so that any model will do and nothing is asked twice."""
    lines = [f"  - {domain.name}: {domain.about}" for domain in DOMAINS]
    return Agent(
        None,
        name="planner",
        output_type=TextOutput(_read),
        instructions="\n".join((rules, *lines)),
        retries=0,
        defer_model_check=True,
    )


def _read(answer: str) -> dict[str, Any] | None:
    """The first JSON object with steps in an answer, whatever stands around it."""
    return next((found for found in objects(answer) if isinstance(found.get("steps"), list)), None)


def _checked(found: dict[str, Any] | None) -> Plan | None:
    """The plan in what was read, if it is a sound one."""
    if found is None:
        return _refused("unreadable")
    said: list[Any] = found["steps"]
    if len(said) < FEWEST:
        log.info("one step", extra={"event": "plan.one_step"})
        return None
    if len(said) > MOST:
        return _refused("too_many_steps")
    steps = [_step(one) for one in said]
    sound = tuple(dict.fromkeys(step for step in steps if step is not None))
    if None in steps or len(sound) < FEWEST:
        return _refused("unsound_steps")
    return Plan(_line(found.get("goal"), _GOAL) or sound[0].title, sound)


def _refused(reason: str) -> None:
    log.warning("no plan", extra={"event": "plan.unusable", "reason": reason})


def _step(said: Any) -> Step | None:
    """One step, cleaned; None where there is nothing to do in it."""
    if not isinstance(said, dict):
        return None
    instruction = _plain(said.get("instruction"), _INSTRUCTION)
    title = _line(said.get("title"), _TITLE) or _line(instruction, _TITLE)
    if not title:
        return None
    named = said.get("domain")
    domain = named.strip().lower() if isinstance(named, str) else ""
    return Step(
        title=title,
        instruction=instruction or title,
        domain=domain if domain in DOMAIN_NAMES else "",
        effect=effect_of(said.get("effect")),
    )


def _line(said: object, most: int) -> str:
    """A line that draws nothing: no markup, no marks of ours."""
    return _plain(_plain(said, _INSTRUCTION).translate(_DRAWING), most)


def _plain(said: object, most: int) -> str:
    """Text on one line without control and invisible characters, cut at a word with "…" where it is longer than `most`."""
    if not isinstance(said, str):
        return ""
    seen = "".join(char if char.isspace() or unicodedata.category(char)[0] != "C" else "" for char in said[: 4 * most])
    line = _SPACE.sub(" ", seen).strip()
    if len(line) <= most:
        return line
    return f"{line[: most - 1].rsplit(' ', 1)[0]}…"
