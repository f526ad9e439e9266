"""The door out: what the outbox says becomes WhatsApp messages, and what Meta answers becomes a DeliveryError or nothing.

Meta takes anything within 24 hours of a person's last message, and after that only templates. Nothing is lost by that: what can't be
said yet is later, and a template either says all of it or announces what comes when they write (`drawing.py`). Messages can't be changed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from app.charts.chart import Chart
from app.charts.png import png
from app.clock import Clock
from app.conversation.cards import standing_cards
from app.conversation.delivery import AGAIN, NOT_SHOWN, Part
from app.conversation.outbox import CHANNELS
from app.errors import DeliveryError, DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.parts import Speak, may_go_to, spoken
from app.interfaces.whatsapp import bodies
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.drawing import Announcement, Sayable, drawn
from app.interfaces.whatsapp.failures import WindowClosed, as_delivery, is_closed, is_of_template
from app.interfaces.whatsapp.graph_errors import GraphProblem
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Document
from app.offload import offloaded
from app.timetable.allowed import OFF_THE_LIST, Allowlist

log = logging.getLogger(__name__)
Heard = Callable[[str], Awaitable[datetime | None]]
SOONER = timedelta(minutes=1)  # than Meta closes the window: a message takes a while to get there
_VOICE, _PICTURE, _TEXT = "audio/ogg", "image/png", "text/plain"
# What Meta takes as a document; anything else that is text goes as text, under its own name.
_DOCUMENTS = {
    "application/pdf",
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    _TEXT,
}
_PICTURES = {_PICTURE, "image/jpeg"}


class WhatsAppCourier:
    """Sends messages. `edit` is never possible."""

    channel = CHANNEL

    def __init__(
        self,
        api: GraphApi,
        store: Repositories,
        clock: Clock,
        heard: Heard,
        *,
        template: str = "",
        language: str = "en",
        speak: Speak | None = None,
        allowed: Allowlist | None = None,
    ) -> None:
        """`heard` says when whoever is at an address last wrote; `template` is the name of one with one variable, "" for none. `speak` makes
        OGG/Opus of a text in a locale; without it nothing is spoken. `allowed` says who may be written to; without it everybody."""
        self._api = api
        self._store = store
        self._clock = clock
        self._heard = heard
        self._template = template
        self._language = language
        self._speak = speak
        self._allowed = allowed

    async def parts(self, entry: OutboxEntry) -> list[Part]:
        """The messages an entry becomes. Raises DeliveryRefused for somebody who was taken off the list."""
        if not await may_go_to(self._allowed, entry):
            raise DeliveryRefused(f"Not sent: {OFF_THE_LIST}.")
        cards = await standing_cards(self._store, entry)
        length = len(str(entry.body.get("text", "")))
        return await offloaded(partial(drawn, entry, cards, speaks=self._speak is not None), characters=length)

    async def send(self, address: str, part: Part) -> str:
        """A new message; its id, NOT_SHOWN for what isn't shown. Raises a DeliveryError."""
        if not bodies.is_recipient(address):
            raise DeliveryRefused("not an address of WhatsApp")
        if not await self._is_open(address):
            return await self._send_closed(address, part)
        if isinstance(part, Announcement):
            return NOT_SHOWN
        if part.voice:
            return await self._send_voice(address, part.text)
        if part.chart is not None:
            return await self._send_chart(address, part.chart, part.text)
        if part.file is not None:
            return await self._send_file(address, part.file)
        return await self._send_words(address, part)

    async def edit(self, address: str, external_id: str, part: Part) -> None:
        """Not possible."""
        raise DeliveryGone

    async def _is_open(self, address: str) -> bool:
        """Whether anything but a template is taken."""
        window = CHANNELS[CHANNEL].window
        last = await self._heard(address)
        return window is None or (last is not None and self._clock.now() < last + window - SOONER)

    async def _send_words(self, address: str, part: Part) -> str:
        body = bodies.choices(address, part.text, part.buttons) if part.buttons else bodies.text(address, part.text)
        try:
            return await self._api.send(body)
        except GraphProblem as problem:
            if is_closed(problem):  # Meta knows better than we do
                return await self._send_closed(address, part)
            raise as_delivery(problem) from None

    async def _send_closed(self, address: str, part: Part) -> str:
        """By the template, where that says it; else it waits until they write."""
        if not self._template or not isinstance(part, Announcement | Sayable):
            raise WindowClosed
        body = bodies.template(address, self._template, self._language, bodies.flattened(_plainly(part)))
        try:
            return await self._api.send(body)
        except GraphProblem as problem:
            if is_of_template(problem) or is_closed(problem):
                log.warning("template not sent", extra={"event": "whatsapp.template_refused", "reason": str(problem)})
                raise WindowClosed from None
            raise as_delivery(problem) from None

    async def _send_voice(self, address: str, text: str) -> str:
        """A voice note. It is an extra: where it can't be made or isn't taken, the words are there already."""
        voice = await spoken(self._speak, self._store, (CHANNEL, address), text)
        if voice is None:
            return NOT_SHOWN
        return await self._send_beside(address, "answer.ogg", _VOICE, voice, bodies.voice)

    async def _send_chart(self, address: str, chart: Chart, caption: str) -> str:
        picture = await asyncio.to_thread(png, chart)
        if picture is None:
            return NOT_SHOWN
        return await self._send_beside(address, "chart.png", _PICTURE, picture, partial(_captioned, caption=caption))

    async def _send_file(self, address: str, file: Document) -> str:
        """A file under its name, a picture as such."""
        if file.media_type in _PICTURES:
            return await self._send_beside(
                address, file.name, file.media_type, file.data, partial(_captioned, caption=file.alt)
            )
        media_type = file.media_type if file.media_type in _DOCUMENTS else "" if file.encoding else _TEXT
        if not media_type:
            log.info("file not sent", extra={"event": "whatsapp.file_kind", "media_type": file.media_type})
            return NOT_SHOWN
        return await self._send_beside(address, file.name, media_type, file.data, partial(_named, name=file.name))

    async def _send_beside(
        self, address: str, name: str, media_type: str, data: bytes, body: Callable[[str, str], Mapping[str, Any]]
    ) -> str:
        """What stands beside the words: where WhatsApp doesn't take it, the words have to do. An upload shows nothing to anybody, so it may
        be made again."""
        try:
            media_id = await self._api.upload(name, media_type, data)
        except GraphProblem as problem:
            return _left_out(as_delivery(problem, repeatable=True))
        try:
            return await self._api.send(body(address, media_id))
        except GraphProblem as problem:
            return _left_out(as_delivery(problem))


def _captioned(address: str, media_id: str, caption: str) -> Mapping[str, Any]:
    return bodies.image(address, media_id, caption)


def _named(address: str, media_id: str, name: str) -> Mapping[str, Any]:
    return bodies.document(address, media_id, name)


def _plainly(part: Part) -> str:
    """What a template says of a part; what was put in front of its text since it was drawn stays in front."""
    if not isinstance(part, Sayable):
        return part.text
    return f"{AGAIN} {part.plain}" if part.text.startswith(AGAIN) else part.plain


def _left_out(failure: DeliveryError) -> str:
    """What becomes of a picture, a file or a voice note that wasn't taken."""
    if isinstance(failure, DeliveryLater | DeliveryUnknown):
        raise failure from None
    log.info("not sent", extra={"event": "whatsapp.beside_refused", "reason": str(failure)})
    return NOT_SHOWN
