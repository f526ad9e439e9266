"""The way of a turn: a tuple of stages, then settle. Whatever goes wrong inside becomes one plain sentence to the user."""

import logging
from collections.abc import Awaitable, Callable, Sequence

from app.conversation.changed import stand
from app.conversation.commands import Commands
from app.conversation.corrections import amend, correct
from app.conversation.media import fetch, hear, see
from app.conversation.outbox import Mailroom
from app.conversation.patience import patiently
from app.conversation.plans import plan
from app.conversation.settle import settle
from app.conversation.stages import admit, recall, route, run
from app.conversation.tracing import tell_of, traced, traced_stage
from app.conversation.turn import Resources, Turn
from app.errors import AssistantError, StorageBusy
from app.tracing.spans import span

log = logging.getLogger(__name__)
Stage = Callable[[Turn, Resources], Awaitable[None]]


def stages_of(commands: Commands) -> tuple[Stage, ...]:
    """The stages in their order."""
    return (admit, commands.obey, stand, fetch, hear, see, commands.decide, correct, route, plan, recall, run)


async def run_turn(turn: Turn, resources: Resources, mailroom: Mailroom, stages: Sequence[Stage]) -> None:
    """Run the stages until one has a reply, then settle. Raises StorageError when nothing could be written, and where the database
    was busy for a turn that is patient; its messages then stay in the inbox and the turn is taken up again."""
    with traced(turn, resources) as whole:
        await _run_turn(turn, resources, mailroom, stages)
        tell_of(turn, whole)


async def _run_turn(turn: Turn, resources: Resources, mailroom: Mailroom, stages: Sequence[Stage]) -> None:
    turn.tell(resources, "started")
    try:
        with resources.budget.spends(turn.user, turn.id, since=turn.moment) as turn.spending:
            for stage in stages:
                if turn.reply is None:
                    await traced_stage(stage, turn, resources)
            await amend(turn, resources)
            if turn.lead:
                turn.reply = "\n\n".join(filter(None, (turn.lead, turn.reply)))
    except AssistantError as problem:
        if turn.patient and isinstance(problem, StorageBusy):
            log.warning("turn broken off", extra={"event": "turn.broken_off", "turn": turn.id})
            turn.tell(resources, "activity", problem.sentence)
            raise
        log.warning("turn failed", extra={"event": "turn.failed", "turn": turn.id, "problem": type(problem).__name__})
        turn.reply, turn.status = problem.sentence, "failed"
    except Exception:
        log.exception("turn crashed", extra={"event": "turn.crashed", "turn": turn.id})
        turn.reply, turn.status = str(AssistantError()), "failed"
    with span("settle"):
        await patiently(lambda: settle(turn, resources, mailroom), turn, resources)
