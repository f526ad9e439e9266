"""What somebody gets who may not use the bot."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import SecretStr

from app.clock import ManualClock
from app.interfaces.pushed.incoming import Said, Sender, Tap
from app.interfaces.pushed.strangers import NOT_YOURS, Strangers
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.reception import TelegramFront
from tests.fakes.bot_api import TOKEN, Tester
from tests.interfaces.telegram.house import EVE, NOON

HER = Sender(str(EVE), "Eve")


def said(chat: int = EVE) -> Said:
    """What she writes."""
    return Said(
        sender=HER, address=str(chat), message="1", original_id=f"{chat}:1", sent_at=NOON, text="hi", in_group=chat < 0
    )


@pytest.fixture
async def bot(api: Tester) -> AsyncIterator[TelegramBot]:
    made = build_bot(SecretStr(TOKEN), api.url)
    await api.person(EVE).meets()
    yield made
    await made.disconnect()


async def test_one_sentence_an_hour(api: Tester, bot: TelegramBot) -> None:
    clock = ManualClock(NOON)
    strangers = Strangers(TelegramFront(bot), clock)
    for _ in range(3):
        await strangers.refuse(said())
    assert len(await api.said(EVE)) == 1
    clock.advance(timedelta(hours=1, seconds=1))
    await strangers.refuse(said())
    assert len(await api.said(EVE)) == 2


async def test_a_group_gets_none(api: Tester, bot: TelegramBot) -> None:
    await Strangers(TelegramFront(bot), ManualClock(NOON)).refuse(said(-5))
    assert await api.calls("sendMessage") == []


async def test_who_blocked_the_bot_is_no_error(api: Tester, bot: TelegramBot) -> None:
    await api.do("block", user_id=EVE)
    await Strangers(TelegramFront(bot), ManualClock(NOON)).refuse(said())


async def test_a_handful_of_codes_an_hour_is_looked_at(bot: TelegramBot) -> None:
    strangers = Strangers(TelegramFront(bot), ManualClock(NOON))
    assert [strangers.may_try_code(HER) for _ in range(7)] == [True] * 5 + [False] * 2


async def test_a_tap_of_theirs_is_answered(api: Tester, bot: TelegramBot) -> None:
    shown = await bot.send_message(EVE, "a card")
    tap = Tap(id="Q1", sender=HER, address=str(EVE), message=str(shown.message_id), data="c:x")
    await Strangers(TelegramFront(bot), ManualClock(NOON)).refuse(tap)
    [call] = await api.calls("answerCallbackQuery")
    assert (call["parameters"]["text"], call["parameters"]["show_alert"]) == (NOT_YOURS, "true")
