"""What a stranger reads first says things by their usual names: no picture of ours that has to be learnt."""

import re
from pathlib import Path

import pytest

from app.__main__ import COMMANDS
from tests.e2e.commands import Machine

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", ROOT / ".env.example", *sorted((ROOT / "docs").glob("*.md"))]
OURS = re.compile(
    r"\b(?:houses?|talks like one|change of clocks|changes of clocks|may knock|vigil|the wire)\b", re.IGNORECASE
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_installation_and_not_house(page: Path) -> None:
    assert OURS.findall(page.read_text("utf-8")) == []


def test_no_help_text_does(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    shown = "".join(machine.run(*command, "--help").out for command in ((), *((name,) for name in COMMANDS)))
    assert "usage: ./scripts/run" in shown
    assert OURS.findall(shown) == []
