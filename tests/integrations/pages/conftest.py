"""Pages served by real servers on loopback, under names that only the test's resolver knows."""

from collections.abc import Callable

import pytest

from app.clock import ManualClock
from app.integrations.fetching.robots import Robots
from app.integrations.pages.reading import PageReader
from app.models.reading.reader import File, Reader
from tests.conversation.conftest import NOON
from tests.integrations.fetching.conftest import Internet, internet

__all__ = ["internet"]


@pytest.fixture
def pages(internet: Internet) -> Callable[..., PageReader]:
    """A reader over that internet."""

    def build(**options: float) -> PageReader:
        reader, clock = Reader(), ManualClock(NOON)

        async def open_pdf(data: bytes, name: str) -> tuple[str, str]:
            reading = await reader.read(File(name, data, "application/pdf"), language="en", sees=False, now=clock.now())
            return reading.text, reading.note

        return PageReader(internet.fetcher(**options), open_pdf, Robots(internet.fetcher(), clock))

    return build
