"""Opening the schedules that are due: each moment once, late ones said to be late, and what is too old told once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.loops.events import run_due
from tests.conversation.lane import NOON, ONE, endings, pass_time, said, schedule
from tests.house import open_house


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """On either engine, at noon."""
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def test_what_comes_late_says_so_and_what_is_too_old_is_told_once(house: Services) -> None:
    task = await schedule(house, "list my tasks")
    await pass_time(house, ONE + timedelta(hours=2))
    [late] = await said(house)
    assert "(Late: this was due today at 14:00.)" in late.body["text"]  # 13:00 UTC on a clock in Paris
    await pass_time(house, ONE + timedelta(days=3, hours=12))
    [_, missed] = await said(house)
    assert "Missed while I was off: list my tasks" in missed.body["text"]
    await pass_time(house, ONE + timedelta(days=3, hours=13))
    assert len(await said(house)) == 2
    assert [status for status, _ in await endings(house, task)] == ["late", "skipped", "skipped", "skipped"]


async def test_many_that_were_missed_are_told_in_one_message(house: Services) -> None:
    for number in range(3):
        await schedule(house, f"list my tasks {number}", rule="")
    await pass_time(house, ONE + timedelta(days=2))
    [entry] = await said(house)
    assert all(f"list my tasks {number}" in entry.body["text"] for number in range(3))


async def test_nothing_due_asks_the_database_twice_and_no_model(house: Services) -> None:
    assert await run_due(house.ground) == (0, None)
