"""A worker woken at its time: what it says reaches its user through the main agent, its question as it asks it, its silence not at all.

Invariant: the report is quoted to the main agent's model, which has nothing to call, so whatever stands in it does nothing. Where that model
is missing or gives out, the worker's own words are passed on with its name in front. What a tool wants told is told in any case.
"""

import logging
from datetime import timedelta
from functools import partial

from pydantic_ai.exceptions import AgentRunError, RunCancelled, RunTimedOut
from pydantic_ai.usage import UsageLimits

from app.conversation.event import Event, Said
from app.conversation.event_jobs.task import without_model
from app.errors import AssistantError, StorageError
from app.gate.claims.check import check_claims
from app.learning.portrait import portrait
from app.models.manners import well_begun
from app.models.troubles import log_failure
from app.offload import offloaded
from app.prompts.sections import section
from app.prompts.turn import compose, escape
from app.workers.outcome import WITHOUT_MODEL, Outcome
from app.workers.silence import is_silence, without_silence

log = logging.getLogger(__name__)
_LONGEST_WAIT = timedelta(seconds=60)
_LOOKED_BACK = 100  # calls
_ASKED = "What does {name} report?"
_REPORT = "<report>\n{text}\n</report>"
GONE = "no such worker"


async def wake_worker(event: Event) -> Said:
    """Wake it with its schedule's words; what there is to say of it."""
    turn, resources = event.turn, event.resources
    turn.about_user = await portrait(resources.store, turn.user.id)
    outcome = await resources.workers.wake(turn.deps(resources), event.schedule.target, event.schedule.instruction)
    if outcome is None:
        return Said("", silent=True, reason=GONE)
    if outcome.by_rules and outcome.text == WITHOUT_MODEL:
        return await without_model(event)
    if outcome.silent or outcome.follow_up or outcome.by_rules or not outcome.text:
        return Said(outcome.for_the_user(), silent=outcome.silent)
    said = await _honest(event, await _worded(event, outcome) or f"{outcome.name}: {outcome.text}")
    spoken = "" if is_silence(said) else without_silence(said)
    text = "\n\n".join(filter(None, (spoken, outcome.notice)))
    return Said(text, silent=not (text or outcome.waits))


async def _worded(event: Event, outcome: Outcome) -> str:
    """The main agent's words for the report; "" where no model is there, or it gives out."""
    turn, resources = event.turn, event.resources
    model = resources.models.online("primary")
    if model is None:
        return ""
    report = _REPORT.format(text=escape(f"{outcome.name}: {outcome.text}"))
    try:
        run = await resources.agents.voice().run(
            compose(_ASKED.format(name=outcome.name), turn.local_moment, memory=report),
            deps=turn.deps(resources),
            model=model,
            instructions=section("report"),
            usage=turn.usage,
            usage_limits=UsageLimits(
                request_limit=turn.usage.requests + 2, total_tokens_limit=resources.settings.max_turn_tokens
            ),
            cancellation_token=turn.cancellation,
            timeout=min(_LONGEST_WAIT, resources.settings.turn_timeout).total_seconds(),
        )
    except StorageError:
        raise
    except (AgentRunError, AssistantError, OSError, ExceptionGroup) as failure:
        if isinstance(failure, RunCancelled) and not isinstance(failure, RunTimedOut):
            raise
        log.warning("report not worded", extra={"event": "worker.not_worded", "problem": type(failure).__name__})
        return ""
    except Exception as failure:  # noqa: BLE001 # house: a model is foreign code; the log has its kind and place
        log_failure(log, "report not worded", failure, event="worker.wording_broke")
        return ""
    turn.model = run.response.model_name or ""
    return well_begun(run.output.strip())


async def _honest(event: Event, said: str) -> str:
    """A report that claims an action of which the books know nothing is corrected, like any reply."""
    turn, store = event.turn, event.resources.store
    words = event.schedule.instruction
    check = partial(check_claims, said, turn.books.calls, asked=words)
    checked = await offloaded(check, characters=len(said))
    if checked.corrected:
        earlier = await store.ledger.recent(turn.user.id, _LOOKED_BACK)
        checked = await offloaded(partial(check, earlier=earlier), characters=len(said))
    return checked.reply
