"""What Postgres alone can get wrong: refused logins, missing rights, lost connections, many users in one vector index."""

import asyncio
import random
from typing import Any

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


async def share_a_store(database: PostgresDatabase) -> None:
    """ana's and ben's notes in all directions, every tenth of them a task."""
    house, rng = repositories(database), random.Random(3)
    for user in ("ana", "ben"):
        await house.users.add(user, name=user, time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        for number in range(150):
            kind = "note" if number % 10 else "task"
            await house.documents.put(user, kind, str(number), f"{user} {number}", NOON)
            vector = [rng.gauss(0, 1) for _ in range(8)]
            await house.embeddings.put(user, kind, str(number), model="m", dimensions=8, vector=vector)
    await database.execute("ANALYZE embeddings")


async def plan_of(database: PostgresDatabase, sql: str, *values: Any) -> str:
    """How the server means to answer."""
    return "\n".join(str(row["QUERY PLAN"]) for row in await database.fetch(f"EXPLAIN {sql}", *values))


async def test_the_index_finds_what_an_exact_comparison_finds(postgres_url: str) -> None:
    database = PostgresDatabase(postgres_url)
    await database.open()
    await share_a_store(database)
    walk, compare = postgres_vectors.indexed("m", 8, []), postgres_vectors.exact("m", 8, [])
    values = ("ana", [1.0] + [0.0] * 7, 10, [])
    async with database.transaction():
        for way in ("seqscan", "bitmapscan", "sort"):
            await database.execute(f"SET LOCAL enable_{way} = off")
        indexed, exact = await database.fetch(walk, *values), await database.fetch(compare, *values)
        walked, compared = await plan_of(database, walk, *values), await plan_of(database, compare, *values)
    assert "Order By: ((vector)::halfvec(8) <=>" in walked
    assert "Order By" not in compared
    assert [row["owner_id"] for row in indexed] == [row["owner_id"] for row in exact]
    assert all(row["text"].startswith("ana") for row in indexed)
    await database.close()


@pytest.mark.parametrize("kinds", [[], ["note"], ["task"], ["task", "journal"], ["journal"]])
async def test_somebody_with_much_finds_the_same_as_somebody_with_little(postgres_url: str, kinds: list[str]) -> None:
    much, little = PostgresDatabase(postgres_url, exact_below=5), PostgresDatabase(postgres_url)
    await much.open()
    await little.open()
    await share_a_store(much)
    asked = [0.0, 1.0] + [0.0] * 6
    walked, compared = [
        await database.search_vectors("ana", asked, model="m", kinds=kinds, limit=30) for database in (much, little)
    ]
    assert [hit.owner_id for hit in walked] == [hit.owner_id for hit in compared]
    assert len(walked) == {"note": 30, "task": 15, "journal": 0}[kinds[0]] if kinds else 30
    await much.close()
    await little.close()


async def test_a_model_whose_vectors_are_too_long_for_an_index_is_searched_all_the_same(postgres_url: str) -> None:
    database = PostgresDatabase(postgres_url, exact_below=1)
    await database.open()
    house, long = repositories(database), postgres_vectors.MOST_INDEXED + 1
    await house.users.add("ana", name="ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
    await house.documents.put("ana", "note", "1", "far away", NOON)
    await house.embeddings.put("ana", "note", "1", model="long", dimensions=long, vector=[1.0] * long)
    [hit] = await database.search_vectors("ana", [1.0] * long, model="long", kinds=[], limit=3)
    assert hit.text == "far away"
    await database.close()


async def test_a_server_that_does_not_answer_stops_the_start_with_its_name() -> None:
    with pytest.raises(StorageError, match=r"127\.0\.0\.1/nowhere isn't answering"):
        await PostgresDatabase("postgresql://nobody:secret@127.0.0.1:9/nowhere").open()
