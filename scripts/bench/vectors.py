"""How long a search by meaning takes as the store grows to a million vectors, and how much of the nearest it finds.

Run: python -m scripts.bench.vectors [--sizes N,N,…] [--engines postgres,sqlite] [--only growth|shared] [--figures FILE]
[--chart FILE]. Figures are kept in a file, one a line, so that the chart can be drawn again without measuring (--draw).
Postgres is the one the tests use: it keeps 64 MB of pages itself and nothing is synced to disk. Vectors are made up
(scripts/bench/clusters.py); what is nearest is known from comparing with every row.

- growth: one person owns all rows.
- shared: 100 people with a hundredth each, one of them with ten subjects only and asked about others too, and one person
  more with 1,000 rows.
"""

import argparse
import asyncio
import json
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from app.memory.ports import Database
from scripts.bench.chart import Line, chart
from scripts.bench.clusters import SUBJECTS, Clusters, Numbers, Truth, Vectors
from scripts.bench.stores import MODEL, PostgresStore, SqliteStore, Store
from tests.postgres import TestRun, server_of

SIZES = (10_000, 100_000, 300_000, 1_000_000)
PEOPLE = 100
NARROW = 7  # of these people, who speaks of ten subjects only
POOR_ROWS = 1_000
QUESTIONS = 200
CHUNK = 20_000
LIMIT = 20
P95_AIM = 100.0
RECALL_AIM = 0.95
Figure = dict[str, Any]


def questions(clusters: Clusters, owners: Numbers, subjects: Numbers | None = None) -> Truth:
    """Something to ask of each owner."""
    return Truth.of(clusters.draw(len(owners), subjects), owners)


def chunks(start: int, end: int) -> Iterator[Numbers]:
    """Row numbers, some thousand at a time."""
    return (np.arange(at, min(at + CHUNK, end)) for at in range(start, end, CHUNK))


async def measure(database: Database, truth: Truth, users: Sequence[str]) -> Figure:
    """Ask every question once (and the first one before, for what a first search costs)."""
    asked: list[list[float]] = truth.questions.tolist()
    owners: list[int] = truth.owners.tolist()
    whose = [users[owner] for owner in owners]
    taken: list[float] = []
    found: list[list[int]] = []
    for user, vector in zip([whose[0], *whose], [asked[0], *asked], strict=True):
        started = time.perf_counter()
        hits = await database.search_vectors(user, vector, model=MODEL, kinds=[], limit=LIMIT)
        taken.append((time.perf_counter() - started) * 1000)
        found.append([int(hit.owner_id) for hit in hits[:10]])
    p50, p95 = np.percentile(taken[1:], [50, 95])
    return {
        "first_ms": round(taken[0], 1),
        "p50_ms": round(float(p50), 1),
        "p95_ms": round(float(p95), 1),
        "recall": round(truth.recall(found[1:]), 4),
    }


async def growth(store: Store, sizes: Sequence[int]) -> AsyncIterator[Figure]:
    """One person's rows, more and more of them."""
    clusters = Clusters(1)
    truth = questions(clusters, np.zeros(QUESTIONS, np.int64))
    done = 0
    for size in sizes:
        started = time.perf_counter()
        await store.before_load()
        for numbers in chunks(done, size):
            rows = clusters.draw(len(numbers))
            owners = np.zeros(len(numbers), np.int64)
            truth.see(numbers, owners, rows)
            await store.load(numbers, ["ana"] * len(numbers), rows)
        loaded, done = time.perf_counter() - started, size
        built = await store.after_load()
        about = {"engine": store.engine, "case": "one person owns all", "rows": size, "load_s": round(loaded, 1)}
        async with store.opened() as database:
            yield about | built | await measure(database, truth, ["ana"]) | resident(store.engine)


def mixed(clusters: Clusters, total: int) -> Iterator[tuple[Numbers, Numbers, Vectors]]:
    """Rows of PEOPLE at random and of one more who has few; one of the people keeps to ten subjects."""
    rng = np.random.default_rng(5)
    for numbers in chunks(0, total):
        owners = rng.integers(0, PEOPLE, len(numbers))
        owners[numbers % (total // POOR_ROWS) == 0] = PEOPLE
        rows = clusters.draw(len(numbers))
        narrow = np.flatnonzero(owners == NARROW)
        rows[narrow] = clusters.draw(len(narrow), np.arange(100, 110))
        yield numbers, owners, rows


async def shared(store: Store, total: int) -> AsyncIterator[Figure]:
    """Many people in one store."""
    clusters = Clusters(2)
    cases = {
        f"{PEOPLE} people": questions(clusters, np.arange(QUESTIONS) % PEOPLE),
        "one with ten subjects, asked of any": questions(clusters, np.full(QUESTIONS // 2, NARROW)),
        "one with few among them": questions(clusters, np.full(QUESTIONS // 2, PEOPLE)),
    }
    users = [f"u{number:03}" for number in range(PEOPLE + 1)]
    await store.before_load()
    for numbers, owners, rows in mixed(clusters, total):
        for truth in cases.values():
            truth.see(numbers, owners, rows)
        await store.load(numbers, [users[owner] for owner in owners], rows)
    built = await store.after_load()
    async with store.opened() as database:
        for case, truth in cases.items():
            about = {"engine": store.engine, "case": case, "rows": total}
            yield about | built | await measure(database, truth, users) | resident(store.engine)


def resident(engine: str) -> Figure:
    """Where the matrix is in this process: what it took at most."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"process_peak_mb": round(peak)} if engine == "sqlite" else {}


@asynccontextmanager
async def fresh(engine: str, build_memory: str) -> AsyncIterator[Store]:
    """An empty store that is gone afterwards."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield SqliteStore(Path(folder) / "bench.db")
        return
    run = TestRun()
    try:
        with server_of(run.folder).database() as url:
            yield PostgresStore(url, build_memory)
    finally:
        run.close()


async def bench(options: argparse.Namespace) -> bool:
    """Measure what was asked for; whether Postgres keeps to its aims."""
    sizes, kept = sorted(map(int, options.sizes.split(","))), True
    for engine in options.engines.split(","):
        for case in ("growth", "shared"):
            if options.only not in ("", case):
                continue
            async with fresh(engine, options.build_memory) as store:
                await store.prepare(["ana", *(f"u{number:03}" for number in range(PEOPLE + 1))])
                figures = growth(store, sizes) if case == "growth" else shared(store, sizes[-1])
                async for figure in figures:
                    print(json.dumps(figure), flush=True)
                    with options.figures.open("a") as file:
                        file.write(f"{json.dumps(figure)}\n")
                    fast = figure["p95_ms"] <= P95_AIM and figure["recall"] >= RECALL_AIM
                    kept = kept and (fast or engine == "sqlite")
    return kept


def draw(figures: Path, target: Path) -> None:
    """The growth of both engines as a picture, from the newest figures of each size."""
    rows = [json.loads(line) for line in figures.read_text("utf-8").splitlines()]
    newest = {(row["engine"], row["rows"]): row for row in rows if row["case"] == "one person owns all"}
    lines = [
        Line(
            f"{name}, {what}", colour, [(size, row[key]) for (of, size), row in sorted(newest.items()) if of == engine]
        )
        for engine, name, colour in (("sqlite", "SQLite", "#b45309"), ("postgres", "Postgres", "#1d4ed8"))
        for what, key in (("95 of 100 within", "p95_ms"), ("median", "p50_ms"))
    ]
    shown = chart("Search by meaning, 20 nearest of one person's texts", "texts with a vector", "milliseconds", lines)
    target.write_text(shown, encoding="utf-8")


def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description="Search by meaning from 10,000 to a million vectors.")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="how many rows to stop at and measure")
    parser.add_argument("--engines", default="postgres,sqlite")
    parser.add_argument("--only", default="", choices=["", "growth", "shared"])
    parser.add_argument("--build-memory", default="4GB", help="maintenance_work_mem while the index is built")
    parser.add_argument("--figures", type=Path, default=Path(tempfile.gettempdir()) / "kwasi-vectors.jsonl")
    parser.add_argument("--chart", type=Path, help="where to draw the growth (SVG)")
    parser.add_argument("--draw", action="store_true", help="draw from --figures, measure nothing")
    options = parser.parse_args()
    kept = options.draw or asyncio.run(bench(options))
    if options.chart:
        draw(options.figures, options.chart)
    return 0 if kept else 1


assert NARROW < PEOPLE < SUBJECTS

if __name__ == "__main__":
    raise SystemExit(main())
