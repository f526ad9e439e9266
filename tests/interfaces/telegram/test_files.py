"""Fetching what came with a message."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from app.errors import DeliveryLater, InputRefused
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.files import Files
from tests.fakes.bot_api import TOKEN, Tester
from tests.interfaces.telegram.house import ANA

DATA = b"%PDF-1.7 a plan" * 1000


@pytest.fixture
async def bot(api: Tester) -> AsyncIterator[TelegramBot]:
    made = build_bot(SecretStr(TOKEN), api.url)
    await made.connect()
    yield made
    await made.disconnect()


async def reference(api: Tester, size: int | None = None) -> str:
    """What a document that Ana sent is kept under."""
    update = await api.person(ANA).sends("document", DATA, file_name="plan.pdf", size=size)
    return f"telegram:{update['message']['document']['file_id']}"


async def test_the_bytes_are_those_that_were_sent(api: Tester, bot: TelegramBot) -> None:
    assert await Files(bot).fetch(await reference(api)) == DATA


async def test_what_telegram_does_not_hand_out_is_said(api: Tester, bot: TelegramBot) -> None:
    with pytest.raises(InputRefused, match="larger than 20 MB"):
        await Files(bot).fetch(await reference(api, size=20_000_001 + 1024 * 1024))


async def test_our_own_limit_is_said_before_anything_is_fetched(api: Tester, bot: TelegramBot) -> None:
    with pytest.raises(InputRefused, match="larger than 1 MB"):
        await Files(bot, largest=1_000_000).fetch(await reference(api, size=1_500_000))


@pytest.mark.parametrize("name", ["telegram:nonsense", "telegram:", "whatsapp:1", "", "telegram"])
async def test_a_file_that_is_not_there_is_said(bot: TelegramBot, name: str) -> None:
    with pytest.raises(InputRefused, match="Send it again"):
        await Files(bot).fetch(name)


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "drop_before"},
        {"kind": "refuse", "code": 502},
        {"kind": "refuse", "code": 429, "retry_after": 2},
        {"kind": "refuse", "code": 401},
    ],
)
async def test_an_outage_is_something_to_come_back_from(
    api: Tester, bot: TelegramBot, fault: dict[str, object]
) -> None:
    name = await reference(api)
    await api.order(method="getFile", **fault)
    with pytest.raises(DeliveryLater):
        await Files(bot).fetch(name)
    assert await Files(bot).fetch(name) == DATA
