"""The whole house with its bot, against the Bot API server of the tests: real HTTP, real long polling, a scripted model."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.config import Settings
from app.conversation.holder import this_process
from app.interfaces.pushed.service import ChannelService
from app.interfaces.telegram.service import telegram_service
from tests.fakes.bot_api import TOKEN, Person, Tester
from tests.house import open_house, settings_in

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
ANA = 1001  # the owner's account
KOFI = 2002  # another one on the list
EVE = 6666  # nobody we know


@dataclass
class BotHouse:
    """A house whose bot runs."""

    services: Services
    telegram: ChannelService
    api: Tester
    ana: Person
    kofi: Person
    eve: Person


def bot_settings(folder: Path, api: Tester, **changes: Any) -> Settings:
    """Settings with a bot, Ana as its owner and Kofi on its list."""
    given = {
        "telegram_bot_token": SecretStr(TOKEN),
        "telegram_api_url": api.url,
        "briefing_chat_id": str(ANA),
        "allowed_telegram_user_ids": str(KOFI),
        "telegram_joining_window": 0.0,
        **changes,
    }
    return settings_in(folder, **given)


@asynccontextmanager
async def bot_house(
    folder: Path, api: Tester, *, model: Model | None = None, speak: Any = None, holder: str = "", **changes: Any
) -> AsyncIterator[BotHouse]:
    """A house whose bot has begun to fetch."""
    settings = bot_settings(folder, api, **changes)
    async with open_house(folder, model=model, settings=settings) as services:
        telegram = telegram_service(services, holder=holder or this_process(), speak=speak)
        telegram.start()
        try:
            await services.conversation.sweep()
            yield BotHouse(
                services,
                telegram,
                api,
                api.person(ANA, first_name="Ana"),
                api.person(KOFI, first_name="Kofi"),
                api.person(EVE, first_name="Eve"),
            )
        finally:
            await services.conversation.close()
            await telegram.stop()


async def until(condition: Callable[[], Any], *, seconds: float = 10.0) -> None:
    """Wait until something that nobody announces is so; the condition may be async."""
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(0.01)
