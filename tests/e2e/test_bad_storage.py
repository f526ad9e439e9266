"""A disk or a database that refuses: a sentence, nothing acknowledged that isn't kept, and all well once it gives way."""

import os
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.e2e.commands import Machine, Said, events
from tests.e2e.house import House, open_house
from tests.e2e.plain import assert_plain

pytestmark = pytest.mark.slow
MILK = "add milk to my shopping list"
FRUIT = "apples bananas cherries dates elderberries figs grapes kiwis lemons mangos".split()
STORES = "nails screws paint brushes tape rope glue bulbs fuses hinges".split()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of six megabytes; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    made = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=6m", "tmpfs", disk], capture_output=True)
    if not made or made.returncode:
        pytest.skip("a disk that can be filled takes the right to mount one")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk: Path) -> Path:
    """Leave no room at all; what to remove to have it back."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"\0" * size):
                    pass  # until the disk says no
            except OSError:
                continue
    return ballast


@contextmanager
def locked(machine: Machine) -> Iterator[None]:
    """Another program holds the right to write."""
    with closing(sqlite3.connect(machine.data / "kwasi.db", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def assert_refused(said: Said, words: str) -> None:
    """Not taken, and why."""
    assert (said.code, said.out) == (1, "")
    assert_plain(said.err)
    assert words in said.err


def shopping(machine: Machine) -> str:
    return machine.ask("what's on my shopping list?").out


def test_a_full_disk_takes_nothing_and_loses_nothing(small_disk: Path, machine: Machine) -> None:
    machine.settings["DATA_DIR"] = str(small_disk / "data")
    with open_house(machine) as house:
        assert "milk" in house.say(MILK)
        ballast = fill(small_disk)
        answer = house.script.post("message", json={"text": "bread " * 15_000, "id": "big-0"})
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert_plain(answer.json()["error"])
        page = house.browser.post("chat/messages", json={"text": "bread " * 15_000, "id": "big-1"})
        assert (page.status_code, page.json()["code"]) == (507, "storage_full")
        assert_refused(machine.ask(stdin=b"bread " * 15_000), "The disk is full")
        assert house.script.get("../health").status_code == 200
        assert not {"big-0", "big-1"} & {shown["client_id"] for shown in house.history()}
        assert "request.failed" in events(house.server.err)
        ballast.unlink()
        assert "eggs" in house.say("add eggs to my shopping list")
        assert house.script.post("message", json={"text": "bread " * 15_000, "id": "big-0"}).status_code == 200
    assert shopping(machine).count("milk") == 1
    assert "Traceback" not in machine.log


def test_a_full_disk_before_the_first_start(small_disk: Path, machine: Machine) -> None:
    machine.settings["DATA_DIR"] = str(small_disk / "data")
    ballast = fill(small_disk)
    said = machine.ask(MILK)
    assert said.code == 1
    assert_plain(said.err)
    ballast.unlink()
    assert "Added milk (#1)" in machine.ask(MILK).out


@pytest.mark.parametrize("room", [4_096, 40_000, 60_000, 90_000])
def test_a_file_that_may_not_grow(machine: Machine, room: int) -> None:
    """Wherever the room ends, a message is refused or kept; one that is kept is answered as soon as there is room."""
    assert machine.ask(MILK).code == 0
    said = machine.ask("--timeout", "2", "add jam to my shopping list", largest_file=room)
    assert_plain(said.read)
    assert said.code == 1
    assert "disk" in said.err or "It is kept" in said.err
    assert machine.ask("add eggs to my shopping list").code == 0
    kept = "kept" in said.err
    expected = ["- milk (#1)", "- jam (#2)", "- eggs (#3)"] if kept else ["- milk (#1)", "- eggs (#2)"]
    assert shopping(machine).splitlines()[1:] == expected


def test_a_disk_that_turned_read_only(small_disk: Path, machine: Machine) -> None:
    machine.settings["DATA_DIR"] = str(small_disk / "data")
    assert machine.ask(MILK).code == 0
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    assert_refused(machine.ask("add jam to my shopping list"), "database file can't be")
    said = machine.run("serve", PORT="0")
    assert (said.code, said.out) == (1, "")
    assert "command.failed" in events(said.err)
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    assert "jam (#2)" in machine.ask("add jam to my shopping list").out


def test_a_folder_nobody_may_write_to(machine: Machine) -> None:
    folder = Path("/proc") if os.geteuid() == 0 else machine.home / "closed"  # root may write wherever there is a disk
    if os.geteuid():
        folder.mkdir(mode=0o500)
    for command in (("ask", MILK), ("chat",), ("doctor",), ("link",)):
        said = machine.run(*command, DATA_DIR=str(folder / "data"))
        assert said.code == 1
        assert_plain(said.read)
        assert "Check its folder and who may read it." in said.read


@pytest.mark.parametrize("where", [".", "kwasi.db"], ids=["for the folder", "for the database"])
def test_something_else_stands_there(machine: Machine, where: str) -> None:
    """A file where the folder should be, a folder where the database should be."""
    if where == ".":
        machine.data.write_text("my diary")
    else:
        (machine.data / where).mkdir(parents=True)
    said = machine.ask(MILK)
    assert_refused(said, "The database file can't be opened.")
    assert where != "." or machine.data.read_text("utf-8") == "my diary"


@pytest.mark.parametrize("harm", ["noise", "another file", "a page", "cut short"])
def test_a_damaged_database_is_named_and_left_as_it_is(machine: Machine, harm: str) -> None:
    assert machine.ask(MILK).code == 0
    file = machine.data / "kwasi.db"
    with closing(sqlite3.connect(file)) as tidy:
        tidy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.read_bytes()
    inner = b"".join(b"\xff" * 200 + whole[at + 200 : at + 4096] for at in range(4096, len(whole), 4096))
    harmed = {
        "noise": os.urandom(20_000),
        "another file": b"%PDF-1.7\n" * 1_000,
        "a page": whole[:4096] + inner,
        "cut short": whole[: len(whole) // 2],
    }[harm]
    file.write_bytes(harmed)
    assert_refused(machine.ask("add jam to my shopping list"), "The database file is")
    assert file.read_bytes() == harmed
    assert {"ask.failed"} <= set(events(machine.log))
    file.write_bytes(whole)
    assert shopping(machine).splitlines()[1:] == ["- milk (#1)"]


def test_a_database_locked_for_long_is_busy_for_everybody_and_takes_nothing(machine: Machine) -> None:
    with open_house(machine) as house, ThreadPoolExecutor() as pool:
        with locked(machine):
            asked = machine.start("ask", "add jam to my shopping list")
            typed = machine.start("ask", "--json", "add ham to my shopping list")
            posted = pool.submit(house.script.post, "message", json={"text": MILK, "id": "m-1"})
            clicked = pool.submit(house.browser.post, "chat/messages", json={"text": "hello", "id": "c-1"})
            for answer in (posted.result(), clicked.result()):
                assert (answer.status_code, answer.json()["code"]) == (503, "storage_busy")
                assert_plain(answer.json()["error"])
            assert_refused(asked.wait(), "My storage is busy right now.")
            assert '"status": "failed"' in typed.wait().out
        assert {"ask.failed"} <= set(events(machine.log))
        assert "request.failed" in events(house.server.err)
        assert [message["client_id"] for message in house.history()] == []
        assert house.script.post("message", json={"text": MILK, "id": "m-1"}).status_code == 200
        assert shopping(machine).splitlines()[1:] == ["- milk (#1)"]


def test_a_database_locked_for_a_moment_costs_a_moment(machine: Machine) -> None:
    assert machine.ask("hello").code == 0
    with locked(machine):
        asked = machine.start("ask", MILK)
        time.sleep(1.5)
        assert asked.process.is_alive()
    assert "Added milk (#1)" in asked.wait().out


def test_a_database_locked_in_the_middle_of_a_turn_is_waited_out(machine: Machine) -> None:
    """Taken, so it is answered, whatever happens in between."""
    with open_house(machine) as house:
        for name in STORES[:3]:
            post = threading.Thread(target=house.script.post, args=("message",), kwargs={"json": message(name)})
            post.start()
            time.sleep(0.01)
            with locked_when_free(machine):
                time.sleep(0.5)
            post.join()
        lines = [line for line in house.say("what's on my shopping list?").splitlines() if line.startswith("- ")]
    assert len(lines) == 3
    assert all(any(name in line for line in lines) for name in STORES[:3])


def message(name: str) -> dict[str, str]:
    return {"text": f"add {name} to my shopping list", "id": name}


@contextmanager
def locked_when_free(machine: Machine) -> Iterator[None]:
    with closing(sqlite3.connect(machine.data / "kwasi.db", isolation_level=None, timeout=5)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_ten_commands_and_a_server_on_one_file_answer_everybody_once(machine: Machine) -> None:
    with open_house(machine) as house:
        asked = {name: machine.start("ask", f"add {name} to my shopping list") for name in FRUIT}
        posted = [house.script.post("message", json=message(name)) for name in ("milk", "eggs", "rice")]
        said = {name: command.wait() for name, command in asked.items()}
        assert {name: (one.code, one.err) for name, one in said.items()} == dict.fromkeys(asked, (0, ""))
        assert [(name, one.out) for name, one in said.items() if name not in one.out] == []
        assert [answer.status_code for answer in posted] == [200] * 3
        listed = house.say("what's on my shopping list?")
        history = house.history()
    items = [*asked, "milk", "eggs", "rice"]
    assert [listed.count(f"- {name} (#") for name in items] == [1] * len(items)
    heard = sorted(shown["client_id"] for shown in history if shown["role"] == "user")
    assert len(heard) == len(set(heard)) == len(items) + 1
    replies = [shown["turn_id"] for shown in history if shown["kind"] == "reply"]
    assert len(replies) == len(set(replies))


def test_a_message_that_is_sent_by_two_at_once_is_one_message(machine: Machine) -> None:
    with open_house(machine) as house, ThreadPoolExecutor(8) as pool:
        answers: list[httpx.Response] = list(pool.map(lambda _: send_milk(house), range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["turn_id"] for answer in answers}) == 1
        assert house.say("what's on my shopping list?").count("milk") == 1


def send_milk(house: House) -> httpx.Response:
    return house.script.post("message", json={"text": MILK, "id": "same"})
