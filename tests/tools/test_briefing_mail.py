"""A briefing that is asked for has the mail that the routine's own has, at any hour."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.clock import ManualClock
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in, tell
from tests.servers.post import post


@pytest.mark.parametrize("hours", [0, 8])
async def test_what_matters_of_the_mail_is_in_it_by_day_and_in_the_evening(tmp_path: Path, hours: int) -> None:
    with post() as mail:
        mail.comes("Kofi <kofi@acme.example>", "Invoice 214", "Can you pay before Friday?")
        settings = settings_in(tmp_path, time_zone="UTC")
        async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON + timedelta(hours=hours))) as house:
            await mail.connected(house)
            assert "Kofi: Invoice 214" in (await tell(house, "brief me")).text
