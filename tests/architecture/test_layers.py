"""The floor plan: which room may import which, as pyproject.toml draws it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECK = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of pyproject.toml against the `app` package in a folder."""
    command = [sys.executable, "-c", CHECK, "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": str(folder)})


def test_every_room_imports_only_what_it_may() -> None:
    """An import upward makes two rooms one: neither can be read, tested or replaced alone."""
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


def test_the_contracts_notice_a_vendor_and_an_import_upward(tmp_path: Path) -> None:
    """A contract that never fires looks the same as a house in order."""
    modules = {
        "app/clock.py": "import openai, asyncpg, fastapi, prompt_toolkit, telegram\nfrom app.memory.adapters import postgres\n",
        "app/memory/__init__.py": "",
        "app/memory/adapters/__init__.py": "",
        "app/memory/adapters/postgres.py": "import asyncpg\n",
        "app/routers/__init__.py": "import app.loops\n",
        "app/loops/__init__.py": "import app.routers\n",
        "app/__init__.py": "",
        "app/bootstrap/__init__.py": "",
        "app/drawer.py": "",
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    done = lint_imports(tmp_path)

    assert done.returncode == 1
    for broken in (
        "app.clock is not allowed to import app.memory",
        "app is not allowed to import openai",
        "app is not allowed to import asyncpg",
        "app is not allowed to import fastapi",
        "app is not allowed to import prompt_toolkit",
        "app is not allowed to import telegram",
        "Illegal imports of protected package app.memory.adapters",
        "No cycles are allowed in app",
        "app.drawer",
    ):
        assert broken in done.stdout


def test_the_packages_the_contracts_name_are_installed() -> None:
    """A vendor's name with a typing error would forbid nothing."""
    storage, models = ("aiosqlite", "asyncpg", "pgvector"), ("anthropic", "google", "openai")
    for name in (*storage, *models, "prompt_toolkit", "telegram", "markdown_it", "fastapi"):
        assert importlib.util.find_spec(name), name
