"""The live view's hand in Telegram: placeholders, their changes, the typing sign, and a placeholder whose number was lost, found again."""

import logging
from html import escape

from telegram import LinkPreviewOptions
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, TelegramError

from app.errors import DeliveryRefused
from app.interfaces.pushed.screen import PLACEHOLDER
from app.interfaces.telegram.bot import CHANNEL, TelegramBot, may_have_been_done
from app.interfaces.telegram.failures import UNCHANGED, as_delivery, says
from app.interfaces.telegram.place import Place, message_number, place_at
from app.interfaces.writing.splitting import draft_html
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
_PAUSE = 1.5
_GROUP_PAUSE = 3.0  # Telegram takes twenty messages a minute in a group
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


async def take_away_lost(bot: TelegramBot, store: Repositories, user_id: str, place: Place) -> None:
    """Take away a placeholder whose number was lost with the answer to its sending, once something of ours stands after it.

    A message between its neighbours is asked to show what a placeholder shows: only of the placeholder itself Telegram says that this
    changes nothing, what is not ours it refuses, and no other message of ours lies there. Never raises for Telegram.
    """
    trail = bot.trails.of(place.chat)
    numbers = trail.candidates()
    if not numbers or await store.deliveries.has_any(user_id, [str(number) for number in numbers]):
        return
    try:
        for number in numbers:
            if await _shows_placeholder(bot, place, number):
                await bot.delete_message(place.chat, number)
                log.info("lost placeholder taken away", extra={"event": "telegram.placeholder_found"})
                break
    except TelegramError as problem:
        log.info("not looked for", extra={"event": "telegram.look_failed", "reason": type(problem).__name__})
        return  # with the next message
    trail.lost = None


async def _shows_placeholder(bot: TelegramBot, place: Place, number: int) -> bool:
    try:
        await bot.edit_message_text(PLACEHOLDER, place.chat, number)
    except BadRequest as refused:
        return says(refused, UNCHANGED)
    log.warning("another message changed", extra={"event": "telegram.other_changed"})
    return False


class TelegramScreen:
    """Telegram's chats, as the live view writes into them."""

    channel = CHANNEL

    def __init__(self, bot: TelegramBot, store: Repositories) -> None:
        """Shows nothing yet."""
        self._bot = bot
        self._store = store

    def pause(self, address: str) -> float:
        """Seconds between two changes."""
        return _GROUP_PAUSE if place_at(address).is_group else _PAUSE

    def number(self, message: str) -> int:
        """Telegram's number, of itself or of "chat:number"."""
        return int(message) if message.isdecimal() else message_number(message)

    def activity(self, words: str) -> str:
        """In italics."""
        return f"<i>{escape(words)}</i>" if words.strip() else ""

    def draft(self, markdown: str) -> str:
        """As one message's HTML."""
        return draft_html(markdown)

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """A new placeholder; and away with one that got lost before it."""
        place = place_at(address)
        try:
            sent = await self._bot.send_message(place.chat, PLACEHOLDER, message_thread_id=place.thread)
        except TelegramError as problem:
            if may_have_been_done(problem):
                self._bot.trails.of(place.chat).lose(after)
            raise as_delivery(problem, repeatable=False) from problem
        await take_away_lost(self._bot, self._store, user_id, place)
        return str(sent.message_id)

    async def change(self, address: str, message: str, text: str) -> None:
        """Show this HTML."""
        try:
            await self._bot.edit_message_text(
                text,
                place_at(address).chat,
                self._numbered(message),
                parse_mode=ParseMode.HTML,
                link_preview_options=_NO_PREVIEW,
            )
        except TelegramError as problem:
            if not says(problem, UNCHANGED):
                raise as_delivery(problem, repeatable=False) from problem

    async def take_away(self, address: str, message: str) -> None:
        """Delete it."""
        try:
            await self._bot.delete_message(place_at(address).chat, self._numbered(message))
        except TelegramError as problem:
            raise as_delivery(problem, repeatable=False) from problem

    async def typing(self, address: str) -> None:
        """Telegram shows it for five seconds."""
        place = place_at(address)
        try:
            await self._bot.send_chat_action(place.chat, ChatAction.TYPING, message_thread_id=place.thread)
        except TelegramError as problem:
            raise as_delivery(problem, repeatable=False) from problem

    def _numbered(self, message: str) -> int:
        if not message.isdecimal():
            raise DeliveryRefused("no number of a message")
        return int(message)
