"""One seeded kill in each of sending, answering, inviting, bringing in a file and taking back, on both databases. All of them are in `scripts.prove.outside_kills`."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.prove.killing import Tally, judge
from scripts.prove.outside_kills import SCENARIOS
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]
SENT = SCENARIOS[0]
BOOKS = {
    "mails": ["sent"],
    "calls": [("send_mail", "done")],
    "actions": ["done"],
    "open": [],
    "said": ["On its way."],
    "keys": ["reply:1"],
}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_killed_at_its_last_word_with_a_server_nothing_is_lost_or_done_twice(
    engine: str, postgres_server: PostgresServer
) -> None:
    command = [sys.executable, "-m", "scripts.prove.outside_kills", "--engine", engine, "--share", "0"]
    command += ["--postgres", postgres_server.url("postgres")] if engine == "postgres" else []
    proof = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550, cwd=ROOT)
    assert proof.returncode == 0, proof.stdout + proof.stderr
    rows = [line.split() for line in proof.stdout.splitlines() if line.startswith(engine)]
    assert [int(row[-8]) for row in rows] == [1] * len(SCENARIOS), proof.stdout


def test_an_end_as_promised_is_well() -> None:
    tally = Tally()
    judge(SENT, "a step", BOOKS, 1, tally)
    assert (tally.is_well, tally.wrong) == (True, [])


@pytest.mark.parametrize(
    ("what", "books", "there"),
    [
        ("twice", {}, 2),
        ("twice", {"keys": ["reply:1", "reply:1"]}, 1),
        ("lost", {}, 0),
        ("left", {"mails": ["sending"]}, 1),
        ("left", {"open": ["ana"]}, 1),
        ("quiet", {"mails": ["unknown"]}, 1),
        ("quiet", {"mails": ["failed"]}, 0),
    ],
)
def test_what_must_not_be_is_counted(what: str, books: dict[str, object], there: int) -> None:
    tally = Tally()
    judge(SENT, "a step", {**BOOKS, **books}, there, tally)
    assert (getattr(tally, what), tally.is_well) == (1, False)


def test_an_unknown_end_that_is_told_is_well() -> None:
    tally = Tally()
    judge(
        SENT, "a step", {**BOOKS, "mails": ["unknown"], "said": ["I can't tell whether your mail went out."]}, 0, tally
    )
    assert (tally.is_well, tally.unknown) == (True, 1)


def test_what_is_asked_for_again_may_not_be_missing_whatever_was_told() -> None:
    tally = Tally()
    again = replace(SENT, again=True, wanted=3)
    judge(
        again, "a step", {**BOOKS, "mails": ["unknown"], "said": ["I can't tell whether your mail went out."]}, 2, tally
    )
    assert tally.lost == 1
