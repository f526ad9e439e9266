"""The door out: what the outbox says becomes Slack messages, and what Slack answers becomes a DeliveryError or nothing.

Where nobody knows whether a message was taken, Slack is asked: each carries a key that only it has. Only when Slack can't say either is it
uncertain.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import TypeVar

from app.cards.card import Card
from app.charts.chart import Chart
from app.charts.png import png
from app.charts.selection import charts_in
from app.conversation.cards import standing_cards
from app.conversation.commands import COMMANDS
from app.conversation.delivery import NOT_SHOWN, Part
from app.errors import DeliveryGone, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.parts import buttons_of, caption_of, may_go_to
from app.interfaces.slack.blocks import LIMIT, bare_blocks, fallback, message_blocks
from app.interfaces.slack.failures import BAD_BLOCKS, UNCHANGED, Refused, SlackProblem, Uncertain, as_delivery
from app.interfaces.slack.incoming import CHANNEL
from app.interfaces.slack.place import place_at
from app.interfaces.slack.workspace import Block, Workspace
from app.interfaces.writing.cards import card_html
from app.interfaces.writing.splitting import html_parts, plain_parts
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Button, files_in, is_markdown
from app.offload import offloaded
from app.timetable.allowed import OFF_THE_LIST, Allowlist

log = logging.getLogger(__name__)
# Slack keeps a slash at a message's beginning for itself: ours are typed behind the app's own command.
_COMMAND = re.compile(rf"(?<![\w/.])/(?P<name>{'|'.join(row.name for row in COMMANDS)})(?![\w/.-]*\w*/)\b")
LOOK_AFTER = (1.0, 4.0)  # seconds: a message that was taken is there by then
_NO_THREAD = frozenset({"thread_not_found", "invalid_thread_ts", "cannot_reply_to_message"})
_TS = 30
_DOUBT = 1.0
Returned = TypeVar("Returned")
Pause = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class KeyedPart(Part):
    """A part that can be found again in Slack by its key."""

    key: str = ""


class SlackCourier:
    """Sends and changes messages."""

    channel = CHANNEL

    def __init__(
        self,
        workspace: Workspace,
        store: Repositories,
        chats: Chats,
        allowed: Allowlist | None = None,
        pause: Pause = asyncio.sleep,
    ) -> None:
        """`chats` are shared with the live view; `allowed` says who may be written to, without it everybody."""
        self._workspace = workspace
        self._store = store
        self._chats = chats
        self._allowed = allowed
        self._pause = pause

    async def parts(self, entry: OutboxEntry) -> list[Part]:
        """The text in as many messages as it needs; each card as a message of its own, with its own buttons and no others; then its charts and
        files. Raises DeliveryRefused for somebody who was taken off the list."""
        if not await may_go_to(self._allowed, entry):
            raise DeliveryRefused(f"Not sent: {OFF_THE_LIST}.")
        words = str(entry.body.get("text", ""))
        words = words if is_markdown(entry.body) else _COMMAND.sub(r"/kwasi \g<name>", words)
        split = partial(html_parts if is_markdown(entry.body) else plain_parts, words, LIMIT)
        texts = await offloaded(split, characters=len(words)) or ["…"]
        cards = await standing_cards(self._store, entry)
        asked = {card.action for card in cards}
        others = tuple(button for button in buttons_of(entry) if button.target not in asked)
        shown = [Part(text) for text in texts[:-1]] + [Part(texts[-1], others)] + _card_parts(cards, buttons_of(entry))
        beside = [Part(caption_of(chart, words), chart=chart) for chart in charts_in(entry.body)]
        beside += [Part("", file=file) for file in files_in(entry.body)]
        mark = sha256(f"{entry.user_id}|{entry.key}|{entry.created_at.isoformat()}".encode()).hexdigest()[:24]
        keyed: list[Part] = [
            KeyedPart(part.text, part.buttons, key=f"{mark}.{number}") for number, part in enumerate(shown)
        ]
        return keyed + beside

    async def send(self, address: str, part: Part) -> str:
        """A new message; its name, or NOT_SHOWN. Raises a DeliveryError."""
        _checked(address)
        if part.voice:
            return NOT_SHOWN
        if part.chart is not None:
            return await self._send_picture(address, part.chart, part.text)
        if part.file is not None:
            return await self._attach(address, part.file.name, part.file.data, alt=part.file.alt)
        async with self._chats.of(address).lock:
            return await self._send_text(address, part)

    async def _send_text(self, address: str, part: Part) -> str:
        key = part.key if isinstance(part, KeyedPart) else ""
        try:
            return await self._formatted(part, lambda blocks: self._post(address, part.text, blocks, key))
        except Uncertain:
            return await self._looked_for(address, key)
        except SlackProblem as problem:
            raise as_delivery(problem, repeatable=False) from problem

    async def find(self, address: str, part: Part) -> str:
        """The name of a message that an earlier attempt to send this part left there; "" where Slack shows none or can't say."""
        key = part.key if isinstance(part, KeyedPart) else ""
        try:
            return await self._workspace.find_sent(address, key) if key else ""
        except (SlackProblem, ValueError) as problem:
            log.info("not looked for", extra={"event": "slack.not_looked_for", "reason": type(problem).__name__})
            return ""

    async def edit(self, address: str, external_id: str, part: Part) -> None:
        """Let a message show this, for good. Raises a DeliveryError."""
        if part.voice or part.is_beside:
            return
        _checked(address)
        if not 0 < len(external_id) <= _TS:
            raise DeliveryGone

        chat = self._chats.of(address)
        async with chat.lock:
            late = chat.claim(external_id)
            await self._change(address, external_id, part)
            if late:  # a change that timed out may have been overtaken by this one, and arrive now
                await self._pause(_DOUBT)
                await self._change(address, external_id, part)

    async def _change(self, address: str, external_id: str, part: Part) -> None:
        async def change(blocks: Sequence[Block]) -> None:
            await self._workspace.change(address, external_id, fallback(part.text), blocks)

        try:
            await self._formatted(part, change)
        except SlackProblem as problem:
            if problem.error not in UNCHANGED:
                raise as_delivery(problem, repeatable=True) from problem

    async def _post(self, address: str, html: str, blocks: Sequence[Block], key: str) -> str:
        """A message in its thread; in a talk with one person, whose thread is gone, below it."""
        try:
            return await self._workspace.post(address, fallback(html), blocks, key=key)
        except Refused as refused:
            place = place_at(address)
            if refused.error not in _NO_THREAD or not place.thread or not place.is_person:
                raise
        return await self._workspace.post(place.name, fallback(html), blocks, key=key)

    async def _looked_for(self, address: str, key: str) -> str:
        """The name of a message that may have been taken. Raises DeliveryUnknown where Slack doesn't show it: it may yet come."""
        for seconds in LOOK_AFTER if key else ():
            await self._pause(seconds)
            try:
                found = await self._workspace.find_sent(address, key)
            except SlackProblem as problem:
                log.info("not looked for", extra={"event": "slack.not_looked_for", "reason": problem.error})
                continue
            if found:
                return found
        raise DeliveryUnknown

    async def _formatted(self, part: Part, call: Callable[[Sequence[Block]], Awaitable[Returned]]) -> Returned:
        """Make a call with formatted text, and where Slack won't have the format, with the bare words."""
        try:
            return await call(message_blocks(part.text, part.buttons))
        except Refused as refused:
            if refused.error not in BAD_BLOCKS:
                raise
            log.warning("blocks refused", extra={"event": "slack.blocks_refused", "reason": refused.error})
        return await call(bare_blocks(part.text, part.buttons))

    async def _send_picture(self, address: str, chart: Chart, caption: str) -> str:
        """A picture. The words are there already: where it can't be drawn or isn't taken, they have to do."""
        picture = await asyncio.to_thread(png, chart)
        if picture is None:
            return NOT_SHOWN
        return await self._attach(address, "chart.png", picture, alt=caption or chart.alt)

    async def _attach(self, address: str, name: str, data: bytes, *, alt: str) -> str:
        try:
            return await self._workspace.attach(address, name, data, alt=" ".join(alt.split())[:1000])
        except SlackProblem as problem:
            failure = as_delivery(problem, repeatable=False)
            if isinstance(failure, DeliveryLater | DeliveryUnknown):
                raise failure from problem
            log.info("not sent", extra={"event": "slack.file_failed", "reason": problem.error})
            return NOT_SHOWN


def _checked(address: str) -> None:
    try:
        place_at(address)
    except ValueError as error:
        raise DeliveryRefused from error


def _card_parts(cards: Sequence[Card], buttons: Sequence[Button]) -> list[Part]:
    """A message for each card, with the buttons that decide it."""
    return [Part(card_html(card), tuple(each for each in buttons if each.target == card.action)) for card in cards]
