"""A Bot API server and a client of it, for the server's own tests."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from tests.fakes.bot_api import Person, Tester, bot_api


@pytest.fixture
async def api() -> AsyncIterator[Tester]:
    async with bot_api() as tester:
        yield tester


@pytest.fixture
async def bot(api: Tester) -> AsyncIterator[Bot]:
    async with Bot(api.token, base_url=api.base_url, base_file_url=api.base_file_url) as client:
        yield client


@pytest.fixture
async def sam(api: Tester) -> Person:
    """Somebody whose chat with the bot is open."""
    person = api.person(7, first_name="Sam")
    await person.meets()
    return person
