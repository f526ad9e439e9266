"""One user's machine for commands in processes of their own, and a house for what can be seen from inside."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from tests.e2e.commands import Machine
from tests.house import open_house

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services
