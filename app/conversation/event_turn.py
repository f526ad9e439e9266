"""The way of an event: its job says what there is to say, then settle. Whatever goes wrong inside becomes one plain sentence.

Only a database that does not answer ends it without one: it is then begun again. Knows no kind of schedule.
"""

import asyncio
import logging
from datetime import timedelta

from pydantic_ai.exceptions import RunCancelled, RunTimedOut

from app.conversation.event import Event, Job, Said
from app.conversation.event_settle import Outcome, settle_event
from app.conversation.patience import patiently
from app.errors import AssistantError, StorageError
from app.language.time.wording import say_duration, say_time

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 3
_GRACE = timedelta(minutes=1)  # beyond a model's own limit, for what comes before and after it
_NO_JOB = "I have nobody who does this kind of thing."


async def run_event(event: Event, job: Job | None) -> None:
    """Do it and write it down. Raises StorageError where nothing could be written: it is then still open."""
    outcome = await _not_begun(event) or await _do(event, job)
    turn, resources = event.turn, event.resources
    await patiently(lambda: settle_event(event, outcome, resources.mailroom), turn, resources)


async def _not_begun(event: Event) -> Outcome | None:
    """Why it is not even begun (again), if it isn't."""
    turn, occurrence, name = event.turn, event.occurrence, event.name
    if turn.books.stopped:
        return _stopped(event)
    if occurrence.attempts > MOST_ATTEMPTS:
        text = f"“{name}” broke off {MOST_ATTEMPTS} times while I was at it, so I left it at that this time."
        return Outcome(text, problem=True, skipped=True, reason=f"broke off {MOST_ATTEMPTS} times")
    waited = turn.moment - occurrence.due_at
    if not turn.resumed and waited > timedelta(seconds=event.schedule.freshness):
        due = say_time(event.local(occurrence.due_at), event.local(turn.moment))
        text = f"“{name}” was due {due} and had to wait too long, so I left it out."
        return Outcome(text, problem=True, skipped=True, reason="waited too long")
    return None


async def _do(event: Event, job: Job | None) -> Outcome:
    """What its job says, or why there is nothing of the kind."""
    turn, resources = event.turn, event.resources
    limit = (resources.settings.turn_timeout + _GRACE).total_seconds()
    try:
        async with asyncio.timeout(limit):
            with resources.budget.spends(turn.user, turn.id, since=turn.moment) as turn.spending:
                said = await job(event) if job is not None else Said(_NO_JOB, failed=True)
    except (TimeoutError, RunTimedOut):
        log.warning("event too slow", extra=_fields(event, "event.timed_out"))
        return _failed(event, f"It took longer than {say_duration(resources.settings.turn_timeout)}.")
    except RunCancelled:
        return _stopped(event)
    except StorageError:
        raise
    except AssistantError as problem:
        log.warning("event failed", extra=_fields(event, "event.failed") | {"problem": type(problem).__name__})
        return _failed(event, problem.sentence)
    except Exception:
        log.exception("event crashed", extra=_fields(event, "event.crashed"))
        return _failed(event, "Something broke on my side; it has been written to the log.")
    if turn.books.stopped:
        return _stopped(event)
    if said.failed:
        return _failed(event, said.text, reason=said.reason)
    return Outcome("" if said.silent else said.text, kind=said.kind, reason=said.reason)


def _failed(event: Event, why: str, *, reason: str = "") -> Outcome:
    event.turn.status = "failed"
    return Outcome(f"“{event.name}” didn't work this time. {why}", problem=True, reason=reason or "failed")


def _stopped(event: Event) -> Outcome:
    event.turn.status = "stopped"
    return Outcome(f"Stopped: “{event.name}”.", problem=True, skipped=True, reason="stopped")


def _fields(event: Event, name: str) -> dict[str, str]:
    return {"event": name, "turn": event.turn.id, "kind": event.schedule.kind}
