"""A slash command that a person pressed on a page, such as "pause" or "accept this": carried out at once, and told only where it was pressed.

No model and no tool can make one: what these decide is its user's alone. What decides something stands in the audit log.
"""

import logging

from app.conversation.acting import Acted
from app.conversation.commands import ROWS, Asked, Commands, turn_of
from app.conversation.outbox import Mailroom
from app.conversation.stream import TurnEvent
from app.conversation.turn import Resources
from app.errors import AssistantError, StorageError

log = logging.getLogger(__name__)


async def order(resources: Resources, commands: Commands, mailroom: Mailroom, asked: Asked) -> Acted:
    """What came of it. Raises only StorageError; what is refused is a sentence."""
    turn = turn_of(asked, resources)
    try:
        answer = await ROWS[asked.name].function(commands, turn, asked.arguments.strip())
    except StorageError:
        raise
    except AssistantError as problem:
        return Acted(problem.sentence, turn.id, ok=False)
    log.info("order carried out", extra={"event": "order.done", "command": asked.name, "turn": turn.id})
    await mailroom.announce(asked.user.id)  # open pages look how their cards stand
    resources.hub.publish(TurnEvent("changed", asked.user.id, turn.id))
    return Acted(answer.text, turn.id, ok=True)
