"""The Undo button: everything a turn did is taken back, once.

What lies here is taken back in one transaction with the marks on what lies elsewhere, which follows: each in turn, with a line of its own in
the ledger. Where one of several that lie here can't be taken back, the others are, each by itself. Invariant: nothing elsewhere is taken back twice; where a crash came between, the next tap says that nobody knows.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from app.conversation.acting import ACT
from app.conversation.asking import Asking
from app.conversation.buttons import calls_of
from app.conversation.outbox import CHANNELS
from app.conversation.standing import message_of
from app.conversation.turn import Resources, Turn, trace_of
from app.errors import ActionRefused, AssistantError, NotFound, OutcomeUnknown, StorageError, ToolProblem
from app.gate.outcome import Outside
from app.memory.records import InboxEntry, LedgerEntry, OutboxEntry, User
from app.tools.plan_undo import UNKNOWN, staying
from app.tools.undo import begin_outside, is_outside, undo_entry

log = logging.getLogger(__name__)

NOTHING_TO_UNDO = "There is nothing left to undo there."
_TOOL = "undo"
_FEEDS = tuple(sorted({channel.feed for channel in CHANNELS.values()}))
_LOOKED_BACK = 50  # messages


@dataclass(frozen=True, slots=True)
class _Begun:
    """One that lies elsewhere: marked as taken back, its line in the ledger open."""

    entry: LedgerEntry
    line: LedgerEntry | None
    outside: Outside


class Undoing:
    """Takes turns back."""

    def __init__(self, resources: Resources, asking: Asking) -> None:
        """`asking` says what came of it where the button stood."""
        self._resources = resources
        self._asking = asking

    async def undo(self, user: User, target: str) -> str:
        """Take back what the turn `target` did; what to say of it. Raises ActionRefused where nothing is left."""
        store = self._resources.store
        made = await calls_of(store, user.id, target)
        done = [entry for entry in reversed(made) if entry.undo]
        left = [entry for entry in done if entry.undone_at is None]
        if not left:
            raise ActionRefused(await self._interrupted(user, target, done) or NOTHING_TO_UNDO)
        card = await message_of(store, user.id, target)
        key = f"undo:{target}:{left[0].id}"
        stays = staying(made) if await store.plans.of_turns(user.id, [target]) else []
        try:
            said, begun = await self._taken(user, target, left, card, key=key, stays=stays)
        except NotFound as gone:
            raise ActionRefused(gone.sentence) from gone
        except ToolProblem:
            if len(left) == 1:
                raise
            said = await self._one_by_one(user, [entry for entry in left if not is_outside(entry)])
            elsewhere = [entry for entry in left if is_outside(entry)]
            _, begun = await self._taken(user, target, elsewhere, card, key=key, stays=[*said, *stays])
        if begun:
            said += [await self._outside(user, one) for one in begun]
            async with self._resources.database.transaction():
                await self._say(user, target, " ".join((*said, *stays)), key=key, card=card)
        await self._resources.mailroom.announce(user.id)
        return " ".join((*said, *stays))

    async def _taken(
        self,
        user: User,
        target: str,
        left: Sequence[LedgerEntry],
        card: OutboxEntry | None,
        *,
        key: str,
        stays: Sequence[str],
    ) -> tuple[list[str], list["_Begun"]]:
        """What lies here is taken back and what lies elsewhere begun, both or neither; where that is all, it is said too."""
        store, now = self._resources.store, self._resources.clock.now()
        async with self._resources.database.transaction():
            said = [await undo_entry(store, user.id, entry, now) for entry in left if not is_outside(entry)]
            begun = [await self._begin(user, target, entry, card) for entry in left if is_outside(entry)]
            if not begun:
                await self._say(user, target, " ".join((*said, *stays)), key=key, card=card)
        return said, begun

    async def _one_by_one(self, user: User, left: Sequence[LedgerEntry]) -> list[str]:
        """What lies here, each by itself: one that can't be taken back holds up no other."""
        said, now = list[str](), self._resources.clock.now()
        for entry in left:
            try:
                async with self._resources.database.transaction():
                    said.append(await undo_entry(self._resources.store, user.id, entry, now))
            except StorageError:
                raise
            except AssistantError as problem:
                said.append(problem.sentence)
        return said

    async def _say(self, user: User, target: str, text: str, *, key: str, card: OutboxEntry | None) -> None:
        if card is None and target.startswith(ACT):  # nothing was said of it: whoever takes it back sees that it is
            return
        await self._asking.say_beside(user.id, text, key=key, turn_id=target, beside=card)
        await self._asking.drop_buttons(card, target, "undo")
        if await self._resources.store.plans.of_turns(user.id, [target]):
            await self._drop_below_plan(user, target, card)

    async def _drop_below_plan(self, user: User, target: str, card: OutboxEntry | None) -> None:
        """The button stands under what said how the plan ended, too."""
        for entry in await self._resources.store.outbox.latest(user.id, _FEEDS, _LOOKED_BACK):
            buttons = entry.body.get("buttons", ())
            if (card is None or entry.id != card.id) and any(one["target"] == target for one in buttons):
                await self._asking.drop_buttons(entry, target, "undo")

    async def _begin(self, user: User, target: str, entry: LedgerEntry, card: OutboxEntry | None) -> _Begun:
        turn = self._turn(user, target, card.channel if card else "")
        outside = await begin_outside(turn.deps(self._resources), entry)
        line = await self._resources.store.ledger.start(
            user.id,
            turn_id=turn.id,
            call_key=f"{_TOOL}:{entry.id}",
            tool=_TOOL,
            arguments={"change": f"#{entry.id}"},
            at=turn.moment,
        )
        return _Begun(entry, line, outside)

    async def _outside(self, user: User, begun: _Begun) -> str:
        """Take it back there, and close its line with how that ended."""
        try:
            status, said = "done", await begun.outside.act()
        except OutcomeUnknown:
            status, said = "unknown", UNKNOWN.format(what=begun.entry.result)
        except AssistantError as problem:
            await begun.outside.back()
            status, said = "failed", problem.sentence
        if begun.line is not None:
            ledger, now = self._resources.store.ledger, self._resources.clock.now()
            await ledger.finish(user.id, begun.line.id, status=status, result=said, undo=None, at=now)
        log.info("taken back elsewhere", extra={"event": f"undo.{status}", "entry": begun.entry.id})
        return said

    async def _interrupted(self, user: User, target: str, done: Sequence[LedgerEntry]) -> str:
        """What to say of a taking back that a crash cut off; "" where none was."""
        lines = await self._resources.store.ledger.of_turn(user.id, _undo_id(target))
        open_lines = {line.arguments["change"] for line in lines if line.status in ("started", "unknown")}
        cut_off = [entry for entry in done if f"#{entry.id}" in open_lines]
        return " ".join(UNKNOWN.format(what=entry.result) for entry in cut_off)

    def _turn(self, user: User, target: str, channel: str) -> Turn:
        """What is taken back elsewhere is taken back by a turn of its own, that nobody sees."""
        now = self._resources.clock.now()
        entry = InboxEntry(
            id="",
            user_id=user.id,
            channel=channel,
            external_id="",
            address="",
            text="",
            status="done",
            turn_id=None,
            received_at=now,
        )
        return Turn(id=_undo_id(target), user=user, entries=[entry], moment=now, trace_id=trace_of(target))


def _undo_id(target: str) -> str:
    return f"undo:{target}"
