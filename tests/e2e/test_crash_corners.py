"""One seeded kill in each of Confirm, Cancel, starts and sweeps: real SIGKILLs, both databases. All of them are in scripts/prove."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import PostgresServer

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_start_never_fails_on_what_a_crash_left(engine: str, postgres_server: PostgresServer) -> None:
    command = [sys.executable, "-m", "scripts.prove.crash_corners", "--engine", engine, "--share", "0", "--seed", "7"]
    command += ["--postgres", postgres_server.url("postgres")] if engine == "postgres" else []
    proof = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550, cwd=REPOSITORY)
    assert proof.returncode == 0, proof.stdout + proof.stderr
    lines = [line.split() for line in proof.stdout.splitlines() if line.startswith(engine)]
    assert len(lines) == 7
    assert all(int(line[-3]) for line in lines), proof.stdout
    assert not any(int(line[-2]) for line in lines), proof.stdout
