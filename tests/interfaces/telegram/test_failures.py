"""What a failed call means for a message, as the calls fail over real HTTP."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr
from telegram.error import TelegramError

from app.errors import DeliveryError, DeliveryGone, DeliveryKeyRefused, DeliveryLater, DeliveryRefused, DeliveryUnknown
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.failures import as_delivery
from tests.fakes.bot_api import TOKEN, Tester


@pytest.fixture
async def bot(api: Tester) -> AsyncIterator[TelegramBot]:
    made = build_bot(SecretStr(TOKEN), api.url)
    await made.connect()
    await api.person(1001).meets()
    yield made
    await made.disconnect()


async def failure(call: Any) -> TelegramError:
    with pytest.raises(TelegramError) as caught:
        await call
    return caught.value


@pytest.mark.parametrize(
    ("fault", "meaning"),
    [
        ({"kind": "refuse", "code": 429, "retry_after": 7}, DeliveryLater),
        ({"kind": "refuse", "code": 403, "description": "Forbidden: bot was blocked by the user"}, DeliveryRefused),
        ({"kind": "refuse", "code": 400, "description": "Bad Request: chat not found"}, DeliveryRefused),
        ({"kind": "refuse", "code": 413, "description": "Request Entity Too Large"}, DeliveryRefused),
        ({"kind": "refuse", "code": 401, "description": "Unauthorized"}, DeliveryKeyRefused),
        ({"kind": "refuse", "code": 502, "description": "Bad Gateway"}, DeliveryUnknown),
        ({"kind": "refuse_after", "code": 500}, DeliveryUnknown),
        ({"kind": "drop_before"}, DeliveryUnknown),
        ({"kind": "drop_after"}, DeliveryUnknown),
    ],
)
async def test_a_message_that_was_not_answered_for(
    api: Tester, bot: TelegramBot, fault: dict[str, Any], meaning: type[DeliveryError]
) -> None:
    await api.order(method="sendMessage", **fault)
    problem = await failure(bot.send_message(1001, "hello"))
    assert type(as_delivery(problem, repeatable=False)) is meaning


async def test_what_may_be_done_twice_is_done_again_where_nobody_knows(api: Tester, bot: TelegramBot) -> None:
    for kind in ("drop_before", "drop_after", "refuse_after"):
        await api.order(kind, "sendMessage")
        problem = await failure(bot.send_message(1001, "hello"))
        assert isinstance(as_delivery(problem, repeatable=True), DeliveryLater)


async def test_telegram_says_how_long_to_wait(api: Tester, bot: TelegramBot) -> None:
    await api.order("refuse", "sendMessage", code=429, retry_after=7)
    problem = await failure(bot.send_message(1001, "hello"))
    later = as_delivery(problem, repeatable=False)
    assert isinstance(later, DeliveryLater)
    assert later.seconds == 7


async def test_nothing_was_sent_where_nobody_listens() -> None:
    bot = build_bot(SecretStr(TOKEN), "http://127.0.0.1:9")
    problem = await failure(bot.send_message(1001, "hello"))
    assert isinstance(as_delivery(problem, repeatable=False), DeliveryLater)
    await bot.disconnect()


async def test_a_message_that_is_not_there_any_more(api: Tester, bot: TelegramBot) -> None:
    sent = await bot.send_message(1001, "hello")
    await bot.delete_message(1001, sent.message_id)
    problem = await failure(bot.edit_message_text("other", 1001, sent.message_id))
    assert isinstance(as_delivery(problem, repeatable=True), DeliveryGone)
