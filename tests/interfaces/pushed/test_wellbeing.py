"""What a failed message says about its channel. The vendor here is ours: it says of itself what the test wrote."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.errors import DeliveryAway, DeliveryKeyRefused, DeliveryLater
from app.interfaces.pushed.duty import Duty
from app.interfaces.pushed.status import State, Status
from app.interfaces.pushed.wellbeing import Wellbeing
from tests.house import open_house

WELL = State("well", "running")
AWAY = State("away", "away", wrong=True)
REFUSED = State("refused", "refused", wrong=True, refused=True)


class Vendor:
    def __init__(self, status: Status) -> None:
        self.says: State | None = None
        self.resumed = 0
        self.status = status
        self.wellbeing = Wellbeing(status, self.connect, self.resume, REFUSED)

    async def connect(self) -> State | None:
        return self.says

    async def resume(self) -> None:
        self.resumed += 1

    async def look(self) -> State:
        await self.wellbeing.look()
        return self.status.state


@pytest.fixture
async def vendor(tmp_path: Path) -> AsyncIterator[Vendor]:
    async with open_house(tmp_path) as house:
        status = Status(Duty("telegram", house.store, house.database, house.clock, "a-host|1|1|1"))
        await status.tell(WELL)
        yield Vendor(status)


async def test_an_outage_is_told_and_its_end_lets_go_what_waits(vendor: Vendor) -> None:
    vendor.wellbeing.heard(DeliveryAway())
    vendor.says = AWAY
    assert await vendor.look() == AWAY
    assert vendor.resumed == 0
    vendor.says = None
    assert await vendor.look() == WELL
    assert vendor.resumed == 1
    assert await vendor.look() == WELL
    assert vendor.resumed == 1


async def test_a_key_that_is_refused_for_messages_alone_is_told_until_one_arrives(vendor: Vendor) -> None:
    vendor.wellbeing.heard(DeliveryKeyRefused())
    assert await vendor.look() == REFUSED
    await vendor.status.tell(State("polling", "running, by polling"))
    assert vendor.status.state == REFUSED
    vendor.wellbeing.heard(None)
    assert (await vendor.look()).name == "polling"
    assert vendor.resumed == 1


async def test_a_key_that_is_refused_altogether_is_told_without_any_message(vendor: Vendor) -> None:
    vendor.says = REFUSED
    assert await vendor.look() == REFUSED


async def test_being_asked_to_wait_is_nothing_wrong(vendor: Vendor) -> None:
    vendor.wellbeing.heard(DeliveryLater(seconds=9))
    assert await vendor.look() == WELL
    assert vendor.resumed == 0
