"""Telegram: the Bot API server of the tests in a process of its own. The program polls it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from scripts.prove.hour.sides.side import Shown
from tests.fakes import bot_api
from tests.fakes.bot_api import TOKEN, Tester, bot_api_process

_SAM = 7
_FRIEND = {"type": "user", "sender_user": {"id": 55, "is_bot": False, "first_name": "Kofi"}}
_SLOW = ("sendMessage", "editMessageText", "deleteMessage", "sendVoice", "getFile", "answerCallbackQuery")
_FILES = ("voice", "photo", "document")


class TelegramSide:
    """Sam's chat."""

    channel = "telegram"

    def __init__(self, api: Tester) -> None:
        """Nobody has written yet."""
        self._api = api
        self._sam = api.person(_SAM, first_name="Sam")
        self._seen: tuple[int, list[Shown]] = (-1, [])

    @property
    def settings(self) -> dict[str, str]:
        """The bot, and Sam as its owner."""
        return {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": self._api.url,
            "BRIEFING_CHAT_ID": str(_SAM),
            "TELEGRAM_JOINING_WINDOW": "0.15",
        }

    async def says(self, text: str, *, forwarded: bool = False) -> int:
        """Write."""
        where = {"forwarded_from": _FRIEND} if forwarded else {}
        return (await self._sam.says(text, **where))["message"]["message_id"]

    async def sends(self, kind: str, data: bytes, *, caption: str = "", name: str = "") -> int:
        """Send a file."""
        about = {"file_name": name} if name else {}
        return (await self._sam.sends(kind, data, caption=caption, **about))["message"]["message_id"]

    async def taps(self, shown: Shown, button: str) -> str:
        """Press a button: it comes to the program, however late."""
        return (await self._sam.taps(shown.place, button))["callback_query"]["id"]

    async def told(self, tap: str) -> str:
        """What was shown over the chat."""
        answered = (await self._api.answers())[tap]
        return (answered or {}).get("text", "")

    async def all_taken(self) -> bool:
        """Whether no update waits."""
        return not (await self._api.state())["waiting"]

    async def chat(self) -> list[Shown]:
        """With those that are gone."""
        revision = await self._api.ask("changes", {"after": -1, "seconds": 0})
        if revision != self._seen[0]:
            self._seen = (revision, [_shown(each) for each in await self._api.chat(_SAM, deleted=True)])
        return self._seen[1]

    async def is_listening(self) -> bool:
        """Whether updates are fetched."""
        return (await self._api.state())["polling"]

    async def asked(self) -> int:
        """All calls but polls."""
        return (await self._api.state())["asked"]

    async def slow(self, seconds: float) -> None:
        """Those that people see."""
        for method in _SLOW:
            await self._api.order("delay_after", method, times=1_000_000, seconds=seconds)

    async def calls(self) -> list[dict[str, Any]]:
        """All of them."""
        return await self._api.calls()


def _shown(each: bot_api.Shown) -> Shown:
    return Shown(
        str(each.id),
        each.id,
        tuple(each.texts),
        tuple(each.buttons),
        each.by_bot,
        each.deleted,
        next((kind for kind in _FILES if kind in each.message), ""),
    )


@asynccontextmanager
async def telegram(_: Random) -> AsyncIterator[TelegramSide]:
    """One that runs."""
    async with bot_api_process() as api:
        yield TelegramSide(api)
