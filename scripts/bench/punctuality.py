"""How late the last one is when everybody is due in the same minute: 10,000 users, each with three reminders, a to-do and a schedule.

Run: python -m scripts.bench.punctuality [--users N] [--engine sqlite|postgres|both] [--at-once N] [--no-ratio]. Lateness is from the
due moment to the commit that puts the message into the outbox (reminders, to-dos) or opens the occurrence (schedules); both loops work
side by side, as in the house. CPU and memory are this process's, without Postgres' own. Each measurement is a process of its own. The
last column says how many times slower a transaction for each row is, measured on a twentieth of the users. Postgres is the one the
tests use (nothing synced to disk).
"""

import argparse
import asyncio
import logging
import multiprocessing
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import quantiles
from typing import Any

from app.bootstrap.storage import build_database
from app.config import Settings
from app.conversation.outbox import Mailroom
from app.conversation.stream import Hub
from app.loops.reminders import AT_ONCE, deliver_due
from app.memory.ports import Database, Value
from app.memory.repositories import repositories
from app.memory.rows import parts, tuples
from app.timetable.allowed import Allowlist
from app.timetable.opening import open_due
from app.timetable.said_first import SaidFirst
from tests.postgres import TestRun, server_of

DUE = datetime(2027, 3, 10, 8, 0, tzinfo=UTC)
WRITTEN = DUE - timedelta(days=30)
START = "2027-02-08T09:00:00"
RULES = (None, "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
HEADER = "engine      users   said  opened   p50 s   p99 s  last s   CPU s  peak MB  one a row"


@dataclass(frozen=True)
class Measured:
    """What one run came to; lateness in seconds."""

    said: int
    opened: int
    lateness: list[float]
    cpu: float
    peak: float

    @property
    def rate(self) -> float:
        """Rows a second."""
        return (self.said + self.opened) / self.lateness[-1]

    def row(self, engine: str, users: int, ratio: str) -> str:
        """As the table shows it."""
        cuts = quantiles(self.lateness, n=100)
        figures = f"{cuts[49]:7.2f} {cuts[98]:7.2f} {self.lateness[-1]:7.2f} {self.cpu:7.1f} {self.peak:8.0f}"
        return f"{engine:9} {users:7,} {self.said:6,} {self.opened:7,} {figures} {ratio:>10}"


class Stopwatch:
    """A clock that shows the due moment when it is started and then runs."""

    def __init__(self) -> None:
        """Stands still."""
        self._started = 0.0

    def start(self) -> None:
        """It is due now."""
        self._started = time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since it was due."""
        return time.perf_counter() - self._started

    def now(self) -> datetime:
        """The moment."""
        return DUE + timedelta(seconds=self.elapsed)


class Commits:
    """A database that notes how late it was when messages for the outbox, and moments that wait, were committed."""

    def __init__(self, inner: Any, clock: Stopwatch) -> None:
        """All else is the database's own."""
        self._inner, self._clock = inner, clock
        self._written: ContextVar[list[int]] = ContextVar("written")
        self.lateness: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """The database's own."""
        return getattr(self._inner, name)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """One unit of work; inner ones count with the outer one."""
        outermost = self._written.get(None) is None
        token = self._written.set([]) if outermost else None
        written = self._written.get()
        try:
            async with self._inner.transaction():
                yield
        finally:
            if token is not None:
                self._written.reset(token)
        if outermost:
            self.lateness += [self._clock.elapsed] * sum(written)

    async def execute(self, sql: str, *values: Value) -> int:
        """Run a statement."""
        if sql.startswith("INSERT INTO outbox"):
            self._written.get().append(sql.count("), (") + 1)
        return await self._inner.execute(sql, *values)

    async def fetch(self, sql: str, *values: Value) -> list[dict[str, Any]]:
        """All rows of a query."""
        if sql.startswith("INSERT INTO occurrences"):
            self._written.get().append(values.count("waiting"))
        return await self._inner.fetch(sql, *values)


async def measure(settings: Settings, at_once: int) -> Measured:
    """Say and open all that is due: a house's two loops without the rest of it."""
    clock, inner = Stopwatch(), build_database(settings)
    await inner.open()
    database = Commits(inner, clock)
    store = repositories(database)
    clock.start()
    used = time.process_time()
    said, opened = await asyncio.gather(
        deliver_due(
            store,
            database,
            Mailroom(database, store, Hub(), SaidFirst(store, Allowlist(settings, store, ""), {})),
            clock,
            settings,
            at_once=at_once,
        ),
        open_due(store, database, clock, at_once=at_once),
    )
    used = time.process_time() - used
    counts = [
        (await inner.fetch(f"SELECT COUNT(*) AS n FROM {what}"))[0]["n"]
        for what in ("outbox", "occurrences WHERE status = 'waiting'", "occurrences")
    ]
    await inner.close()
    if counts != [said, len(database.lateness) - said, len(database.lateness)] or opened.skipped:
        raise SystemExit(f"{said} said, {len(database.lateness)} committed, but there are {counts}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(said, counts[1], sorted(database.lateness), used, peak)


# ------------------------------------------------------------------------------------------------ what is due


async def fill(settings: Settings, users: int) -> None:
    """Everybody's rows, all due at one moment: one reminder once, one daily, one on weekdays; a to-do; a daily schedule."""
    database = build_database(settings)
    await database.open()
    names = [f"user{number:05}" for number in range(users)]
    async with database.transaction():
        await _insert(database, "users", (_user(name) for name in names))
        await _insert(database, "reminders", (_reminder(name, rule) for name in names for rule in RULES))
        await _insert(database, "tasks", (_task(name) for name in names))
        await _insert(database, "scheduled_tasks", (_schedule(name) for name in names))
    await database.close()


async def _insert(database: Database, table: str, rows: Iterable[dict[str, Value]]) -> None:
    for part in parts(list(rows), 500):
        columns = ", ".join(part[0])
        values = [value for row in part for value in row.values()]
        await database.execute(f"INSERT INTO {table} ({columns}) VALUES {tuples(len(part), len(part[0]))}", *values)


def _user(name: str) -> dict[str, Value]:
    zone = {"time_zone": "Europe/Paris", "zone_source": "said", "locale": "en"}
    return {"id": name, "name": name, **zone, "settings": {}, "created_at": WRITTEN}


def _row(name: str) -> dict[str, Value]:
    return {"user_id": name, "due_at": DUE, "taint": [], "created_at": WRITTEN, "updated_at": WRITTEN}


def _reminder(name: str, rule: str | None) -> dict[str, Value]:
    clock = {"local_start": START, "time_zone": "Europe/Paris", "rule": rule, "status": "active"}
    return {**_row(name), **clock, "text": "take the bins out before the lorry comes"}


def _task(name: str) -> dict[str, Value]:
    return {**_row(name), "list_name": "todo", "title": "pay the rent", "due_has_time": True, "priority": 0}


def _schedule(name: str) -> dict[str, Value]:
    clock = {"local_start": START, "time_zone": "Europe/Paris", "rule": "FREQ=DAILY", "status": "active"}
    return {**_row(name), **clock, "name": "the morning", "instruction": "Tell me what the day holds"}


# ------------------------------------------------------------------------------------------------ processes


def bench(engine: str, users: int, at_once: int) -> Measured:
    """One measurement on a fresh database, in a process of its own."""
    with _settings(engine) as settings:
        _apart(_fill, settings, users)
        return _apart(_measure, settings, at_once)


def _fill(settings: Settings, users: int) -> None:
    asyncio.run(fill(settings, users))


def _measure(settings: Settings, at_once: int) -> Measured:
    logging.disable(logging.INFO)
    return asyncio.run(measure(settings, at_once))


def _apart(work: Callable[[Settings, int], Any], settings: Settings, number: int) -> Any:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, settings, number).result()


@contextmanager
def _settings(engine: str) -> Iterator[Settings]:
    with tempfile.TemporaryDirectory() as folder:
        common: dict[str, Any] = {"data_dir": Path(folder), "time_zone": "UTC", "embedder": "none", "_env_file": None}
        if engine == "sqlite":
            yield Settings(**common)
            return
        run = TestRun()
        try:
            with server_of(run.folder).database() as url:
                yield Settings(**common, database_url=url)
        finally:
            run.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    parser.add_argument(
        "--no-ratio", action="store_true", help="leave out the comparison with a transaction for each row"
    )
    options = parser.parse_args()
    print(HEADER, flush=True)
    for engine in ("sqlite", "postgres") if options.engine == "both" else (options.engine,):
        measured = bench(engine, options.users, options.at_once)
        ratio = "-"
        if not options.no_ratio:
            few = max(options.users // 20, 20)
            ratio = f"{bench(engine, few, options.at_once).rate / bench(engine, few, 1).rate:.1f} x"
        print(measured.row(engine, options.users, ratio), flush=True)


if __name__ == "__main__":
    main()
