"""Migrations: applied once, in order, whole or not at all, on both engines."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.errors import MigrationError, StorageError
from app.memory.adapters.migrations import DIRECTORY
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from tests.memory.databases import NOON

Builder = Callable[[], Database]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two migrations."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_first.sql").write_text("-- a; comment\nCREATE TABLE one (id {{id}}, at {{time}});\n")
    (folder / "0002_second.sql").write_text("CREATE TABLE two (name TEXT DEFAULT 'a;b');\nINSERT INTO two VALUES ('x')")
    return folder


@pytest.fixture(params=["sqlite", "postgres"])
def build(request: pytest.FixtureRequest, tmp_path: Path, folder: Path) -> Iterator[Builder]:
    """Makes a connection to one empty database with the folder's migrations."""
    if request.param == "sqlite":
        yield lambda: SqliteDatabase(tmp_path / "kwasi.db", migrations=folder)
        return
    url: str = request.getfixturevalue("bare_postgres_url")
    yield lambda: PostgresDatabase(url, max_connections=2, migrations=folder)


async def applied(build: Builder) -> list[str]:
    """Open, list what was applied, close."""
    database = build()
    await database.open()
    try:
        rows = await database.fetch("SELECT number, name FROM schema_migrations ORDER BY number")
        return [f"{row['number']} {row['name']}" for row in rows]
    finally:
        await database.close()


async def test_they_run_once_and_in_order(build: Builder, folder: Path) -> None:
    assert await applied(build) == ["1 first", "2 second"]
    assert await applied(build) == ["1 first", "2 second"]
    (folder / "0003_third.sql").write_text("INSERT INTO two VALUES ('third')")
    assert await applied(build) == ["1 first", "2 second", "3 third"]


async def test_an_engine_reads_its_own_variant_only(build: Builder, folder: Path) -> None:
    (folder / "0002_second.sqlite.sql").write_text("INSERT INTO two VALUES ('sqlite')")
    (folder / "0002_second.postgres.sql").write_text("INSERT INTO two VALUES ('postgres')")
    database = build()
    await database.open()
    rows = await database.fetch("SELECT name FROM two ORDER BY name")
    assert sorted(row["name"] for row in rows) == sorted(["x", database.engine])
    await database.close()


async def test_a_failing_one_leaves_the_database_as_it_was(build: Builder, folder: Path) -> None:
    await applied(build)
    broken = folder / "0003_broken.sql"
    broken.write_text(
        "CREATE TABLE three (id {{id}});\nINSERT INTO two VALUES ('lost');\nINSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(MigrationError, match=r"0003_broken failed.*as it was"):
        await applied(build)
    broken.write_text("CREATE TABLE three (id {{id}});")
    assert await applied(build) == ["1 first", "2 second", "3 broken"]
    database = build()
    await database.open()
    assert await database.fetch("SELECT name FROM two") == [{"name": "x"}]
    await database.close()


async def test_a_changed_one_stops_the_start(build: Builder, folder: Path) -> None:
    await applied(build)
    (folder / "0001_first.sql").write_text("CREATE TABLE other (id {{id}});")
    with pytest.raises(MigrationError, match="0001_first was changed"):
        await applied(build)


async def test_other_line_ends_are_no_change(build: Builder, folder: Path) -> None:
    await applied(build)
    for file in folder.iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert await applied(build) == ["1 first", "2 second"]


async def test_a_newer_database_stops_the_start(build: Builder, folder: Path) -> None:
    await applied(build)
    (folder / "0002_second.sql").unlink()
    with pytest.raises(MigrationError, match="newer version"):
        await applied(build)


async def test_a_gap_in_the_files_stops_the_start(build: Builder, folder: Path) -> None:
    (folder / "0004_fourth.sql").write_text("SELECT 1;")
    with pytest.raises(MigrationError, match="0003 is missing"):
        await applied(build)


async def test_a_gap_in_the_database_stops_the_start(build: Builder) -> None:
    database = build()
    await database.open()
    await database.execute("DELETE FROM schema_migrations WHERE number = 1")
    await database.close()
    with pytest.raises(MigrationError, match="nothing of migration 0001"):
        await applied(build)


@pytest.mark.parametrize(
    ("name", "text"), [("0003_x.sql", "{{what}}"), ("third.sql", ""), ("0003_open.sql", "CREATE TABLE x (a TEXT;")]
)
async def test_a_file_that_cannot_be_read_stops_the_start(build: Builder, folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(MigrationError):
        await applied(build)


async def test_two_that_start_at_once_do_not_both_migrate(build: Builder, folder: Path) -> None:
    for number in range(3, 12):
        (folder / f"{number:04}_step.sql").write_text(f"INSERT INTO two VALUES ('{number}');")
    results = await asyncio.gather(*(applied(build) for _ in range(4)))
    assert all(len(result) == 11 for result in results)
    database = build()
    await database.open()
    assert len(await database.fetch("SELECT name FROM two")) == 10
    await database.close()


async def test_what_the_first_version_kept_is_there_after_the_second(build: Builder, folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    for path in DIRECTORY.glob("0001_*.sql"):
        shutil.copy(path, folder)
    assert await applied(build) == ["1 spine"]
    database = build()
    await database.open()
    await written_by_the_first(database)
    await database.close()
    shutil.copy(DIRECTORY / "0002_channels.sql", folder)
    assert await applied(build) == ["1 spine", "2 channels"]
    await database.open()
    house = repositories(database)
    [entry] = await database.fetch("SELECT text, corrects, untrusted FROM inbox WHERE user_id = $1", "ana")
    assert entry == {"text": "hello", "corrects": "", "untrusted": ""}
    [file] = await house.inbox.attachments("ana", ["i1"])
    assert (file.data, file.reference) == (b"a", "")
    [message] = await house.outbox.claim(NOON, ["web"], 9)
    assert (message.body, message.revision) == ({"text": "hi"}, 0)
    await database.close()


async def written_by_the_first(database: Database) -> None:
    """Rows as they were before there was a second migration."""
    await repositories(database).users.add(
        "ana", name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON
    )
    await database.execute(
        "INSERT INTO inbox (id, user_id, channel, external_id, address, text, status, received_at)"
        " VALUES ('i1', 'ana', 'web', '1', '', 'hello', 'received', $1)",
        NOON,
    )
    await database.execute(
        "INSERT INTO attachments (user_id, inbox_id, name, media_type, data) VALUES ('ana', 'i1', 'a', '', $1)", b"a"
    )
    await database.execute(
        "INSERT INTO outbox (user_id, channel, address, key, body, status, attempts, next_attempt_at, created_at)"
        " VALUES ('ana', 'web', '', 'k', $1, 'pending', 0, $2, $2)",
        {"text": "hi"},
        NOON,
    )


async def test_what_the_second_version_kept_is_there_after_the_third(build: Builder, folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    for path in (*DIRECTORY.glob("0001_*.sql"), DIRECTORY / "0002_channels.sql"):
        shutil.copy(path, folder)
    assert await applied(build) == ["1 spine", "2 channels"]
    database = build()
    await database.open()
    await written_by_the_second(database)
    await database.close()
    for path in DIRECTORY.glob("*.sql"):  # the repositories of today read the tables of today
        shutil.copy(path, folder)
    assert (await applied(build))[:3] == ["1 spine", "2 channels", "3 memory"]
    await database.open()
    house = repositories(database)
    [fact] = await house.facts.current("ana")
    assert (fact.statement, fact.kind, fact.quote) == ("Ana lives in Porto", "other", "")
    [behind] = await house.marks.behind("session", quiet_since=NOON)
    assert (behind.user_id, behind.mark, behind.newest) == ("ana", 0, await house.turns.newest_number("ana"))
    assert [turn.id for turn in await house.turns.between("ana", NOON, NOON + timedelta(days=1), 9)] == ["t1"]
    assert await house.learnings.everything("ana") == []
    await database.close()


async def written_by_the_second(database: Database) -> None:
    """Rows as they were before there was a third migration."""
    house = repositories(database)
    await house.users.add("ana", name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
    await database.execute(
        "INSERT INTO turns (id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at,"
        " finished_at) VALUES ('t1', 'ana', 'web', 'hello', 'hi', 'done', $1, $2, $1, 'm', 't', $3, $3)",
        {},
        [],
        NOON,
    )
    await database.execute(
        "INSERT INTO facts (user_id, key, statement, confidence, source, turn_id, taint, confirmed, created_at)"
        " VALUES ('ana', 'home', 'Ana lives in Porto', 1.0, 'user', 't1', $1, TRUE, $2)",
        [],
        NOON,
    )


async def test_a_failed_open_leaves_nothing_open(build: Builder, folder: Path) -> None:
    (folder / "0003_broken.sql").write_text("nonsense;")
    database = build()
    with pytest.raises(MigrationError):
        await database.open()
    with pytest.raises(StorageError):
        await database.fetch("SELECT 1 AS one")
