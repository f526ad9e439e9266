"""One-time codes that link an account."""

import re
from datetime import timedelta
from pathlib import Path

from app.clock import ManualClock
from app.interfaces.pushed.codes import LIFETIME, issue_code, redeem
from tests.house import open_house
from tests.interfaces.telegram.house import NOON


async def test_a_code_is_worth_its_user_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = await issue_code(house.store, "owner", "telegram", house.clock)
        assert re.fullmatch(r"[A-Za-z0-9_-]{32,64}", code)
        assert await redeem(house.store, code, "telegram", house.clock) == "owner"
        assert await redeem(house.store, code, "telegram", house.clock) is None


async def test_a_code_ends_with_its_time(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        code = await issue_code(house.store, "owner", "telegram", clock)
        clock.advance(LIFETIME + timedelta(seconds=1))
        assert await redeem(house.store, code, "telegram", clock) is None


async def test_a_new_code_ends_the_one_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        first = await issue_code(house.store, "owner", "telegram", house.clock)
        second = await issue_code(house.store, "owner", "telegram", house.clock)
        assert await redeem(house.store, first, "telegram", house.clock) is None
        assert await redeem(house.store, second, "telegram", house.clock) == "owner"


async def test_what_nobody_issued_is_worth_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for code in ("", "x", "\ud800", "a" * 5000):
            assert await redeem(house.store, code, "telegram", house.clock) is None


async def test_the_code_itself_is_not_stored(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = await issue_code(house.store, "owner", "telegram", house.clock)
        [row] = await house.database.fetch("SELECT * FROM link_codes")
        assert code not in str(row)
