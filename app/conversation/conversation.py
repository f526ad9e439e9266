"""What interfaces talk to: receive a message, wait for its answer, tap a button, stop. The only door into a turn."""

import asyncio
import logging
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.cards.card import Card
from app.charts.chart import Chart
from app.charts.selection import charts_in
from app.conversation.acting import Acted, act
from app.conversation.approvals import Approvals, Tap, place_of
from app.conversation.cards import standing_cards
from app.conversation.commands import Asked, Commands, slash
from app.conversation.inbox import Dispatcher
from app.conversation.ordering import order
from app.conversation.outbox import CHANNELS, SAID_BEFORE
from app.conversation.pipeline import run_turn, stages_of
from app.conversation.settle import reply_message
from app.conversation.turn import Resources, Turn
from app.errors import InputRefused, NotAllowed, QueueFull
from app.memory.caps import BYTES_PER_FILE, CAPS, FILES_PER_MESSAGE
from app.memory.holdings import FORGOTTEN
from app.memory.records import InboxEntry, OutboxEntry, User
from app.messages import Button, Document, InboundMessage, files_in
from app.schedule.zones import is_zone
from app.timetable.moving import follow_zone

log = logging.getLogger(__name__)
_POLL = 1.0


@dataclass(frozen=True, slots=True)
class Receipt:
    """A message is on disk. `new` False: it was there already; `same` False: under its id, with other words."""

    inbox_id: str
    new: bool
    same: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """What a turn came to. `status`: done, failed or stopped. `said_before`: the same words were said just before in the same place."""

    turn_id: str
    text: str
    status: str
    buttons: tuple[Button, ...] = ()
    charts: tuple[Chart, ...] = ()
    cards: tuple[Card, ...] = ()
    files: tuple[Document, ...] = ()
    said_before: bool = False


class Conversation:
    """One assistant's conversations with all its users."""

    def __init__(self, resources: Resources, *, holder: str) -> None:
        """`holder` names this process on leases."""
        self._resources = resources
        self.mailroom = resources.mailroom
        self._dispatcher = Dispatcher(resources, self._run, holder)
        self._approvals = Approvals(resources, self, holder=holder)
        self._commands = Commands(resources, self._approvals, self.stop)
        self._stages = stages_of(Commands(resources, self._approvals, _stopped_already))
        self._waiters: dict[str, asyncio.Future[Reply]] = {}

    async def receive(self, message: InboundMessage) -> Receipt:
        """Store a message durably and see that a turn takes it. Raises InputRefused, NotAllowed or a StorageError."""
        _check(message, self._resources.settings.max_message_characters)
        if not message.untrusted and (slash(message.text) or ("", ""))[0].casefold() == "stop":
            await self.stop(message.user_id)  # at once: its turn would only come after the one it is to end
        entry, new = await self._store(message)
        if new:
            await self._learn_zone(message)
        if entry.status != "done":
            self._dispatcher.wake(message.user_id, message.channel)
        return Receipt(entry.id, new, same=new or entry.text in ("", _clean(message.text)))

    async def _store(self, message: InboundMessage) -> tuple[InboxEntry, bool]:
        """Keep a message, unless too many wait; one that comes where an edit is open is that edit's words."""
        async with self._resources.database.transaction():
            entry, new = await self._kept(message)
            await self._hear(message.user_id, message.channel, message.address, message.received_at)
            if new and await self._resources.store.inbox.is_overfull(message.user_id):
                raise QueueFull(CAPS["inbox"].refusal)
        return entry, new

    async def _kept(self, message: InboundMessage) -> tuple[InboxEntry, bool]:
        store, place = self._resources.store, place_of(message.channel, message.address)
        controls = await store.controls.get(message.user_id)
        apart = message.corrects or (slash(message.text) and not message.untrusted)
        if not controls.editing or controls.editing_in != place or apart:
            return await self.keep(message)
        async with self._resources.database.transaction():
            if await store.inbox.find(message.user_id, message.channel, message.external_id):
                return await self.keep(message)
            now = self._resources.clock.now()
            target = await store.controls.take_edit(message.user_id, place)
            action = await store.pending.decide(
                message.user_id, target, from_status="pending", to_status="edited", now=now
            )
            kept = await self.keep(replace(message, corrects=action.id if action else ""))
            if action is not None:
                await self._approvals.settle_edited(action)
        return kept

    async def heard(self, user_id: str, channel: str, address: str, at: datetime) -> None:
        """A user did something there that needs no answer, such as a reaction."""
        await self._hear(user_id, channel, address, at)
        await self._resources.database.nudge("outbox")

    async def _hear(self, user_id: str, channel: str, address: str, at: datetime | None = None) -> None:
        """Write down where a user was heard, which is never later than now, whatever a channel says."""
        now = self._resources.clock.now()
        store = self._resources.store
        await store.last_heard.put(user_id, channel, address, min(at or now, now))
        if CHANNELS[channel].window is not None:  # what waited until they wrote
            await store.outbox.release(user_id, channel, address, now)

    async def keep(self, message: InboundMessage) -> tuple[InboxEntry, bool]:
        """Store a message; whether it is new. Inside a transaction it goes with it: call `wake` after the commit."""
        return await self._resources.store.inbox.receive(
            message.user_id,
            id=uuid.uuid4().hex,
            channel=message.channel,
            external_id=message.external_id,
            address=message.address,
            text=_clean(message.text),
            attachments=message.attachments,
            at=message.received_at,
            corrects=message.corrects,
            untrusted=message.untrusted,
            deliver=message.deliver,
        )

    def wake(self, user_id: str, channel: str) -> None:
        """See that a turn takes what was kept."""
        self._dispatcher.wake(user_id, channel)

    async def answer(self, user_id: str, inbox_id: str, *, timeout: float) -> Reply:  # noqa: ASYNC109 - callers choose their patience
        """Wait for the reply of the turn that took a message, in this process or another. Raises TimeoutError."""
        waiter = self._waiters.setdefault(inbox_id, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout(timeout):
                while not waiter.done():
                    stored = await self._stored_reply(user_id, inbox_id)
                    if stored is not None:
                        return stored
                    await asyncio.wait([waiter], timeout=_POLL)
                return waiter.result()
        finally:
            self._waiters.pop(inbox_id, None)

    async def decide(
        self,
        user_id: str,
        verb: str,
        target: str,
        text: str = "",
        *,
        channel: str = "",
        address: str = "",
        mark: str = "",
    ) -> str:
        """Carry out a tap on a button; the sentence to show. Raises ActionRefused. Where it was pressed (`channel`, `address`)
        an edit without text waits for the next message. `mark` names the tap where it may come again: then it does nothing more."""
        user, place = await self._user(user_id), place_of(channel, address) if channel else ""
        if channel:
            await self._hear(user_id, channel, address)
        return await self._approvals.decide(Tap(user, verb, target, text, place, mark=mark))

    async def command(
        self, user_id: str, name: str, arguments: str, *, channel: str, address: str, external_id: str
    ) -> OutboxEntry:
        """Carry out a slash command at once, beside whatever turn runs, and once however often it is delivered; its answer, as
        it stands in the outbox."""
        asked = Asked(await self._user(user_id), name, _clean(arguments), channel, address, external_id)
        await self._hear(user_id, channel, address)
        return await self._commands.take(asked, self.mailroom)

    async def act(
        self,
        user_id: str,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        channel: str,
        external_id: str,
        decides: bool = False,
    ) -> Acted:
        """Make one tool call that this user asked for by what they pressed, beside whatever turn runs; once for each `external_id`.
        `decides`: they answered a question with it, which need not be asked again."""
        user = await self._user(user_id)
        return await act(
            self._resources,
            self.mailroom,
            user,
            tool,
            arguments,
            channel=channel,
            external_id=external_id,
            decides=decides,
        )

    async def order(self, user_id: str, name: str, arguments: str, *, channel: str, external_id: str) -> Acted:
        """Carry out a slash command that this user pressed where they see what it is about: its answer is shown there, and nothing of
        it is said in the conversation."""
        asked = Asked(await self._user(user_id), name, _clean(arguments), channel, "", external_id)
        return await order(self._resources, self._commands, self.mailroom, asked)

    async def stop(self, user_id: str) -> bool:
        """End what this user has asked for so far before its next tool call, in whatever process and across a restart, also what
        the clock has begun for them; whether anything was under way."""
        store = self._resources.store
        await store.controls.stop(user_id, self._resources.clock.now())
        turn = self._dispatcher.running.get(user_id)
        if turn is not None:
            turn.stop()
        if turn is not None or await store.inbox.running_turns(user_id):
            return True
        return await store.occurrences.next_open(user_id) is not None

    async def expire_approvals(self) -> int:
        """Close the approvals nobody decided in time; how many."""
        return await self._approvals.expire()

    async def sweep(self) -> None:
        """Take up what was left open: at a start, and now and then for other processes' leavings. Waits for none of it."""
        await self._dispatcher.sweep()
        await self._approvals.recover()

    async def drain(self) -> None:
        """Wait until no turn runs, and nothing that was confirmed."""
        await self._approvals.drain()  # a plan's step that is decided sets its turn going
        await self._dispatcher.drain()

    async def close(self) -> None:
        """Stop taking turns; what is open is taken up at the next start."""
        await self._approvals.close()
        await self._dispatcher.close()

    async def _run(self, turn: Turn) -> None:
        await run_turn(turn, self._resources, self.mailroom, self._stages)
        turn.tell(self._resources, "settled")
        # First: who waits below may close this process at once, as `ask` does, and others still have to hear of a new reminder.
        await self.mailroom.announce(turn.user.id)
        message = reply_message(turn)
        told = (message.buttons, message.charts, message.cards, message.files)
        reply = Reply(turn.id, message.text, turn.status, *told, said_before=turn.said_before)
        for entry in turn.entries:
            waiter = self._waiters.pop(entry.id, None)
            if waiter is not None and not waiter.done():
                waiter.set_result(reply)

    async def _stored_reply(self, user_id: str, inbox_id: str) -> Reply | None:
        entry = await self._resources.store.inbox.get(user_id, inbox_id)
        if entry is None or entry.status != "done" or entry.turn_id is None:
            return None
        said = await self._resources.store.outbox.get_by_key(user_id, f"reply:{entry.turn_id}")
        if said is None:  # its user had it forgotten meanwhile
            return Reply(entry.turn_id, FORGOTTEN, "done")
        turn = await self._resources.store.turns.get(user_id, entry.turn_id)
        cards = await standing_cards(self._resources.store, said)
        return _reply(said, turn.status if turn else "done", cards)

    async def _learn_zone(self, message: InboundMessage) -> None:
        """A browser's zone is a better guess than the server's; what the user said stands above both."""
        if message.time_zone is None or not is_zone(message.time_zone):
            return
        user = await self._user(message.user_id)
        if user.zone_source in ("system", "browser") and user.time_zone != message.time_zone:
            await self._move(user.id, message.time_zone)

    async def _move(self, user_id: str, zone: str) -> None:
        """Let a user's clock be in another zone, and what repeats for them with it."""
        store, database = self._resources.store, self._resources.database
        async with database.transaction():
            await store.users.set_zone(user_id, zone, "browser")
            moved = await follow_zone(store, database, user_id, zone, self._resources.clock.now())
            await store.loop_switches.run_now(
                "routines", self._resources.clock.now()
            )  # the house's own go by that clock too
        await database.nudge("loops")
        log.info("zone learned", extra={"event": "zone.learned", "zone": zone, "followed": moved.followed})

    async def _user(self, user_id: str) -> User:
        user = await self._resources.store.users.get(user_id)
        if user is None:
            raise NotAllowed
        return user


async def _stopped_already(_: str) -> bool:
    """A "/stop" ended what ran when it was received."""
    return False


def _check(message: InboundMessage, longest: int) -> None:
    if not _clean(message.text).strip() and not message.attachments:
        raise InputRefused("There's nothing in that message. Write me something and I'll get to it.")
    if len(message.attachments) > FILES_PER_MESSAGE:
        raise InputRefused(f"That's more than {FILES_PER_MESSAGE} files at once. Send them in several messages.")
    if any(len(one.data) > BYTES_PER_FILE for one in message.attachments):
        raise InputRefused(
            f"That file is larger than {BYTES_PER_FILE // 1_000_000} MB. Send a smaller one, or its text."
        )
    if len(message.text) > longest:
        raise InputRefused(f"That message is longer than {longest:,} characters. Send it as a text file or in parts.")


def _clean(text: str) -> str:
    """Text a database can hold: no NUL, no lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", errors="replace").decode("utf-8")


def _reply(said: OutboxEntry, status: str, cards: tuple[Card, ...]) -> Reply:
    buttons: list[dict[str, Any]] = said.body.get("buttons", [])
    return Reply(
        said.turn_id or "",
        said.body["text"],
        status,
        tuple(Button(button["label"], button["verb"], button["target"]) for button in buttons),
        charts_in(said.body),
        cards,
        files_in(said.body),
        bool(said.body.get(SAID_BEFORE)),
    )
