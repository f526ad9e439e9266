"""`health import`: an archive is read here, with a bar in a terminal, and told in words."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.errors import InputRefused
from app.health.backfill import Backfills
from app.health.models import BackfillReason, BackfillReport
from app.interfaces.cli.health_import import BROKEN_OFF, Progress, run_import, run_undo, told
from scripts.health_archive import Made, make
from tests.house import open_house

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    """Two days of somebody who does not exist."""
    path = tmp_path_factory.mktemp("cli") / "samsung.zip"
    return path, make(path, days=2, until=date(2026, 2, 20), zone="UTC")


async def test_it_is_read_and_told_and_can_be_taken_back(
    house: Services, archive: tuple[Path, Made], capsys: pytest.CaptureFixture[str]
) -> None:
    path, made = archive
    assert await run_import(house, str(path), zone="UTC") == 0
    said = capsys.readouterr()
    kept = sum(made.samples.values())
    assert "Import 1 (samsung.zip): done.\n" in said.out
    assert f"{kept:,} kept, " in said.out
    assert said.out.endswith("To take it all away again: health undo-import 1\n")
    assert "100 % · " in said.err
    assert path.exists()
    assert await run_undo(house, 1) == 0
    assert capsys.readouterr().out.startswith("Import 1 (samsung.zip) is undone. ")
    assert sum(series.samples for series in await house.store.health_samples.series(house.owner.id)) == 0


async def test_one_that_was_broken_off_can_be_taken_back(
    house: Services, archive: tuple[Path, Made], capsys: pytest.CaptureFixture[str]
) -> None:
    backfills = Backfills(house.store, house.database, house.clock)
    begun = await backfills.start(house.owner.id, "a.zip", archive[0])
    assert await run_undo(house, begun.id) == 0
    assert capsys.readouterr().out.startswith(f"Import {begun.id} (a.zip) is undone. ")


async def test_as_json(house: Services, archive: tuple[Path, Made], capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_import(house, str(archive[0]), as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "done"


async def test_what_is_no_archive_is_said(house: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.zip").write_bytes(b"hello")
    assert await run_import(house, str(tmp_path / "a.zip")) == 1
    assert capsys.readouterr().out.startswith("That file isn't a zip archive.")
    with pytest.raises(InputRefused):
        await run_import(house, str(tmp_path / "never.zip"))


async def test_broken_off_it_goes_on_with_the_same_command(
    house: Services, archive: tuple[Path, Made], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[BackfillReport] = []
    task: asyncio.Task[int] | None = None

    def show(_: Progress, report: BackfillReport) -> None:
        shown.append(report)
        if len(shown) == 5 and task is not None:
            task.cancel()

    with monkeypatch.context() as patch:
        patch.setattr(Progress, "show", show)
        task = asyncio.get_running_loop().create_task(run_import(house, str(archive[0])))
        with pytest.raises(asyncio.CancelledError):
            await task
    assert BROKEN_OFF in capsys.readouterr().err
    assert 0 < shown[-1].percent < 100
    assert await run_import(house, str(archive[0])) == 0
    said = capsys.readouterr().out
    assert "Import 1 (samsung.zip): done.\n" in said
    assert f"{sum(archive[1].samples.values()):,} kept, " in said


USUAL = BackfillReport(
    id=3,
    file="a.zip",
    status="running",
    percent=50.0,
    files_done=1,
    files_total=4,
    read=1_000,
    kept=900,
    doubled=60,
    set_aside=0,
    refused=40,
    reasons=[],
    problem="",
    created_at=NOON,
    started_at=NOON,
    finished_at=None,
)


def test_a_terminal_shows_a_bar_over_itself() -> None:
    written: list[str] = []
    progress = Progress(written.append, is_terminal=True)
    progress.show(USUAL.model_copy(update={"percent": 0.0, "read": 0}))
    progress.end(USUAL)
    assert written[0].startswith("\r░")
    assert written[1].startswith("\r" + "█" * 15 + "░" * 15 + "  50.0 % · 1,000 values · ")
    assert "file 2 of 4" in written[1]
    assert written[2] == "\n"


def test_reasons_that_cost_measurements_come_first() -> None:
    reasons = [
        BackfillReason(file="badge", code="not_measured", reason="holds none", rows=900),
        BackfillReason(file="heart", code="no_time", reason="there is no time", rows=40),
    ]
    lines = list(told(USUAL.model_copy(update={"status": "done", "reasons": reasons})))
    assert lines[1:4] == [
        "Read 1,000 values: 900 kept, 60 there already, 40 left out.",
        "  heart: 40 × there is no time",
        "  badge: 900 × holds none",
    ]
    many = [BackfillReason(file=str(number), code="no_time", reason="x", rows=1) for number in range(20)]
    assert "  … and 8 more reasons; --json shows all of them." in list(told(USUAL.model_copy(update={"reasons": many})))
