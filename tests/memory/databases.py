"""Both engines, one after the other, for every test that asks for a database: what passes is what the port promises.

The conftest of a folder names the fixtures it wants. Each test has a copy of a migrated database: that costs half of emptying one.
"""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.sqlite import migrated_file

NOON = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
Opener = Callable[[], Database]


def later(**by: float) -> datetime:
    """A moment after NOON."""
    return NOON + timedelta(**by)


@pytest.fixture(params=["sqlite", "postgres"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Makes one more connection to this test's database, as another process would."""
    if request.param == "sqlite":
        path = migrated_file(tmp_path / "kwasi.db")
        return lambda: SqliteDatabase(path)
    url: str = request.getfixturevalue("migrated_postgres_url")
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
