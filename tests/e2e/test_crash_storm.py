"""A small, seeded share of the crash storm: real processes, real SIGKILLs, both databases. The whole one is in scripts/prove."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import PostgresServer

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_process_killed_at_any_step_loses_nothing_and_repeats_nothing(
    engine: str, postgres_server: PostgresServer
) -> None:
    command = [sys.executable, str(REPOSITORY / "scripts/prove/crash_storm.py"), "--engine", engine, "--share", "0.002"]
    command += ["--seed", "7", "--postgres", postgres_server.url("postgres")]
    storm = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert storm.returncode == 0, storm.stdout + storm.stderr
    kills = [int(line.split()[-3]) for line in storm.stdout.splitlines() if line.startswith(engine)]
    assert len(kills) == 7
    assert all(kills), storm.stdout
