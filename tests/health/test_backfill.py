"""Imports as a person has them, on both databases, with the real process that reads."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from app.clock import ManualClock
from app.errors import InputRefused, NotFound, StorageBusy
from app.health import importing
from app.health.backfill import Backfills
from app.health.models import BackfillReport
from app.health.samsung.problems import ARCHIVE, ROWS
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.models.child import ChildFailed
from app.models.reading.archives import archive_reader
from scripts.health_archive import Made, make
from tests.health.samsung.archives import row_of, table, zipped

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HEART = "com.samsung.shealth.tracker.heart_rate"
Stored = dict[str, list[tuple[int, int, float]]]


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    """Three days of somebody who does not exist."""
    path = tmp_path_factory.mktemp("days") / "samsung.zip"
    return path, make(path, days=3, until=date(2026, 2, 20), zone="UTC", seed=4)


@pytest.fixture
def backfills(house: Repositories, database: Database) -> Backfills:
    return Backfills(house, database, ManualClock(NOW), archive_reader, "me")


async def _stored(house: Repositories, user_id: str = "ana") -> Stored:
    """All there is, by metric."""
    found: Stored = {}
    for series in await house.health_samples.series(user_id):
        rows = await house.health_figures.between(user_id, series.metric, (0, 2**52), longest_ms=172_800_000)
        found[series.metric] = sorted((row.start_ms, row.end_ms, row.number) for row in rows)
    return {metric: rows for metric, rows in found.items() if rows}


async def _import(backfills: Backfills, path: Path, **options: Any) -> BackfillReport:
    begun = await backfills.start("ana", path.name, path, **options)
    report = await backfills.run("ana", begun.id)
    assert report is not None
    return report


def _counts(report: BackfillReport) -> tuple[int, int, int, int]:
    return report.read, report.kept, report.doubled, report.refused


async def test_what_is_in_an_archive_is_kept_once(
    backfills: Backfills, house: Repositories, days: tuple[Path, Made]
) -> None:
    path, made = days
    told: list[BackfillReport] = []
    begun = await backfills.start("ana", path.name, path)
    assert (begun.status, begun.percent) == ("waiting", 0)
    report = await backfills.run("ana", begun.id, told.append)
    assert report is not None
    assert (report.status, report.percent, report.files_done) == ("done", 100, report.files_total)
    stored = await _stored(house)
    assert {metric: len(rows) for metric, rows in stored.items()} == {m: n for m, n in made.samples.items() if n}
    assert [number for _, _, number in stored["steps"]] == list(made.steps.values())
    assert [number for _, _, number in stored["sleep_session"]] == pytest.approx(list(made.asleep.values()))
    assert report.kept == sum(made.samples.values())
    assert report.read == report.kept + report.doubled + report.refused
    assert [one.percent for one in told] == sorted(one.percent for one in told)
    assert path.exists()  # a person's own file is left alone
    assert await _stored(house, "ben") == {}


async def test_the_same_archive_again_changes_nothing(
    backfills: Backfills, house: Repositories, days: tuple[Path, Made]
) -> None:
    first = await _import(backfills, days[0])
    before = await _stored(house)
    again = await _import(backfills, days[0])
    assert _counts(again) == (first.read, 0, first.read - first.refused, first.refused)
    assert again.id != first.id
    assert await _stored(house) == before


class Cut:
    """A process that reads, and is lost after so many answers. Ours; it checks that a job goes on."""

    def __init__(self, answers: int) -> None:
        self._left = answers
        self._child = archive_reader()

    async def ask(self, head: dict[str, Any], body: bytes = b"", *, seconds: float) -> tuple[dict[str, Any], bytes]:
        self._left -= 1
        if self._left < 0:
            raise ChildFailed("EOFError")
        return await self._child.ask(head, body, seconds=seconds)

    async def close(self) -> None:
        await self._child.close()


async def test_reading_that_breaks_off_goes_on_with_nothing_lost_or_doubled(
    backfills: Backfills, house: Repositories, database: Database, days: tuple[Path, Made]
) -> None:
    rng = random.Random(5)
    cut = Backfills(house, database, ManualClock(NOW), lambda: Cut(rng.randint(3, 9)), "me")
    begun = await cut.start("ana", "a.zip", days[0])
    runs = 0
    while (await cut.report("ana", begun.id)).status in ("waiting", "running"):
        await cut.run("ana", begun.id)
        runs += 1
    assert runs > 3
    report = await cut.report("ana", begun.id)
    ben = await backfills.start("ben", "a.zip", days[0])
    whole = await backfills.run("ben", ben.id)
    assert whole is not None
    assert (report.status, _counts(report), report.reasons) == ("done", _counts(whole), whole.reasons)
    assert await _stored(house) == await _stored(house, "ben")


async def test_a_reader_that_always_fails_ends_the_import(
    house: Repositories, database: Database, days: tuple[Path, Made]
) -> None:
    backfills = Backfills(house, database, ManualClock(NOW), lambda: Cut(1), "me")
    begun = await backfills.start("ana", "a.zip", days[0])
    statuses = [report.status for _ in range(3) if (report := await backfills.run("ana", begun.id))]
    assert statuses == ["running", "running", "failed"]
    assert (await backfills.report("ana", begun.id)).problem == ARCHIVE["stopped"]


async def test_a_storage_that_is_busy_leaves_the_job_as_it_was(
    backfills: Backfills, house: Repositories, days: tuple[Path, Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = await backfills.start("ana", "a.zip", days[0])

    async def busy(*_: object, **__: object) -> None:
        raise StorageBusy

    with monkeypatch.context() as patch:
        patch.setattr(house.health_samples, "put_many", busy)
        with pytest.raises(StorageBusy):
            await backfills.run("ana", begun.id)
    assert await _stored(house) == {}
    report = await backfills.run("ana", begun.id)
    assert report is not None
    assert (report.status, report.kept) == ("done", sum(days[1].samples.values()))


async def test_one_process_reads_at_a_time(
    backfills: Backfills, house: Repositories, database: Database, days: tuple[Path, Made]
) -> None:
    other = Backfills(house, database, ManualClock(NOW), archive_reader, "other")
    begun = await backfills.start("ana", "a.zip", days[0])
    found = await asyncio.gather(backfills.run("ana", begun.id), other.run("ana", begun.id))
    assert [report.status for report in found if report] == ["done"]
    assert (await backfills.report("ana", begun.id)).kept == sum(days[1].samples.values())


async def test_whoever_lost_the_job_writes_nothing_more(
    backfills: Backfills, house: Repositories, database: Database, days: tuple[Path, Made]
) -> None:
    """Its lease ended while it slept, and another process has read on since."""
    other = Backfills(house, database, ManualClock(NOW), archive_reader, "other")
    begun = await backfills.start("ana", "a.zip", days[0])
    entered: list[int] = []

    async def taken_over() -> None:
        await house.leases.release(importing.LEASE.format(id=begun.id), "me")
        await other.run("ana", begun.id)

    def tell(_: BackfillReport) -> None:
        if not entered:
            entered.append(1)
            task = asyncio.get_running_loop().create_task(taken_over())
            tasks.append(task)

    tasks: list[asyncio.Task[None]] = []
    await backfills.run("ana", begun.id, tell)
    await asyncio.gather(*tasks)
    report = await other.run("ana", begun.id) or await backfills.report("ana", begun.id)
    assert (report.status, report.kept) == ("done", sum(days[1].samples.values()))
    assert report.doubled == report.read - report.kept - report.refused


async def test_an_upload_is_removed_at_the_end(backfills: Backfills, tmp_path: Path, days: tuple[Path, Made]) -> None:
    path = tmp_path / "sent.zip"
    path.write_bytes(days[0].read_bytes())
    await _import(backfills, path, upload=True)
    assert not path.exists()


async def test_a_cancelled_import_stops_and_can_be_undone(
    backfills: Backfills, house: Repositories, tmp_path: Path, days: tuple[Path, Made]
) -> None:
    path = tmp_path / "sent.zip"
    path.write_bytes(days[0].read_bytes())
    begun = await backfills.start("ana", "a.zip", path, upload=True)
    with pytest.raises(InputRefused, match="Cancel it first"):
        await backfills.undo("ana", begun.id)
    stopping: list[asyncio.Task[BackfillReport]] = []

    def stop(_: BackfillReport) -> None:
        if not stopping:
            stopping.append(asyncio.get_running_loop().create_task(backfills.cancel("ana", begun.id)))

    report = await backfills.run("ana", begun.id, stop)
    assert report is not None
    assert report.status == "cancelled"
    assert 0 <= report.kept < sum(days[1].samples.values())
    assert not path.exists()
    with pytest.raises(InputRefused, match="over already"):
        await backfills.cancel("ana", begun.id)
    assert (await backfills.undo("ana", begun.id)).status == "undone"
    assert await _stored(house) == {}
    assert await backfills.run("ana", begun.id) is not None
    assert await _stored(house) == {}


async def test_undoing_leaves_what_was_there_before(backfills: Backfills, house: Repositories, tmp_path: Path) -> None:
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    one.write_bytes(zipped(table(HEART, row_of(heart_rate=60))).getvalue())
    later = table(HEART, row_of("2026-02-02 08:00:00.000", heart_rate=61, datauuid="another"))
    two.write_bytes(zipped(later).getvalue())
    await _import(backfills, one)
    second = await _import(backfills, two)
    await backfills.undo("ana", second.id)
    assert [number for _, _, number in (await _stored(house))["heart_rate"]] == [60]
    assert [report.status for report in await backfills.list("ana")] == ["undone", "done"]
    assert await backfills.list("ben") == []


async def test_a_newer_export_replaces_what_changed_since(
    backfills: Backfills, house: Repositories, tmp_path: Path
) -> None:
    path = tmp_path / "a.zip"
    for number, written in (
        (60, "2026-02-01 09:00:00.000"),
        (64, "2026-02-03 09:00:00.000"),
        (60, "2026-02-01 09:00:00.000"),
    ):
        path.write_bytes(zipped(table(HEART, row_of(heart_rate=number, update_time=written))).getvalue())
        report = await _import(backfills, path)
    assert [number for _, _, number in (await _stored(house))["heart_rate"]] == [64]
    assert _counts(report) == (1, 0, 1, 0)


async def test_what_was_deleted_stays_deleted_and_is_said(
    backfills: Backfills, house: Repositories, tmp_path: Path
) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(
        zipped(
            table(HEART, row_of(heart_rate=60, datauuid="gone"), row_of("2026-02-02 08:00:00.000", heart_rate=61))
        ).getvalue()
    )
    await house.health_samples.delete_records("ana", [("gone", None)], NOW)
    report = await _import(backfills, path)
    assert _counts(report) == (2, 1, 0, 1)
    assert [(one.code, one.rows, one.reason) for one in report.reasons] == [("deleted", 1, ROWS["deleted"])]


BAD: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "no zip": (lambda: b"hello", "not_a_zip"),
    "cut": (lambda: zipped(table(HEART, row_of(heart_rate=60))).getvalue()[:-30], "truncated"),
    "of something else": (lambda: zipped({"holiday.jpg": b"x"}).getvalue(), "nothing"),
    "a bomb": (lambda: zipped({**table(HEART), f"x/{HEART}.20260302.csv": bytes(60_000_000)}).getvalue(), "bomb"),
}


@pytest.mark.parametrize("name", BAD)
async def test_an_archive_that_cannot_be_read_says_what_to_do(
    name: str, backfills: Backfills, house: Repositories, tmp_path: Path
) -> None:
    data, code = BAD[name]
    path = tmp_path / "a.zip"
    path.write_bytes(data())
    report = await _import(backfills, path)
    assert (report.status, report.problem) == ("failed", ARCHIVE[code])
    assert await _stored(house) == {}


async def test_a_file_that_is_gone_or_another_now_is_said(
    backfills: Backfills, tmp_path: Path, days: tuple[Path, Made]
) -> None:
    with pytest.raises(InputRefused, match="no such file"):
        await backfills.start("ana", "a.zip", tmp_path / "never.zip")
    with pytest.raises(InputRefused, match="is a folder"):
        await backfills.start("ana", "a.zip", tmp_path)
    path = tmp_path / "a.zip"
    for change, code in ((lambda: path.write_bytes(b"another"), "changed"), (path.unlink, "gone")):
        path.write_bytes(days[0].read_bytes())
        begun = await backfills.start("ana", "a.zip", path)
        change()
        report = await backfills.run("ana", begun.id)
        assert report is not None
        assert (report.status, report.problem) == ("failed", ARCHIVE[code])


async def test_the_same_file_is_one_import_until_it_is_over(backfills: Backfills, days: tuple[Path, Made]) -> None:
    begun = await asyncio.gather(*(backfills.start("ana", "a.zip", days[0]) for _ in range(3)))
    assert len({report.id for report in begun}) == 1
    other = await backfills.start("ben", "b\0 .zip\n", days[0])
    assert other.id != begun[0].id
    assert other.file == "b .zip"


async def test_nobody_has_the_imports_of_another(backfills: Backfills, days: tuple[Path, Made]) -> None:
    begun = await backfills.start("ana", "a.zip", days[0])
    calls: list[Callable[[], Awaitable[object]]] = [
        lambda: backfills.report("ben", begun.id),
        lambda: backfills.cancel("ben", begun.id),
        lambda: backfills.undo("ben", begun.id),
        lambda: backfills.run("ben", begun.id),
        lambda: backfills.report("ana", begun.id + 1),
    ]
    for call in calls:
        with pytest.raises(NotFound):
            await call()
    assert (await backfills.report("ana", begun.id)).status == "waiting"
