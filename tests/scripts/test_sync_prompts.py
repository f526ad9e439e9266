"""scripts/sync_prompts.py as a program: check without a network, and files to and from a Langfuse project."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.vendors.langfuse_prompts import KEYS, Project, langfuse_prompts

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the script works on."""
    for name in ("app", "scripts/sync_prompts.py", "prompts.lock.json", "pyproject.toml"):
        source, target = REPOSITORY / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.bin", "*.npz"))
        else:
            shutil.copy2(source, target)
    return tmp_path


def sync(
    tree: Path, *words: str, project: Project | None = None, bare: bool = False
) -> subprocess.CompletedProcess[str]:
    """One run; `bare`: with nothing installed, and no way out."""
    keys = (
        {"LANGFUSE_PUBLIC_KEY": KEYS[0], "LANGFUSE_SECRET_KEY": KEYS[1], "LANGFUSE_HOST": project.url}
        if project
        else {}
    )
    environment = {"PATH": os.environ["PATH"], "HOME": str(tree / "home"), "DATA_DIR": str(tree / "data"), **keys}
    command = [sys.executable, *(["-I", "-S"] if bare else []), str(tree / "scripts" / "sync_prompts.py"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_check_needs_nothing_and_finds_a_drift(tree: Path) -> None:
    assert sync(tree, "check", bare=True).returncode == 0
    persona = tree / "app/prompts/named/persona.md"
    persona.write_text(persona.read_text().replace("warm", "cold"))
    found = sync(tree, "check", bare=True)
    assert (found.returncode, "persona: differs" in found.stdout) == (1, True)
    assert sync(tree, "lock", bare=True).returncode == 0
    assert sync(tree, "check", bare=True).returncode == 0


def test_a_section_of_the_code_is_locked_too(tree: Path) -> None:
    (tree / "app/prompts/sections/approvals.md").write_text("Do as you like.\n")
    assert "sections/approvals: differs" in sync(tree, "check").stdout


def test_what_is_pushed_can_be_tuned_and_pulled(tree: Path) -> None:
    with langfuse_prompts() as project:
        assert sync(tree, "diff", project=project).returncode == 1
        assert "persona: would be pushed" in sync(tree, "push", "--dry-run", project=project).stdout
        assert project.prompts == {}
        assert "persona: pushed as version 1" in sync(tree, "push", project=project).stdout
        assert len(project.prompts) == 11
        same = sync(tree, "diff", project=project)
        assert (same.returncode, same.stdout.strip()) == (0, "All the same.")

        project.put("kwasi/persona", "You are Kwasi, and brief.")
        differing = sync(tree, "diff", project=project)
        assert differing.returncode == 1
        assert "-You are Kwasi, and brief." in differing.stdout
        assert sync(tree, "pull", "--only", "planner", project=project).stdout == ""
        assert "persona: written from version 2" in sync(tree, "pull", project=project).stdout
        assert (tree / "app/prompts/named/persona.md").read_text() == "You are Kwasi, and brief.\n"
        assert sync(tree, "check").returncode == 0
        again = sync(tree, "push", project=project)
        assert (again.returncode, again.stdout.strip()) == (0, "Langfuse has them all.")


def test_what_would_break_the_code_is_not_pulled(tree: Path) -> None:
    with langfuse_prompts() as project:
        project.put("kwasi/planner", "Split it.")
        refused = sync(tree, "pull", project=project)
        assert (refused.returncode, "it lacks" in refused.stderr) == (1, True)
        assert "goal" in (tree / "app/prompts/named/planner.md").read_text()


def test_without_keys_or_a_server_it_says_what_is_missing(tree: Path) -> None:
    unset = sync(tree, "push")
    assert (unset.returncode, "LANGFUSE_PUBLIC_KEY" in unset.stderr) == (2, True)
    away = sync(tree, "diff", project=Project())
    assert away.returncode == 2
    assert json.loads((tree / "prompts.lock.json").read_text())
