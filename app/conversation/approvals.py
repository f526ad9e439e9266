"""The buttons: confirm, cancel and edit on a held action, undo on a turn. Each works once, for its own user, in time.

A tap that is doubled, late, foreign or altered does nothing and says so. What comes of a tap is said where the card stands.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.conversation.asking import Asking, approval_id
from app.conversation.buttons import buttons_of
from app.conversation.corrections import entry_id
from app.conversation.executions import Executions, execution_lease
from app.conversation.history import storable, told
from app.conversation.outbox import EVERYWHERE
from app.conversation.patience import patiently
from app.conversation.plans import check_as_shown, entry_of
from app.conversation.spoken import language_of
from app.conversation.standing import channel_of, copies_of
from app.conversation.stream import TurnEvent
from app.conversation.turn import RUN_PLAN, Resources, Turn, trace_of
from app.conversation.undoing import Undoing
from app.conversation.vigil import lease_kept
from app.errors import ActionRefused, NotFound, TakenOver
from app.gate.executor import check_unaltered, run_stored
from app.gate.ledger import UNKNOWN_RESULT
from app.language.questions import CONFIRMED
from app.language.saying import in_language
from app.learning.proposals import FOLLOW, accept, dismiss
from app.memory.records import InboxEntry, PendingAction, User
from app.memory.runs import plan_of
from app.messages import InboundMessage

log = logging.getLogger(__name__)


class Door(Protocol):
    """Where a message of the user's comes in that a tap stands for."""

    async def keep(self, message: InboundMessage) -> object:
        """Store it; inside a transaction it goes with it."""
        ...

    def wake(self, user_id: str, channel: str) -> None:
        """There is something to take, from now on."""
        ...


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
CHANGE_TAKEN = "Got it. I'll ask again with that change."
_AS_IT_IS = "That can be confirmed or cancelled as it is. Or just tell me in your own words how you want me to be."
SEND_CHANGE = "Write me what to change, as your next message."
_WENT_THROUGH = ("done", "replayed", "read")  # "read": it changed nothing itself, as where a worker was set to work
_APPROVAL_SCORES = {"confirm": 1.0, "cancel": 0.0}


@dataclass(frozen=True, slots=True)
class Tap:
    """One press of a button. `place` is "channel|address" where it was pressed; `text` the correction, for edit. `said_in` is
    the turn in which it was typed, whose reply says what came of it. `mark` names a tap that may come again."""

    user: User
    verb: str
    target: str
    text: str = ""
    place: str = ""
    said_in: str = ""
    mark: str = ""


class TakenBefore(ActionRefused):
    """This very tap has decided it already."""


def place_of(channel: str, address: str) -> str:
    """One name for a place where messages come from."""
    return f"{channel}|{address}"


class Approvals:
    """Decides held actions and undoes turns."""

    def __init__(self, resources: Resources, door: Door, *, holder: str) -> None:
        """`door` takes the words of an edit, and a plan that may go on; `holder` names this process on leases."""
        self._resources = resources
        self._executions = Executions(resources, holder, self._execute)
        self._mailroom = resources.mailroom
        self._asking = Asking(resources)
        self._undoing = Undoing(resources, self._asking)
        self._door = door
        self._verbs = {"confirm": self._confirm, "cancel": self._cancel, "edit": self._edit, "undo": self._undo}

    async def decide(self, tap: Tap) -> str:
        """Carry out one tap; the sentence to show. Raises ActionRefused when the tap does nothing."""
        handler = self._verbs.get(tap.verb)
        if handler is None:
            raise ActionRefused("I don't know that button.")
        if tap.said_in:  # its turn says it in its own language
            return await handler(tap)
        language = await language_of(self._resources.store, tap.user.id)
        try:
            return in_language(await handler(tap), language)
        except TakenBefore:
            return in_language(CANCELLED, language) if tap.verb == "cancel" else ""
        except ActionRefused as refused:
            raise ActionRefused(in_language(refused.sentence, language)) from refused
        finally:
            self._resources.hub.publish(TurnEvent("changed", tap.user.id, tap.target))

    async def expire(self) -> int:
        """Close what nobody decided in time, and take its buttons away; how many those were."""
        async with self._resources.database.transaction():
            expired = await self._resources.store.pending.expire(self._resources.clock.now())
            for action in expired:
                await self._asking.settle(action, "expired")
        for user_id in dict.fromkeys(action.user_id for action in expired):
            await self._mailroom.announce(user_id)
        return len(expired)

    async def recover(self) -> None:
        """Bring what was confirmed but has no outcome to its end."""
        await self._executions.recover()

    async def drain(self) -> None:
        """Wait until nothing that was confirmed is under way."""
        await self._executions.drain()

    async def close(self) -> None:
        """Let what is under way be cut off; it is taken up at the next start."""
        await self._executions.close()

    async def _confirm(self, tap: Tap) -> str:
        stored = await self._resources.store.pending.get(tap.user.id, tap.target)
        if stored is not None:
            check_unaltered(stored)
            if stored.tool == RUN_PLAN:
                return await self._allow_plan(tap, stored)
            if stored.tool == FOLLOW:
                return await self._follow(tap)
        # A tap whose page goes away must not leave the action half-done.
        try:
            return await asyncio.shield(self._executions.beside(self._confirmed(tap)))
        except TakenOver as other:
            raise ActionRefused(_SPENT["executing"]) from other

    async def _confirmed(self, tap: Tap) -> str:
        """Take the action and run it."""
        async with self._resources.database.transaction():
            action = await self._take(tap, "executing")
            holder = await self._executions.hold(action.id)
        if holder is None:
            raise TakenOver
        return await self._execute(tap.user, action, holder, said_in=bool(tap.said_in))

    async def _allow_plan(self, tap: Tap, stored: PendingAction) -> str:
        """Let a plan go on, as a turn of its own."""
        record = await check_as_shown(self._resources, stored)
        async with self._resources.database.transaction():
            action = await self._take(tap, "done")
            await self._asking.settle(action, "confirm")
            await self._go_on(action, record.id, f"Go on: {record.goal}")
        self._door.wake(tap.user.id, action.channel)
        return "On it."

    async def _follow(self, tap: Tap) -> str:
        """Go by what was proposed: its user alone can say so, and no call runs."""
        resources, now = self._resources, self._resources.clock.now()
        async with resources.database.transaction():
            action = await self._take(tap, "done")
            number, shown = int(action.arguments["number"]), str(action.arguments["guideline"])
            try:
                said = await accept(
                    resources.store, action.user_id, number, now, turn_id=action.turn_id, as_shown=shown
                )
            except NotFound as gone:
                raise ActionRefused(gone.sentence) from gone
            if not tap.said_in:
                where = await self._asking.message_of(action)
                key = approval_id(action.id)
                await self._asking.say_beside(action.user_id, said, key=key, turn_id=action.turn_id, beside=where)
            await self._asking.settle(action, "confirm")
        await self._mailroom.announce(action.user_id)
        return said

    async def _go_on(self, action: PendingAction, plan_id: str, words: str) -> None:
        await self._door.keep(await self._message(action, entry_of(plan_id, action.id), words))

    async def _message(self, action: PendingAction, external_id: str, text: str, corrects: str = "") -> InboundMessage:
        """A message of the user's, from where the card stands."""
        card = await self._asking.message_of(action)
        channel = channel_of(action.channel, card)
        is_elsewhere = channel != EVERYWHERE and card and await copies_of(self._resources.store, card)
        return InboundMessage(
            user_id=action.user_id,
            channel=channel,
            address=card.address if card else "",
            external_id=external_id,
            text=text,
            received_at=self._resources.clock.now(),
            corrects=corrects,
            deliver=bool(is_elsewhere),
        )

    async def _execute(self, user: User, action: PendingAction, holder: str, *, said_in: bool = False) -> str:
        """Run the stored call under its own turn id, then write the outcome, the turn and the message together. Raises TakenOver
        where somebody else has it now."""
        resources = self._resources
        turn = _approval_turn(user, action, resources.clock.now(), holder)
        async with lease_kept(turn, resources, execution_lease(action.id)):
            try:
                agent = resources.agents.having(action.tool)
                async with resources.budget.background(user, turn.id):
                    turn.reply = await run_stored(agent, action, turn.deps(resources, approved=action.digest))
                outcome = _outcome(turn)
            except Exception:
                log.exception("approved call crashed", extra={"event": "approval.crashed", "action": action.id})
                outcome = _outcome(turn) if turn.reply else "failed"  # what ran before that did run
                turn.reply = turn.reply or _SPENT["failed"]
            await patiently(lambda: self._write(turn, action, outcome, said_in=said_in), turn, resources)
        await self._after(action)
        return turn.reply

    async def _write(self, turn: Turn, action: PendingAction, outcome: str, *, said_in: bool) -> None:
        resources, store, now = self._resources, self._resources.store, self._resources.clock.now()
        async with resources.database.transaction():
            if not await store.leases.release(execution_lease(action.id), turn.holder):
                raise TakenOver
            # As it is stored now: a call that forgets has taken the words out of its own card.
            action = (
                await store.pending.finish(action.user_id, action.id, status=outcome, result=turn.reply or "") or action
            )
            turn.text = _confirmed(action)
            turn.buttons = await buttons_of(turn, resources)
            await store.turns.add(
                action.user_id,
                id=turn.id,
                channel=turn.channel,
                text=turn.text,
                reply=turn.reply or "",
                status="done" if outcome == "done" else "failed",
                route={"domains": [], "method": "none"},
                taint=turn.taint.all,
                usage={},
                model="",
                trace_id=action.trace_id,
                started_at=turn.moment,
                finished_at=now,
                messages=storable(told(turn.text, turn.reply or "")),
            )
            if not said_in:
                await self._asking.say_outcome(turn, beside=action)
            await self._asking.settle(action, "confirm")
            await self._tell_plan(action)

    async def _cancel(self, tap: Tap) -> str:
        async with self._resources.database.transaction():
            action = await self._take(tap, "cancelled")
            if action.tool == FOLLOW:
                await self._drop_proposal(action)
            await self._asking.settle(action, "cancel")
            await self._tell_plan(action)
        await self._after(action)
        return CANCELLED

    async def _drop_proposal(self, action: PendingAction) -> None:
        """What was proposed is not gone by; nothing is left to drop where it was forgotten."""
        now, number = self._resources.clock.now(), int(action.arguments["number"])
        if await self._resources.store.learnings.get(action.user_id, number) is not None:
            await dismiss(self._resources.store, action.user_id, number, now, turn_id=action.turn_id)

    async def _tell_plan(self, action: PendingAction) -> None:
        """The plan whose step asked goes on from what was decided."""
        plan_id = plan_of(action.turn_id)
        if plan_id is not None:
            await self._go_on(action, plan_id, f"Go on after: {action.summary}")

    async def _after(self, action: PendingAction) -> None:
        await self._mailroom.announce(action.user_id)
        if plan_of(action.turn_id) is not None:
            self._door.wake(action.user_id, action.channel)

    async def _edit(self, tap: Tap) -> str:
        """With words, ask again with them; without, the next message from that place is the words."""
        stored = await self._resources.store.pending.get(tap.user.id, tap.target)
        if stored is not None and stored.tool == FOLLOW:
            raise ActionRefused(_AS_IT_IS)
        if not tap.text.strip():
            return await self._open_edit(tap)
        async with self._resources.database.transaction():
            action = await self._take(tap, "edited")
            await self.settle_edited(action)
            await self._door.keep(await self._message(action, entry_id(action), tap.text, corrects=action.id))
        self._door.wake(action.user_id, action.channel)
        return CHANGE_TAKEN

    async def _open_edit(self, tap: Tap) -> str:
        store, now = self._resources.store, self._resources.clock.now()
        stored = await store.pending.get(tap.user.id, tap.target)
        if stored is None or stored.status != "pending" or stored.expires_at <= now:
            raise ActionRefused(_SPENT.get(stored.status, _SPENT["expired"]) if stored else _GONE)
        if not tap.place:
            raise ActionRefused("Tell me what to change and I'll ask again.")
        await store.controls.edit(tap.user.id, tap.target, tap.place, now)
        return SEND_CHANGE

    async def take_change(self, tap: Tap) -> None:
        """Close a request whose change its user has just typed, in the turn of those words. Raises ActionRefused."""
        async with self._resources.database.transaction():
            await self.settle_edited(await self._take(tap, "edited"))

    async def settle_edited(self, action: PendingAction) -> None:
        """The card of an action whose correction is on its way is decided."""
        await self._score(action, "user_edit", 1.0)
        await self._asking.settle(action, "edit")
        await self._mailroom.announce(action.user_id)

    async def _undo(self, tap: Tap) -> str:
        # What was begun elsewhere is brought to its end whoever stops waiting.
        return await asyncio.shield(self._executions.beside(self._undoing.undo(tap.user, tap.target)))

    async def _take(self, tap: Tap, to_status: str) -> PendingAction:
        """Move a pending action on, if it is this user's, still pending and in time; else say why not."""
        pending, now = self._resources.store.pending, self._resources.clock.now()
        action = await pending.decide(
            tap.user.id,
            tap.target,
            from_status="pending",
            to_status=to_status,
            now=now,
            decided_in=tap.said_in or tap.mark,
        )
        if action is None:
            stored = await pending.get(tap.user.id, tap.target)
            if stored and tap.mark and stored.decided_in == tap.mark:
                raise TakenBefore
            log.info("tap refused", extra={"event": "approval.refused", "action": tap.target})
            raise ActionRefused(_SPENT.get(stored.status, _GONE) if stored else _GONE)
        log.info("action decided", extra={"event": "approval.decided", "action": tap.target, "to": to_status})
        if tap.verb in _APPROVAL_SCORES:
            await self._score(action, "user_approval", _APPROVAL_SCORES[tap.verb])
        return action

    async def _score(self, action: PendingAction, name: str, value: float) -> None:
        """Leave what the person decided for the tracer, on the trace of the turn that asked."""
        now = self._resources.clock.now()
        await self._resources.store.scores.add(
            action.user_id, trace_id=action.trace_id, name=name, value=value, note=action.tool, at=now
        )


def _outcome(turn: Turn) -> str:
    """How the confirmed call ended; one that a crash left open is told as uncertain."""
    if turn.reply == UNKNOWN_RESULT:
        turn.reply = _SPENT["unknown"]
        return "unknown"
    return "done" if any(call.outcome in _WENT_THROUGH for call in turn.books.calls) else "failed"


def _approval_turn(user: User, action: PendingAction, now: datetime, holder: str) -> Turn:
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
        id=approval_id(action.id),
        user=user,
        entries=[entry],
        moment=now,
        trace_id=action.trace_id or trace_of(action.turn_id),
        holder=holder,
    )
    turn.text = _confirmed(action)
    for source in action.taint:  # a yes lets the call run and makes nobody's words the user's own
        turn.taint.add(source)
    return turn


def _confirmed(action: PendingAction) -> str:
    return f"{CONFIRMED}{action.summary}"
