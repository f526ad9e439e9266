"""Whether Telegram knows the bot's token: asked once, within a time."""

import asyncio

from pydantic import SecretStr
from telegram.error import TelegramError

from app.interfaces.telegram.bot import TokenRefused, build_bot
from app.interfaces.telegram.status import OUTAGE, REFUSED, State


async def bot_name(token: SecretStr, api_url: str, seconds: float) -> tuple[str, State | None]:
    """The bot's name, or what is wrong. Never longer than `seconds`, and a little to hang up."""
    bot = build_bot(token, api_url)
    try:
        async with asyncio.timeout(seconds):
            await bot.connect()
            return bot.username, None
    except TokenRefused:
        return "", REFUSED
    except (TelegramError, TimeoutError):
        return "", OUTAGE
    finally:
        await bot.disconnect()
