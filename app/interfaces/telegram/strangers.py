"""What somebody gets who may not use the bot: one plain sentence an hour, and nothing else. In groups not even that."""

import logging
from datetime import timedelta

from telegram.error import TelegramError

from app.clock import Clock
from app.interfaces.pushed.pace import Pace
from app.interfaces.telegram.bot import TelegramBot
from app.interfaces.telegram.members import Sender
from app.interfaces.telegram.place import Place

log = logging.getLogger(__name__)
STRANGER = (
    "This assistant doesn't know you yet. If it's yours, add your Telegram id {id} to its settings "
    "(BRIEFING_CHAT_ID), or open the link that its command `link telegram` prints."
)
_HOUR = timedelta(hours=1)
_GUESSES = 5


class Strangers:
    """Those who are not let in."""

    def __init__(self, bot: TelegramBot, clock: Clock) -> None:
        """Nobody came yet."""
        self._bot = bot
        self._clock = clock
        self._told = Pace(1, _HOUR)
        self._guesses = Pace(_GUESSES, _HOUR)

    def may_try_code(self, sender: Sender) -> bool:
        """Whether a code of theirs is looked at: a handful an hour is."""
        return not self._guesses.exceeds(str(sender.id), self._clock.now())

    async def refuse(self, sender: Sender, place: Place) -> None:
        """Say so, once an hour. It isn't tried twice: nothing of theirs is kept."""
        log.info("sender refused", extra={"event": "telegram.refused", "sender": sender.id})
        if place.is_group or self._told.exceeds(str(sender.id), self._clock.now()):
            return
        try:
            await self._bot.send_message(place.chat, STRANGER.format(id=sender.id))
        except TelegramError as problem:
            log.info("stranger not told", extra={"event": "telegram.reply_failed", "reason": type(problem).__name__})
