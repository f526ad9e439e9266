"""What somebody gets who may not use a channel: one plain sentence an hour, and nothing else. In groups not even that."""

import logging
from datetime import timedelta

from app.clock import Clock
from app.interfaces.pushed.front import Front
from app.interfaces.pushed.incoming import Event, Ignored, Sender, Tap
from app.interfaces.pushed.pace import Pace

log = logging.getLogger(__name__)
NOT_YOURS = "That button isn't yours to press."
_HOUR = timedelta(hours=1)
_GUESSES = 5


class Strangers:
    """Those who are not let in."""

    def __init__(self, front: Front, clock: Clock) -> None:
        """Nobody came yet."""
        self._front = front
        self._clock = clock
        self._told = Pace(1, _HOUR)
        self._guesses = Pace(_GUESSES, _HOUR)

    def may_try_code(self, sender: Sender) -> bool:
        """Whether a code of theirs is looked at: a handful an hour is."""
        return not self._guesses.exceeds(sender.id, self._clock.now())

    async def refuse(self, event: Event) -> None:
        """Say so, once an hour. It isn't tried twice: nothing of theirs is kept. A tap is answered each time, or its button goes on waiting."""
        if isinstance(event, Ignored):
            return
        log.info("sender refused", extra={"event": f"{self._front.channel}.refused", "sender": event.sender.id})
        if isinstance(event, Tap):
            await self._front.answer(event, NOT_YOURS, alert=True)
        elif not event.in_group and not self._told.exceeds(event.sender.id, self._clock.now()):
            await self._front.say(event.address, self._front.stranger(event.sender))
