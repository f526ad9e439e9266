"""A speech service on loopback, and a voice note that was really spoken."""

from collections.abc import AsyncIterator

import pytest

from tests.models.speech.speech_server import SpeechServer, speech_server


@pytest.fixture
async def service() -> AsyncIterator[SpeechServer]:
    async with speech_server() as server:
        yield server
