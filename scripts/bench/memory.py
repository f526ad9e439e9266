"""What a turn waits for before its model is asked: history, what is known, what is near, beside 100,000 turns and 20,000 notes.

Run: python -m scripts.bench.memory [--turns N] [--notes N] [--engine sqlite|postgres|both] [--calls]. Measured is the stage
`recall` itself (app/conversation/stages.py). The query's embedding is apart: the vector is handed over ready. Between two
measured turns one more turn is stored, as in a conversation; "cold" turns find no window of history in memory. Postgres is
the one the tests use (64 MB of pages of its own, nothing synced to disk).
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import DATABASE_FILE, build_database
from app.config import Settings
from app.conversation.stages import recall
from app.conversation.turn import Turn
from app.memory.records import InboxEntry
from app.routing.intent import route_by_keywords
from scripts.bench.clusters import DIMENSIONS, Clusters, Vectors
from scripts.bench.fullness import APART, BEGAN, Writer, embed_all
from scripts.bench.stores import MODEL, PostgresStore, SqliteStore, Store
from tests.postgres import TestRun, server_of

AIM = 25.0
WATCHED = ("fetch", "execute", "search_words", "search_vectors")


class ReadyVectors:
    """An encoder that has every answer ready."""

    name = MODEL
    dimensions = DIMENSIONS

    def __init__(self, clusters: Clusters) -> None:
        """Some hundred answers."""
        self._vectors = clusters.draw(500)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """By the text's length and letters, so the same for the same text."""
        return self._vectors[[sum(map(ord, text)) % len(self._vectors) for text in texts]]

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As questions."""
        return await self.embed_queries(texts)


class Watch:
    """A database that notes how long each of its calls takes, by their first words."""

    def __init__(self, database: Any) -> None:
        """All else is the database's own."""
        self._database = database
        self.taken: dict[str, list[float]] = defaultdict(list)

    def __getattr__(self, name: str) -> Any:
        """The database's method, timed where it is worth watching."""
        method = getattr(self._database, name)
        if name == "fetch_one":
            return self._first
        return self._timed(name, method) if name in WATCHED else method

    async def _first(self, sql: str, *values: Any) -> Any:
        found = await self.fetch(sql, *values)
        return found[0] if found else None

    def _timed(self, name: str, method: Any) -> Any:
        async def call(*values: Any, **options: Any) -> Any:
            started = time.perf_counter()
            try:
                return await method(*values, **options)
            finally:
                kinds = ",".join(options.get("kinds", ()))
                about = (
                    " ".join(values[0].split())[:90] if name in ("fetch", "execute") else f"{kinds} {options['limit']}"
                )
                self.taken[f"{name} {about}"].append((time.perf_counter() - started) * 1000)

        return call

    def report(self) -> None:
        """The slowest kinds of calls, by their sum."""
        print(f"  {'calls':>6}{'p50':>8}{'p95':>8}{'most':>8}  (ms)")
        for about, taken in sorted(self.taken.items(), key=lambda item: -sum(item[1]))[:14]:
            print(f"  {len(taken):6}{at(taken, 0.5):8.2f}{at(taken, 0.95):8.2f}{max(taken):8.2f}  {about}")


@dataclass(frozen=True, slots=True)
class Place:
    """A house and the store beneath it."""

    services: Services
    store: Store
    watch: Watch


@asynccontextmanager
async def place(engine: str) -> AsyncIterator[Place]:
    """An empty house on either engine, gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        run = TestRun() if engine == "postgres" else None
        url = None
        try:
            if run is not None:
                server = server_of(run.folder)
                server.execute("CREATE DATABASE full_house TEMPLATE with_extensions")
                url = server.url("full_house")
            settings = Settings.model_validate(
                {"data_dir": Path(folder), "database_url": url, "embedder": "none", "time_zone": "Europe/Paris"}
            )
            watch = Watch(build_database(settings))
            services = await build_services(settings, database=watch, embedder=ReadyVectors(Clusters(4)))
            store = PostgresStore(url) if url else SqliteStore(Path(folder) / DATABASE_FILE)
            try:
                yield Place(services, store, watch)
            finally:
                await services.close()
        finally:
            if run is not None:
                run.close()


def turn_of(services: Services, number: int, text: str) -> Turn:
    """A turn as it comes to the stage."""
    owner, at = services.owner, BEGAN + APART * number
    entry = InboxEntry(f"i{number}", owner.id, "web", str(number), "", text, "running", f"new{number}", at)
    turn = Turn(id=f"new{number}", user=owner, entries=[entry], moment=at, trace_id="trace", text=text)
    turn.route = route_by_keywords(text)
    return turn


async def keep(services: Services, turn: Turn, reply: str) -> None:
    """Store a turn as done."""
    said, answered = {"part_kind": "user-prompt", "content": turn.text}, {"part_kind": "text", "content": reply}
    await services.store.turns.add(
        turn.user.id,
        id=turn.id,
        channel="web",
        text=turn.text,
        reply=reply,
        status="done",
        route={"domains": ["notes"]},
        taint=[],
        usage={},
        model="m",
        trace_id="trace",
        started_at=turn.moment,
        finished_at=turn.moment,
        messages=[{"kind": "request", "parts": [said]}, {"kind": "response", "parts": [answered]}],
    )


async def turns(services: Services, writer: Writer, numbers: range, *, cold: bool) -> list[float]:
    """Milliseconds of the stage for each of so many turns."""
    taken = []
    for number in numbers:
        turn = turn_of(services, number, writer.words(14, 200))
        if cold:
            services.resources.histories.forget(services.owner.id)
        started = time.perf_counter()
        await recall(turn, services.resources)
        taken.append((time.perf_counter() - started) * 1000)
        await keep(services, turn, writer.words(45, 400))
    return taken


def at(taken: list[float], share: float) -> float:
    """What so many of them stay below."""
    return sorted(taken)[min(int(len(taken) * share), len(taken) - 1)]


async def bench(engine: str, options: argparse.Namespace) -> bool:
    """Fill, measure and print one engine; whether it keeps to the aim."""
    async with place(engine) as here:
        services, started = here.services, time.perf_counter()
        writer = Writer(services)
        await writer.small_things()
        await writer.notes(options.notes)
        await writer.turns(options.turns)
        await writer.summary()
        documents = await embed_all(services, here.store, Clusters(3))
        filled = time.perf_counter() - started
        print(
            f"\n{engine}: {options.turns:,} turns, {options.notes:,} notes, {documents:,} vectors, filled in {filled:.0f} s"
        )
        first = options.turns + 1
        [start] = await turns(services, writer, range(first, first + 1), cold=True)
        here.watch.taken.clear()
        kept = True
        for name, count, cold in (("warm", options.times, False), ("cold", options.times // 2, True)):
            first += 10_000
            taken = await turns(services, writer, range(first, first + count), cold=cold)
            kept = kept and at(taken, 0.95) <= AIM
            print(
                f"{name:6} p50 {at(taken, 0.5):6.1f}  p95 {at(taken, 0.95):6.1f}  most {max(taken):6.1f} ms, {count} turns"
            )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"the very first turn {start:.0f} ms; this process at most {peak:.0f} MB", flush=True)
        if options.calls:
            here.watch.report()
        return kept


async def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description="What a turn waits for before its model is asked.")
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument(
        "--times", type=int, default=400, help="measured turns with a window in memory; half as many without"
    )
    parser.add_argument("--engine", default="both", choices=["sqlite", "postgres", "both"])
    parser.add_argument("--calls", action="store_true", help="also how long each kind of storage call took")
    options = parser.parse_args()
    engines = ["sqlite", "postgres"] if options.engine == "both" else [options.engine]
    return 0 if all([await bench(engine, options) for engine in engines]) else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
