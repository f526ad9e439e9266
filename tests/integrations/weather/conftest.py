"""Forecasts over real HTTP: our fetcher, and vendors on loopback."""

from collections.abc import Iterator

import pytest

from app.clock import ManualClock
from app.config import Settings
from app.integrations.fetching.fetcher import Fetcher, fetcher_of
from tests.conversation.conftest import NOON
from tests.fakes.vendors.open_meteo import open_meteo
from tests.servers.json_server import JsonServer


@pytest.fixture
def clock() -> ManualClock:
    """Noon of a day in November."""
    return ManualClock(NOON)


@pytest.fixture
def fetcher(clock: ManualClock) -> Fetcher:
    """As a process has it."""
    return fetcher_of(Settings(), clock)


@pytest.fixture
def vendor(clock: ManualClock) -> Iterator[JsonServer]:
    """Open-Meteo, with a fair day."""
    with open_meteo(now=clock.now) as server:
        yield server
