"""The house's own routines when they are due: what there is to say is looked up, and worded by a model only where there is something.

Invariant: with nothing to tell no model is asked; what a model words is said only if it holds to what was looked up, else the text that
needs no model is. What other people wrote taints the turn. Changes nothing.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

from pydantic_ai.exceptions import AgentRunError, RunCancelled, RunTimedOut
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models import Model
from pydantic_ai.run import AgentRunResult
from pydantic_ai.usage import UsageLimits

from app.briefings.composing import compose as in_plain_words
from app.briefings.composing import counts, hours, shown
from app.briefings.faithful import fault
from app.briefings.news import told
from app.briefings.occasion import Occasion
from app.briefings.prep import prepare
from app.briefings.section import Material
from app.briefings.sources import gather
from app.conversation.event import Event, Job, Said
from app.conversation.spoken import language_of
from app.errors import AssistantError, StorageError
from app.language.saying import in_language
from app.learning.portrait import portrait
from app.models.manners import well_begun
from app.models.troubles import log_failure
from app.prompts.turn import compose, escape
from app.timetable.feeds import NOTHING_CONNECTED, Feeds
from app.timetable.meetings import MEETING_PREP, TEMPLATE, is_meeting, meeting_of
from app.timetable.routines import BY_NAME

log = logging.getLogger(__name__)
_LONGEST_WAIT = timedelta(seconds=90)
_SILENT = Said("", silent=True)
# How a routine is asked for, by its template.
_ASKED = {
    "briefing_morning": "My morning briefing.",
    "briefing_evening": "My evening recap.",
    "briefing_weekly_recap": "My weekly recap.",
    "briefing_weekly_prep": "My weekly prep.",
    TEMPLATE: "My meeting prep.",
}


def routine_job(feeds: Feeds = NOTHING_CONNECTED) -> Job:
    """The job of schedules of the kind "routine", over what is connected."""

    async def run(event: Event) -> Said:
        return await _run(event, feeds)

    return run


async def _run(event: Event, feeds: Feeds) -> Said:
    target = event.schedule.target
    routine = BY_NAME.get(target)
    if is_meeting(target):
        occasion = _occasion(event, MEETING_PREP, feeds)
        found = await meeting_of(feeds, event.schedule, occasion.now)
        return await _say(event, occasion, await prepare(occasion, *found), TEMPLATE) if found else _SILENT
    if routine is None:
        log.warning("unknown routine", extra={"event": "routine.unknown", "routine": target})
        return _SILENT
    occasion = _occasion(event, routine.name, feeds)
    material = await gather(occasion)
    if material.is_empty:
        return Said(await _plain(event, occasion, material)) if routine.speaks_when_empty else _SILENT
    return await _say(event, occasion, material, routine.template)


def _occasion(event: Event, name: str, feeds: Feeds) -> Occasion:
    resources = event.resources
    return Occasion(name, event.turn.user, resources.store, event.turn.moment, feeds, resources.database, resources.web)


async def _say(event: Event, occasion: Occasion, material: Material, template: str) -> Said:
    """In a model's words where they hold, else in ours."""
    for source in material.taint:
        event.turn.taint.add(source)
    await told(occasion.store, occasion.user.id, material, occasion.now)
    written = await _written(event, occasion, material, template) if template else ""
    return Said(written or await _plain(event, occasion, material))


async def _plain(event: Event, occasion: Occasion, material: Material) -> str:
    """In our own words, in the language that its user speaks."""
    language = await language_of(event.resources.store, event.turn.user.id)
    return in_language(in_plain_words(occasion.routine, material), language)


async def _written(event: Event, occasion: Occasion, material: Material, template: str) -> str:
    """What the briefing agent makes of the material; "" where no model is there, it fails, or what it says doesn't hold."""
    model = event.resources.models.online("primary")
    if model is None or material.is_empty:
        return ""
    known = escape(shown(material))
    run = await _asked(event, model, compose(_ASKED[template], event.turn.local_moment, memory=known))
    if run is None:
        return ""
    today = f"{occasion.local:%A} {occasion.local.day} {occasion.local:%B %Y}"
    lines = [item.text for section in material.sections for item in section.items]
    sources = (known, today, *_looked_up(run.new_messages()))
    wrong = fault(run.output, sources, hours=hours(material), counts=counts(material), lines=lines)
    if wrong:
        log.warning("briefing did not hold", extra={"event": "briefing.unfaithful", "because": wrong})
        return ""
    event.turn.model = run.response.model_name or ""
    return well_begun(run.output.strip())


async def _asked(event: Event, model: Model, prompt: str) -> AgentRunResult[str] | None:
    """One run of the briefing agent; None where its model gave no answer."""
    turn, resources = event.turn, event.resources
    settings = resources.settings
    turn.about_user = await portrait(resources.store, turn.user.id)
    try:
        return await resources.agents.briefing().run(
            prompt,
            deps=turn.deps(resources),
            model=model,
            usage=turn.usage,
            usage_limits=UsageLimits(
                request_limit=settings.max_model_requests, total_tokens_limit=settings.max_turn_tokens
            ),
            cancellation_token=turn.cancellation,
            timeout=min(_LONGEST_WAIT, settings.turn_timeout).total_seconds(),
        )
    except StorageError:
        raise
    except (AgentRunError, AssistantError, OSError, ExceptionGroup) as failure:
        if isinstance(failure, RunCancelled) and not isinstance(failure, RunTimedOut):
            raise
        log.warning("briefing not worded", extra={"event": "briefing.model_failed", "problem": type(failure).__name__})
    except Exception as failure:  # noqa: BLE001 # house: a model is foreign code; the log has its kind and place
        log_failure(log, "briefing not worded", failure, event="briefing.model_broke")
    return None


def _looked_up(messages: Sequence[ModelMessage]) -> list[str]:
    """What its tools told it."""
    parts = [part for message in messages if isinstance(message, ModelRequest) for part in message.parts]
    return [part.model_response_str() for part in parts if isinstance(part, ToolReturnPart)]
