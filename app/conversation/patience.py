"""A database that is busy for a moment costs a moment, not the turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from app.conversation.turn import Resources, Turn
from app.errors import StorageError, TakenOver

log = logging.getLogger(__name__)
_PAUSES = (0.2, 1.0, 3.0)


async def patiently(settle: Callable[[], Awaitable[None]], turn: Turn, resources: Resources) -> None:
    """Settle a turn, several times if need be. Raises StorageError where it could not be written at all."""
    for pause in (*_PAUSES, None):
        try:
            await settle()
        except TakenOver:
            raise
        except StorageError as problem:
            log.warning("settle failed", extra={"event": "turn.settle_failed", "turn": turn.id})
            if pause is None:
                raise
            turn.tell(resources, "activity", problem.sentence)
            await asyncio.sleep(pause)
        else:
            return
