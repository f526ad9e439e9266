"""`move`, as it is typed: what it says, what is set afterwards, and what a kill in the middle leaves."""

import signal
import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from tests.e2e.commands import Machine, eventually

MANY = 160_000


def measured(machine: Machine) -> None:
    """Something was said, and there are so many measurements that moving takes a while."""
    machine.ask("remind me tomorrow at 9 to call mum")
    with closing(sqlite3.connect(machine.data / "kwasi.db")) as file, file:
        rows = ((1, start, start + 10, 3600, start / 7, None, 1) for start in range(MANY))
        file.executemany("INSERT INTO health_samples VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", rows)


def test_the_assistant_goes_on_in_postgres_where_it_stopped_on_sqlite(machine: Machine, bare_postgres_url: str) -> None:
    password = str(urlsplit(bare_postgres_url).password)
    machine.ask("remind me tomorrow at 9 to call mum")
    tried = machine.run("move", bare_postgres_url, "--dry-run")
    assert (tried.code, tried.err) == (0, "")
    assert "This would move" in tried.out
    said = machine.run("move", bare_postgres_url)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Moved ")
    assert "nothing is missing" in said.out
    assert f"In {machine.data}/.env: DATABASE_URL= and the address you gave here (127.0.0.1/" in said.out
    assert f"{machine.data}/kwasi.db is as it was and no longer used" in said.out
    assert f"{machine.data} stays in use" in said.out
    assert password not in tried.out + said.out + machine.log
    (machine.data / ".env").write_text(f"DATABASE_URL={bare_postgres_url}\n")
    assert "call mum" in machine.ask("what are my reminders?").out

    back = machine.run("move", "sqlite:///" + str(machine.home / "new/kwasi.db"))
    assert (back.code, back.err) == (0, "")
    assert f"DATA_DIR={machine.home}/new" in back.out
    assert "take DATABASE_URL out" in back.out
    assert f"Copy from {machine.data} to {machine.home}/new what is there: .env" in back.out
    assert "call mum" in machine.ask("what are my reminders?", DATA_DIR=str(machine.home / "new")).out


def test_what_cannot_be_done_is_a_sentence_and_not_a_traceback(machine: Machine, bare_postgres_url: str) -> None:
    nothing = machine.run("move", bare_postgres_url)
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err.startswith(f"There is no database at {machine.data}/kwasi.db")
    machine.ask("hello")
    server = machine.start("serve", PORT="0")
    assert server.url
    refused = machine.run("move", bare_postgres_url)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith(f"Kwasi is running on {machine.data}/kwasi.db (process ")
    server.end()
    wrong = machine.run("move", "mysql://x")
    assert wrong.code == 2
    assert "postgresql://" in wrong.err


@pytest.mark.slow
def test_a_move_that_is_killed_leaves_nothing_half_and_is_simply_run_again(
    machine: Machine, bare_postgres_url: str
) -> None:
    measured(machine)
    there = {"DATABASE_URL": bare_postgres_url}
    for target, settings in ((bare_postgres_url, {}), (f"sqlite://{machine.home}/new/kwasi.db", there)):
        moving = machine.start("move", target, **settings)
        eventually(lambda moving=moving: "copying health_samples" in moving.err)
        assert moving.end(signal.SIGKILL).code == -signal.SIGKILL
        said = machine.run("move", target, **settings)
        assert (said.code, said.out[:6]) == (0, "Moved "), said.read
        assert f"comparing health_samples: {MANY:,} of {MANY:,}" in said.err
