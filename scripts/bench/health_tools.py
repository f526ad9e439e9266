"""Questions about a year of measurements, five million of them heart rate: how long the reading and the tools take.

Run: python -m scripts.bench.health_tools [--pulses N] [--days N] [--engine sqlite|postgres|both] [--times N]. Measured are the first
question after an import, the settling of the whole year, and then each read and each tool: "settled" with nothing new, "fed" right after
fifteen minutes of new measurements of every metric, so that today is computed anew. Postgres is the one the tests use (64 MB of
pages of its own, nothing synced to disk).
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from app.health.days import DayBook
from app.health.metrics import BY_NAME
from app.health.moments import milliseconds_of
from app.health.reading import HealthReading
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories, repositories
from app.memory.repositories.health_samples import SampleDraft
from app.tools import health
from scripts.bench.health_year import OFFSET, PERSON, Filler, PostgresFiller, SqliteFiller, Year, fill
from tests.postgres import TestRun, server_of

AIM = 100.0
ZONE = "Africa/Lagos"  # an hour east of UTC, always
_MINUTE = timedelta(minutes=1)


@dataclass(slots=True)
class Here:
    """A filled house, and what time it is there; feeding moves the clock."""

    database: Database
    store: Repositories
    user: User
    now: datetime
    fed: int = 0

    @property
    def reading(self) -> HealthReading:
        """As a tool makes it."""
        return HealthReading(self.store, self.database, self.user, self.now)

    @property
    def context(self) -> Any:
        """What the tools read of a turn, and no more of it."""
        deps = SimpleNamespace(
            store=self.store,
            database=self.database,
            user=self.user,
            now=self.now,
            local_now=self.now.astimezone(ZoneInfo(ZONE)),
            books=SimpleNamespace(charts=[]),
        )
        return SimpleNamespace(deps=deps)

    async def feed(self) -> None:
        """A quarter hour of measurements, through the product's own door to the tables: sleep, workouts and weight now and then."""
        begin, self.fed = milliseconds_of(self.now), self.fed + 1
        self.now += 15 * _MINUTE
        drafts = [
            _draft(metric, begin + at, self.fed)
            for metric, every in _FEEDS.items()
            for at in range(0, 900_000, every)
            if metric not in _RARELY or self.fed % _SELDOM == 1
        ]
        await self.store.health_samples.put_many(PERSON, drafts, self.now)


_FEEDS = {
    "heart_rate": 6_000,
    **dict.fromkeys(("steps", "distance", "active_energy", "total_energy"), 60_000),
    **dict.fromkeys(("hrv_rmssd", "spo2", "respiratory_rate"), 300_000),
    **dict.fromkeys(("resting_heart_rate", "skin_temperature", "weight", "sleep_session", "exercise_session"), 900_000),
}
_RARELY = ("resting_heart_rate", "skin_temperature", "weight", "sleep_session", "exercise_session")
_SELDOM = 16  # four hours
_SHAPES: dict[str, dict[str, Any]] = {
    "sleep_session": {"stages": [], "score": None},
    "exercise_session": {"type": "walking", "title": ""},
}


def _draft(metric: str, at: int, fed: int) -> SampleDraft:
    lasts = 60_000 if BY_NAME[metric].longest else 0
    number = {"spo2": 96.0, "skin_temperature": 34.0, "weight": 80.0}.get(metric, 60.0)
    return SampleDraft(
        metric, "watch", at, at + lasts, OFFSET, number, _SHAPES.get(metric), f"{metric} {fed}", 1, "bench"
    )


Call = Callable[[Here], Awaitable[object]]


def _back(here: Here, days: int) -> Any:
    return here.reading.today - timedelta(days=days)


CALLS: dict[str, Call] = {
    "days heart_rate 7": lambda here: here.reading.days("heart_rate", _back(here, 6), _back(here, 0)),
    "days heart_rate 365": lambda here: here.reading.days("heart_rate", _back(here, 364), _back(here, 0)),
    "days steps 7": lambda here: here.reading.days("steps", _back(here, 6), _back(here, 0)),
    "nights 7": lambda here: here.reading.nights(_back(here, 6), _back(here, 0)),
    "nights 365": lambda here: here.reading.nights(_back(here, 364), _back(here, 0)),
    "baseline heart_rate": lambda here: here.reading.baseline("heart_rate", here.reading.today),
    "stretch heart_rate 1 h": lambda here: here.reading.stretch("heart_rate", here.now - 60 * _MINUTE, here.now),
    "stretch heart_rate 24 h": lambda here: here.reading.stretch("heart_rate", here.now - 1440 * _MINUTE, here.now),
    "stretch steps 24 h": lambda here: here.reading.stretch("steps", here.now - 1440 * _MINUTE, here.now),
    "newest heart_rate": lambda here: here.reading.newest("heart_rate"),
    "known": lambda here: here.reading.known(),
    "TOOL snapshot": lambda here: health.get_health_snapshot(here.context),
    "TOOL sleep, last night": lambda here: health.get_sleep_summary(here.context),
    "TOOL sleep, this week": lambda here: health.get_sleep_summary(here.context, "this week"),
    "TOOL sleep, this year": lambda here: health.get_sleep_summary(here.context, "this year"),
    "TOOL hrv trend": lambda here: health.get_hrv_trend(here.context),
    "TOOL hrv trend, this year": lambda here: health.get_hrv_trend(here.context, "this year"),
    "TOOL heart rate, today": lambda here: health.get_recent_health(here.context, "heart rate"),
    "TOOL heart rate, last hour": lambda here: health.get_recent_health(here.context, "heart rate", "last hour"),
    "TOOL heart rate, this year": lambda here: health.get_recent_health(here.context, "heart rate", "this year"),
    "TOOL steps, this week": lambda here: health.get_recent_health(here.context, "steps", "this week"),
    "TOOL steps, this year": lambda here: health.get_recent_health(here.context, "steps", "this year"),
}


@asynccontextmanager
async def opened(engine: str, year: Year) -> AsyncIterator[tuple[Here, Filler]]:
    """An empty house on either engine with one person, and how to fill it; gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        run = TestRun() if engine == "postgres" else None
        try:
            path, url = Path(folder) / "kwasi.db", ""
            if run is not None:
                server = server_of(run.folder)
                server.execute("CREATE DATABASE health_year TEMPLATE with_extensions")
                url = server.url("health_year")
            database: Database = PostgresDatabase(url) if url else SqliteDatabase(path)
            await database.open()
            try:
                store = repositories(database)
                at = datetime(2026, 1, 1, tzinfo=UTC)
                who = await store.users.add(
                    PERSON, name=PERSON, time_zone=ZONE, zone_source="setting", locale="en", at=at
                )
                yield Here(database, store, who, year.now), PostgresFiller(url) if url else SqliteFiller(path)
            finally:
                await database.close()
        finally:
            if run is not None:
                run.close()


async def timed(call: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds."""
    started = time.perf_counter()
    await call()
    return (time.perf_counter() - started) * 1000


def at(taken: Sequence[float], share: float) -> float:
    """What so many of them stay below."""
    return sorted(taken)[min(int(len(taken) * share), len(taken) - 1)]


async def measure(here: Here, times: int, *, feed: bool) -> bool:
    """Time every call; whether all keep to the aim. The first of each is measured too."""
    kept = True
    print(f"  {'fed' if feed else 'settled'}{'p50':>35}{'p95':>9}{'most':>9}  (ms)")
    for name, call in CALLS.items():
        taken = []
        if feed:  # what the calls before left behind, the house's own loop has long made anew
            await DayBook(here.store, here.database, PERSON, here.now).settle_all()
        for _ in range(times):
            if feed:
                await here.feed()
            taken.append(await timed(lambda call=call: call(here)))
        over = at(taken, 0.95) > AIM
        kept = kept and not over
        print(
            f"  {name:30}{at(taken, 0.5):12.1f}{at(taken, 0.95):9.1f}{max(taken):9.1f}{'  OVER' if over else ''}",
            flush=True,
        )
    return kept


async def bench(engine: str, options: argparse.Namespace) -> bool:
    """Fill, measure and print one engine; whether it keeps to the aim."""
    year = Year(today=20_600, days=options.days, pulses=options.pulses)
    async with opened(engine, year) as (here, filler):
        started = time.perf_counter()
        total = await fill(filler, year)
        await filler.settle()
        print(f"\n{engine}: {total:,} samples, filled in {time.perf_counter() - started:.0f} s", flush=True)
        for name in ("TOOL snapshot", "TOOL heart rate, today", "days heart_rate 7"):
            print(f"  after the import, {name}: {await timed(lambda name=name: CALLS[name](here)):,.0f} ms", flush=True)
        book = DayBook(here.store, here.database, PERSON, here.now)
        seconds = await timed(book.settle_all) / 1000
        print(f"  the whole rest settled in {seconds:.1f} s", flush=True)
        kept = [await measure(here, options.times, feed=feed) for feed in (False, True)]
        print(f"  this process at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", flush=True)
        return all(kept)


async def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description="Questions about a year of measurements.")
    parser.add_argument("--pulses", type=int, default=5_000_000, help="rows of heart rate in all")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--times", type=int, default=30, help="each call, with and without news")
    parser.add_argument("--engine", default="both", choices=["sqlite", "postgres", "both"])
    options = parser.parse_args()
    engines = ["sqlite", "postgres"] if options.engine == "both" else [options.engine]
    return 0 if all([await bench(engine, options) for engine in engines]) else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
