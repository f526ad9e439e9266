#!/usr/bin/env python3
"""What it costs to do nothing, and what a chat message costs the loops. Prints Markdown tables.

    python -m scripts.bench.idle [--engine sqlite|postgres|both] [--postgres URL] [--minutes 10] [--settle 45] [--messages 30] [--python PATH]

Two processes are watched for each engine, each on an empty house of its own. The real server, without a channel: processor seconds
from /proc and, on Postgres, the transactions that the database counted. And the same services and loops in this process, where
every statement is heard by name. What is done once at the start is left out: the first `--settle` seconds do not count. Then
messages are told, without and with loops: the difference is what the loops ask because of a message.
"""

import argparse
import asyncio
import contextlib
import itertools
import logging
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import build_database
from app.config import Settings
from app.messages import InboundMessage
from scripts.prove.engines import engines_of, storage_of

REPOSITORY = Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK")
_PORT_METHODS = (
    "fetch",
    "execute",
    "claim",
    "search_words",
    "find_words",
    "put_vector",
    "search_vectors",
    "vectors_of",
)
_BESIDE = 4.0  # statements closer together than that are one look
_LONGEST_NAME = 88


@dataclass
class Heard:
    """Statements, with when they were asked."""

    asked: list[tuple[float, str]] = field(default_factory=list)

    def __call__(self, statement: str) -> None:
        self.asked.append((time.monotonic(), " ".join(statement.split())[:_LONGEST_NAME]))

    def since(self, moment: float) -> list[tuple[float, str]]:
        return [one for one in self.asked if one[0] >= moment]


class Listened:
    """A database that tells what it is asked at its port; for an engine that cannot be traced."""

    def __init__(self, inner: Any, heard: Heard) -> None:
        self._inner, self._heard = inner, heard

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name == "fetch_one":
            return self._first
        if name not in _PORT_METHODS:
            return found

        async def asked(*values: Any, **named: Any) -> Any:
            self._heard(str(values[0]) if name in ("fetch", "execute") else f"{name} {values[0]}")
            return await found(*values, **named)

        return asked

    async def _first(self, sql: str, *values: Any) -> Any:
        self._heard(sql)
        return await self._inner.fetch_one(sql, *values)


@contextlib.asynccontextmanager
async def listened(settings: dict[str, Any], heard: Heard) -> AsyncIterator[Services]:
    """The services of a house whose every statement is heard."""
    built = Settings(**settings)
    database = build_database(built)
    if database.engine == "sqlite":
        services = await build_services(built, database=database)
        for connection in database._connections:  # type: ignore[attr-defined]  # all of them are known only there
            await connection.run(lambda raw: raw.set_trace_callback(heard))
    else:
        services = await build_services(built, database=Listened(database, heard))
    try:
        yield services
    finally:
        await services.close()


# ------------------------------------------------------------------------------------------------ the real server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def real_server(python: str, settings: dict[str, Any]) -> Iterator[int]:
    """The program as a user starts it; its process id."""
    port = free_port()
    given = {name.upper(): str(value) for name, value in settings.items() if not name.startswith("_")}
    folder = given["DATA_DIR"]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "PYTHONPATH": str(REPOSITORY),
        "PORT": str(port),
        **given,
    }
    command = [python, "-P", "-m", "app", "serve"]
    process = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(4_000):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                break
            time.sleep(0.01)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def cpu(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


class Transactions:
    """How many transactions a Postgres database has counted; SQLite has no such count."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def count(self) -> int:
        if not self._url:
            return 0
        import asyncpg

        connection = await asyncpg.connect(self._url.rsplit("/", 1)[0] + "/postgres")
        try:
            sql = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = $1"
            return int(await connection.fetchval(sql, self._url.rsplit("/", 1)[1]))
        finally:
            await connection.close()


# ------------------------------------------------------------------------------------------------ what is measured


@dataclass
class Idle:
    """What was seen in so many minutes of doing nothing."""

    minutes: float
    cpu_seconds: float
    transactions: int
    asked: list[tuple[float, str]]
    model_calls: int

    def shortest(self) -> float:
        """Seconds between a statement and the next one of the same name, at the least."""
        last: dict[str, float] = {}
        gaps: list[float] = []
        for when, name in self.asked:
            if name in last and when - last[name] > _BESIDE:
                gaps.append(when - last[name])
            last[name] = when
        return min(gaps, default=float("inf"))

    def looks(self) -> list[float]:
        """Seconds between the beginnings of looks at the database, whatever was asked in them."""
        begun: list[float] = []
        last = float("-inf")
        for when, _ in self.asked:
            if when - last > _BESIDE:
                begun.append(when)
            last = when
        return [after - before for before, after in itertools.pairwise(begun)]


async def measure_idle(engine: str, options: argparse.Namespace) -> Idle:
    heard, seconds = Heard(), options.minutes * 60
    with storage_of(engine, options.postgres) as served, storage_of(engine, options.postgres) as here:
        counted = Transactions(served.get("database_url", ""))
        with real_server(options.python, served) as pid:
            async with listened(here, heard) as services:
                runner = services.runner()
                runner.start()
                await asyncio.sleep(options.settle)
                began, used, transactions = time.monotonic(), cpu(pid), await counted.count()
                await asyncio.sleep(seconds)
                asked, used = heard.since(began), cpu(pid) - used
                transactions = await counted.count() - transactions
                calls = await services.database.fetch("SELECT COUNT(*) AS calls FROM usage")
                await runner.stop()
    return Idle(options.minutes, used, transactions, asked, calls[0]["calls"])


async def tell(services: Services, text: str) -> None:
    message = InboundMessage(
        user_id=services.owner.id,
        channel="cli",
        external_id=uuid.uuid4().hex,
        text=text,
        received_at=services.clock.now(),
    )
    receipt = await services.conversation.receive(message)
    await services.conversation.answer(services.owner.id, receipt.inbox_id, timeout=30)


async def measure_messages(engine: str, options: argparse.Namespace, *, loops: bool) -> Counter[str]:
    """Statements by name, while messages are told one after the other with a pause that lets the loops look."""
    heard = Heard()
    with storage_of(engine, options.postgres) as settings:
        async with listened({**settings, "joining_window": 0, "learning_delay": 3600}, heard) as services:
            runner = services.runner()
            if loops:
                runner.start()
            await tell(services, "hello")
            await asyncio.sleep(3)
            began = time.monotonic()
            for number in range(options.messages):
                await tell(services, f"add thing {number} to my list")
                await asyncio.sleep(options.pause)
            asked = heard.since(began)
            if loops:
                await runner.stop()
    return Counter(name for _, name in asked)


# ------------------------------------------------------------------------------------------------ what is printed


def print_idle(engine: str, idle: Idle) -> None:
    names = Counter(name for _, name in idle.asked)
    looks = idle.looks()
    print(f"\n## {engine}: {idle.minutes:g} idle minutes\n")
    print("| | measured | aim |\n|---|---|---|")
    print(f"| processor of the real server | {idle.cpu_seconds / idle.minutes * 1000:.0f} ms a minute | ~0 |")
    if idle.transactions:
        print(
            f"| transactions of the real server, counted by Postgres | {idle.transactions / idle.minutes:.1f} a minute | |"
        )
    print(f"| statements | {len(idle.asked) / idle.minutes:.1f} a minute | |")
    print(f"| shortest time between two of the same | {idle.shortest():.1f} s | ≥ 30 s |")
    if looks:
        print(
            f"| time between looks, shortest / median | {min(looks):.1f} / {statistics.median(looks):.1f} s | ≥ 30 s |"
        )
    print(f"| model calls | {idle.model_calls} | 0 |")
    print("\n| statement | a minute |\n|---|---|")
    for name, count in names.most_common():
        print(f"| `{name}` | {count / idle.minutes:.2f} |")


def print_messages(engine: str, messages: int, without: Counter[str], beside: Counter[str]) -> None:
    total, more = sum(without.values()) / messages, (sum(beside.values()) - sum(without.values())) / messages
    print(f"\n## {engine}: statements of a message\n")
    print(f"{total:.1f} of the turn itself, {more:.1f} more of the loops, {messages} messages.\n")
    print("| asked by the loops | a message |\n|---|---|")
    for name, count in (beside - without).most_common(20):
        if count / messages >= 0.1:
            print(f"| `{name}` | {count / messages:.2f} |")


async def measure(options: argparse.Namespace) -> None:
    engines = engines_of(options.engine)
    if options.minutes:
        for engine, idle in zip(
            engines, await asyncio.gather(*(measure_idle(engine, options) for engine in engines)), strict=True
        ):
            print_idle(engine, idle)
    for engine in engines if options.messages else ():
        without = await measure_messages(engine, options, loops=False)
        beside = await measure_messages(engine, options, loops=True)
        print_messages(engine, options.messages, without, beside)


def main() -> int:
    """Always 0: this measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--settle", type=float, default=45.0, metavar="SECONDS")
    parser.add_argument("--messages", type=int, default=30)
    parser.add_argument("--pause", type=float, default=1.5, metavar="SECONDS", help="between messages")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    asyncio.run(measure(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
