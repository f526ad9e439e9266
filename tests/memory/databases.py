"""Both engines, one after the other, for every test that asks for a database: what passes is what the port promises.

The conftest of a folder names the fixtures it wants. Postgres is one database per worker, emptied before each test.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.postgres import PostgresServer

NOON = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
Opener = Callable[[], Database]

EMPTY = """DO $$ BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY'
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations');
END $$"""


def later(**by: float) -> datetime:
    """A moment after NOON."""
    return NOON + timedelta(**by)


@pytest.fixture(scope="session")
def migrated_url(postgres_server: PostgresServer) -> Iterator[str]:
    """A Postgres database with our tables."""

    async def migrate(url: str) -> None:
        database = PostgresDatabase(url)
        await database.open()
        await database.close()

    with postgres_server.database() as url:
        asyncio.run(migrate(url))
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Makes one more connection to this test's database, as another process would."""
    if request.param == "sqlite":
        return lambda: SqliteDatabase(tmp_path / "kwasi.db")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url: str = request.getfixturevalue("migrated_url")
    server.execute(EMPTY, database=urlsplit(url).path.lstrip("/"))
    return lambda: PostgresDatabase(url, max_connections=5)


@pytest.fixture
async def database(another: Opener) -> AsyncIterator[Database]:
    """An open, empty database."""
    database = another()
    await database.open()
    yield database
    await database.close()


@pytest.fixture
async def house(database: Database) -> Repositories:
    """The repositories with two users, ana and ben."""
    house = repositories(database)
    for name in ("ana", "ben"):
        await house.users.add(name, name=name, time_zone="UTC", zone_source="setting", locale="en", at=NOON)
    return house
