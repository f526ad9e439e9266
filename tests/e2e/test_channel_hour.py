"""The scripted hour on each channel with a small, seeded share of the kills. The whole storm, and an undisturbed hour as a person sees it, are in scripts/prove."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def _hour(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/prove/channel_hour.py", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, cwd=REPOSITORY)


@pytest.mark.slow
@pytest.mark.parametrize(("channel", "kills"), [("telegram", 2), ("whatsapp", 2), ("slack", 2)])
def test_killed_at_random_moments_of_it_the_program_loses_nothing_and_answers_nothing_twice(
    channel: str, kills: int
) -> None:
    storm = _hour("--channel", channel, "--kills", str(kills), "--seed", "7", "--parallel", "1")
    assert storm.returncode == 0, storm.stdout + storm.stderr
    name, counted, *_ = storm.stdout.splitlines()[-1].split()
    assert name == "sum"
    assert int(counted) >= kills
