"""A database that is busy for a moment costs a moment; one that another process has the turn of costs nothing."""

import pytest

from app.bootstrap.services import Services
from app.conversation.patience import patiently
from app.conversation.turn import Turn
from app.errors import StorageBusy, TakenOver
from app.memory.records import InboxEntry
from tests.conversation.lane import NOON


class Busy:
    """Fails so many times, then is done."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.tried = 0

    async def __call__(self) -> None:
        self.tried += 1
        if self.failures:
            raise self.failures.pop(0)


def _turn(house: Services) -> Turn:
    entry = InboxEntry("m1", house.owner.id, "cli", "m1", "", "hello", "running", "t1", NOON)
    return Turn("t1", house.owner, [entry], NOON, "trace")


async def test_it_is_tried_again(house: Services) -> None:
    settle = Busy(StorageBusy())
    await patiently(settle, _turn(house), house.resources)
    assert settle.tried == 2


async def test_what_another_process_has_taken_over_is_let_go_at_once(house: Services) -> None:
    settle = Busy(TakenOver(), TakenOver())
    with pytest.raises(TakenOver):
        await patiently(settle, _turn(house), house.resources)
    assert settle.tried == 1
