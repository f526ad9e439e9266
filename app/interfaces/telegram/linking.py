"""Linking a Telegram account by a one-time code: one step, and all that is there stays.

Whoever sends `/start <code>` within its time becomes the user who made it. Only a digest of the code is stored.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Protocol

from telegram.error import TelegramError

from app.clock import Clock
from app.config import Settings
from app.interfaces.telegram.bot import CHANNEL, TokenRefused, build_bot
from app.memory.records import User
from app.memory.repositories import Repositories

LIFETIME = timedelta(minutes=15)
_BYTES = 24  # 192 bits, 32 characters; a start parameter may have 64
OFF = "Telegram is off. Make a bot with @BotFather, set TELEGRAM_BOT_TOKEN and run this again."
REFUSED = "Telegram doesn't know that token. Copy it from @BotFather into TELEGRAM_BOT_TOKEN and run this again."
UNREACHABLE = "Telegram can't be reached from here right now. Check the connection and run this again."


class LinkServices(Protocol):
    """What of the house a link needs."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def owner(self) -> User:
        """Who the account will be."""
        ...


async def issue_link(store: Repositories, user_id: str, channel: str, clock: Clock) -> str:
    """A code that links one account of `channel` to this user, for fifteen minutes and once; an earlier one ends."""
    code = secrets.token_urlsafe(_BYTES)
    await store.link_codes.add(user_id, digest=_digest(code), channel=channel, expires_at=clock.now() + LIFETIME)
    return code


async def redeem(store: Repositories, code: str, channel: str, clock: Clock) -> str | None:
    """The user who made that code; None for one unknown, used or too old. It is used up by asking."""
    return await store.link_codes.take(_digest(code), channel, clock.now())


async def telegram_link(services: LinkServices) -> str:
    """An address that, opened in Telegram, makes that account the owner; or a sentence that says what is missing."""
    settings = services.settings
    if settings.telegram_bot_token is None:
        return OFF
    bot = build_bot(settings.telegram_bot_token, settings.telegram_api_url)
    try:
        await bot.connect()
        name = bot.username
    except TokenRefused:
        return REFUSED
    except TelegramError:
        return UNREACHABLE
    finally:
        await bot.disconnect()
    code = await issue_link(services.store, services.owner.id, CHANNEL, services.clock)
    return f"https://t.me/{name}?start={code}"


def _digest(code: str) -> str:
    """What is stored of a code: it is long and random, so a plain digest can't be turned round."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
