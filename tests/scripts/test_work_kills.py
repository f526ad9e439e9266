"""A seeded kill in a reply at Slack and a new version of a file, on both databases. All of them are in `scripts.prove.work_kills`."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.prove.killing import Tally, judge
from scripts.prove.work_kills import SCENARIOS
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]
SHARED = ("slack: a reply", "webdav: a new")
CHANGE = next(one for one in SCENARIOS if one.tool == "change_github_item")


@pytest.mark.slow
def test_killed_at_its_last_word_with_a_vendor_nothing_is_lost_or_done_twice(postgres_server: PostgresServer) -> None:
    command = [sys.executable, "-m", "scripts.prove.work_kills", "--share", "0"]
    command += [part for name in SHARED for part in ("--only", name)]
    command += ["--postgres", postgres_server.url("postgres")]
    proof = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550, cwd=ROOT)
    assert proof.returncode == 0, proof.stdout + proof.stderr
    rows = [line.split() for line in proof.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["sqlite"] * len(SHARED) + ["postgres"] * len(SHARED), proof.stdout
    assert all(int(row[-8]) >= 1 for row in rows), proof.stdout


@pytest.mark.parametrize(
    ("status", "there", "said", "what"),
    [
        ("failed", 1, "It isn't there, so nothing was done.", "false"),
        ("failed", 0, "It isn't there, so nothing was done.", ""),
        ("unknown", 1, "It isn't certain whether that went through.", ""),
        ("done", 1, "It is closed now.", "lost"),
        ("done", 3, "It is closed now.", ""),
        ("done", 4, "It is closed now.", "twice"),
    ],
)
def test_what_was_made_in_part_may_not_be_told_as_not_made(status: str, there: int, said: str, what: str) -> None:
    books = {
        "mails": [],
        "calls": [(CHANGE.tool, status)],
        "actions": [status],
        "open": [],
        "said": [said],
        "keys": ["approval:1"],
    }
    tally = Tally()
    judge(CHANGE, "a step", books, there, tally, before=0)
    found = {name for name in ("lost", "twice", "quiet", "false", "left") if getattr(tally, name)}
    assert found - ({"lost"} if what == "twice" else set()) == ({what} if what else set())
    assert tally.is_well is not bool(what)
