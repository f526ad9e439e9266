"""Linking an account by a one-time code."""

from pathlib import Path

from pydantic import SecretStr

from app.interfaces.pushed.codes import redeem
from app.interfaces.telegram import linking
from app.interfaces.telegram.linking import telegram_link
from tests.fakes.bot_api import TOKEN, Tester
from tests.house import open_house, settings_in
from tests.interfaces.telegram.house import bot_settings


async def test_the_link_opens_the_bot_with_the_code(tmp_path: Path, api: Tester) -> None:
    async with open_house(tmp_path, settings=bot_settings(tmp_path, api)) as house:
        address = await telegram_link(house)
        name, _, code = address.partition("?start=")
        assert name == "https://t.me/kwasi_test_bot"
        assert await redeem(house.store, code, "telegram", house.clock) == "owner"


async def test_what_is_missing_is_said_plainly(tmp_path: Path, api: Tester) -> None:
    nobody = "http://127.0.0.1:9"
    cases = [
        (settings_in(tmp_path / "a"), linking.OFF),
        (bot_settings(tmp_path / "b", api, telegram_bot_token=SecretStr("1:wrong")), linking.REFUSED),
        (bot_settings(tmp_path / "c", api, telegram_api_url=nobody), linking.UNREACHABLE),
    ]
    for settings, sentence in cases:
        async with open_house(tmp_path, settings=settings) as house:
            said = await telegram_link(house)
            assert said == sentence
            assert TOKEN not in said
