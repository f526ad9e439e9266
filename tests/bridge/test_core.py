"""The core's own tests, and the command that builds and runs them."""

import re
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BRIDGE = str(REPOSITORY / "scripts/bridge")


def _bridge(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BRIDGE, *words], capture_output=True, text=True, check=False, cwd="/", timeout=900)


@pytest.mark.slow
def test_the_core_passes_its_tests() -> None:
    ran = _bridge("core")
    assert ran.returncode == 0, ran.stdout[-6_000:] + ran.stderr[-3_000:]
    [passed] = re.findall(r"\[ +(\d+) tests successful", ran.stdout)
    assert int(passed) >= 70


def test_the_command_says_what_it_can_do() -> None:
    said = _bridge("--help")
    assert said.returncode == 0
    assert all(f"  {command} " in said.stdout for command in ("core", "build", "classpath", "toolchain", "app"))
    assert _bridge("nonsense").returncode == 2


@pytest.mark.usefixtures("core")
def test_what_is_built_is_not_built_again() -> None:
    first, second = _bridge("classpath"), _bridge("classpath")
    assert first.stdout == second.stdout
    assert not second.stderr
