"""That it never matters in which order measurements come, how they are split into batches and how often they are sent.

Run: python -m scripts.prove.health_orders [--samples N] [--orders N] [--seed N] [--no-sqlite | --no-postgres]. A made-up story of records
(changed, deleted, deleted up to a version, in conflict with each other, some of them contradicting themselves) is posted as batches: as
it happened, backwards, and shuffled with a third of it sent again. After each, what the database holds is compared with a model in plain
dicts that looks at the whole story at once and knows nothing of order.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.clock import ManualClock
from app.health.ingest import Ingest
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from tests.postgres import TestRun, server_of

NOW = datetime(2026, 11, 22, tzinfo=UTC)
START_MS = round(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)
MINUTE, DAY = 60_000, 86_400_000
UNITS = {"steps": ("count", 30), "heart_rate": ("bpm", 40), "distance": ("m", 100), "weight": ("kg", 60)}
Dump = dict[str, list[tuple[Any, ...]]]


def _iso(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Sent:
    """One sample as its sender knows it."""

    metric: str
    device: str
    start_ms: int
    end_ms: int
    zone: int
    number: float
    client_id: str
    version: int
    app: str

    @property
    def key(self) -> tuple[str, str, int]:
        """What makes it the same measurement."""
        return self.metric, self.device, self.start_ms

    def wire(self) -> dict[str, Any]:
        """As it is posted."""
        return {
            "metric": self.metric,
            "start": _iso(self.start_ms),
            "end": _iso(self.end_ms),
            "zone_offset_seconds": self.zone,
            "value": self.number,
            "unit": UNITS[self.metric][0],
            "device": self.device,
            "app": self.app,
            "client_id": self.client_id,
            "version": self.version,
        }


@dataclass(frozen=True, slots=True)
class Deleted:
    """One deletion; `version` None is of any."""

    client_id: str
    version: int | None


Event = Sent | Deleted


def story(rng: random.Random, samples: int) -> list[Event]:
    """What happened, in its order: about so many samples, some of them in several versions, and deletions."""
    events: list[Event] = []
    told = number = 0
    while told < samples:
        record = list(_record(rng, number, samples))
        told += sum(isinstance(one, Sent) for one in record)
        events += record
        number += 1
    return events


def _record(rng: random.Random, number: int, samples: int) -> Iterator[Event]:
    """One record's life. Starts are drawn from few minutes, so that records meet at the same measurement."""
    metric, device = rng.choice(list(UNITS)), rng.choice(("watch", "phone", "ring"))
    client_id, zone = f"r{number}", rng.choice((0, 3600, -18_000, 20_700))
    size = rng.choice((1, 1, 1, 5, 100))
    versions = rng.choice(([0], [1], [1, 2], [3, 7, 8]))
    for version in versions:
        first = rng.randrange(max(30, samples // 4))
        for minute in range(first, first + size):
            start = START_MS + minute * MINUTE
            end = start + (rng.choice((0, MINUTE, 5 * MINUTE)) if metric != "weight" else 0)
            value = UNITS[metric][1] + rng.randrange(200) / 8
            yield Sent(metric, device, start, end, zone, value, client_id, version, f"app{version}")
            if rng.random() < 0.02:  # it contradicts itself
                yield Sent(metric, device, start, end, zone, value + 1, client_id, version, f"app{version}")
    if rng.random() < 0.2:
        yield Deleted(client_id, rng.choice((None, versions[0], versions[-1], versions[-1] - 1 or 1)))


def model(events: Sequence[Event]) -> Dump:
    """What is left of a story, whatever its order."""
    through: dict[str, int] = {}
    newest: dict[str, tuple[int, str]] = {}
    for one in events:
        if isinstance(one, Deleted):
            version = 2**63 - 1 if one.version is None else one.version
            through[one.client_id] = max(version, through.get(one.client_id, -1))
        else:
            newest[one.client_id] = max((one.version, one.app), newest.get(one.client_id, (-1, "")))
    said: dict[tuple[Any, ...], Sent] = {}
    for one in events:
        if (
            isinstance(one, Deleted)
            or one.version != newest[one.client_id][0]
            or one.version <= through.get(one.client_id, -1)
        ):
            continue
        place = (*one.key, one.client_id)
        other = said.get(place)
        if other is None or (one.end_ms, one.number) > (other.end_ms, other.number):
            said[place] = one
    standing: dict[tuple[Any, ...], Sent] = {}
    for one in said.values():
        other = standing.get(one.key)
        if other is None or (one.version, one.client_id) > (other.version, other.client_id):
            standing[one.key] = one
    behind = [one for one in said.values() if standing[one.key] is not one]
    return {
        "samples": sorted(map(_told, standing.values())),
        "shadowed": sorted(map(_told, behind)),
        "series": _series(events, standing.values()),
        "records": sorted(
            _told_record(client_id, newest.get(client_id, (-1, "")), through.get(client_id, -1))
            for client_id in {*newest, *through}
        ),
    }


def _told(one: Sent) -> tuple[Any, ...]:
    return one.metric, one.device, one.start_ms, one.end_ms, one.zone, one.number, one.client_id


def _told_record(client_id: str, newest: tuple[int, str], through: int) -> tuple[Any, ...]:
    version, app = newest
    return client_id, max(version, through), through, app if version > through else ""


def _series(events: Sequence[Event], standing: Any) -> list[tuple[Any, ...]]:
    starts: dict[tuple[str, str], list[int]] = {one.key[:2]: [] for one in events if isinstance(one, Sent)}
    for one in standing:
        starts[one.key[:2]].append(one.start_ms)
    return sorted((*of, len(all_), min(all_, default=0), max(all_, default=0)) for of, all_ in starts.items())


_SAMPLES = """SELECT series.metric, series.device, sample.start_ms, sample.end_ms, sample.zone_offset, sample.number,
        record.client_id FROM {} sample
    JOIN health_series series ON series.id = sample.series_id JOIN health_records record ON record.id = sample.record_id"""
_QUERIES = {
    "samples": _SAMPLES.format("health_samples"),
    "shadowed": _SAMPLES.format("health_shadowed"),
    "series": "SELECT metric, device, samples, COALESCE(first_ms, 0), COALESCE(last_ms, 0) AS last_ms FROM health_series",
    "records": "SELECT client_id, version, deleted_through, app FROM health_records",
}


async def dump(database: Database) -> Dump:
    """What the database holds, without its own numbers and the times of arrival."""
    found = {name: await database.fetch(sql) for name, sql in _QUERIES.items()}
    return {name: sorted(tuple(row.values()) for row in rows) for name, rows in found.items()}


async def unmarked(database: Database) -> int:
    """Samples on days that nobody would compute anew; there must be none. (More days may be marked than have changed.)"""
    rows = await database.fetch("SELECT metric, day FROM health_stale_days")
    marked = {(row["metric"], row["day"]) for row in rows}
    samples = (await dump(database))["samples"]
    days = (
        (metric, (at + zone * 1000) // DAY)
        for metric, _, start, end, zone, *_ in samples
        for at in (start, max(start, end - 1))
    )
    return sum(day not in marked for day in days)


def orders(rng: random.Random, events: Sequence[Event], count: int) -> Iterator[tuple[str, list[Event]]]:
    """The same story told in several ways."""
    yield "as it happened", list(events)
    yield "backwards", list(events)[::-1]
    for number in range(1, count - 1):
        twice = [*events, *rng.sample(list(events), len(events) // 3)]
        yield f"shuffled {number}, a third of it twice", rng.sample(twice, len(twice))


def batches(rng: random.Random, events: Sequence[Event], largest: int) -> Iterator[bytes]:
    """A telling, split anywhere. Within a batch deletions come first, so one that comes after its samples begins the next."""
    left = list(events)
    while left:
        part = left[: rng.randint(1, largest)]
        del left[: len(part)]
        samples = [one.wire() for one in part if isinstance(one, Sent)]
        deletions = [{"client_id": one.client_id, "version": one.version} for one in part if isinstance(one, Deleted)]
        yield json.dumps({"samples": samples, "deletions": deletions}).encode()


async def told(database: Database, posted: Iterator[bytes]) -> Mapping[str, int]:
    """Post everything as one person; the verdicts."""
    house = repositories(database)
    user = await house.users.get("ana") or await house.users.add(
        "ana", name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=NOW
    )
    ingest = Ingest(house, database, ManualClock(NOW))
    counts: dict[str, int] = {}
    for body in posted:
        receipt = await ingest.take(user, body)
        for verdict, count in receipt.counts.items():
            counts[verdict] = counts.get(verdict, 0) + count
    return counts


async def differences(database: Database, wanted: Dump) -> dict[str, int]:
    """How many rows are there that shouldn't be, or missing, by table; empty where all is as it should be."""
    there = await dump(database)
    wrong = {
        name: len(set(rows) ^ set(there[name])) + abs(len(rows) - len(there[name])) for name, rows in wanted.items()
    }
    wrong["days"] = await unmarked(database)
    return {name: count for name, count in wrong.items() if count}


@contextmanager
def fresh(engine: str, run: TestRun) -> Iterator[Database]:
    """An empty database, gone afterwards."""
    if engine == "postgres":
        with server_of(run.folder).database() as url:
            yield PostgresDatabase(url)
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield SqliteDatabase(Path(folder) / "orders.db")


async def prove(engine: str, run: TestRun, options: argparse.Namespace) -> bool:
    """All orders on one engine."""
    rng = random.Random(options.seed)
    events = story(rng, options.samples)
    wanted = model(events)
    right = True
    for name, telling in orders(rng, events, options.orders):
        with fresh(engine, run) as database:
            await database.open()
            start = time.perf_counter()
            counts = await told(database, batches(rng, telling, options.largest))
            wrong = await differences(database, wanted)
            await database.close()
        right = right and not wrong
        said = ", ".join(f"{count:,} {verdict}" for verdict, count in counts.items() if count)
        print(
            f"{engine}, {name}: {'as the model says' if not wrong else f'WRONG {wrong}'} ({said}; {time.perf_counter() - start:.0f} s)",
            flush=True,
        )
    print(f"{engine}: {len(events):,} events left", ", ".join(f"{len(rows):,} {name}" for name, rows in wanted.items()))
    return right


async def main() -> int:
    parser = argparse.ArgumentParser(description="That the order of measurements never matters.")
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--orders", type=int, default=4)
    parser.add_argument("--largest", type=int, default=5_000, help="items in a batch at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-postgres", action="store_true")
    parser.add_argument("--no-sqlite", action="store_true")
    options = parser.parse_args()
    run = TestRun()
    try:
        engines = [name for name in ("sqlite", "postgres") if not getattr(options, f"no_{name}")]
        return 0 if all([await prove(engine, run, options) for engine in engines]) else 1
    finally:
        run.close()


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
