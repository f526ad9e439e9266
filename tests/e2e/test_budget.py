"""A small share of the proofs about money and size: real processes against one cap, and real requests. The whole is in scripts."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=300, cwd=REPOSITORY
    )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_processes_that_call_at_once_stay_within_the_cap_though_some_are_killed(
    engine: str, request: pytest.FixtureRequest
) -> None:
    where = ("--postgres", request.getfixturevalue("postgres_url")) if engine == "postgres" else ()
    share = ("--calls", "24", "--processes", "2", "--rounds", "1", "--kill")
    proof = _run("scripts/prove/budget.py", "--engine", engine, *where, *share)
    assert proof.returncode == 0, proof.stdout + proof.stderr
    _, processes, calls, answered, *_ = proof.stdout.splitlines()[1].split()
    assert (processes, calls) == ("2", "24")
    assert 1 <= int(answered) <= 10


@pytest.mark.slow
def test_first_requests_keep_to_their_size_with_all_tools_to_come() -> None:
    measured = _run("scripts/bench/prompt_size.py")
    assert measured.returncode == 0, measured.stdout + measured.stderr
    assert measured.stdout.count("\n") == 2 + 13 * 2
