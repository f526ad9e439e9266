"""What somebody gets who may not use the bot."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from app.clock import ManualClock
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.members import Sender
from app.interfaces.telegram.place import Place
from app.interfaces.telegram.strangers import Strangers
from tests.fakes.bot_api import TOKEN, Tester
from tests.interfaces.telegram.house import EVE, NOON

HER = Sender(EVE, "Eve")


@pytest.fixture
async def bot(api: Tester) -> AsyncIterator[TelegramBot]:
    made = build_bot(SecretStr(TOKEN), api.url)
    await api.person(EVE).meets()
    yield made
    await made.disconnect()


async def test_one_sentence_an_hour(api: Tester, bot: TelegramBot) -> None:
    clock = ManualClock(NOON)
    strangers = Strangers(bot, clock)
    for _ in range(3):
        await strangers.refuse(HER, Place(EVE))
    assert len(await api.said(EVE)) == 1
    clock.advance(timedelta(hours=1, seconds=1))
    await strangers.refuse(HER, Place(EVE))
    assert len(await api.said(EVE)) == 2


async def test_a_group_gets_none(api: Tester, bot: TelegramBot) -> None:
    await Strangers(bot, ManualClock(NOON)).refuse(HER, Place(-5))
    assert await api.calls("sendMessage") == []


async def test_who_blocked_the_bot_is_no_error(api: Tester, bot: TelegramBot) -> None:
    await api.do("block", user_id=EVE)
    await Strangers(bot, ManualClock(NOON)).refuse(HER, Place(EVE))


async def test_a_handful_of_codes_an_hour_is_looked_at(bot: TelegramBot) -> None:
    strangers = Strangers(bot, ManualClock(NOON))
    assert [strangers.may_try_code(HER) for _ in range(7)] == [True] * 5 + [False] * 2
