"""Linking an account by a one-time code."""

import re
from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from app.clock import ManualClock
from app.interfaces.telegram import linking
from app.interfaces.telegram.linking import LIFETIME, issue_link, redeem, telegram_link
from tests.fakes.bot_api import TOKEN, Tester
from tests.house import open_house, settings_in
from tests.interfaces.telegram.house import NOON, bot_settings


async def test_a_code_is_worth_its_user_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = await issue_link(house.store, "owner", "telegram", house.clock)
        assert re.fullmatch(r"[A-Za-z0-9_-]{32,64}", code)
        assert await redeem(house.store, code, "telegram", house.clock) == "owner"
        assert await redeem(house.store, code, "telegram", house.clock) is None


async def test_a_code_ends_with_its_time(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        code = await issue_link(house.store, "owner", "telegram", clock)
        clock.advance(LIFETIME + timedelta(seconds=1))
        assert await redeem(house.store, code, "telegram", clock) is None


async def test_a_new_code_ends_the_one_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        first = await issue_link(house.store, "owner", "telegram", house.clock)
        second = await issue_link(house.store, "owner", "telegram", house.clock)
        assert await redeem(house.store, first, "telegram", house.clock) is None
        assert await redeem(house.store, second, "telegram", house.clock) == "owner"


async def test_what_nobody_issued_is_worth_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for code in ("", "x", "\ud800", "a" * 5000):
            assert await redeem(house.store, code, "telegram", house.clock) is None


async def test_the_code_itself_is_not_stored(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = await issue_link(house.store, "owner", "telegram", house.clock)
        [row] = await house.database.fetch("SELECT * FROM link_codes")
        assert code not in str(row)


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
