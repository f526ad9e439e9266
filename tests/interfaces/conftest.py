"""The Bot API server that a test's bot talks to."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.bot_api import Tester, bot_api


@pytest.fixture
async def api() -> AsyncIterator[Tester]:
    async with bot_api() as tester:
        yield tester
