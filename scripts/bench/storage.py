"""How long each storage call of a turn takes with 100,000 stored turns, on SQLite and on Postgres.

Run: python -m scripts.bench.storage [--turns N] [--postgres URL | --no-postgres] [--folder DIR]. Without a URL, Postgres is the
one the tests use, with its settings (nothing is synced to disk there). Text is drawn from a made-up language whose words are as
unevenly common as real ones; vectors lie in clusters, as embeddings do.
"""

import argparse
import asyncio
import random
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

import asyncpg

from app.memory.adapters import postgres_vectors
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database, Value
from app.memory.repositories import Repositories, repositories
from app.memory.repositories.audit import AuditDraft
from app.memory.rows import tuples
from app.memory.words import fold, scope
from tests.postgres import TestRun, server_of

START = datetime(2025, 1, 1, tzinfo=UTC)
DIMENSIONS = 384
MODEL = "bench"
AIMS = {"sqlite": 10.0, "postgres": 15.0}
MEANING_AIM = 30.0
Call = Callable[[int], Awaitable[object]]


class Language:
    """Words from very common to very rare, and vectors around a few hundred subjects."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.words = [self._word() for _ in range(20_000)]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))
        self._subjects = [self._direction() for _ in range(300)]

    def _word(self) -> str:
        syllables = self.rng.randint(1, 4)
        return "".join(self.rng.choice("bcdfghklmnprstv") + self.rng.choice("aeiou") for _ in range(syllables))

    def _direction(self) -> list[float]:
        return [self.rng.gauss(0, 1) for _ in range(DIMENSIONS)]

    def text(self, count: int) -> str:
        return " ".join(self.rng.choices(self.words, cum_weights=self._weights, k=count))

    def vector(self) -> list[float]:
        noise = self.rng.choice(self._subjects)
        return [part + self.rng.gauss(0, 0.7) for part in noise]


def batches(total: int, size: int) -> Iterator[range]:
    return (range(start, min(start + size, total)) for start in range(0, total, size))


async def insert(database: Database, table: str, columns: str, rows: list[list[Value]]) -> None:
    """Many rows in one statement."""
    values = [value for row in rows for value in row]
    await database.execute(f"INSERT INTO {table} ({columns}) VALUES {tuples(len(rows), len(rows[0]))}", *values)


async def load(database: Database, language: Language, turns: int) -> None:
    """Store the turns, their messages, documents and vectors, as their repositories would."""
    house = repositories(database)
    for name in ("ana", "ben"):
        await house.users.add(name, name=name, time_zone="UTC", zone_source="setting", locale="en", at=START)
    message = {"kind": "response", "parts": [{"part_kind": "text", "content": language.text(30)}]}
    for numbers in batches(turns, 200):
        texts = {number: f"user: {language.text(12)}\nassistant: {language.text(40)}" for number in numbers}
        async with database.transaction():
            await insert(database, "turns", TURN, [turn_row(number, text) for number, text in texts.items()])
            rows = [["ana", f"t{number}", place, message] for number in numbers for place in range(4)]
            await insert(database, "turn_messages", "user_id, turn_id, position, message", rows)
            await insert(database, "documents", DOCUMENT, [document_row(n, text) for n, text in texts.items()])
    await house.notes.add(
        "ben", title="ben", content=language.text(50), tags=[], source="user", turn_id=None, taint=[], at=START
    )


TURN = "id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at, finished_at"
DOCUMENT = "user_id, kind, owner_id, text, words, scope, created_at"


def turn_row(number: int, text: str) -> list[Value]:
    at = START + timedelta(minutes=number)
    return [f"t{number}", "ana", "web", text[:80], text[80:], "done", {}, [], {}, "m", "t", at, at]


def document_row(number: int, text: str) -> list[Value]:
    at = START + timedelta(minutes=number)
    return ["ana", "turn", f"t{number}", text, fold(text), scope("ana", "turn"), at]


async def load_vectors(database: Database, language: Language, turns: int) -> None:
    """Embed all turns. On Postgres the rows come first and the index after them: it is built many times faster so."""
    if database.engine == "sqlite":
        for numbers in batches(turns, 2000):
            async with database.transaction():
                for number in numbers:
                    await database.put_vector("ana", "turn", f"t{number}", model=MODEL, vector=language.vector())
        return
    ids = {row["owner_id"]: row["id"] for row in await database.fetch("SELECT id, owner_id FROM documents")}
    columns = "document_id, user_id, kind, model, dimensions, vector"
    for numbers in batches(turns, 200):
        rows = [[ids[f"t{n}"], "ana", "turn", MODEL, DIMENSIONS, language.vector()] for n in numbers]
        await insert(database, "embeddings", columns, rows)


def calls(database: Database, house: Repositories, language: Language, turns: int) -> dict[str, Call]:
    """What a turn asks of storage, by name."""

    async def receive(number: int) -> object:
        return await house.inbox.receive(
            "ana",
            id=f"i{number}",
            channel="web",
            external_id=str(number),
            address="",
            text=language.text(12),
            attachments=[],
            at=START,
        )

    async def history(_: int) -> object:
        recent = await house.turns.recent("ana", 20)
        return await house.turns.messages("ana", [turn.id for turn in recent])

    async def vector(_: int) -> object:
        owner = f"t{language.rng.randrange(turns)}"
        return await database.put_vector("ana", "turn", owner, model=MODEL, vector=language.vector())

    return {
        "receive a message": receive,
        "assign it to a turn": lambda number: house.inbox.assign("ana", [f"i{number}"], f"new{number}"),
        "history: 20 turns, messages": history,
        "settle: turn, ledger, audit, …": lambda number: settle(database, house, language, number),
        "words: a question": lambda _: words(database, language.text(8)),
        "words: two rare ones": lambda _: words(database, " ".join(language.rng.sample(language.words[5000:], 2))),
        "words: the two commonest": lambda _: words(database, " ".join(language.words[:2])),
        "words: of who has little": lambda _: words(database, " ".join(language.words[:8]), "ben"),
        "meaning: 20 nearest": lambda _: meaning(database, language.vector()),
        "keep a vector": vector,
        "a fact": lambda number: house.facts.current("ana"),
    }


async def words(database: Database, query: str, user_id: str = "ana") -> object:
    return await database.search_words(user_id, query, kinds=["turn", "note"], limit=20)


async def meaning(database: Database, vector: list[float]) -> object:
    return await database.search_vectors("ana", vector, model=MODEL, kinds=["turn", "note"], limit=20)


async def settle(database: Database, house: Repositories, language: Language, number: int) -> None:
    """The transaction that ends a turn."""
    turn_id, at = f"new{number}", START + timedelta(days=400, seconds=number)
    message = {"kind": "response", "parts": [{"part_kind": "text", "content": language.text(30)}]}
    async with database.transaction():
        await house.turns.add(
            "ana",
            id=turn_id,
            channel="web",
            text=language.text(12),
            reply=language.text(40),
            status="done",
            route={"domain": "notes"},
            taint=[],
            usage={},
            model="m",
            trace_id="t",
            started_at=at,
            finished_at=at,
            messages=[message] * 6,
        )
        entry = await house.ledger.start(
            "ana", turn_id=turn_id, call_key="k", tool="add_note", arguments={"title": "x"}, at=at
        )
        assert entry is not None
        await house.ledger.finish("ana", entry.id, status="done", result="ok", undo={"id": 1}, at=at)
        await house.audit.add_many("ana", turn_id, [AuditDraft("add_note", {"title": "x"}, "run", "ok")] * 2, at)
        await house.outbox.put(
            "ana", channel="web", address="", key=f"reply:{turn_id}", body={"text": "x"}, turn_id=turn_id, at=at
        )
        await house.inbox.finish("ana", turn_id)
    await database.nudge("outbox")


async def measure(call: Call, times: int) -> tuple[float, float, float]:
    """Milliseconds: the first call, the median, and what 95 of 100 stay below."""
    taken = []
    for number in range(times):
        start = time.perf_counter()
        await call(number)
        taken.append((time.perf_counter() - start) * 1000)
    ordered = sorted(taken[1:])
    return taken[0], ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]


async def settle_in(url: str) -> None:
    """Build the vector index and gather statistics, without the time limits of a server that people wait for."""
    connection = await asyncpg.connect(url)
    await connection.execute("SET maintenance_work_mem = '512MB'")
    for statement in postgres_vectors.indexes(MODEL, DIMENSIONS):
        await connection.execute(statement)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def bench(database: Database, turns: int, times: int, url: str = "") -> bool:
    """Load, measure and print one engine; whether it keeps to its aims."""
    language = Language(1)
    await database.open()
    start = time.perf_counter()
    await load(database, language, turns)
    await load_vectors(database, language, turns)
    if url:
        await settle_in(url)
    house = repositories(database)
    print(f"\n{database.engine}: {turns:,} turns loaded in {time.perf_counter() - start:.0f} s")
    print(f"{'call':32}{'first':>9}{'p50':>9}{'p95':>9}  (ms)")
    kept = True
    for name, call in calls(database, house, language, turns).items():
        first, middle, high = await measure(call, times)
        aim = MEANING_AIM if name.startswith("meaning") else AIMS[database.engine]
        kept = kept and high <= aim
        print(f"{name:32}{first:9.2f}{middle:9.2f}{high:9.2f}{'' if high <= aim else f'  above {aim:.0f}'}", flush=True)
    print(f"memory of this process at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    await database.close()
    return kept


async def main() -> int:
    parser = argparse.ArgumentParser(description="How long each storage call of a turn takes.")
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--postgres", help="an empty database's address; without it, the one the tests use")
    parser.add_argument("--no-postgres", action="store_true")
    parser.add_argument("--no-sqlite", action="store_true")
    options = parser.parse_args()
    kept = True
    if not options.no_sqlite:
        with tempfile.TemporaryDirectory() as folder:
            kept = await bench(SqliteDatabase(Path(folder) / "bench.db"), options.turns, options.times)
    if options.postgres:
        kept = await bench(PostgresDatabase(options.postgres), options.turns, options.times, options.postgres) and kept
    elif not options.no_postgres:
        run = TestRun()
        try:
            with server_of(run.folder).database() as url:
                kept = await bench(PostgresDatabase(url), options.turns, options.times, url) and kept
        finally:
            run.close()
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
