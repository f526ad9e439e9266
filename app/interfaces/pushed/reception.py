"""The one door for all that a channel tells us: who may come in is asked here and nowhere else.

What is said is kept before `take` returns, commands are carried out, taps decided. Nothing here waits for a file, a model or a turn.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

from app.conversation.outbox import CHANNELS
from app.conversation.spoken import language_of
from app.errors import ActionRefused, AssistantError, InputRefused, QueueFull, StorageError
from app.interfaces.pushed.codes import redeem
from app.interfaces.pushed.front import Front
from app.interfaces.pushed.incoming import Command, Event, Ignored, Said, Tap, Unread
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.pace import Pace
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.pushed.strangers import Strangers
from app.language.saying import in_language
from app.memory.records import User
from app.messages import InboundMessage, OutboundMessage
from app.prompts.turn import CHANGED

log = logging.getLogger(__name__)
LINKED = "Linked: here too I'm the assistant you know, with all that you told me. /help lists what I do."
TAKEN = "This {title} account already has a memory of its own here, so it stays as it is."
NO_CODE = "That link is no longer valid: each one works once, for fifteen minutes. Make a new one with ./scripts/run link {channel}"
FAILED = "Something went wrong on my side with that one, and I've noted it. Send it again, or say it another way."
UNREAD = "I can't read that kind of message. Write it as text, or send it as a picture, a voice note or a document."
_MINUTE = timedelta(minutes=1)
_PATIENCE = 0.25  # seconds; a tap is taken in a transaction long before
_LONG_PATIENCE = 4.0  # where it is said only then: a vendor waits a little longer for its call's answer
SAID_BY_ITSELF = ("confirm", "undo")  # what came of it is a message of its own
Arrived = Callable[[str, str], None]


class Reception:
    """Takes what one channel tells."""

    def __init__(self, house: ChannelServices, front: Front, members: Members, arrived: Arrived) -> None:
        """`arrived` is told of each new message that will be answered."""
        self._house = house
        self._front = front
        self._channel = front.channel
        self._members = members
        self._arrived = arrived
        self._strangers = Strangers(front, house.clock)
        self._full = Pace(1, _MINUTE)
        self._unreadable = Pace(1, _MINUTE)
        self._beside: set[asyncio.Task[Any]] = set()
        self._handlers: tuple[tuple[type[Event], Callable[[User, Any], Awaitable[None]]], ...] = (
            (Said, self._said),
            (Command, self._command),
            (Tap, self._tap),
            (Unread, self._unread),
        )

    async def take(self, event: Event) -> None:
        """Keep what was told, once however often it comes. Raises StorageError where it couldn't be kept."""
        if isinstance(event, Ignored):
            return
        user = await self._members.find(event.sender)
        if isinstance(event, Command) and event.name == self._front.link_command and await self._link(event, user):
            return
        if user is None and isinstance(event, Unread):
            return
        if user is None:
            self._do_beside(self._strangers.refuse(event))
            return
        try:
            await next(handler for kind, handler in self._handlers if isinstance(event, kind))(user, event)
        except StorageError:
            raise
        except Exception:
            log.exception("update failed", extra={"event": f"{self._channel}.update_failed"})
            self._do_beside(self._front.say(event.address, FAILED))

    async def close(self) -> None:
        """Let go of what is still going on beside."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return task

    async def _said(self, user: User, said: Said) -> None:
        if said.edited and await self._is_amended(user, said):
            return None
        message = self._inbound(user, said)
        try:
            receipt = await self._house.conversation.receive(message)
        except QueueFull as full:
            if self._full.allows(user.id, self._house.clock.now()):  # told once a minute: it may come a thousand times
                await self._tell(user.id, said, full.sentence, key="full")
            return None
        except InputRefused as refused:
            return await self._tell(user.id, said, refused.sentence, key="refused")
        if receipt.new:
            self._arrived(user.id, message.address)
        return None

    async def _unread(self, user: User, unread: Unread) -> None:
        """Say that it can't be read: once for each, and once a minute."""
        log.info("kind not read", extra={"event": f"{self._channel}.unread", "kind": unread.kind})
        key = f"unread:{self._channel}:{unread.external_id}"
        if await self._house.store.outbox.get_by_key(user.id, key):
            return None
        if not self._unreadable.allows(user.id, self._house.clock.now()):
            return await self._house.conversation.heard(user.id, self._channel, unread.address, unread.sent_at)
        language = await language_of(self._house.store, user.id)
        return await self._tell(user.id, unread, in_language(UNREAD, language), key="unread")

    def _inbound(self, user: User, said: Said) -> InboundMessage:
        """The message as the conversation takes it; one that was changed after a turn took it says so (`conversation/changed.py`)."""
        return InboundMessage(
            user_id=user.id,
            channel=self._channel,
            external_id=said.external_id,
            text=f"{CHANGED}\n{said.text}" if said.edited else said.text,
            received_at=self._house.clock.now(),
            address=said.address,
            attachments=said.attachments,
            untrusted=said.untrusted,
        )

    async def _is_amended(self, user: User, said: Said) -> bool:
        """Whether a change of a message is dealt with: its words didn't change, or no turn has taken it yet."""
        inbox = self._house.store.inbox
        stored = await inbox.find(user.id, self._channel, said.original_id)
        if stored is None:
            return False
        if stored.text == said.text:
            return True
        return await inbox.retext(user.id, self._channel, said.original_id, said.text, said.untrusted)

    async def _command(self, user: User, command: Command) -> None:
        await self._house.conversation.command(
            user.id,
            command.name,
            command.arguments,
            channel=self._channel,
            address=command.address,
            external_id=command.external_id,
        )

    async def _link(self, command: Command, user: User | None) -> bool:
        """Let a one-time code link its sender, if it counts; whether all is said about it. Not where others read along."""
        house = self._house
        if not command.arguments or command.in_group or not self._strangers.may_try_code(command.sender):
            return False
        try:
            async with house.database.transaction():
                user_id = await redeem(house.store, command.arguments, self._channel, house.clock)
                if user_id is not None:
                    await self._members.link(user_id, command.sender)
        except ActionRefused:
            if user is not None:
                taken = TAKEN.format(title=CHANNELS[self._channel].title)
                await self._tell(user.id, command, taken, key="taken")
            return user is not None
        if user_id is None:
            await self._spent(command, user)
            return True
        log.info("account linked", extra={"event": f"{self._channel}.linked", "user": user_id})
        await self._tell(user_id, command, LINKED, key="linked")
        return True

    async def _spent(self, command: Command, user: User | None) -> None:
        """A code that was used, is too old or never was one."""
        sentence = NO_CODE.format(channel=self._channel)
        if user is None:
            self._do_beside(self._front.say(command.address, sentence))
        else:
            await self._tell(user.id, command, sentence, key="spent")

    async def _tap(self, user: User, tap: Tap) -> None:
        """Carry a tap out, once however often it comes. What takes long is waited for beside: by then it has been taken. Where what came of
        it can only be a message, that is kept before the tap counts as taken."""
        by_message = not CHANNELS[self._channel].edit
        if by_message and await self._house.store.outbox.get_by_key(user.id, self._key(tap)):
            return
        deciding = asyncio.create_task(self._decide(user, tap))
        waits = by_message and tap.verb not in SAID_BY_ITSELF
        done, _ = await asyncio.wait({deciding}, timeout=_LONG_PATIENCE if waits else _PATIENCE)
        if done and isinstance(failure := deciding.exception(), StorageError):
            raise failure
        if done and by_message:
            await self._show_outcome(user, tap, deciding)
        else:
            self._do_beside(self._show_beside(user, tap, deciding))

    async def _decide(self, user: User, tap: Tap) -> str:
        decide, mark = self._house.conversation.decide, self._key(tap)
        return await decide(user.id, tap.verb, tap.target, channel=self._channel, address=tap.address, mark=mark)

    def _key(self, tap: Tap) -> str:
        return f"tap:{self._channel}:{tap.id}"

    async def _show_beside(self, user: User, tap: Tap, deciding: asyncio.Task[str]) -> None:
        try:
            await self._show_outcome(user, tap, deciding)
        except StorageError:
            log.warning("tap not answered", extra={"event": f"{self._channel}.answer_failed"})

    async def _show_outcome(self, user: User, tap: Tap, deciding: asyncio.Task[str]) -> None:
        """Show what came of a tap. Raises StorageError where it could only be said, and couldn't be kept."""
        try:
            sentence = await deciding
        except ActionRefused as refused:
            await self._answer(user, tap, refused.sentence, alert=True)
            return await self._bare_copy(user, tap)
        except AssistantError as failed:  # it may be tapped again
            return await self._answer(user, tap, failed.sentence, alert=True)
        except Exception:
            log.exception("tap failed", extra={"event": f"{self._channel}.tap_failed"})
            return await self._answer(user, tap, AssistantError().sentence, alert=True)
        await self._answer(user, tap, sentence, alert=False)
        return await self._bare_copy(user, tap)

    async def _answer(self, user: User, tap: Tap, sentence: str, *, alert: bool) -> None:
        """Show what came of a tap where it was made, or else say it."""
        if await self._front.answer(tap, sentence, alert=alert):
            return
        if alert or tap.verb not in SAID_BY_ITSELF:
            await self._say(user.id, tap.address, sentence, key=self._key(tap))

    async def _bare_copy(self, user: User, tap: Tap) -> None:
        """Take the buttons from a message that nobody knows to be ours, as one whose sending a crash cut off: what is written into its
        known copy doesn't reach it."""
        if tap.in_group or tap.verb == "edit" or not tap.message:
            return None
        try:
            known = await self._house.store.deliveries.has_any(user.id, (tap.message,))
        except StorageError:
            return log.info("buttons not taken", extra={"event": f"{self._channel}.answer_failed"})
        return None if known else await self._front.strip(tap)

    async def _tell(self, user_id: str, about: Said | Command | Unread, sentence: str, *, key: str) -> None:
        """Say something about what came in; that it did is written down first, for a channel that takes words only for a while after."""
        await self._house.conversation.heard(user_id, self._channel, about.address, self._house.clock.now())
        await self._say(user_id, about.address, sentence, key=f"{key}:{self._channel}:{about.external_id}", aloud=True)

    async def _say(self, user_id: str, address: str, sentence: str, *, key: str, aloud: bool = False) -> None:
        """Say something through the outbox, like all that is said; `aloud`: anybody may hear it."""
        message = OutboundMessage(
            user_id=user_id,
            channel=self._channel,
            key=key,
            text=sentence,
            address=address,
            kind="notice",
            aloud=aloud,
        )
        await self._house.conversation.mailroom.say(message, self._house.clock.now())
