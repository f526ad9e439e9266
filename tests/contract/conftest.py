"""Both engines, one after the other: what passes here is what the storage port promises."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.postgres import PostgresServer

NOON = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
Opener = Callable[[], Database]


def later(**by: float) -> datetime:
    """A moment after NOON."""
    return NOON + timedelta(**by)


@pytest.fixture(scope="session")
def migrated(postgres_server: PostgresServer) -> str:
    """The name of a Postgres template with our tables, made once."""

    async def prepare(url: str) -> None:
        database = PostgresDatabase(url)
        await database.open()
        await database.close()

    return postgres_server.template("contract", lambda url: asyncio.run(prepare(url)))


@pytest.fixture(params=["sqlite", "postgres"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Makes one more connection to this test's database, as another process would."""
    if request.param == "sqlite":
        return lambda: SqliteDatabase(tmp_path / "kwasi.db")
    url: str = request.getfixturevalue("migrated_url")
    return lambda: PostgresDatabase(url, max_connections=5)


@pytest.fixture
def migrated_url(postgres_server: PostgresServer, migrated: str) -> Iterator[str]:
    """A fresh Postgres database with our tables."""
    with postgres_server.database(template=migrated) as url:
        yield url


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
