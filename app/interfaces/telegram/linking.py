"""The address that, opened in Telegram, links that account."""

from telegram.error import TelegramError

from app.interfaces.pushed.codes import issue_code
from app.interfaces.pushed.linking import LinkServices
from app.interfaces.telegram.bot import CHANNEL, TokenRefused, build_bot

OFF = "Telegram is off. Make a bot with @BotFather, set TELEGRAM_BOT_TOKEN and run this again."
REFUSED = "Telegram doesn't know that token. Copy it from @BotFather into TELEGRAM_BOT_TOKEN and run this again."
UNREACHABLE = "Telegram can't be reached from here right now. Check the connection and run this again."


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
    code = await issue_code(services.store, services.owner.id, CHANNEL, services.clock)
    return f"https://t.me/{name}?start={code}"
