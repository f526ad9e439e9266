"""The Postgres that other tests rely on: real, fresh for each test, and gone with the run that asked for it."""

import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import pytest

from tests.postgres import PostgresServer

A_RUN = """
import time
from tests.postgres import TestRun, server_of
run = TestRun()
server = server_of(run.folder)
print(run.folder, server.execute("SELECT pg_backend_pid() > 0"), flush=True)
time.sleep(60)
"""


async def test_a_fresh_database_has_vectors_and_no_tables(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    try:
        assert await connection.fetchval("SELECT '[3,4]'::halfvec <-> '[0,0]'") == 5
        assert await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
        await connection.execute("CREATE TABLE left_behind ()")
    finally:
        await connection.close()


async def test_the_next_one_is_as_fresh(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    try:
        assert await connection.fetchval("SELECT to_regclass('left_behind')") is None
    finally:
        await connection.close()


async def test_a_bare_database_has_no_extension_yet(bare_postgres_url: str) -> None:
    connection = await asyncpg.connect(bare_postgres_url)
    try:
        assert await connection.fetchval("SELECT count(*) FROM pg_extension WHERE extname = 'vector'") == 0
        await connection.execute("CREATE EXTENSION vector")
    finally:
        await connection.close()


def test_a_template_is_made_once(postgres_server: PostgresServer) -> None:
    made: list[str] = []

    def fill(url: str) -> None:
        made.append(url)
        postgres_server.execute("CREATE TABLE plans (step int)", database=url.rpartition("/")[2])

    names = [postgres_server.template("test_plans", fill) for _ in range(2)]

    assert names == ["test_plans", "test_plans"]
    assert len(made) == 1
    with postgres_server.database(template="test_plans") as url:
        assert postgres_server.execute("SELECT count(*) FROM plans", database=url.rpartition("/")[2]) == "0"


@pytest.mark.slow
def test_a_killed_run_leaves_no_server_behind() -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", A_RUN], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]
    )
    try:
        line = run.stdout.readline() if run.stdout else ""
    finally:
        run.kill()
        run.communicate()
    folder, answered = line.split()
    assert answered == "t"

    deadline = time.monotonic() + 20
    while Path(folder).exists() and time.monotonic() < deadline:
        time.sleep(0.05)

    assert not Path(folder).exists()  # its keeper removes it as the last thing, when the server has ended
