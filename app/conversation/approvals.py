"""The buttons: confirm, cancel and edit on a held action, undo on a turn. Each works once, for its own user, in time.

A tap that is doubled, late, foreign or altered does nothing and says so.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime

from app.conversation.history import storable, told
from app.conversation.leasing import take_lease
from app.conversation.outbox import Mailroom
from app.conversation.turn import Resources, Turn
from app.errors import ActionRefused, NotFound
from app.gate.executor import check_unaltered, run_stored
from app.gate.ledger import UNKNOWN_RESULT
from app.memory.records import InboxEntry, PendingAction, User
from app.messages import OutboundMessage
from app.tools.undo import undo_entry

log = logging.getLogger(__name__)
Receive = Callable[[str, PendingAction, str], Awaitable[None]]

_SPENT = {
    "done": "That was done already.",
    "executing": "That is being done right now.",
    "failed": "That was tried and didn't go through. Ask me again if you still want it.",
    "cancelled": "That was cancelled, so nothing happens.",
    "edited": "You changed that request; the new one has its own buttons.",
    "expired": "That waited too long and has expired. Ask me again if you still want it.",
    "unknown": "It isn't certain whether that went through. Check before asking again.",
}
_GONE = "I don't have that request any more, so nothing was done."
CANCELLED = "Left as it is."
NOTHING_TO_UNDO = "There is nothing left to undo there."


class Approvals:
    """Decides held actions and undoes turns."""

    def __init__(self, resources: Resources, mailroom: Mailroom, correct: Receive, *, holder: str) -> None:
        """`correct` receives the words of an edit as a message of its own; `holder` names this process on leases."""
        self._resources = resources
        self._holder = holder
        self._mailroom = mailroom
        self._correct = correct
        self._verbs = {"confirm": self._confirm, "cancel": self._cancel, "edit": self._edit, "undo": self._undo}

    async def decide(self, user: User, verb: str, target: str, text: str = "") -> str:
        """Carry out one tap; the sentence to show. Raises ActionRefused when the tap does nothing."""
        handler = self._verbs.get(verb)
        if handler is None:
            raise ActionRefused("I don't know that button.")
        return await handler(user, target, text)

    async def recover(self) -> None:
        """Bring what was confirmed but has no outcome to its end: a process died between the two. The ledger keeps it single."""
        for action in await self._resources.store.pending.executing():
            user = await self._resources.store.users.get(action.user_id)
            if user is not None and await self._hold(action.id):
                await self._execute(user, action)

    async def _hold(self, action_id: str) -> bool:
        resources = self._resources
        return await take_lease(resources.store.leases, _lease(action_id), self._holder, resources.clock.now())

    async def _confirm(self, user: User, target: str, _: str) -> str:
        stored = await self._resources.store.pending.get(user.id, target)
        if stored is not None:
            check_unaltered(stored)
        async with self._resources.database.transaction():
            action = await self._take(user, target, "executing")
            await self._hold(action.id)
        # A tap whose page goes away must not leave the action half-done.
        return await asyncio.shield(asyncio.create_task(self._execute(user, action)))

    async def _execute(self, user: User, action: PendingAction) -> str:
        """Run the stored call under its own turn id, then write the outcome, the turn and the message together."""
        resources, now = self._resources, self._resources.clock.now()
        turn = _approval_turn(user, action, now)
        try:
            agent = resources.agents.select(frozenset())
            turn.reply = await run_stored(agent, action, turn.deps(resources, approved=action.digest))
            outcome = _outcome(turn)
        except Exception:
            log.exception("approved call crashed", extra={"event": "approval.crashed", "action": action.id})
            turn.reply, outcome = _SPENT["failed"], "failed"
        await self._write(turn, action, outcome)
        return turn.reply

    async def _write(self, turn: Turn, action: PendingAction, outcome: str) -> None:
        resources, store, now = self._resources, self._resources.store, self._resources.clock.now()
        async with resources.database.transaction():
            await store.pending.finish(action.user_id, action.id, status=outcome, result=turn.reply or "")
            await store.turns.add(
                action.user_id,
                id=turn.id,
                channel=turn.channel,
                text=turn.text,
                reply=turn.reply or "",
                status="done" if outcome == "done" else "failed",
                route={"domains": [], "method": "none"},
                taint=action.taint,
                usage={},
                model="",
                trace_id=action.trace_id,
                started_at=turn.moment,
                finished_at=now,
                messages=storable(told(turn.text, turn.reply or "")),
            )
            await self._say(turn.user.id, turn.reply or "", key=f"approval:{action.id}", turn_id=turn.id)
            await self._settle_card(action)
            await store.leases.release(_lease(action.id), self._holder)
        await self._mailroom.announce(action.user_id)

    async def _cancel(self, user: User, target: str, _: str) -> str:
        action = await self._take(user, target, "cancelled")
        await self._settle_card(action)
        await self._mailroom.announce(user.id)
        return CANCELLED

    async def _edit(self, user: User, target: str, text: str) -> str:
        if not text.strip():
            raise ActionRefused("Tell me what to change and I'll ask again.")
        action = await self._take(user, target, "edited")
        await self._settle_card(action)
        await self._correct(user.id, action, text)
        return "Got it. I'll ask again with that change."

    async def _undo(self, user: User, target: str, _: str) -> str:
        store, now = self._resources.store, self._resources.clock.now()
        entries = await store.ledger.of_turn(user.id, target)
        open_entries = [entry for entry in reversed(entries) if entry.undo and entry.undone_at is None]
        if not open_entries:
            raise ActionRefused(NOTHING_TO_UNDO)
        async with self._resources.database.transaction():
            try:
                said = [await undo_entry(store, user.id, entry, now) for entry in open_entries]
            except NotFound as gone:
                raise ActionRefused(gone.sentence) from gone
            text = " ".join(said)
            await self._say(user.id, text, key=f"undo:{target}:{open_entries[0].id}", turn_id=target)
            await self._drop_buttons(user.id, f"reply:{target}", target)
        await self._mailroom.announce(user.id)
        return text

    async def _take(self, user: User, target: str, to_status: str) -> PendingAction:
        """Move a pending action on, if it is this user's, still pending and in time; else say why not."""
        pending, now = self._resources.store.pending, self._resources.clock.now()
        action = await pending.decide(user.id, target, from_status="pending", to_status=to_status, now=now)
        if action is not None:
            log.info("action decided", extra={"event": "approval.decided", "action": target, "to": to_status})
            return action
        stored = await pending.get(user.id, target)
        log.info("tap refused", extra={"event": "approval.refused", "action": target})
        raise ActionRefused(_SPENT.get(stored.status, _GONE) if stored else _GONE)

    async def _say(self, user_id: str, text: str, *, key: str, turn_id: str) -> None:
        message = OutboundMessage(user_id=user_id, channel="local", key=key, text=text, kind="notice", turn_id=turn_id)
        await self._mailroom.put(message, self._resources.clock.now())

    async def _settle_card(self, action: PendingAction) -> None:
        """The message that asked loses its buttons: it is decided."""
        await self._drop_buttons(action.user_id, f"reply:{action.turn_id}", action.id)

    async def _drop_buttons(self, user_id: str, key: str, target: str) -> None:
        entry = await self._resources.store.outbox.get_by_key(user_id, key)
        if entry is None:
            return
        left = [button for button in entry.body.get("buttons", []) if button["target"] != target]
        await self._resources.store.outbox.update_body(user_id, entry.id, {**entry.body, "buttons": left})


def _lease(action_id: str) -> str:
    return f"approval:{action_id}"


def _outcome(turn: Turn) -> str:
    """How the confirmed call ended; one that a crash left open is told as uncertain."""
    if turn.reply == UNKNOWN_RESULT:
        turn.reply = _SPENT["unknown"]
        return "unknown"
    return "done" if any(call.outcome in ("done", "replayed") for call in turn.books.calls) else "failed"


def _approval_turn(user: User, action: PendingAction, now: datetime) -> Turn:
    """The confirmed call's own turn: its id is the action's, so that its ledger row is unique for ever."""
    entry = InboxEntry(
        id="",
        user_id=user.id,
        channel=action.channel,
        external_id="",
        address="",
        text="",
        status="done",
        turn_id=None,
        received_at=now,
    )
    turn = Turn(
        id=f"approval:{action.id}", user=user, entries=[entry], moment=now, trace_id=action.trace_id or uuid.uuid4().hex
    )
    turn.text = f"(confirmed) {action.summary}"
    return turn
