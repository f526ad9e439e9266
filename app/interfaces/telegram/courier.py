"""The door out: what the outbox says becomes Telegram messages, and what Telegram answers becomes a DeliveryError or nothing.

A message is written under its chat's lock, and from then on the live view can't write it any more: a final text stays final.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from telegram import LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from app.cards.card import Card
from app.charts.chart import Chart
from app.charts.png import png
from app.charts.selection import charts_in
from app.conversation.cards import standing_cards
from app.conversation.delivery import NOT_SHOWN, Part
from app.entities import unescaped
from app.errors import DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.parts import Speak, buttons_of, caption_of, may_go_to, spoken
from app.interfaces.telegram.bot import CHANNEL, TelegramBot
from app.interfaces.telegram.failures import NO_THREAD, UNCHANGED, UNPARSED, as_delivery, says
from app.interfaces.telegram.keyboard import keyboard
from app.interfaces.telegram.place import Place, place_at
from app.interfaces.telegram.screen import take_away_lost
from app.interfaces.writing.cards import card_html
from app.interfaces.writing.markup import plain_text
from app.interfaces.writing.splitting import html_parts, plain_parts
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Button, Document, files_in, is_markdown
from app.offload import offloaded
from app.timetable.allowed import OFF_THE_LIST, Allowlist

log = logging.getLogger(__name__)
Returned = TypeVar("Returned")
ON_SCREEN = "Something waits for your OK on the screen."
LONGEST_SPOKEN = 500  # words; a longer answer is read faster than heard
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_DOUBT = 1.0
_TAG = re.compile(r"<[^>]*>")


class TelegramCourier:
    """Sends and changes messages."""

    channel = CHANNEL

    def __init__(
        self,
        bot: TelegramBot,
        store: Repositories,
        chats: Chats,
        speak: Speak | None = None,
        allowed: Allowlist | None = None,
    ) -> None:
        """`speak` makes OGG/Opus of a text in a locale, or None where it can't; without it nothing is spoken. `allowed` says who may be
        written to; without it everybody."""
        self._bot = bot
        self._store = store
        self._chats = chats
        self._speak = speak
        self._allowed = allowed

    async def parts(self, entry: OutboxEntry) -> list[Part]:
        """The text in as many messages as it needs; each card as a message of its own, with its own buttons and no others; the text spoken,
        where that is wanted; its charts and files. Raises DeliveryRefused for somebody who was taken off the list."""
        if not await may_go_to(self._allowed, entry):
            raise DeliveryRefused(f"Not sent: {OFF_THE_LIST}.")
        words, markdown = str(entry.body.get("text", "")), is_markdown(entry.body)
        split = html_parts if markdown else plain_parts
        texts = await offloaded(partial(split, words), characters=len(words)) or ["…"]
        cards = await standing_cards(self._store, entry)
        asked = {card.action for card in cards}
        others = tuple(button for button in buttons_of(entry) if button.target not in asked)
        parts = [Part(text) for text in texts[:-1]] + [Part(texts[-1], others)] + _card_parts(cards, buttons_of(entry))
        if entry.body.get("voice") and self._speak is not None and len(words.split()) <= LONGEST_SPOKEN:
            spoken = await offloaded(partial(plain_text, words), characters=len(words)) if markdown else words
            parts.append(Part(f"{spoken}\n{ON_SCREEN}" if asked else spoken, voice=True))
        parts += [Part(caption_of(chart, words), chart=chart) for chart in charts_in(entry.body)]
        return parts + [Part("", file=file) for file in files_in(entry.body)]

    async def send(self, address: str, part: Part) -> str:
        """A new message; its id, or empty text where there was nothing to send. Raises a DeliveryError."""
        place = _place(address)
        if part.voice:
            return await self._send_voice(place, address, part.text)
        if part.chart is not None:
            return await self._send_picture(place, part.chart, part.text)
        if part.file is not None:
            return await self._send_file(place, part.file)
        async with self._chats.of(address).lock:
            sent = await self._send_text(place, part)
        user = await self._store.users.find(CHANNEL, address) if self._bot.trails.of(place.chat).candidates() else None
        if user is not None:
            await take_away_lost(self._bot, self._store, user.id, place)
        return sent

    async def edit(self, address: str, external_id: str, part: Part) -> None:
        """Let a message show this, for good. Raises a DeliveryError."""
        if part.voice or part.is_beside:
            return
        place, message = _place(address), _number(external_id)
        chat = self._chats.of(address)
        async with chat.lock:
            late = chat.claim(external_id)
            await self._change(place, message, part)
            if late:  # a change that timed out may have been overtaken by this one, and arrive now
                await asyncio.sleep(_DOUBT)
                await self._change(place, message, part)

    async def _send_text(self, place: Place, part: Part) -> str:
        async def send(place: Place, text: str, parse_mode: str | None) -> str:
            sent = await self._bot.send_message(
                place.chat,
                text,
                parse_mode=parse_mode,
                message_thread_id=place.thread,
                reply_markup=keyboard(part.buttons),
                link_preview_options=_NO_PREVIEW,
            )
            return str(sent.message_id)

        try:
            return await _formatted(lambda text, mode: send(place, text, mode), part.text)
        except BadRequest as refused:
            if place.thread is None or not says(refused, NO_THREAD):
                raise as_delivery(refused, repeatable=False) from refused
        except TelegramError as problem:
            raise as_delivery(problem, repeatable=False) from problem
        return await self._send_text(Place(place.chat), part)

    async def _change(self, place: Place, message: int, part: Part) -> None:
        async def change(text: str, parse_mode: str | None) -> Any:
            return await self._bot.edit_message_text(
                text,
                place.chat,
                message,
                parse_mode=parse_mode,
                reply_markup=keyboard(part.buttons),
                link_preview_options=_NO_PREVIEW,
            )

        try:
            await _formatted(change, part.text)
        except TelegramError as problem:
            if not says(problem, UNCHANGED):
                raise as_delivery(problem, repeatable=True) from problem

    async def _send_voice(self, place: Place, address: str, text: str) -> str:
        """A voice note. It is an extra: where it can't be made or isn't wanted, the words are there already."""
        voice = await spoken(self._speak, self._store, (CHANNEL, address), text)
        if voice is None:
            return ""
        try:
            sent = await self._bot.send_voice(place.chat, voice, filename="answer.ogg", message_thread_id=place.thread)
        except TelegramError as problem:
            failure = as_delivery(problem, repeatable=False)
            if isinstance(failure, DeliveryLater):
                raise failure from problem
            log.info("voice note not sent", extra={"event": "telegram.voice_failed", "reason": type(problem).__name__})
            return ""
        return str(sent.message_id)

    async def _send_picture(self, place: Place, chart: Chart, caption: str) -> str:
        """A photo. The words are there already: where it can't be drawn or isn't taken, they have to do."""
        picture = await asyncio.to_thread(png, chart)
        if picture is None:
            return NOT_SHOWN

        async def send(chat: int, thread: int | None) -> Message:
            return await self._bot.send_photo(
                chat, picture, caption=caption or None, filename="chart.png", message_thread_id=thread
            )

        return await self._send_beside(place, send, "picture")

    async def _send_file(self, place: Place, file: Document) -> str:
        """A file, under its name."""

        async def send(chat: int, thread: int | None) -> Message:
            return await self._bot.send_document(chat, file.data, filename=file.name, message_thread_id=thread)

        return await self._send_beside(place, send, "file")

    async def _send_beside(self, place: Place, send: Callable[[int, int | None], Awaitable[Message]], what: str) -> str:
        """What stands beside the words. A topic that is gone is left out; where Telegram doesn't take it, the words have to do."""
        try:
            sent = await send(place.chat, place.thread)
        except TelegramError as problem:
            if place.thread is not None and says(problem, NO_THREAD):
                return await self._send_beside(Place(place.chat), send, what)
            failure = as_delivery(problem, repeatable=False)
            if isinstance(failure, DeliveryLater | DeliveryUnknown):
                raise failure from problem
            log.info("not sent", extra={"event": f"telegram.{what}_failed", "reason": type(problem).__name__})
            return NOT_SHOWN
        return str(sent.message_id)


def _card_parts(cards: Sequence[Card], buttons: Sequence[Button]) -> list[Part]:
    """A message for each card, with the buttons that decide it."""
    return [Part(card_html(card), tuple(each for each in buttons if each.target == card.action)) for card in cards]


async def _formatted(call: Callable[[str, str | None], Awaitable[Returned]], html: str) -> Returned:
    """Make a call with formatted text, and where Telegram can't read the format, with the bare words."""
    try:
        return await call(html, ParseMode.HTML)
    except BadRequest as refused:
        if not says(refused, *UNPARSED):
            raise
        log.warning("markup refused", extra={"event": "telegram.markup_refused", "reason": refused.message[:200]})
    return await call(unescaped(_TAG.sub("", html)), None)


def _place(address: str) -> Place:
    try:
        return place_at(address)
    except ValueError as error:
        raise DeliveryRefused from error


def _number(external_id: str) -> int:
    if not external_id.isdecimal():
        raise DeliveryGone
    return int(external_id)
