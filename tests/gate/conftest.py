"""A bench on either engine, and one on SQLite alone for what has nothing to do with storage."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.config import Settings
from tests.gate.bench import NOON, Bench, bench_of
from tests.house import open_house


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield bench_of(services)


@pytest.fixture
async def stored_bench(home: Settings, tmp_path: Path) -> AsyncIterator[Bench]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield bench_of(services)
