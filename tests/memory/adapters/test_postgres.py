"""What Postgres alone can get wrong: refused logins, missing rights, lost connections, many users in one vector index."""

import asyncio
import random

import pytest

from app.errors import StorageBusy, StorageError
from app.memory.adapters import postgres_vectors
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.repositories import repositories
from tests.memory.databases import NOON
from tests.postgres import PostgresServer


async def test_a_bare_server_is_enough(bare_postgres_url: str) -> None:
    database = PostgresDatabase(bare_postgres_url)
    await database.open()
    assert await database.fetch("SELECT 1 AS one") == [{"one": 1}]
    await database.close()


async def test_what_is_shown_holds_no_secret(postgres_url: str) -> None:
    secret = postgres_url.split("@")[0].rpartition(":")[2]
    database = PostgresDatabase(postgres_url)
    assert secret not in database.description
    assert database.description.startswith("127.0.0.1/test_")


async def test_a_wrong_password_says_so_without_naming_it(postgres_url: str) -> None:
    wrong = postgres_url.replace("@", "wrong@", 1)
    with pytest.raises(StorageError, match="refused the login") as refused:
        await PostgresDatabase(wrong).open()
    assert "wrong" not in str(refused.value)


async def test_a_user_without_rights_is_told_what_is_missing(
    postgres_server: PostgresServer, bare_postgres_url: str
) -> None:
    name = bare_postgres_url.rpartition("/")[2]
    postgres_server.execute(f"CREATE ROLE poor_{name} LOGIN PASSWORD 'x'")
    poor = f"postgresql://poor_{name}:x@127.0.0.1:{postgres_server.port}/{name}"
    try:
        with pytest.raises(StorageError, match="CREATE EXTENSION vector"):
            await PostgresDatabase(poor).open()
    finally:
        postgres_server.execute(f"DROP ROLE poor_{name}")


async def test_a_lost_connection_is_busy_once_and_then_comes_back(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    database = PostgresDatabase(postgres_url, max_connections=1)
    await database.open()
    name = postgres_url.rpartition("/")[2]
    with pytest.raises(StorageBusy):
        async with database.transaction():
            cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            await asyncio.to_thread(postgres_server.execute, cut)
            await database.fetch("SELECT 1 AS one")
    assert await database.fetch("SELECT 1 AS one") == [{"one": 1}]
    mark = await database.changed(5)  # the listener is back, and rang to say so
    waiting = asyncio.create_task(database.changed(5, since=mark))
    await asyncio.to_thread(postgres_server.execute, "NOTIFY kwasi, 'outbox'", database=name)
    assert await waiting > mark
    await database.close()


async def test_a_full_pool_is_busy_and_not_a_standstill(postgres_url: str) -> None:
    database = PostgresDatabase(postgres_url, max_connections=1, acquire_seconds=0.05)
    await database.open()
    with pytest.raises(StorageBusy):
        async with database.transaction():
            await asyncio.create_task(database.fetch("SELECT 1 AS one"))
    assert await database.fetch("SELECT 1 AS one") == [{"one": 1}]
    await database.close()


async def test_the_index_finds_what_an_exact_comparison_finds(postgres_url: str) -> None:
    database = PostgresDatabase(postgres_url)
    await database.open()
    house = repositories(database)
    rng = random.Random(3)
    for user in ("ana", "ben"):
        await house.users.add(user, name=user, time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        for number in range(150):
            await house.documents.put(user, "note", str(number), f"{user} {number}", NOON)
            vector = [rng.gauss(0, 1) for _ in range(8)]
            await house.embeddings.put(user, "note", str(number), model="m", dimensions=8, vector=vector)
    await database.execute("ANALYZE embeddings")
    asked = [1.0] + [0.0] * 7
    values = ("ana", asked, 10, [])
    exact = await database.fetch(postgres_vectors.exact("m", 8, []), *values)
    async with database.transaction():
        await database.execute("SET LOCAL enable_seqscan = off")
        await database.execute("SET LOCAL enable_bitmapscan = off")
        await database.execute("SET LOCAL enable_sort = off")
        indexed = await database.fetch(postgres_vectors.indexed("m", 8, []), *values)
        plan = await database.fetch(f"EXPLAIN {postgres_vectors.indexed('m', 8, [])}", *values)
    assert any("hnsw" in str(row) or "embeddings_" in str(row) for row in plan)
    assert [row["owner_id"] for row in indexed] == [row["owner_id"] for row in exact]
    assert all(row["text"].startswith("ana") for row in indexed)
    await database.close()


async def test_a_server_that_does_not_answer_stops_the_start_with_its_name() -> None:
    with pytest.raises(StorageError, match=r"127\.0\.0\.1/nowhere isn't answering"):
        await PostgresDatabase("postgresql://nobody:secret@127.0.0.1:9/nowhere").open()
