"""A house without a password, as a bare start has it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.interfaces.web.house import House, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house
