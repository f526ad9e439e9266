"""Archives that were sent to us are read by whichever process comes first, and a terminal's own are left to the terminal."""

import os
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.health.backfill import Backfills
from app.health.importing import LEASE, UPLOADS
from app.loops import due, imports
from app.loops.table import LOOPS
from scripts.health_archive import make
from tests.house import open_house

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _archive(tmp_path: Path) -> Path:
    path = tmp_path / "sent.zip"
    make(path, days=1, until=date(2026, 2, 20), zone="UTC")
    return path


async def test_an_archive_that_was_sent_is_read_and_removed(house: Services, tmp_path: Path) -> None:
    assert await due.health_imports(house.ground) is None
    path = _archive(tmp_path)
    backfills = Backfills(house.store, house.database, house.clock)
    begun = await backfills.start(house.owner.id, "a.zip", path, upload=True)
    assert await due.health_imports(house.ground) == NOON
    assert await imports.read_waiting(house.ground) == (1, None)
    assert (await backfills.report(house.owner.id, begun.id)).status == "done"
    assert not path.exists()
    assert await due.health_imports(house.ground) is None


async def test_a_terminals_own_file_is_left_to_it(house: Services, tmp_path: Path) -> None:
    backfills = Backfills(house.store, house.database, house.clock)
    begun = await backfills.start(house.owner.id, "a.zip", _archive(tmp_path))
    assert await due.health_imports(house.ground) is None
    assert await imports.read_waiting(house.ground) == (0, None)
    assert (await backfills.report(house.owner.id, begun.id)).status == "waiting"


async def test_many_left_in_terminals_hold_up_no_upload(house: Services, tmp_path: Path) -> None:
    backfills = Backfills(house.store, house.database, house.clock)
    for number in range(25):
        left = tmp_path / f"{number}.zip"
        left.write_bytes(b"PK")
        await backfills.start(house.owner.id, left.name, left)
    await backfills.start(house.owner.id, "b.zip", _archive(tmp_path), upload=True)
    assert await due.health_imports(house.ground) == NOON
    assert (await imports.read_waiting(house.ground))[0] == 1


async def test_one_that_another_process_reads_is_looked_at_again_later(house: Services, tmp_path: Path) -> None:
    backfills = Backfills(house.store, house.database, house.clock)
    begun = await backfills.start(house.owner.id, "a.zip", _archive(tmp_path), upload=True)
    lease = LEASE.format(id=begun.id)
    await house.store.leases.acquire(lease, "elsewhere|1|1|x", now=NOON, ttl=timedelta(minutes=3))
    assert await imports.read_waiting(house.ground) == (0, NOON + timedelta(minutes=1))
    house.clock.advance(timedelta(minutes=4))  # type: ignore[attr-defined]
    assert await imports.read_waiting(house.ground) == (1, None)


def _upload(house: Services, name: str, age: timedelta) -> Path:
    """A file that came whole, so long ago."""
    folder = house.settings.data_dir / UPLOADS
    folder.mkdir(exist_ok=True)
    make(folder / name, days=1, until=date(2026, 2, 20), zone="UTC")
    at = (NOON - age).timestamp()
    os.utime(folder / name, (at, at))
    return folder / name


async def test_an_upload_whose_process_ended_before_it_was_in_the_books_is_removed(house: Services) -> None:
    lost, waits = _upload(house, "lost.zip", timedelta(hours=2)), _upload(house, "waits.zip", timedelta(hours=2))
    coming = _upload(house, "coming.zip", timedelta(minutes=1))
    backfills = Backfills(house.store, house.database, house.clock)
    await backfills.start(house.owner.id, "a.zip", waits, upload=True)
    assert await imports.drop_orphans(house.ground) == 1
    assert [lost.exists(), waits.exists(), coming.exists()] == [False, True, True]


async def test_an_upload_that_was_read_and_left_lying_by_a_crash_is_removed_with_what_is_left_open(
    house: Services,
) -> None:
    read = _upload(house, "read.zip", timedelta(hours=2))
    kept = read.read_bytes()
    await Backfills(house.store, house.database, house.clock).start(house.owner.id, "a.zip", read, upload=True)
    await imports.read_waiting(house.ground)
    read.write_bytes(kept)
    os.utime(read, (0, 0))
    [leftovers] = [loop for loop in LOOPS if loop.name == "leftovers"]
    await leftovers.function(house.ground)
    assert not read.exists()
