"""Fetching updates: an update is kept before the next call tells Telegram that it may be forgotten.

An update that storage couldn't take is tried again and nothing behind it is acknowledged; one that nobody can read is logged and
passed over, so it never blocks the queue. Senders don't wait for each other.
"""

import asyncio
import logging
from collections import defaultdict
from typing import Any

from telegram.error import Conflict, InvalidToken, TelegramError

from app.errors import StorageError
from app.interfaces.pushed.service import Take, Tell
from app.interfaces.telegram.bot import Flooded, TelegramBot
from app.interfaces.telegram.failures import says
from app.interfaces.telegram.status import CONFLICT, OUTAGE, POLLING, REFUSED

log = logging.getLogger(__name__)
KINDS = ("message", "edited_message", "callback_query")
_LONG_POLL = 30
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 5.0
_REFUSED_PAUSE = 60.0
_STORAGE_PAUSE = 1.0
Update = dict[str, Any]


class Polling:
    """The loop that fetches."""

    def __init__(self, bot: TelegramBot, take: Take, tell: Tell) -> None:
        """`take` keeps an update, or raises StorageError; `tell` is told how it goes."""
        self._bot = bot
        self._take = take
        self._tell = tell
        self._pause = _FIRST_PAUSE

    async def run(self) -> None:
        """Fetch and keep until cancelled."""
        offset, seconds = 0, 0
        while True:
            try:
                updates = await self._bot.raw_updates(offset, KINDS, seconds)
            except TelegramError as problem:
                seconds = 0  # the next answer comes at once, and says that it is over
                await asyncio.sleep(await self._after(problem))
                continue
            seconds = _LONG_POLL
            self._pause = _FIRST_PAUSE
            await self._tell(POLLING)
            await self._keep(updates)
            kept, offset = offset, max([offset, *(_number(update) + 1 for update in updates)])
            if updates and offset == kept:
                await asyncio.sleep(_FIRST_PAUSE)  # numbers that don't rise: the next answer would be the same

    async def _keep(self, updates: list[Update]) -> None:
        """Keep all of them: each sender's in order, the senders side by side."""
        by_sender: defaultdict[int, list[Update]] = defaultdict(list)
        for update in sorted(updates, key=_number):
            by_sender[sender_of(update)].append(update)
        await asyncio.gather(*map(self._keep_in_order, by_sender.values()))

    async def _keep_in_order(self, updates: list[Update]) -> None:
        for update in updates:
            await self._keep_one(update)

    async def _keep_one(self, update: Update) -> None:
        """Keep an update, however long storage takes to be there again."""
        number = _number(update)
        while True:
            try:
                return await self._take(update)
            except StorageError:
                log.warning("update not kept yet", extra={"event": "telegram.update_waits", "update": number})
            except Exception:
                log.exception("update skipped", extra={"event": "telegram.update_skipped", "update": number})
                return None
            await asyncio.sleep(_STORAGE_PAUSE)

    async def _after(self, problem: TelegramError) -> float:
        """Say what is wrong, once; how long to wait before the next attempt, in seconds."""
        if isinstance(problem, Flooded):
            return max(problem.seconds, _FIRST_PAUSE)
        if isinstance(problem, InvalidToken):
            await self._tell(REFUSED)
            return _REFUSED_PAUSE
        pause, self._pause = self._pause, min(self._pause * 2, _LONGEST_PAUSE)
        if isinstance(problem, Conflict) and says(problem, "webhook"):
            await self._drop_webhook()
            if pause == _FIRST_PAUSE:
                return pause  # left by an earlier way of running; where it comes back, there is another program
        await self._tell(CONFLICT if isinstance(problem, Conflict) else OUTAGE)
        return pause

    async def _drop_webhook(self) -> None:
        """Somebody set a webhook meanwhile; as long as it stands there is nothing to fetch."""
        try:
            await self._bot.delete_webhook()
        except TelegramError as problem:
            log.info("webhook stays", extra={"event": "telegram.webhook_stays", "reason": type(problem).__name__})


def sender_of(update: Update) -> int:
    """Who caused an update, 0 where it doesn't say. Reads what nobody has checked yet."""
    for content in update.values():
        sender = content.get("from") if isinstance(content, dict) else None
        if isinstance(sender, dict) and isinstance(sender.get("id"), int):
            return sender["id"]
    return 0


def _number(update: Update) -> int:
    number = update.get("update_id", 0)
    return number if isinstance(number, int) else 0
