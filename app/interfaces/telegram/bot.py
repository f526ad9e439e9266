"""The Bot API as we call it: time limits that fit, failures as types, and a token that stands in none of their words.

python-telegram-bot makes the calls and reads the answers; fetching updates and keeping them is ours (docs/decisions/0007).
Importing it takes a while, so only what runs with a token imports this.
"""

import asyncio
import json
import logging
from typing import Any, cast

import httpx
from pydantic import SecretStr
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, TelegramError
from telegram.request import HTTPXRequest

from app.interfaces.telegram.trail import Trails

CHANNEL = "telegram"
_CONNECT, _ANSWER, _UPLOAD = 5.0, 15.0, 30.0
_POLL_SLACK = 10.0
_LONGEST_WAIT = 3600.0
# Nothing of the request had left when these were raised.
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)


class Flooded(TelegramError):
    """Too many calls: nothing was taken, and nothing will be for `seconds`."""

    def __init__(self, seconds: float) -> None:
        """`seconds` as Telegram asks for."""
        super().__init__(f"too many calls; {seconds:g} seconds to wait")
        self.seconds = seconds


class ServerFailed(NetworkError):
    """Telegram, or what stands in front of it, answered with a failure of its own: the call may have been carried out."""


class NotTelegram(NetworkError):
    """Something between us and Telegram refused, such as a proxy: Telegram never heard of it."""


class TokenRefused(TelegramError):
    """Telegram doesn't know the token, or not any more."""

    def __init__(self) -> None:
        """Never names the token."""
        super().__init__("the token was refused")


def was_never_sent(problem: TelegramError) -> bool:
    """Whether Telegram certainly didn't hear of the call."""
    return isinstance(problem, NotTelegram) or isinstance(problem.__cause__, _NEVER_SENT)


def may_have_been_done(problem: TelegramError) -> bool:
    """Whether nobody knows if Telegram carried the call out."""
    if isinstance(problem, Flooded | TokenRefused | BadRequest | Forbidden | InvalidToken | ChatMigrated):
        return False
    # An answer of Telegram's that has no class of its own is a no, too.
    refused = type(problem) is NetworkError and problem.__cause__ is None
    return not refused and not was_never_sent(problem)


class _Request(HTTPXRequest):
    """HTTP whose failures are told apart by what they mean for the call. The library's own class for 429 is not used: it warns
    about itself whenever it is raised."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """One call; its status and body."""
        code, payload = await super().do_request(*args, **kwargs)
        if code == 429:
            raise Flooded(_seconds(payload))
        if code >= 500:
            raise ServerFailed(f"status {code}")
        if code >= 300 and not _is_answer(payload):
            raise NotTelegram(f"status {code}")
        return code, payload


class TelegramBot(Bot):
    """The library's bot, and updates as they come: one that can't be read must not take its neighbours along. `trails` has what it sent."""

    def __init__(self, *args: Any, **named: Any) -> None:
        """As the library's."""
        super().__init__(*args, **named)
        with self._unfrozen():
            self.trails = Trails()
            self._connected = False

    async def _post(self, endpoint: str, data: dict[str, Any] | None = None, **named: Any) -> Any:
        """A call; what it sends into a chat is remembered by its number."""
        if not endpoint.startswith("send") or endpoint == "sendChatAction":
            return await super()._post(endpoint, data, **named)
        trail = self.trails.of((data or {}).get("chat_id"))
        newest = trail.newest()
        try:
            sent = await super()._post(endpoint, data, **named)
        except TelegramError as problem:
            if may_have_been_done(problem):
                trail.doubt(newest)
            raise
        trail.sent(int(sent["message_id"]))
        return sent

    async def raw_updates(self, offset: int, kinds: tuple[str, ...], seconds: int) -> list[dict[str, Any]]:
        """Wait `seconds` for updates from `offset` on; asking tells Telegram that all before are kept."""
        asked = {"offset": offset, "timeout": seconds, "allowed_updates": list(kinds)}
        answer = await self._post("getUpdates", asked, read_timeout=seconds + _POLL_SLACK)
        return [update for update in cast("list[Any]", answer) if isinstance(update, dict)]

    async def connect(self) -> None:
        """Learn our own name, or ask for it again. Raises TokenRefused, or another TelegramError while Telegram can't be reached."""
        try:
            if self._connected:
                await self.get_me()
            await self.initialize()
        except InvalidToken:
            raise TokenRefused from None  # the library's sentence holds the token
        with self._unfrozen():
            self._connected = True

    async def disconnect(self) -> None:
        """Close the connections, also of a bot that never got as far as its name."""
        await asyncio.gather(*(request.shutdown() for request in self._request))


def build_bot(token: SecretStr, api_url: str) -> TelegramBot:
    """A bot that has called nothing yet."""
    logging.getLogger("telegram").setLevel(
        logging.CRITICAL
    )  # it logs addresses that hold the token, and what people write
    base = api_url.rstrip("/")
    return TelegramBot(
        token.get_secret_value().strip(),
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=_Request(
            connection_pool_size=64,
            connect_timeout=_CONNECT,
            read_timeout=_ANSWER,
            write_timeout=_ANSWER,
            pool_timeout=_CONNECT,
            media_write_timeout=_UPLOAD,
        ),
        get_updates_request=_Request(connection_pool_size=1, connect_timeout=_CONNECT, pool_timeout=_CONNECT),
    )


def _is_answer(payload: bytes) -> bool:
    """Whether this is how the Bot API says no."""
    try:
        return "ok" in json.loads(payload)
    except (ValueError, TypeError):
        return False


def _seconds(payload: bytes) -> float:
    """What a 429 says about when to come back; a second where it says nothing."""
    try:
        asked = float(json.loads(payload)["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError):
        return 1.0
    return min(max(asked, 0.0), _LONGEST_WAIT)
