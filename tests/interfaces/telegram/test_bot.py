"""The Bot API as we call it."""

import logging
import traceback

import pytest
from pydantic import SecretStr
from telegram.error import NetworkError

from app.interfaces.telegram.bot import Flooded, NotTelegram, TokenRefused, build_bot
from tests.fakes.bot_api import TOKEN, Tester

WRONG = "99:AAwrongwrongwrongwrongwrongwrongwro"


async def test_it_learns_its_own_name(api: Tester) -> None:
    bot = build_bot(SecretStr(f" {TOKEN}\n"), f"{api.url}/")
    await bot.connect()
    assert bot.username == "kwasi_test_bot"
    await bot.disconnect()


async def test_a_refused_token_is_not_repeated(api: Tester, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    bot = build_bot(SecretStr(WRONG), api.url)
    with pytest.raises(TokenRefused) as caught:
        await bot.connect()
    assert WRONG not in "".join(traceback.format_exception(caught.value))
    assert WRONG not in caplog.text
    await bot.disconnect()


async def test_updates_come_as_they_are(api: Tester) -> None:
    bot = build_bot(SecretStr(TOKEN), api.url)
    await api.person(1001).says("hello")
    [update] = await bot.raw_updates(0, ("message",), 1)
    assert update["message"]["text"] == "hello"
    await bot.disconnect()


@pytest.mark.parametrize("seconds", [1, 3600, 10**9])
async def test_a_flood_says_how_long_to_wait(api: Tester, seconds: int) -> None:
    bot = build_bot(SecretStr(TOKEN), api.url)
    await api.order("refuse", "getMe", code=429, retry_after=seconds)
    with pytest.raises(Flooded) as caught:
        await bot.get_me()
    assert caught.value.seconds == min(seconds, 3600)
    await bot.disconnect()


async def test_a_proxy_is_not_taken_for_telegram() -> None:
    from tests.fakes.bot_api.web import Request, Response, WebServer

    async def forbid(_: Request) -> Response:
        return Response(403, b"<html>No messengers in this office</html>", "text/html")

    server = WebServer(forbid)
    await server.start()
    bot = build_bot(SecretStr(TOKEN), f"http://127.0.0.1:{server.port}")
    with pytest.raises(NotTelegram):
        await bot.get_me()
    await bot.disconnect()
    await server.stop()


async def test_nobody_there_is_a_network_error() -> None:
    bot = build_bot(SecretStr(TOKEN), "http://127.0.0.1:9")
    with pytest.raises(NetworkError):
        await bot.connect()
    await bot.disconnect()
