"""A house with a token for scripts and no password."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.interfaces.web.house import House, open_house

TOKEN = "a token of the tests"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, token=TOKEN) as house:
        yield house
