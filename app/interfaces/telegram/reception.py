"""Telegram's updates on their way to the one door of all channels (`pushed/reception.py`), and what only Telegram can show."""

import logging
from collections.abc import Awaitable
from datetime import datetime
from typing import Any

from telegram.error import TelegramError

from app.errors import DeliveryRefused
from app.interfaces.pushed.incoming import Event, Ignored, Sender, Tap
from app.interfaces.telegram.bot import CHANNEL, TelegramBot
from app.interfaces.telegram.payloads import UNREADABLE, event_of
from app.interfaces.telegram.place import place_at
from app.interfaces.telegram.salvage import salvaged

log = logging.getLogger(__name__)
STRANGER = (
    "This assistant doesn't know you yet. If it's yours, add your Telegram id {id} to its settings "
    "(BRIEFING_CHAT_ID), or open the link that ./scripts/run link telegram prints."
)
_TOAST = 200  # characters


class TelegramFront:
    """What is said and shown on the spot."""

    channel = CHANNEL
    link_command = "start"

    def __init__(self, bot: TelegramBot) -> None:
        """Says nothing yet."""
        self._bot = bot

    def stranger(self, sender: Sender) -> str:
        """How the owner lets them in."""
        return STRANGER.format(id=sender.id)

    async def say(self, address: str, sentence: str) -> None:
        """A message that was never in the outbox."""
        place = place_at(address)
        await self._try(
            self._bot.send_message(place.chat, sentence, message_thread_id=place.thread), "not told", "reply_failed"
        )

    async def answer(self, tap: Tap, sentence: str, *, alert: bool) -> bool:
        """A note over the chat; a tap that is too old for one is no error."""
        shown = sentence if len(sentence) <= _TOAST else f"{sentence[: _TOAST - 1]}…"
        answering = self._bot.answer_callback_query(tap.id, shown, show_alert=alert)
        await self._try(answering, "tap not answered", "answer_failed")
        return True

    async def strip(self, tap: Tap) -> None:
        """A message without its buttons."""
        if tap.message.isdecimal():
            chat = place_at(tap.address).chat
            stripping = self._bot.edit_message_reply_markup(chat, int(tap.message))
            await self._try(stripping, "buttons not taken", "answer_failed")

    async def _try(self, call: Awaitable[Any], words: str, event: str) -> None:
        try:
            await call
        except (TelegramError, DeliveryRefused) as problem:
            log.info(words, extra={"event": f"telegram.{event}", "reason": type(problem).__name__})


def read(raw: dict[str, Any], bot: TelegramBot, at: datetime) -> Event:
    """What an update means. Of one that can't be read, the words are taken if there are any."""
    number = raw.get("update_id")
    try:
        event = event_of(raw, bot.bot, bot, at)
    except Exception:
        log.exception("update unreadable", extra={"event": "telegram.update_unreadable", "update": number})
        event = Ignored(UNREADABLE)
    if isinstance(event, Ignored):
        if event.reason == UNREADABLE and (said := salvaged(raw, at)):
            return said
        log.info("update ignored", extra={"event": "telegram.ignored", "update": number, "reason": event.reason})
    return event
