"""Fetching what came with a message: within Telegram's limits and ours, and with a sentence for each way it can fail."""

import asyncio

from telegram.error import BadRequest, TelegramError

from app.errors import DeliveryLater, InputRefused
from app.interfaces.telegram.bot import CHANNEL, TelegramBot
from app.interfaces.telegram.failures import as_delivery, says

LARGEST = 20_000_000  # what Telegram hands to a bot
_LONGEST = 60.0
_TOO_BIG = "That file is larger than {limit} MB, more than I get from Telegram. Send a smaller one, or its text."
_GONE = "Telegram doesn't have that file any more. Send it again and I'll look at it."


class Files:
    """Downloads by reference."""

    def __init__(self, bot: TelegramBot, *, largest: int = LARGEST) -> None:
        """`largest` in bytes."""
        self._bot = bot
        self._largest = min(largest, LARGEST)

    async def fetch(self, reference: str) -> bytes:
        """The bytes of "telegram:<file id>". Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        channel, _, file_id = reference.partition(":")
        if channel != CHANNEL or not file_id:
            raise InputRefused(_GONE)
        try:
            async with asyncio.timeout(_LONGEST):
                return await self._download(file_id)
        except TimeoutError as late:
            raise DeliveryLater from late
        except BadRequest as refused:
            raise InputRefused(self._too_big() if says(refused, "too big") else _GONE) from refused
        except TelegramError as problem:
            later = as_delivery(problem, repeatable=True)
            raise (later if isinstance(later, DeliveryLater) else InputRefused(_GONE)) from problem

    async def close(self) -> None:
        """Let go of the connections."""
        await self._bot.disconnect()

    async def _download(self, file_id: str) -> bytes:
        file = await self._bot.get_file(file_id)
        if file.file_size and file.file_size > self._largest:
            raise InputRefused(self._too_big())
        data = bytes(await file.download_as_bytearray())
        if len(data) > self._largest:
            raise InputRefused(self._too_big())
        return data

    def _too_big(self) -> str:
        return _TOO_BIG.format(limit=self._largest // 1_000_000)
