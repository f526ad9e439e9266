"""How many measurements a second get through `POST /health/ingest` into SQLite and into Postgres, and how that compares with a raw bulk copy.

Run: python -m scripts.bench.health_ingest [--batches N] [--senders 1 2] [--postgres URL | --no-postgres] [--no-sqlite] [--folder DIR]. Starts
the server as a user would, pairs a phone and posts batches of 1,000 from processes of their own, uncompressed, each sample a record of its own,
then a hundred samples a record. Without a URL, Postgres is the one the tests use, with its settings (nothing is synced to disk there); SQLite
is synced at every batch. The raw copy goes into the same table of the same file or server, in one go: executemany, or COPY. At the end all is
sent again, and nothing may have changed.
"""

import argparse
import asyncio
import contextlib
import hashlib
import http.client
import json
import multiprocessing
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg

from app.health.access import pair
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from scripts.bench.message import TICK, wait_for
from scripts.prove.engines import own_postgres

REPOSITORY = Path(__file__).resolve().parents[2]
START = datetime(2025, 1, 1, tzinfo=UTC)
SIZE = 1_000
AIMS = {"sqlite": 20_000, "postgres": 30_000}
COLUMNS = ("series_id", "start_ms", "end_ms", "zone_offset", "number", "detail", "record_id")
SPAWN = multiprocessing.get_context("forkserver")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run keeps its things: the settings that say so, and how to open the database beside the server."""

    engine: str
    settings: dict[str, str]
    target: str  # a file or an address

    def open(self) -> Database:
        """A second connection to it."""
        return PostgresDatabase(self.target) if self.engine == "postgres" else SqliteDatabase(Path(self.target))


def bodies(case: str, batches: int, in_record: int) -> list[bytes]:
    """Batches of a watch that looks every ten seconds."""
    samples = [_sample(case, number, f"{case}-{number // in_record:08d}-4f1a-9c3e") for number in range(batches * SIZE)]
    parts = (samples[first : first + SIZE] for first in range(0, len(samples), SIZE))
    return [json.dumps({"samples": part, "sender": "bench"}).encode() for part in parts]


def _sample(case: str, number: int, client_id: str) -> dict[str, Any]:
    return {
        "metric": "heart_rate",
        "start": (START + timedelta(seconds=10 * number)).isoformat(),
        "zone_offset_seconds": 3600,
        "value": 55 + number * 7 % 60,
        "unit": "bpm",
        "device": f"Galaxy Watch6 {case}",
        "app": "com.sec.android.app.shealth",
        "client_id": client_id,
        "version": 1,
    }


def post(port: int, secret: str, posted: Sequence[bytes], keep: bool, ready: Any, results: Any) -> None:
    """One sender: waits for the start, posts its batches over one connection it keeps or one for each, and gives back how long each took
    and what was kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"X-Health-Secret": secret, "Content-Type": "application/json"}
    ready.wait()
    taken, stored = [], 0
    for body in posted:
        began = time.perf_counter()
        connection.request("POST", "/health/ingest", body, headers)
        answer = connection.getresponse()
        receipt = answer.read()
        if not keep:
            connection.close()  # the next request opens another
        taken.append(time.perf_counter() - began)
        if answer.status != 200:
            raise SystemExit(f"HTTP {answer.status}: {receipt[:300]!r}")
        stored += json.loads(receipt[: receipt.index(b"}") + 1] + b"}")["counts"]["stored"]
    results.put((taken, stored))


def send(
    port: int, secret: str, posted: Sequence[bytes], senders: int, *, keep: bool = True
) -> tuple[float, list[float], int]:
    """All batches from so many senders: seconds in all, seconds of each, and how many samples were stored."""
    ready, results = SPAWN.Barrier(senders + 1), SPAWN.Queue()
    processes = [
        SPAWN.Process(target=post, args=(port, secret, posted[sender::senders], keep, ready, results))
        for sender in range(senders)
    ]
    for process in processes:
        process.start()
    ready.wait()
    began = time.perf_counter()
    found = [results.get() for _ in processes]
    seconds = time.perf_counter() - began
    for process in processes:
        process.join()
    return seconds, [each for taken, _ in found for each in taken], sum(stored for _, stored in found)


@contextlib.contextmanager
def server(place: Place) -> Iterator[tuple[int, int]]:
    """The server; its port and process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    quiet = {"EMBEDDER": "none", "LOG_LEVEL": "warning", "TIME_ZONE": "UTC", "HOST": "127.0.0.1", "PORT": str(port)}
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(REPOSITORY), **quiet, **place.settings}
    command = [sys.executable, "-P", "-m", "app", "serve"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        wait_for_house(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def wait_for_house(port: int) -> None:
    """Until the rest has loaded behind the door."""
    for _ in range(600):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/health")
        if json.loads(connection.getresponse().read())["status"] == "ok":
            return
        time.sleep(0.05)
    raise SystemExit("the server did not get ready")


def cpu(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


async def paired(place: Place) -> str:
    """The secret of a phone of the owner's."""
    database = place.open()
    await database.open()
    [row] = await database.fetch("SELECT id FROM users ORDER BY created_at LIMIT 1")
    pairing = await pair(repositories(database), row["id"], "bench", datetime.now(UTC))
    await database.close()
    return pairing.secret


async def digest(place: Place) -> str:
    """Of all that is kept, times and numbers of rows included. Marks of stale days are not: the server works them off meanwhile."""
    database = place.open()
    await database.open()
    found = hashlib.sha256()
    for table, order in (
        ("samples", "1, 2"),
        ("shadowed", "1, 2, 7"),
        ("series", "1"),
        ("records", "1"),
        ("state", "1"),
    ):
        for row in await database.fetch(f"SELECT * FROM health_{table} ORDER BY {order}"):
            found.update(repr(row).encode())
    await database.close()
    return found.hexdigest()


async def raw(place: Place, count: int) -> float:
    """Rows a second by the fastest way the engine has, into the same table with its indexes; they are removed again."""
    start = round(START.timestamp() * 1000)
    rows = [(0, start + number * 10_000, start + number * 10_000, 3600, 60.0, None, -number) for number in range(count)]
    if place.engine == "postgres":
        connection = await asyncpg.connect(place.target)
        began = time.perf_counter()
        await connection.copy_records_to_table("health_samples", records=rows, columns=COLUMNS)
        seconds = time.perf_counter() - began
        await connection.execute("DELETE FROM health_samples WHERE series_id = 0")
        await connection.close()
        return count / seconds
    connection = sqlite3.connect(place.target)
    connection.execute("PRAGMA synchronous = FULL")
    began = time.perf_counter()
    with connection:
        connection.executemany(f"INSERT INTO health_samples ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    seconds = time.perf_counter() - began
    with connection:
        connection.execute("DELETE FROM health_samples WHERE series_id = 0")
    connection.close()
    return count / seconds


def bench(place: Place, batches: int, all_senders: Sequence[int]) -> bool:
    """Measure and print one engine; whether it keeps to its aim and whether sending again changed nothing."""
    best, sent = 0.0, []
    with server(place) as (port, pid):
        secret = asyncio.run(paired(place))
        send(port, secret, bodies("warm-up", 3, 1), 1)
        print(f"\n{place.engine}: batches of {SIZE:,}, {batches * SIZE:,} samples a line")
        print(f"{'case':44}{'samples/s':>12}{'p50 ms':>9}{'p95 ms':>9}{'server CPU':>12}")
        cases = [(in_record, senders, True) for in_record in (1, 100) for senders in all_senders]
        for in_record, senders, keep in [*cases, (100, min(all_senders), False)]:
            case = f"{in_record}-{senders}-{keep}"
            posted = bodies(case, batches, in_record)
            sent += posted
            before = cpu(pid)
            seconds, taken, stored = send(port, secret, posted, senders, keep=keep)
            assert stored == batches * SIZE, (stored, batches * SIZE)
            rate = stored / seconds
            best = max(best, rate)
            fresh = "" if keep else ", a connection each"
            show(f"{in_record} in a record, {senders} at once{fresh}", rate, taken, (cpu(pid) - before) / seconds)
        copied = statistics.median(asyncio.run(raw(place, batches * SIZE)) for _ in range(3))
        print(f"raw bulk copy into the same table: {copied:,.0f} rows/s; the best above is {best / copied:.0%} of it")
        before_digest = asyncio.run(digest(place))
        seconds, taken, stored = send(port, secret, sent, max(all_senders))
        show("everything again", len(sent) * SIZE / seconds, taken, 0)
        same = stored == 0 and before_digest == asyncio.run(digest(place))
    print("sending everything again changed nothing" if same else "SENDING EVERYTHING AGAIN CHANGED SOMETHING")
    print(f"aim: {AIMS[place.engine]:,} samples/s {'kept' if best >= AIMS[place.engine] else 'MISSED'}")
    return same and best >= AIMS[place.engine]


def show(case: str, rate: float, taken: list[float], share: float) -> None:
    """One line."""
    ordered = sorted(taken)
    middle, high = ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.95)] * 1000
    print(f"{case:44}{rate:12,.0f}{middle:9.1f}{high:9.1f}{f'{share:.0%}' if share else '':>12}", flush=True)


@contextlib.contextmanager
def places(options: argparse.Namespace) -> Iterator[list[Place]]:
    """An empty place for each engine that is asked for."""
    with tempfile.TemporaryDirectory(dir=options.folder) as folder, contextlib.ExitStack() as stack:
        found = []
        if not options.no_sqlite:
            settings = {"DATA_DIR": f"{folder}/sqlite", "HOME": folder}
            found.append(Place("sqlite", settings, f"{folder}/sqlite/kwasi.db"))
        if not options.no_postgres:
            url = options.postgres or stack.enter_context(own_postgres())
            settings = {"DATA_DIR": f"{folder}/postgres", "HOME": folder, "DATABASE_URL": url}
            found.append(Place("postgres", settings, url))
        yield found


def main() -> int:
    parser = argparse.ArgumentParser(description="How many measurements a second get through HTTP.")
    parser.add_argument("--batches", type=int, default=100, help="of 1,000 samples, for each line")
    parser.add_argument("--senders", type=int, nargs="+", default=[1, 2], help="how many post at once")
    parser.add_argument("--postgres", help="an empty database's address; without it, the one the tests use")
    parser.add_argument("--no-postgres", action="store_true")
    parser.add_argument("--no-sqlite", action="store_true")
    parser.add_argument("--folder", help="where the data folders are made; else where temporary files are")
    options = parser.parse_args()
    with places(options) as found:
        kept = [bench(place, options.batches, options.senders) for place in found]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
