"""`scripts/run` and `scripts/test` as a stranger meets them: a copy of the repository, an empty home, no variables."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ECHO = "import sys\nprint(sys.argv[1:], sys.prefix)\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the scripts beside an application that says how it was started; its name holds a space, as some do."""
    folder = tmp_path / "my kwasi"
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "app").mkdir()
    (folder / "app/__main__.py").write_text(ECHO, "utf-8")
    (folder / "requirements.lock").write_text(a_small_lock(), "utf-8")
    return folder


def a_small_lock() -> str:
    """One pinned package of the real lock, so that a setup takes a second."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("tzdata=="))
    end = next(number for number in range(start, len(lines)) if not lines[number].endswith("\\"))
    return "\n".join(lines[start : end + 1]) + "\n"


@pytest.fixture
def variables(tmp_path: Path) -> dict[str, str]:
    """An empty home and hardly a variable; uv's cache alone is kept, so that nothing is fetched twice."""
    home = tmp_path / "home"
    home.mkdir()
    path = f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}:/usr/bin:/bin"
    kept = {name: value for name, value in os.environ.items() if name.startswith(("UV_", "PIP_", "SSL_"))}
    return {"HOME": str(home), "PATH": path, **kept}


def start(checkout: Path, variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(checkout / "scripts/run"), *arguments]
    return subprocess.run(command, env=variables, cwd="/", capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_the_first_start_sets_up_the_second_says_nothing_and_a_broken_one_heals(
    checkout: Path, variables: dict[str, str]
) -> None:
    first = start(checkout, variables, "ask", "two words")
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"['ask', 'two words'] {checkout}/.venv\n"
    assert first.stderr.startswith("First start: setting up")
    assert first.stderr.count("\n") == 1

    unreachable = {**variables, "UV_OFFLINE": "1", "PATH": "/usr/bin:/bin"}
    second = start(checkout, unreachable, "ask")
    assert (second.returncode, second.stderr) == (0, "")

    (checkout / ".venv/kwasi.lock").write_bytes(b"")  # what a Ctrl-C during the setup leaves
    shutil.rmtree(next((checkout / ".venv/lib").glob("python*/site-packages/tzdata")))
    third = start(checkout, variables, "ask")
    assert third.returncode == 0, third.stderr
    assert list((checkout / ".venv/lib").glob("python*/site-packages/tzdata/zones"))


def test_a_folder_that_is_not_ours_is_left_alone(checkout: Path, variables: dict[str, str]) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv/letter.txt").write_text("mine", "utf-8")

    done = start(checkout, variables)

    assert done.returncode == 1
    assert "was not made by this script" in done.stderr
    assert (checkout / ".venv/letter.txt").read_text("utf-8") == "mine"


def test_a_ready_environment_costs_next_to_nothing(checkout: Path, variables: dict[str, str]) -> None:
    environment = checkout / ".venv/bin"
    environment.mkdir(parents=True)
    (environment / "python").write_text("#!/bin/sh\necho started\n", "utf-8")
    (environment / "python").chmod(0o755)
    shutil.copyfile(checkout / "requirements.lock", checkout / ".venv/kwasi.lock")

    started = time.perf_counter()
    done = start(checkout, variables)

    assert done.stdout == "started\n"
    assert time.perf_counter() - started < 1  # 10 ms when nothing else runs; never the seconds that a setup takes


def test_an_app_in_the_folder_where_the_user_stands_is_not_ours(
    checkout: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "app").mkdir(parents=True)
    (elsewhere / "app/__main__.py").write_text("print('theirs')\n", "utf-8")
    environment = checkout / ".venv/bin"
    environment.mkdir(parents=True)
    (environment / "python").symlink_to(os.path.realpath(sys.executable))
    shutil.copyfile(checkout / "requirements.lock", checkout / ".venv/kwasi.lock")

    command = [str(checkout / "scripts/run"), "hello"]
    done = subprocess.run(command, env=variables, cwd=elsewhere, capture_output=True, text=True, timeout=60)

    assert done.stdout.startswith("['hello']"), done.stderr


def test_no_supported_python_says_what_to_type(checkout: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "cat", "cmp", "dirname", "env"):
        (programs / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    setup = checkout / "scripts/setup.sh"
    setup.write_text(setup.read_text("utf-8").replace(" /usr/bin/python3;", ";"), "utf-8")

    done = start(checkout, {"PATH": str(programs), "HOME": "/nonexistent"})

    assert done.returncode == 1
    assert "sudo apt-get install python3" in done.stderr
