"""The message that stands in a chat for an answer until the answer is written into it: one a person and chat.

It is in the books (`store.placeholders`) from the moment it is there, under its turn once that has begun, so the final text goes into it,
also from another process or after a crash. What a crash left behind is taken away when the next one is put up.
"""

import logging
from dataclasses import dataclass

from telegram.error import TelegramError

from app.clock import Clock
from app.interfaces.telegram.bot import CHANNEL, TelegramBot
from app.interfaces.telegram.chats import Chat, Chats
from app.interfaces.telegram.place import message_number, place_at
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
PLACEHOLDER = "…"


@dataclass(frozen=True, slots=True)
class Stage:
    """What the live view works with."""

    bot: TelegramBot
    store: Repositories
    clock: Clock
    chats: Chats


class Placeholder:
    """One placeholder of one person in one chat."""

    def __init__(self, stage: Stage, user_id: str, address: str) -> None:
        """Not there yet."""
        self.message = ""  # Telegram's number of it
        self.place = place_at(address)
        self._stage = stage
        self._user_id = user_id
        self._address = address

    @property
    def chat(self) -> Chat:
        """The chat it stands in."""
        return self._stage.chats.of(self._address)

    async def stand(self, turn_id: str) -> bool:
        """Put it into the chat; False while an unfinished answer of another turn stands there. Raises TelegramError."""
        standing = await self._stage.store.placeholders.get(self._user_id, CHANNEL, self._address)
        if standing is not None:
            if standing.turn_id and standing.turn_id == turn_id:
                self._adopt(standing.external_id)
                return True
            if standing.turn_id and not await self.is_answered(standing.turn_id):
                return False
            await self._delete(standing.external_id)
        await self._put_up(turn_id)
        return True

    async def book(self, turn_id: str) -> None:
        """Let it stand for that turn's answer, beneath the newest message that the turn took. Raises TelegramError."""
        entries = await self._stage.store.inbox.of_turn(self._user_id, turn_id)
        newest = max((message_number(entry.external_id) for entry in entries), default=0)
        if newest <= int(self.message):
            return await self._write_down(turn_id)
        above, self.message = self.message, ""
        self.chat.live.discard(above)
        await self._delete(above)
        return await self._put_up(turn_id)

    async def withdraw(self, turn_id: str) -> None:
        """Take it away, unless it became that turn's answer after all."""
        if await self._stage.store.placeholders.take(self._user_id, CHANNEL, self._address, turn_id):
            await self._delete(self.message)

    def let_go(self) -> None:
        """The live view writes it no more."""
        self.chat.live.discard(self.message)

    async def is_answered(self, turn_id: str) -> bool:
        """Whether that turn's answer has begun to be delivered."""
        said = await self._stage.store.outbox.get_by_key(self._user_id, f"reply:{turn_id}")
        return said is not None and (said.status != "pending" or said.attempts > 0)

    async def is_passed_over(self, turn_id: str) -> bool:
        """Whether that turn's answer was delivered without it."""
        said = await self._stage.store.outbox.get_by_key(self._user_id, f"reply:{turn_id}")
        return bool(self.message) and said is not None and said.status == "sent"

    async def _put_up(self, turn_id: str) -> None:
        sent = await self._stage.bot.send_message(self.place.chat, PLACEHOLDER, message_thread_id=self.place.thread)
        self._adopt(str(sent.message_id))
        await self._write_down(turn_id)

    def _adopt(self, external_id: str) -> None:
        self.message = external_id
        self.chat.live.add(external_id)

    async def _write_down(self, turn_id: str) -> None:
        now, placeholders = self._stage.clock.now(), self._stage.store.placeholders
        await placeholders.put(self._user_id, CHANNEL, self._address, self.message, turn_id, now)

    async def _delete(self, external_id: str) -> None:
        try:
            await self._stage.bot.delete_message(self.place.chat, int(external_id))
        except TelegramError as problem:
            log.info("not deleted", extra={"event": "telegram.delete_failed", "reason": type(problem).__name__})
