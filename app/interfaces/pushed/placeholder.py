"""The message that stands in a chat for an answer until the answer is written into it: one a person and chat.

It is in the books (`store.placeholders`) from the moment it is there, under its turn once that has begun, so the final text goes into it,
also from another process or after a crash. What a crash left behind is taken away when the next one is put up.
"""

import logging
from datetime import timedelta

from app.conversation.outbox import POINTER, is_group
from app.errors import DeliveryError
from app.interfaces.pushed.chats import Chat
from app.interfaces.pushed.screen import Stage
from app.memory.records import OutboxEntry
from app.memory.records import Placeholder as PlaceholderRow

log = logging.getLogger(__name__)
_GIVEN_UP = timedelta(minutes=5)


class Placeholder:
    """One placeholder of one person in one chat."""

    def __init__(self, stage: Stage, user_id: str, address: str) -> None:
        """Not there yet."""
        self.message = ""  # the channel's name of it
        self.address = address
        self._stage = stage
        self._channel = stage.screen.channel
        self._user_id = user_id
        self._is_group = is_group(self._channel, address)

    @property
    def chat(self) -> Chat:
        """The chat it stands in."""
        return self._stage.chats.of(self.address)

    async def stand(self, turn_id: str) -> bool:
        """Put it into the chat; False while an unfinished answer of another turn stands there. Raises DeliveryError."""
        standing = await self._standing()
        if standing is None:
            return await self._put_up(turn_id)
        if standing.turn_id and standing.turn_id == turn_id:
            self._adopt(standing.external_id)
            return True
        if standing.external_id in self.chat.live or not await self._is_left(standing):
            return False
        return await self._put_up(turn_id, instead_of=standing.external_id)

    async def book(self, turn_id: str) -> None:
        """Let it stand for that turn's answer, beneath the newest message that the turn took. Raises DeliveryError."""
        entries = await self._stage.store.inbox.of_turn(self._user_id, turn_id)
        number = self._stage.screen.number
        if max((number(entry.external_id) for entry in entries), default=0) > number(self.message):
            await self._put_up(turn_id, instead_of=self.message)
        else:
            await self._swap(self.message, self.message, turn_id)

    async def withdraw(self) -> None:
        """Take it away, unless it became an answer meanwhile."""
        async with self._stage.database.transaction():
            standing = await self._standing()
            ours = standing is not None and standing.external_id == self.message and await self._take(standing)
        if ours:
            await self._delete(self.message)

    def let_go(self) -> None:
        """The live view writes it no more."""
        self.chat.live.discard(self.message)

    async def is_answered(self, turn_id: str) -> bool:
        """Whether that turn's answer has begun to be delivered."""
        said = await self._said(turn_id)
        return said is not None and (said.status != "pending" or said.attempts > 0)

    async def is_passed_over(self, turn_id: str) -> bool:
        """Whether that turn's answer was delivered without it."""
        said = await self._said(turn_id)
        return bool(self.message) and said is not None and said.status == "sent"

    async def _said(self, turn_id: str) -> OutboxEntry | None:
        """What was said of that turn here: its answer, or in a group what stands there for an answer that went to its user alone."""
        key, outbox = f"reply:{turn_id}", self._stage.store.outbox
        pointer = await outbox.get_by_key(self._user_id, f"{POINTER}{key}") if self._is_group else None
        return pointer or await outbox.get_by_key(self._user_id, key)

    async def _is_left(self, standing: PlaceholderRow) -> bool:
        """Whether nothing will be written into that placeholder any more: a crash left it behind."""
        if not standing.turn_id:
            return True
        said = await self._said(standing.turn_id)
        if said is not None:
            return said.status not in ("pending", "sending")
        return await self._is_given_up(standing)

    async def _is_given_up(self, standing: PlaceholderRow) -> bool:
        """Whether its turn, which has no answer, doesn't run either, and has had the time to begin. Were there an answer after all,
        it would be a message of its own."""
        running = await self._stage.store.inbox.running_turns(self._user_id)
        return standing.turn_id not in running and self._stage.clock.now() - standing.created_at > _GIVEN_UP

    async def _put_up(self, turn_id: str, *, instead_of: str = "") -> bool:
        """A new one below everything; away with it again where the books say that something else stands there by now."""
        heard = await self._newest_heard(turn_id)  # before it is sent: what is written meanwhile may stand below it
        fresh = await self._stage.screen.put(self._user_id, self.address, after=heard)
        swapped = await self._swap(instead_of, fresh, turn_id)
        if swapped:
            self._adopt(fresh)
        outdated = instead_of if swapped else fresh
        if outdated:
            await self._delete(outdated)
        return swapped

    async def _newest_heard(self, turn_id: str) -> int:
        """The newest message of its user that waits here or is the turn's; 0 in a group, whose messages are many people's."""
        inbox = self._stage.store.inbox
        entries = await inbox.of_turn(self._user_id, turn_id) if turn_id else await inbox.waiting(self._user_id)
        here = [self._stage.screen.number(one.external_id) for one in entries if one.address == self.address]
        return 0 if self._is_group else max(here, default=0)

    def _adopt(self, external_id: str) -> None:
        self.let_go()
        self.message = external_id
        self.chat.live.add(external_id)

    async def _swap(self, old: str, new: str, turn_id: str) -> bool:
        """Write in the books that `new` stands there in place of `old` (empty: of nothing). False where it isn't there any more:
        what was taken as an answer is never touched again."""
        now, placeholders = self._stage.clock.now(), self._stage.store.placeholders
        async with self._stage.database.transaction():
            standing = await self._standing()
            if (standing.external_id if standing else "") != old:
                return False
            if standing is not None and not await self._take(standing):
                return False
            await placeholders.put(self._user_id, self._channel, self.address, new, turn_id, now)
        return True

    async def _standing(self) -> PlaceholderRow | None:
        return await self._stage.store.placeholders.get(self._user_id, self._channel, self.address)

    async def _take(self, standing: PlaceholderRow) -> bool:
        """Take a row out of the books, if nobody was faster."""
        placeholders = self._stage.store.placeholders
        return await placeholders.take(self._user_id, self._channel, self.address, standing.turn_id) is not None

    async def _delete(self, external_id: str) -> None:
        try:
            await self._stage.screen.take_away(self.address, external_id)
        except DeliveryError as problem:
            reason = type(problem).__name__
            log.info("not deleted", extra={"event": f"{self._channel}.delete_failed", "reason": reason})
