"""The gauge itself: each figure on a few lines whose answer is plain to see."""

from pathlib import Path

import pytest

from scripts import style_facts

TANGLED = '''"""Two rooms in one."""

import os
from app.other import thing


def long_one(a, b, c, d, e):
    """Say nothing about it."""
    if a and b or c:
        for x in d:
            while x:
                with e:
                    return os.environ["HOME"]
    elif b:
        return thing
    try:
        from app import late
        return late
    except Exception:
        pass
'''


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> style_facts.Tree:
    """A small application in which every habit is broken once."""
    monkeypatch.chdir(tmp_path)
    modules = {
        "app/__init__.py": '"""The application."""\n',
        "app/tangled.py": TANGLED,
        "app/other.py": '"""The other."""\n\nfrom app.tangled import long_one\n\nthing = long_one\n',
        "app/late.py": '"""Late."""\n',
        "app/text_utils.py": '"""A drawer."""\n\nx = 1  # noqa\n',
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return style_facts.read(Path("app"))


def value(tree: style_facts.Tree, name: str) -> float:
    return next(fact.value for fact in style_facts.facts(tree) if fact.name == name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("function lines, longest", 13),
        ("functions nested deeper than 3, %", 100),
        ("functions with over 4 positional parameters, %", 100),
        ("import cycles", 1),
        ("unexplained imports inside functions", 1),
        ("silent handlers", 1),
        ("environment reads outside config.py", 1),
        ("modules without a test of their name, %", 100),
    ],
)
def test_each_broken_habit_is_counted(tree: style_facts.Tree, name: str, expected: float) -> None:
    assert value(tree, name) == expected


def test_complexity_counts_branches_and_conditions(tree: style_facts.Tree) -> None:
    (_, function), *_ = tree.functions
    assert style_facts.complexity(function) == 8


def test_a_junk_drawer_and_a_suppression_are_seen(tree: style_facts.Tree) -> None:
    assert value(tree, "lines in utils, helpers, common, %") > 0
    assert value(tree, "suppressions per 1,000 lines") > 0


def test_lines_that_stand_twice_are_found(tree: style_facts.Tree) -> None:
    assert value(tree, "duplicated lines, %") == 0
    Path("app/again.py").write_text(TANGLED, "utf-8")
    assert value(style_facts.read(Path("app")), "duplicated lines, %") > 80


def test_a_hard_limit_fails_the_check(tree: style_facts.Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert style_facts.main(Path("app")) == 1
    assert "FAIL import cycles" in capsys.readouterr().out
