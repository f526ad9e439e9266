"""How long an archive of a gigabyte takes to import, and how much memory the process that writes and the one that reads need.

Run: python -m scripts.bench.health_backfill [--size-mb 1000] [--days 730] [--engine sqlite|postgres|both] [--postgres URL] [--archive FILE]
[--again]. The archive is one of somebody who does not exist (`scripts.health_archive`), made in a folder of its own; `--archive` takes another
one instead, and `--again` imports it a second time, which changes nothing. Memory is that of the system's own books (Linux): what the writing
process grows by beyond what it had before, and all of the reading process. "pause" is how long anything else in the writing process,
such as an answer, had to wait for its turn. Without a URL, Postgres is the one the tests use, with its settings (nothing is synced to
disk there).
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from app.clock import SystemClock
from app.health.backfill import Backfills
from app.health.models import BackfillReport
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from app.models.reading.archives import archive_reader
from scripts.prove.engines import engines_of, own_postgres

AIM_MIB = 200
AT = datetime(2026, 1, 1, tzinfo=UTC)
_LOOK = 0.1
_BEAT = 0.005


class Watch:
    """Looks at the memory of this process and those it started, until it is left."""

    def __init__(self) -> None:
        self.before = _memory("self", "VmRSS")
        self.peak, self.child = self.before, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._known = _children()

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def growth(self) -> float:
        """Of the writing process, in MiB."""
        return (self.peak - self.before) / 1024

    def _look(self) -> None:
        while not self._ended.wait(_LOOK):
            self.peak = max(self.peak, _memory("self", "VmRSS"))
            for process in _children() - self._known:
                self.child = max(self.child, _memory(process, "VmHWM"))


async def pauses(found: list[float]) -> None:
    """How long each of many short sleeps took beyond its time, in milliseconds."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(_BEAT)
        found.append((time.perf_counter() - began - _BEAT) * 1000)


async def bench(database: Database, archive: Path, *, times: int) -> bool:
    """Import it and print what it took; whether memory stayed within its aim."""
    await database.open()
    try:
        store = repositories(database)
        await store.users.add("ana", name="Ana", time_zone="Africa/Accra", zone_source="setting", locale="en", at=AT)
        backfills = Backfills(store, database, SystemClock(), archive_reader, "bench")
        return all([await _once(backfills, archive, database.engine) for _ in range(times)])
    finally:
        await database.close()


async def _once(backfills: Backfills, archive: Path, engine: str) -> bool:
    begun = await backfills.start("ana", archive.name, archive)
    waits: list[float] = []
    beating = asyncio.create_task(pauses(waits))
    started = time.perf_counter()
    with Watch() as watch:
        report = await backfills.run("ana", begun.id)
    seconds = time.perf_counter() - started
    beating.cancel()
    _tell(engine, report, seconds, watch, sorted(waits))
    return watch.growth + watch.child / 1024 <= AIM_MIB


def _tell(engine: str, report: BackfillReport | None, seconds: float, watch: Watch, waits: list[float]) -> None:
    if report is None or report.status != "done":
        raise RuntimeError(f"the import ended as {report}")
    child = watch.child / 1024
    sys.stdout.write(
        f"{engine:8} {report.read:,} values: {report.kept:,} kept, {report.doubled:,} there already, {report.refused:,} left out\n"
        f"         {seconds:.1f} s, {report.read / seconds:,.0f} values/s\n"
        f"         memory: writer +{watch.growth:.0f} MiB, reader {child:.0f} MiB, together {watch.growth + child:.0f} MiB"
        f" (aim {AIM_MIB})\n"
        f"         pause: p50 {_part(waits, 0.5):.1f} ms, p99 {_part(waits, 0.99):.1f} ms, longest {waits[-1]:.0f} ms\n"
    )
    sys.stdout.flush()


def _part(numbers: list[float], share: float) -> float:
    return numbers[min(len(numbers) - 1, int(len(numbers) * share))]


def _memory(process: str, what: str) -> int:
    """KiB, by the system's books; 0 where the process has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{what}:")), 0)


def _children() -> set[str]:
    found: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        try:
            found |= set((task / "children").read_text(encoding="utf-8").split())
        except OSError:  # that thread has just ended
            continue
    return found


@contextmanager
def _database(engine: str, folder: Path, url: str | None) -> Iterator[Database]:
    if engine == "sqlite":
        yield SqliteDatabase(folder / "kwasi.db")
    elif url:
        yield PostgresDatabase(url)
    else:
        with own_postgres() as own:
            yield PostgresDatabase(own)


def _made(options: argparse.Namespace, folder: Path) -> Path:
    """The archive, made by a process of its own so that its memory isn't ours."""
    path = folder / "samsung.zip"
    size = ("--days", str(options.days), "--size-mb", str(options.size_mb), "--seed", str(options.seed))
    subprocess.run(
        [sys.executable, "-m", "scripts.health_archive", str(path), *size], check=True, stdout=subprocess.DEVNULL
    )
    return path


async def main() -> int:
    """Import on each engine; 1 where memory went over its aim."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size-mb", type=int, default=1_000)
    parser.add_argument("--days", type=int, default=730)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", metavar="URL")
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        archive = options.archive or await asyncio.to_thread(_made, options, Path(folder))
        sys.stdout.write(f"an archive of {archive.stat().st_size:,} bytes\n")
        for engine in engines_of(options.engine):
            with _database(engine, Path(folder), options.postgres) as database:
                fine = await bench(database, archive, times=2 if options.again else 1) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
