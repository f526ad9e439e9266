"""Noticing the commits of others: a query only where a file was written to, and none of them missed."""

import os
from pathlib import Path

import pytest

from app.memory.adapters.sqlite_watch import Watch


class Counted:
    """The count of foreign commits, and how often it was asked for."""

    def __init__(self) -> None:
        self.count: int | None = 0
        self.asked = 0
        self.rung = 0

    async def __call__(self) -> int | None:
        self.asked += 1
        return self.count

    def ring(self) -> None:
        self.rung += 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "kwasi.db").write_bytes(b"file")
    (tmp_path / "kwasi.db-wal").write_bytes(b"log")
    return tmp_path / "kwasi.db"


async def _watch(path: Path, counted: Counted, beat: float = 3600.0) -> Watch:
    watch = Watch(path, counted, counted.ring, beat=beat)
    await watch.begin()
    counted.asked = 0
    return watch


@pytest.mark.parametrize("name", ["kwasi.db", "kwasi.db-wal"])
async def test_what_another_process_wrote_rings_once(path: Path, name: str) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    counted.count = 1
    path.with_name(name).write_bytes(b"longer than it was")
    for _ in range(5):
        await watch.look()
    assert counted.rung == 1


async def test_nothing_is_asked_while_the_files_stand_still(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    for _ in range(20):
        await watch.look()
    assert (counted.asked, counted.rung) == (0, 0)


async def test_our_own_writes_cost_two_looks_and_ring_nobody(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    path.write_bytes(b"written by this very process")
    for _ in range(20):
        await watch.look()
    assert (counted.asked, counted.rung) == (2, 0)


async def test_a_commit_in_the_tick_of_one_that_was_just_looked_at_is_seen_with_the_next_look(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    path.write_bytes(b"a first commit")
    counted.count = 1
    await watch.look()
    stood = path.stat()
    path.write_bytes(b"a later commit")  # as long as the first, and the clock of the files has not moved
    os.utime(path, ns=(stood.st_atime_ns, stood.st_mtime_ns))
    counted.count = 2
    await watch.look()
    assert counted.rung == 2


async def test_a_commit_that_leaves_no_trace_is_seen_with_the_next_beat(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted, beat=1e-9)
    counted.count = 1
    await watch.look()
    assert counted.rung == 1


async def test_a_change_that_cannot_be_asked_about_now_is_asked_about_later(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    path.write_bytes(b"written while a unit of work is open")
    counted.count = None
    await watch.look()
    counted.count = 1
    await watch.look()
    assert counted.rung == 1


async def test_files_that_come_and_go_are_no_failure(path: Path) -> None:
    counted = Counted()
    watch = await _watch(path, counted)
    path.with_name("kwasi.db-wal").unlink()
    counted.count = 1
    await watch.look()
    assert counted.rung == 1
