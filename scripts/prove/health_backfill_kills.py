#!/usr/bin/env python3
"""An import is killed with SIGKILL at random moments, again and again, and goes on each time: is anything lost, is anything there twice?

    python -m scripts.prove.health_backfill_kills [--kills 300] [--days 40] [--seed 0] [--engine sqlite|postgres|both] [--postgres URL]

An archive of somebody who does not exist is read once without disturbance, which says what is right. Then processes of our own read it for
other people, each killed after a random time and followed by the next, until it is through; people follow each other until so many
kills were made. At the end of each, every measurement is compared with what is right, and so are the counts of the report.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from app.clock import SystemClock
from app.conversation.holder import this_process
from app.conversation.leasing import take_lease
from app.health.backfill import Backfills
from app.health.importing import LEASE, OPEN
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from app.models.reading.archives import archive_reader
from scripts.health_archive import make
from scripts.prove.engines import engines_of, own_postgres

AT = datetime(2026, 1, 1, tzinfo=UTC)
_FOREVER = 2**52
_PATIENCE = 600.0
Place = tuple[str, str]  # an engine, and where its data is
Outcome = tuple[dict[str, list[Any]], tuple[Any, ...]]


@dataclass(slots=True)
class Tally:
    """What a storm came to."""

    people: int = 0
    kills: int = 0
    wrong: int = 0


def opened(place: Place) -> Database:
    """The database there."""
    engine, where = place
    return SqliteDatabase(Path(where)) if engine == "sqlite" else PostgresDatabase(where, max_connections=5)


def read_archive(place: Place, user_id: str, archive: str) -> None:
    """What a killed process does: read the archive on, to its end. Runs in a process of its own."""
    asyncio.run(_read(place, user_id, Path(archive)))


async def _read(place: Place, user_id: str, archive: Path) -> None:
    database = opened(place)
    await database.open()
    try:
        store, clock = repositories(database), SystemClock()
        if await store.users.get(user_id) is None:
            await store.users.add(user_id, name=user_id, time_zone="UTC", zone_source="setting", locale="en", at=AT)
        backfills = Backfills(store, database, clock, archive_reader, this_process())
        listed = await backfills.list(user_id)
        begun = listed[0] if listed else await backfills.start(user_id, "a.zip", archive)
        while begun.status in OPEN:
            await take_lease(store.leases, LEASE.format(id=begun.id), this_process(), clock.now())
            begun = await backfills.run(user_id, begun.id) or begun
    finally:
        await database.close()


async def outcome(place: Place, user_id: str) -> Outcome:
    """All that is kept of a person, and the counts of the report."""
    database = opened(place)
    await database.open()
    try:
        store = repositories(database)
        kept: dict[str, list[Any]] = {}
        for series in await store.health_samples.series(user_id):
            rows = await store.health_figures.between(
                user_id, series.metric, (0, _FOREVER), longest_ms=172_800_000, details=True
            )
            kept[series.metric] = sorted(
                (row.device, row.start_ms, row.end_ms, row.zone_offset, row.number, str(row.detail)) for row in rows
            )
        report = (await Backfills(store, database, SystemClock()).list(user_id))[0]
        reasons = sorted((reason.file, reason.code, reason.rows) for reason in report.reasons)
        return kept, (report.status, report.read, report.kept, report.doubled, report.refused, reasons)
    finally:
        await database.close()


def storm(place: Place, archive: Path, kills: int, rng: random.Random) -> Tally:
    """Kill until there were so many; the last person's import is let through."""
    tally = Tally()
    began = time.monotonic()
    _finish(_start(place, "right", archive))
    whole = time.monotonic() - began
    right = asyncio.run(outcome(place, "right"))
    while tally.kills < kills:
        user_id = f"person {tally.people}"
        for _ in range(rng.randint(1, 12)):
            process = _start(place, user_id, archive)
            process.join(rng.uniform(0.2, whole))
            if process.is_alive():
                process.kill()
                tally.kills += 1
            process.join()
        _finish(_start(place, user_id, archive))
        tally.people += 1
        tally.wrong += asyncio.run(outcome(place, user_id)) != right
    return tally


def _start(place: Place, user_id: str, archive: Path) -> BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=read_archive, args=(place, user_id, str(archive)))
    process.start()
    return process


def _finish(process: BaseProcess) -> None:
    """Let it come to its end."""
    process.join(_PATIENCE)
    if process.exitcode != 0:
        process.kill()
        raise RuntimeError("an import that nobody disturbed did not end")


def _prove(place: Place, options: argparse.Namespace, folder: Path) -> int:
    archive = folder / "samsung.zip"
    made = make(archive, days=options.days, until=date(2026, 2, 20), zone="UTC", seed=options.seed)
    tally = storm(place, archive, options.kills, random.Random(options.seed))
    samples = sum(made.samples.values())
    sys.stdout.write(
        f"{place[0]}: {tally.kills} kills over {tally.people} imports of {samples:,} measurements: {tally.wrong} wrong\n"
    )
    return tally.wrong


def main() -> int:
    """Run the storms; 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--days", type=int, default=40, help="days in the archive")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", metavar="URL", help="a database to fill; without it, the one the tests use")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for engine in engines_of(options.engine):
            if engine == "sqlite":
                wrong += _prove((engine, f"{folder}/kwasi.db"), options, Path(folder))
            else:
                with contextlib.nullcontext(options.postgres) if options.postgres else own_postgres() as url:
                    wrong += _prove((engine, url), options, Path(folder))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
