"""Houses for turns: on the offline model at noon, and whatever else a test opens on the same database as another process."""

import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from tests.conversation.lane import Lane
from tests.house import open_house

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
ELSEWHERE = "another-host|1|1|1"  # a process on another machine: it may live, so its lease is its own


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services


@pytest.fixture
async def stored_house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """A house on either engine."""
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


@pytest.fixture(scope="session")
def dead_process() -> str:
    """The holder's name of a process of this machine that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return f"{socket.gethostname()}|{ended.pid}|1|1"


@pytest.fixture
def lane() -> Lane:
    return Lane()


@pytest.fixture
async def gated(tmp_path: Path, home: Settings, lane: Lane) -> AsyncIterator[Lane]:
    """A house on either engine whose jobs wait for the test."""
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON), jobs=lane.jobs) as house:
        lane.house = house
        yield lane


@pytest.fixture
async def quick(gated: Lane) -> Lane:
    """The same with jobs that don't wait."""
    gated.let("all")
    return gated
