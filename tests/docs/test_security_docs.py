"""What docs/security.md promises is held by tests that exist, and the proofs it names can be run."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
HELD_BY = sorted(set(re.findall(r"`(tests/[\w/.]+?(?:::\w+)?)`", PAGE)))
PROOFS = sorted(set(re.findall(r"`(?:scripts/prove/)?(\w+\.py)`", PAGE)))


def test_every_threat_names_what_holds_it() -> None:
    rows = [row for row in PAGE.splitlines() if row.startswith("| ") and not row.startswith("| threat")]
    assert len(rows) >= 20
    assert [row for row in rows if "`tests/" not in row] == []


@pytest.mark.parametrize("named", HELD_BY)
def test_the_test_is_there(named: str) -> None:
    path, _, function = named.partition("::")
    place = ROOT / path
    files = sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
    found = [node.name for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))) if _is_test(node)]
    assert found
    assert function in ("", *found)


@pytest.mark.parametrize("script", PROOFS)
def test_the_proof_is_there(script: str) -> None:
    assert (ROOT / "scripts" / "prove" / script).is_file()


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
