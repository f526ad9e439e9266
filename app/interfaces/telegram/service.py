"""The bot as a channel of this process."""

import asyncio

from telegram import BotCommand
from telegram.error import TelegramError

from app.conversation.commands import COMMANDS
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.parts import Speak
from app.interfaces.pushed.service import ChannelService, Hand, Raw, Take, Tell, insist
from app.interfaces.pushed.services import ChannelServices
from app.interfaces.pushed.status import State
from app.interfaces.telegram.bot import CHANNEL, TelegramBot, TokenRefused, build_bot
from app.interfaces.telegram.courier import TelegramCourier
from app.interfaces.telegram.polling import KINDS, Polling
from app.interfaces.telegram.reception import TelegramFront, read
from app.interfaces.telegram.screen import TelegramScreen
from app.interfaces.telegram.status import OUTAGE, REFUSED, WEBHOOK

_MENU_WORDS = 256


class TelegramDriver:
    """How Telegram is reached: by polling, or by being called."""

    channel = CHANNEL
    refused = REFUSED

    def __init__(self, services: ChannelServices, bot: TelegramBot, chats: Chats, speak: Speak | None) -> None:
        """Calls nothing yet."""
        self._bot = bot
        self._settings = services.settings
        self.front = TelegramFront(bot)
        self.screen = TelegramScreen(bot, services.store)
        self.courier = TelegramCourier(bot, services.store, chats, speak, services.conversation.mailroom.allowed)
        self._clock = services.clock

    async def connect(self) -> State | None:
        """Learn the bot's name."""
        try:
            await self._bot.connect()
        except TokenRefused:
            return REFUSED
        except TelegramError:
            return OUTAGE
        return None

    async def take(self, raw: Raw, hand: Hand) -> None:
        """One update."""
        await hand(read(raw, self._bot, self._clock.now()))

    async def listen(self, take: Take, tell: Tell) -> None:
        """Fetch, or have Telegram call us."""
        settings = self._settings
        if not settings.telegram_webhook_url or not settings.telegram_webhook_secret:
            return await Polling(self._bot, take, tell).run()
        await insist(CHANNEL, self._ask_for_calls, TelegramError)
        await tell(WEBHOOK)
        await asyncio.Event().wait()
        return None

    async def prepare(self) -> None:
        """So that Telegram shows the commands while a person types."""
        await insist(CHANNEL, self._offer_commands, TelegramError)

    async def close(self) -> None:
        """Close the connections."""
        await self._bot.disconnect()

    async def _offer_commands(self) -> None:
        await self._bot.set_my_commands([BotCommand(row.name, row.about[:_MENU_WORDS]) for row in COMMANDS])

    async def _ask_for_calls(self) -> None:
        settings = self._settings
        secret = settings.telegram_webhook_secret
        await self._bot.set_webhook(
            settings.telegram_webhook_url,
            secret_token=secret.get_secret_value() if secret else None,
            allowed_updates=list(KINDS),
        )


def telegram_service(services: ChannelServices, *, holder: str, speak: Speak | None = None) -> ChannelService:
    """The bot of one process, not started yet. Needs `settings.telegram_bot_token`. `speak` turns an answer into a voice note."""
    settings, chats = services.settings, Chats()
    assert settings.telegram_bot_token is not None
    bot = build_bot(settings.telegram_bot_token, settings.telegram_api_url)
    return ChannelService(services, TelegramDriver(services, bot, chats, speak), chats, holder=holder)
