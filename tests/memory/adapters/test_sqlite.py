"""What SQLite alone can get wrong: locks between processes, a full disk, a damaged file, a process killed while it writes."""

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import StorageBusy, StorageError, StorageFull
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.repositories import Repositories, repositories

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WRITER = Path(__file__).parent / "sqlite_writer.py"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "kwasi.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[SqliteDatabase]:
    database = SqliteDatabase(path)
    await database.open()
    yield database
    await database.close()


@pytest.fixture
async def house(database: SqliteDatabase) -> Repositories:
    house = repositories(database)
    await house.users.add("ana", name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
    return house


async def receive(house: Repositories, number: int, text: str = "x") -> None:
    await house.inbox.receive(
        "ana", id=f"i{number}", channel="c", external_id=f"{number}", address="", text=text, attachments=[], at=NOON
    )


def write_from_another_process(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that writes `count` units of two notes each, and says so after each."""
    command = [sys.executable, str(WRITER), str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])


async def test_only_the_owner_may_read_the_files(house: Repositories, path: Path) -> None:
    await receive(house, 1)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"kwasi.db": 0o600, "kwasi.db-wal": 0o600, "kwasi.db-shm": 0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    path.parent.mkdir()
    path.touch(0o644)
    database = SqliteDatabase(path)
    await database.open()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await database.close()


async def test_a_commit_is_on_the_disk_when_it_is_acknowledged(database: SqliteDatabase) -> None:
    async with database.transaction():
        [mode] = await database.fetch("PRAGMA journal_mode")
        [sync] = await database.fetch("PRAGMA synchronous")
        [keys] = await database.fetch("PRAGMA foreign_keys")
    assert (mode, sync, keys) == ({"journal_mode": "wal"}, {"synchronous": 2}, {"foreign_keys": 1})


async def test_readers_do_not_wait_for_a_writer(house: Repositories, database: SqliteDatabase) -> None:
    await receive(house, 1)
    async with database.transaction():
        await receive(house, 2)
        seen = await asyncio.create_task(house.inbox.waiting("ana"))
    assert [entry.id for entry in seen] == ["i1"]


async def test_a_reader_cannot_write(database: SqliteDatabase) -> None:
    with pytest.raises(StorageError):
        await database.fetch("SELECT 1 AS one; DELETE FROM users")


async def test_a_wait_for_ones_own_unit_ends(house: Repositories, path: Path) -> None:
    """A child's write that its parent waits for inside a unit: refused after a while, not a standstill."""
    quick = SqliteDatabase(path, busy_seconds=0.05)
    await quick.open()
    contexts = repositories(quick).contexts
    with pytest.raises(StorageBusy):
        async with quick.transaction():
            await contexts.put("ana", "a", "x", NOON)
            await asyncio.create_task(contexts.put("ana", "b", "x", NOON))
    assert await contexts.get("ana", "a") is None
    await quick.close()


async def test_a_locked_file_is_busy(house: Repositories, path: Path) -> None:
    quick = SqliteDatabase(path, busy_seconds=0.1)
    await quick.open()
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageBusy):
        await repositories(quick).contexts.put("ana", "k", "x", NOON)
    with pytest.raises(StorageBusy):
        async with quick.transaction():
            raise AssertionError("must not begin")
    assert await repositories(quick).contexts.get("ana", "k") is None
    blocker.execute("ROLLBACK")
    blocker.close()
    await repositories(quick).contexts.put("ana", "k", "x", NOON)
    await quick.close()


async def test_a_full_disk_refuses_and_acknowledges_nothing(house: Repositories, database: SqliteDatabase) -> None:
    await receive(house, 1)
    async with database.transaction():
        [pages] = await database.fetch("PRAGMA page_count")
        await database.fetch(f"PRAGMA max_page_count = {pages['page_count'] + 4}")
    with pytest.raises(StorageFull):
        await receive(house, 2, "x" * 100_000)
    with pytest.raises(StorageFull):
        async with database.transaction():
            await house.contexts.put("ana", "small", "x", NOON)
            await receive(house, 3, "x" * 100_000)
    assert [entry.id for entry in await house.inbox.waiting("ana")] == ["i1"]
    assert await house.contexts.get("ana", "small") is None
    async with database.transaction():
        await database.fetch("PRAGMA max_page_count = 1000000")
    await receive(house, 2, "x" * 100_000)
    assert len(await house.inbox.waiting("ana")) == 2


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a file system in memory")
async def test_a_really_full_file_system_refuses(tmp_path: Path) -> None:
    mount = tmp_path / "small"
    mount.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", mount]).returncode:
        pytest.skip("needs the right to mount")
    try:
        database = SqliteDatabase(mount / "kwasi.db")
        await database.open()
        house = repositories(database)
        await house.users.add("ana", name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        acknowledged = 0
        with pytest.raises(StorageFull):
            for number in range(100):
                await receive(house, number, "x" * 50_000)
                acknowledged += 1
        assert 0 < acknowledged < 100
        assert len(await house.inbox.waiting("ana")) == acknowledged
        await database.close()
    finally:
        subprocess.run(["umount", "-l", mount], check=True)


@pytest.mark.parametrize("content", [b"this is not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
async def test_another_file_is_named_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"isn't a database|damaged"):
        await SqliteDatabase(path).open()
    assert path.read_bytes() == content


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="can't be opened"):
        await SqliteDatabase(tmp_path / "file" / "kwasi.db").open()


async def test_two_processes_lose_nothing_of_each_other(house: Repositories, path: Path) -> None:
    others = [write_from_another_process(path, name, 60) for name in ("one", "two")]
    for number in range(60):
        await receive(house, number)
        await asyncio.sleep(0.005)
    for other in others:
        output, _ = await asyncio.to_thread(other.communicate)
        assert other.returncode == 0
        assert len(output.splitlines()) == 60
    assert len(await house.inbox.waiting("ana")) == 60
    for name in ("one", "two"):
        assert len(await house.notes.find("ana", name)) == 120


async def test_a_process_killed_while_it_writes_leaves_all_or_nothing(house: Repositories, path: Path) -> None:
    for round_number in range(4):
        name = f"round{round_number}"
        other = write_from_another_process(path, name, 10_000)
        assert other.stdout is not None
        for _ in range(5 + round_number * 3):
            await asyncio.to_thread(other.stdout.readline)
        other.send_signal(signal.SIGKILL)
        rest = await asyncio.to_thread(other.stdout.read)
        await asyncio.to_thread(other.wait)
        other.stdout.close()
        acknowledged = 5 + round_number * 3 + rest.count("\n")
        written = await house.notes.find("ana", name)
        assert len(written) % 2 == 0
        assert acknowledged <= len(written) // 2 <= acknowledged + 1
    async with house.notes._db.transaction():
        [check] = await house.notes._db.fetch("PRAGMA integrity_check")
    assert check == {"integrity_check": "ok"}


def test_the_start_does_not_load_numpy(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from app.memory.adapters.sqlite import SqliteDatabase\n"
        "async def main():\n    database = SqliteDatabase(Path(sys.argv[1])); await database.open(); await database.close()\n"
        "asyncio.run(main()); import app.memory.adapters.postgres; print('numpy' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "kwasi.db")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=True)
    assert done.stdout.strip() == "False"


async def test_closing_leaves_one_file_that_can_be_copied(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "kwasi.db")
    await database.open()
    await database.execute("INSERT INTO leases (name, holder, expires_at, info) VALUES ('a', 'b', 'c', '{}')")
    await database.close()
    assert [path.name for path in tmp_path.iterdir()] == ["kwasi.db"]


async def test_what_is_removed_leaves_the_disk(house: Repositories, database: SqliteDatabase, path: Path) -> None:
    """Rows, their index of words, and the log."""
    for text in ("tea", "zanzibar " * 2_000):
        await house.notes.add("ana", title=text[:9], content=text, tags=[], source="u", turn_id=None, taint=[], at=NOON)
    async with database.transaction():
        await house.notes.erase("ana", [2])
        await database.scrub()
    files = [file.read_bytes() for file in path.parent.glob(f"{path.name}*")]
    assert not any(b"zanzibar" in file for file in files)
    assert len(await database.search_words("ana", "tea", kinds=[], limit=5)) == 1


async def test_nothing_is_taken_off_the_disk_for_a_unit_that_failed(
    house: Repositories, database: SqliteDatabase, path: Path
) -> None:
    await receive(house, 1, "zanzibar")
    with pytest.raises(ZeroDivisionError):
        async with database.transaction():
            await database.scrub()
            raise ZeroDivisionError
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    await database.scrub()
    assert path.with_name(f"{path.name}-wal").stat().st_size == 0
