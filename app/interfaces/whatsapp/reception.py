"""WhatsApp's calls on their way to the one door of all channels (`pushed/reception.py`), and what only WhatsApp tells: who was heard, who goes
by another id now, and what became of what we sent."""

import asyncio
import logging

from app.conversation.delivery import undelivered
from app.interfaces.pushed.incoming import Ignored, Sender, Tap
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.service import Hand, Raw
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.whatsapp import bodies
from app.interfaces.whatsapp.client import GraphApi
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.failures import after_failed, meaning_of
from app.interfaces.whatsapp.graph_errors import GraphProblem
from app.interfaces.whatsapp.incoming import Event, Heard, Moved, Said, Status
from app.interfaces.whatsapp.payloads import events_of
from app.interfaces.whatsapp.quoting import with_quote
from app.interfaces.whatsapp.screen import WhatsAppScreen
from app.memory.records import Identity, User
from app.prompts.turn import without_quotes

log = logging.getLogger(__name__)
_NOT_YET = (0.2, 0.8, 2.0, 0.0)  # seconds
STRANGER = (
    "This assistant doesn't know you yet. If it's yours, set OWNER_WHATSAPP_NUMBER to your number in its settings, or open the link "
    "that ./scripts/run link whatsapp prints."
)


class WhatsAppFront:
    """What is said on the spot. A tap can't be answered where it was made: what came of it is a message."""

    channel = CHANNEL
    link_command = "link"

    def __init__(self, api: GraphApi) -> None:
        """Says nothing yet."""
        self._api = api

    def stranger(self, sender: Sender) -> str:
        """How the owner lets them in."""
        return STRANGER

    async def say(self, address: str, sentence: str) -> None:
        """A message that was never in the outbox."""
        if not bodies.is_recipient(address):
            return
        try:
            await self._api.send(bodies.text(address, sentence))
        except GraphProblem as problem:
            log.info("not told", extra={"event": "whatsapp.reply_failed", "reason": str(problem)})

    async def answer(self, tap: Tap, sentence: str, *, alert: bool) -> bool:
        """Not possible."""
        return False

    async def strip(self, tap: Tap) -> None:
        """Not possible: a button that was decided says so when it is tapped."""


class Calls:
    """Reads Meta's calls."""

    def __init__(self, services: ChannelServices, screen: WhatsAppScreen) -> None:
        """Calls for another number than ours are ignored."""
        self._services = services
        self._store = services.store
        self._number_id = services.settings.whatsapp_phone_number_id
        self._members = Members(CHANNEL, services.settings, services.store, services.owner, services.clock)
        self._screen = screen

    async def take(self, raw: Raw, hand: Hand) -> None:
        """Keep all that a call tells, in the order in which it happened. Raises StorageError."""
        for event in events_of(raw, self._number_id, self._services.clock.now()):
            await self._take(event, hand)

    async def _take(self, event: Event, hand: Hand) -> None:
        if isinstance(event, Status):
            return await self._status(event)
        if isinstance(event, Moved):
            return await self._moved(event)
        if isinstance(event, Heard):
            return await self._heard(event)
        if isinstance(event, Ignored):
            log.info("call ignored", extra={"event": "whatsapp.ignored", "reason": event.reason})
            return None
        user = await self._members.find(event.sender)
        if isinstance(event, Said):
            event = await self._quoting(user, event)
            self._screen.noticed(event.address, event.original_id)
        return await hand(event)

    async def _moved(self, moved: Moved) -> None:
        """An id that stays is who they are; else a number is."""
        ids = [name for name in (*moved.new, *moved.old) if not name.isdecimal()]
        best = ids[0] if ids else moved.new[0]
        await self._members.renamed([name for name in (*moved.old, *moved.new) if name != best], [best])

    async def _heard(self, event: Heard) -> None:
        """A reaction, say: nothing to answer, and words may be said again."""
        user = await self._members.find(event.sender)
        if user is not None:
            await self._services.conversation.heard(user.id, CHANNEL, event.address, event.sent_at)

    async def _quoting(self, user: User | None, said: Said) -> Said:
        """The message with the words that it replies to, of ours or of their own; WhatsApp tells only which message that is."""
        if user is None or not said.replies_to:
            return said
        entry = await self._store.deliveries.entry_of(user.id, CHANNEL, said.address, said.replies_to)
        if entry is not None:
            return with_quote(said, str(entry.body.get("text", "")))
        stored = await self._store.inbox.find(user.id, CHANNEL, said.replies_to)
        return with_quote(said, without_quotes(stored.text), stored.untrusted) if stored else said

    async def _status(self, status: Status) -> None:
        """What became of a message of ours. One that failed certainly isn't there: it goes out again when it may, or never."""
        if status.state != "failed":
            log.debug("status", extra={"event": "whatsapp.status", "state": status.state})
            return
        sentence = meaning_of(status.code).sentence
        log.warning("message failed: %s", sentence, extra={"event": "whatsapp.failed_later", "code": status.code})
        user = await self._store.users.find(CHANNEL, status.recipient)
        if user is None:
            return
        services, account = self._services, Identity(CHANNEL, status.recipient, user.id, status.at)
        problem, now = after_failed(status.code), services.clock.now()
        for pause in _NOT_YET:  # Meta may be quicker with it than we with writing down what it took
            if await undelivered(self._store, services.database, account, status.message_id, problem, now):
                return
            await asyncio.sleep(pause)
