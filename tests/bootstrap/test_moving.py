"""Moving everything between the two databases: there and back nothing is lost, and a move that can't be whole is none."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pydantic import SecretStr

from app.bootstrap.moving import Moved, move, settings_of
from app.bootstrap.services import Services
from app.bootstrap.storage import build_database
from app.clock import SystemClock
from app.config import Settings
from app.conversation.holder import this_process
from app.errors import ConfigurationError, MoveRefused, StorageError
from app.integrations.keys import KeyRing
from app.integrations.vault import Vault
from app.learning.export.archive import into_folder
from app.learning.export.pieces import Source
from app.memory.adapters.postgres_moving import KINDS, TRIGGERS, PostgresServer
from app.memory.adapters.sqlite_moving import layout
from app.memory.moving import FROM_STARTING, MADE_ANEW, Table
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.contract.test_isolation import fill
from tests.house import open_house, settings_in, tell
from tests.memory.databases import NOON, later

Contents = dict[str, list[str]]
FACT: dict[str, Any] = {
    "confidence": 0.1,
    "source": "user",
    "turn_id": None,
    "taint": [],
    "confirmed": True,
    "at": NOON,
}


@pytest.fixture
def here(tmp_path: Path) -> Settings:
    """Settings of an installation on SQLite."""
    return settings_in(tmp_path / "data")


async def moved(settings: Settings, target: str, source: str = "", *, keep: bool = True) -> Moved:
    return await move(settings, target, source, keep=keep, progress=lambda *_: None)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Database, Repositories]]:
    database = build_database(settings)
    await database.open()
    try:
        yield database, repositories(database)
    finally:
        await database.close()


async def filled(settings: Settings) -> None:
    """A row in every table, and what is hard about some of them."""
    async with opened(settings) as (database, house):
        for name in ("ana", "ben"):
            await house.users.add(name, name=name, time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        await fill(house)
        await house.vault_keys.begin("k1", NOON)
        await house.leases.acquire("gone", "elsewhere|1|1|a", now=NOON, ttl=timedelta(seconds=1))
        await house.loop_runs.start("reminders", NOON)
        await house.model_states.answered("local:one", NOON)
        await house.loop_switches.pause("mail", NOON)
        await house.encoder_readings.put("encoder", "anchors", "k", b"\x00\xff", NOON)
        await house.facts.add("ana", key="city", statement="Kumasi", **FACT)
        await house.facts.add("ana", key="city", statement="Accra 🇬🇭 \u202e \\u0000 'quoted' \t", **FACT)
        removed = await house.news_topics.add("ana", "the last one", NOON)
        await house.news_topics.delete("ana", removed.id)
        await house.outbox.put("ana", channel="web", address="a", key="k", body={"t": "\x00a"}, turn_id=None, at=NOON)
        await database.execute("DELETE FROM outbox WHERE key = $1", "reply:t1")  # so that ids begin above one
        await database.execute("INSERT INTO health_shadowed SELECT * FROM health_samples")
        message = await house.outbox.put("ana", channel="web", address="a", key="d", body={}, turn_id=None, at=NOON)
        await house.deliveries.put("ana", message.id, 0, "1")
        for number, vector in enumerate(([0.1] * 384, [-1.0, 1e-7, 0.0])):
            await house.embeddings.put("ana", "note", "1", model=f"m{number}'", dimensions=len(vector), vector=vector)


async def contents(settings: Settings, tables: list[Table]) -> Contents:
    """Every row of every table, whatever form its engine has it in."""
    async with opened(settings) as (database, _):
        found = {table.name: await database.fetch(f"SELECT * FROM {table.name}") for table in tables}
    return {table.name: sorted(repr(plain(table, row)) for row in found[table.name]) for table in tables}


def plain(table: Table, row: dict[str, Any]) -> list[Any]:
    read: dict[str, Any] = {
        "bool": bool,
        "time": lambda value: datetime.fromisoformat(str(value)).astimezone(UTC),
        "json": lambda value: json.loads(value) if isinstance(value, str) else value,
        "vector": lambda value: value if isinstance(value, bytes) else value.to_numpy().astype("<f2").tobytes(),
    }
    values = [(row[column.name], column.kind) for column in table.columns]
    return [value if value is None or kind not in read else read[kind](value) for value, kind in values]


async def tables_of(url: str) -> list[Table]:
    return layout(await PostgresServer(url).kinds())


async def test_everything_is_moved_to_postgres_and_back(here: Settings, bare_postgres_url: str, tmp_path: Path) -> None:
    await filled(here)
    tables = await tables_of(bare_postgres_url)
    before = await contents(here, tables)
    assert all(before.values()), [name for name, rows in before.items() if not rows]

    there = await moved(here, bare_postgres_url)
    assert there.rows == {name: len(rows) for name, rows in before.items()}
    assert there.mended == []
    assert await contents(there.settings, tables) == before == await contents(here, tables)

    back = await moved(there.settings, f"sqlite://{tmp_path}/other/kwasi.db")
    assert await contents(back.settings, tables) == before
    assert (tmp_path / "other/kwasi.db").stat().st_mode & 0o077 == 0


async def test_everything_is_moved_from_one_postgres_to_another(
    here: Settings, bare_postgres_url: str, migrated_postgres_url: str
) -> None:
    await filled(here)
    tables = await tables_of(bare_postgres_url)
    there = await moved(here, bare_postgres_url)
    final = await moved(here, migrated_postgres_url, bare_postgres_url)
    assert final.rows == there.rows
    assert await contents(final.settings, tables) == await contents(here, tables)


async def test_what_is_added_after_a_move_takes_no_id_that_was_ever_used(
    here: Settings, bare_postgres_url: str, tmp_path: Path
) -> None:
    await filled(here)
    there = await moved(here, bare_postgres_url)
    back = await moved(there.settings, f"sqlite://{tmp_path}/other/kwasi.db")
    given = []
    for settings in (here, there.settings, back.settings):
        async with opened(settings) as (_, house):
            topic = await house.news_topics.add("ana", "one more", later(hours=1))
            message = await house.outbox.put(
                "ana", channel="web", address="a", key="more", body={}, turn_id=None, at=NOON
            )
            given.append((topic.id, message.id))
    topics, messages = zip(*given, strict=True)
    assert topics == (3, 3, 3)
    assert messages == (4, 5, 4)  # Postgres draws two numbers for each message


async def test_it_is_found_by_words_and_by_meaning_after_a_move(here: Settings, bare_postgres_url: str) -> None:
    await filled(here)
    found = []
    for settings in (here, (await moved(here, bare_postgres_url)).settings):
        async with opened(settings) as (database, _):
            words = await database.search_words("ana", "zanzibar", kinds=[], limit=50)
            meant = await database.search_vectors("ana", [0.1] * 384, model="m0'", kinds=[], limit=5)
            found.append(({(hit.kind, hit.owner_id) for hit in words}, [(hit.owner_id, hit.text) for hit in meant]))
            indexes = settings.database_url and await database.fetch(
                "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%'"
            )
    assert found[0] == found[1]
    assert len(found[0][0]) > 4
    assert indexes
    assert len(indexes) == 3  # one for each model


async def test_the_schema_is_whole_after_a_move(
    here: Settings, bare_postgres_url: str, migrated_postgres_url: str
) -> None:
    """Keys, triggers and indexes are those of a database that was never moved to."""
    await filled(here)
    await moved(here, bare_postgres_url)
    assert await schema(bare_postgres_url) == await schema(migrated_postgres_url)


async def schema(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("""SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) AS said FROM pg_constraint
            UNION ALL SELECT tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
            UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname !~ '^embeddings_[0-9a-f]{16}'""")
    finally:
        await connection.close()
    return sorted(row["said"] for row in rows)


async def test_every_table_of_either_engine_is_copied_or_made_anew(here: Settings, migrated_postgres_url: str) -> None:
    """A new table needs nothing here; a new type, trigger, or a table that one engine alone has is to be thought about."""
    tables = await tables_of(migrated_postgres_url)
    connection = await asyncpg.connect(migrated_postgres_url)
    try:
        names = {
            row[0] for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        }
        triggers = {row[0] for row in await connection.fetch("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")}
        columns = await connection.fetch(
            "SELECT table_name, column_name, udt_name FROM information_schema.columns WHERE table_schema = 'public'"
        )
    finally:
        await connection.close()
    assert {table.name for table in tables} == names - MADE_ANEW
    assert triggers == set(TRIGGERS)
    copied = {(table.name, column.name): column.kind for table in tables for column in table.columns}
    assert copied == {(name, column): KINDS[kind] for name, column, kind in columns if name not in MADE_ANEW}
    assert all(table.key for table in tables)
    assert {table.name for table in tables} > FROM_STARTING


async def test_talk_and_answers_are_the_same_after_a_move(
    here: Settings, bare_postgres_url: str, tmp_path: Path
) -> None:
    async with open_house(tmp_path, settings=here) as house:
        for text in (
            "remind me every weekday at 8 to take my tablets",
            "add milk, eggs and bread to my shopping list",
            "my sister's name is Ama",
            "note that the wifi code is on the fridge",
        ):
            await tell(house, text)
        before = await everything(house, tmp_path / "before")
    there = await moved(here, bare_postgres_url)
    async with open_house(tmp_path, settings=there.settings) as house:
        assert await everything(house, tmp_path / "there") == before
        there_says = await asked(house)
    back = await moved(there.settings, f"sqlite://{tmp_path}/back/kwasi.db")
    async with open_house(tmp_path, settings=here) as house:
        assert await asked(house) == there_says
        assert "tablets" in there_says[0]
    assert back.rows["turns"] == 4 + 4


async def everything(house: Services, folder: Path) -> dict[str, str]:
    source = Source(house.database, house.store, house.owner, later(days=365))
    await into_folder(source, folder, lambda _: None)
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.*"))}


async def asked(house: Services) -> list[str]:
    questions = ("what are my reminders?", "what's on my shopping list?", "find wifi", "what do you know about me?")
    return [(await tell(house, question)).text for question in questions]


async def test_saved_logins_open_after_a_move(here: Settings, bare_postgres_url: str) -> None:
    async with opened(here) as (database, house):
        await house.users.add("ana", name="A", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        await Vault(database, house, KeyRing(here), SystemClock()).put("ana", "imap", "password", SecretStr("opens"))
    there = await moved(here, bare_postgres_url)
    assert there.vault is not None
    assert (there.vault.stored, there.vault.unreadable, there.vault.problem) == (1, 0, "")
    async with opened(there.settings) as (database, house):
        value = await Vault(database, house, KeyRing(there.settings), SystemClock()).get("ana", "imap", "password")
    assert isinstance(value, SecretStr)
    assert value.get_secret_value() == "opens"


async def test_text_that_postgres_cannot_hold_loses_it_and_is_named(here: Settings, bare_postgres_url: str) -> None:
    """What never came through our own door, which takes NUL out: a file that something else wrote to."""
    await filled(here)
    with closing(sqlite3.connect(here.data_dir / "kwasi.db")) as file, file:
        file.execute("UPDATE notes SET content = 'a' || char(0) || 'b', title = CAST(x'61ff62' AS TEXT) WHERE id = 1")
    there = await moved(here, bare_postgres_url)
    assert sorted(there.mended) == ["notes (id 1), content", "notes (id 1), title"]
    async with opened(there.settings) as (_, house):
        [note] = await house.notes.list("ana", limit=5)
    assert (note.title, note.content) == ("a?b", "ab")


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("UPDATE notes SET created_at = 'yesterday' WHERE id = 1", "notes (id 1): its created_at is no time"),
        ("UPDATE notes SET created_at = '2026-01-01' WHERE id = 1", "notes (id 1): its created_at is no time"),
        ("UPDATE notes SET tags = '[' WHERE id = 1", "notes (id 1): its tags is no JSON"),
        ("UPDATE tasks SET priority = 5000000000 WHERE id = 1", "tasks (id 1): its priority is no whole number"),
        ("UPDATE tasks SET due_has_time = 7 WHERE id = 1", "tasks (id 1): its due_has_time is no yes or no"),
        ("UPDATE usage SET cost = 'much' WHERE id = 1", "usage (id 1): its cost is no number"),
        ("UPDATE embeddings SET vector = x'010203' WHERE id = 1", "embeddings (id 1): its vector is no vector"),
        ("UPDATE embeddings SET vector = x'007c' WHERE id = 1", "embeddings (id 1) can't be kept"),  # infinite
        ("UPDATE news_topics SET topic = hex(randomblob(9000)) WHERE id = 1", "news_topics (id 1) can't be kept"),
        ("UPDATE facts SET superseded_by = 99 WHERE id = 1", "A row of facts refers to one that isn't there"),
    ],
)
async def test_a_row_that_cannot_be_moved_is_named_and_nothing_is_moved(
    here: Settings, bare_postgres_url: str, damage: str, named: str
) -> None:
    await filled(here)
    with closing(sqlite3.connect(here.data_dir / "kwasi.db")) as file, file:
        assert file.execute(damage).rowcount == 1
    with pytest.raises(MoveRefused) as caught:
        await moved(here, bare_postgres_url)
    assert named in caught.value.sentence
    assert await is_bare(bare_postgres_url)


async def is_bare(url: str) -> bool:
    """Whether a database has not one table."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'") == 0
    finally:
        await connection.close()


async def test_a_dry_run_keeps_nothing(here: Settings, bare_postgres_url: str, tmp_path: Path) -> None:
    await filled(here)
    there = await moved(here, bare_postgres_url, keep=False)
    assert there.rows["notes"] == 1
    assert await is_bare(bare_postgres_url)
    await moved(here, bare_postgres_url)
    await moved(there.settings, f"sqlite://{tmp_path}/other/kwasi.db", keep=False)
    assert list((tmp_path / "other").iterdir()) == []


async def test_a_move_that_breaks_off_leaves_the_target_as_it_was_and_can_be_done_again(
    here: Settings, bare_postgres_url: str, tmp_path: Path
) -> None:
    await filled(here)

    def broken(doing: str, table: str, done: int, total: int) -> None:
        if (doing, table) == ("comparing", "turns"):
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await move(here, bare_postgres_url, "", keep=True, progress=broken)
    assert await is_bare(bare_postgres_url)
    there = await moved(here, bare_postgres_url)
    with pytest.raises(asyncio.CancelledError):
        await move(there.settings, f"sqlite://{tmp_path}/other/kwasi.db", "", keep=True, progress=broken)
    assert list((tmp_path / "other").iterdir()) == []
    assert (await moved(there.settings, f"sqlite://{tmp_path}/other/kwasi.db")).rows == there.rows


@pytest.mark.parametrize("running", ["source", "target"])
async def test_it_is_refused_while_kwasi_runs_on_either(
    here: Settings, migrated_postgres_url: str, running: str
) -> None:
    there = settings_of(here, migrated_postgres_url)
    await filled(here)
    async with opened(here if running == "source" else there) as (_, house):
        now, ttl = SystemClock().now(), timedelta(minutes=1)
        await house.leases.acquire("loops:x", this_process(), now=now, ttl=ttl)
        with pytest.raises(MoveRefused, match="Stop it, then run this again"):
            await moved(here, migrated_postgres_url)
        await house.leases.release("loops:x", this_process())
    await moved(here, migrated_postgres_url)


async def test_a_database_that_was_started_once_may_be_filled_and_one_with_anything_said_may_not(
    here: Settings, migrated_postgres_url: str, tmp_path: Path
) -> None:
    await filled(here)
    there = settings_of(here, migrated_postgres_url)
    async with open_house(tmp_path, settings=there):
        pass
    await moved(here, migrated_postgres_url)
    with pytest.raises(MoveRefused, match="There is something in ") as caught:
        await moved(here, migrated_postgres_url)
    assert "dropdb test_" in caught.value.sentence
    with pytest.raises(MoveRefused, match=r"kwasi\.db\.before"):
        await moved(there, "sqlite")


@pytest.mark.parametrize(
    ("target", "source", "sentence"),
    [
        ("mysql://x/y", "", "must start with postgresql://"),
        ("postgresql://x:port/y", "", "isn't a whole address"),
        ("sqlite:///some/where/else.db", "", "a file called kwasi.db"),
        ("sqlitely", "", "a file called kwasi.db"),
        ("sqlite", "", "is where everything lies already"),
        ("sqlite:///some/where/kwasi.db", "", "Both are SQLite files"),
        ("postgresql://127.0.0.1:1/kwasi", "", "isn't answering. Start it, or check the address"),
        ("postgresql://127.0.0.1:1/kwasi", "sqlite:///no/where/kwasi.db", "There is no database at /no/where/kwasi.db"),
    ],
)
async def test_an_address_that_cannot_be_meant_is_answered_with_what_to_write(
    here: Settings, target: str, source: str, sentence: str
) -> None:
    await filled(here)
    with pytest.raises((ConfigurationError, StorageError), match=sentence):
        await moved(here, target, source)


async def test_nobody_writes_to_what_is_being_moved(here: Settings, bare_postgres_url: str) -> None:
    await filled(here)
    seen: list[str] = []

    def other_process(doing: str, table: str, done: int, total: int) -> None:
        file = sqlite3.connect(here.data_dir / "kwasi.db", timeout=0)
        with closing(file), pytest.raises(sqlite3.OperationalError, match="locked"):
            file.execute("DELETE FROM notes")
        seen.append(table)

    await move(here, bare_postgres_url, "", keep=True, progress=other_process)
    assert "turns" in seen


@pytest.mark.slow
async def test_a_hundred_thousand_measurements_are_moved(here: Settings, bare_postgres_url: str) -> None:
    await filled(here)
    many = 100_000
    with closing(sqlite3.connect(here.data_dir / "kwasi.db")) as file, file:
        rows = ((1, start, start + 10, 3600, start / 7, None, 1) for start in range(many))
        file.executemany("INSERT INTO health_samples VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", rows)
    there = await moved(here, bare_postgres_url)
    async with opened(there.settings) as (database, _):
        [row] = await database.fetch(
            "SELECT COUNT(*) AS rows, SUM(start_ms) AS sum FROM health_samples WHERE end_ms < 200000"
        )
    assert (row["rows"], int(row["sum"])) == (many, sum(range(many)))
    assert there.rows["health_samples"] == many + 2
