"""Two hours in one order, and a way to be told that an alert can't take."""

from collections.abc import AsyncIterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.language.orders.said_on import ANY_WAY
from tests.conversation.conftest import NOON
from tests.house import open_house, tell


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services


@pytest.mark.parametrize(
    "said",
    [
        "rappelle-moi de prendre mes gouttes à 6h et à 18h",
        "rappelle-moi à 6h et à 18h de prendre mes gouttes",
        "remind me at 6am and at 6pm to take my drops",
        "remind me to take my drops at 6am and 6pm",
    ],
)
async def test_a_reminder_at_two_hours_is_set_twice(house: Services, said: str) -> None:
    await tell(house, said)
    found = await house.store.reminders.list(house.owner.id)
    assert sorted(one.due_at.astimezone(ZoneInfo("Europe/Paris")).hour for one in found) == [6, 18]


@pytest.mark.parametrize(
    "said",
    ["rappelle-moi chaque jour à 6h et à 18h de prendre mes gouttes", "remind me every day at 6am and at 6pm to take my drops"],
)  # fmt: skip
async def test_a_reminder_that_repeats_at_two_hours_is_one(house: Services, said: str) -> None:
    await tell(house, said)
    [found] = await house.store.reminders.list(house.owner.id)
    assert found.rule == "FREQ=DAILY;BYHOUR=6,18;BYMINUTE=0"


async def test_a_text_that_names_two_hours_is_kept_as_it_was_said(house: Services) -> None:
    await tell(house, "note: the bus goes at 6 and at 7")
    [note] = await house.store.notes.list(house.owner.id, limit=5)
    assert note.content == "the bus goes at 6 and at 7"


@pytest.mark.parametrize("said", ["notify me by email when it rains tomorrow", "tell me on WhatsApp when Kofi writes"])
async def test_an_alert_is_set_without_its_way_and_that_is_said(house: Services, said: str) -> None:
    reply = (await tell(house, said)).text
    [rule] = await house.store.alert_rules.list(house.owner.id)
    assert not {"email", "whatsapp"} & set(rule.name.casefold().split())
    assert ANY_WAY in reply
