"""How the bot is doing, told once for each change."""

import logging
from pathlib import Path

import pytest

from app.interfaces.pushed.duty import Duty, status_told
from app.interfaces.pushed.status import STARTING, Status
from app.interfaces.telegram.status import OUTAGE, POLLING
from tests.house import open_house


async def test_a_change_is_logged_once_and_can_be_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "app")
    async with open_house(tmp_path) as house:
        duty = Duty("telegram", house.store, house.database, house.clock, "a-host|1|1|1")
        await duty.take()
        status = Status(duty)
        assert status.state == STARTING
        for state in (POLLING, POLLING, OUTAGE, OUTAGE, POLLING):
            await status.tell(state)
        told = [record for record in caplog.records if getattr(record, "event", "") == "telegram.state"]
        assert [record.levelname for record in told] == ["INFO", "WARNING", "INFO"]
        assert (await status_told(house.store, house.clock, "telegram")).sentence == POLLING.sentence


async def test_storage_that_is_away_costs_the_notice_and_nothing_else(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        duty = Duty("telegram", house.store, house.database, house.clock, "a-host|1|1|1")
        await duty.take()
        status = Status(duty)
        await house.database.execute("ALTER TABLE leases RENAME TO leases_away")
        await status.tell(OUTAGE)
        assert status.state == OUTAGE
        await house.database.execute("ALTER TABLE leases_away RENAME TO leases")
