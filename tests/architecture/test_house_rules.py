"""The habits that a tool can check, one test each; the docstring names the bug that the rule prevents.

An escape is written where it is needed, as `# house: <reason>` on the offending line.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import style_facts
from scripts.style_facts import Source

ROOT = Path(__file__).parents[2]
LOG_CALLS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
NOW = {"now", "utcnow", "today"}


@pytest.fixture(scope="module")
def app() -> style_facts.Tree:
    """Every module of the application, parsed once."""
    return style_facts.read(ROOT / "app", tests=ROOT / "tests")


def nodes(app: style_facts.Tree) -> Iterator[tuple[Source, ast.AST]]:
    return ((source, node) for source in app.sources for node in source.nodes)


def unexcused(places: list[str]) -> list[str]:
    """The places without a written reason."""
    return [place for place in places if "# house: " not in line_at(place)]


def line_at(place: str) -> str:
    path, _, number = place.rpartition(":")
    return Path(path).read_text("utf-8").splitlines()[int(number) - 1]


def calls(node: ast.AST) -> Iterator[str]:
    """Names of what is called below a node: `f` for f(), `g` for x.g()."""
    for child in ast.walk(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name | ast.Attribute):
            yield child.func.attr if isinstance(child.func, ast.Attribute) else child.func.id


def test_only_config_reads_the_environment(app: style_facts.Tree) -> None:
    """A setting read elsewhere is in no documentation, has no type, and a test's value for it leaks into the next."""
    assert unexcused(style_facts.environment_reads(app)) == []


def test_a_broad_handler_logs_or_raises(app: style_facts.Tree) -> None:
    """A handler that swallows everything in silence turns a bug into an answer that is wrong without a trace."""
    broad = set(style_facts.broad_handlers(app))
    handlers = [(source.at(node), node) for source, node in nodes(app) if isinstance(node, ast.ExceptHandler)]
    quiet = [
        place
        for place, node in handlers
        if place in broad
        and not LOG_CALLS & set(calls(node))
        and not any(isinstance(n, ast.Raise) for n in ast.walk(node))
    ]
    assert unexcused(quiet) == []


def test_no_handler_does_nothing(app: style_facts.Tree) -> None:
    """`except …: pass` loses the one moment at which somebody knew what went wrong."""
    assert unexcused(style_facts.silent_handlers(app)) == []


def test_nothing_suppresses_every_exception(app: style_facts.Tree) -> None:
    """`suppress(Exception)` is the silent broad handler in another dress."""
    broad = [
        source.at(node)
        for source, node in nodes(app)
        if isinstance(node, ast.Call) and "suppress" in calls_of(node)
        if any(isinstance(argument, ast.Name) and argument.id.endswith("Exception") for argument in node.args)
    ]
    assert unexcused(broad) == []


def calls_of(node: ast.Call) -> set[str]:
    """The name that one call goes by, without what its arguments call."""
    return {node.func.attr} if isinstance(node.func, ast.Attribute) else {getattr(node.func, "id", "")}


def test_every_module_says_what_it_is(app: style_facts.Tree) -> None:
    """A module without its sentence collects whatever has no better place."""
    assert [
        str(source.path) for source in app.sources if source.text.strip() and not ast.get_docstring(source.tree)
    ] == []


def test_only_the_clock_asks_for_the_time(app: style_facts.Tree) -> None:
    """A hidden `now()` is in the machine's zone, cannot be moved by a test, and two of them disagree about today."""
    asked = [
        source.at(node)
        for source, node in nodes(app)
        if source.path.name != "clock.py" and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in NOW and isinstance(node.func.value, ast.Name | ast.Attribute)
        if (node.func.value.id if isinstance(node.func.value, ast.Name) else node.func.value.attr)
        in {"datetime", "date"}
    ]
    assert unexcused(asked) == []


def test_every_file_is_named_for_what_it_holds(app: style_facts.Tree) -> None:
    """Everything fits into `utils`, so everything ends there and nobody finds it."""
    parts = {
        (source.path, part)
        for source in app.sources
        for part in source.path.relative_to(app.root).with_suffix("").parts
    }
    assert sorted(str(path) for path, part in parts if style_facts.JUNK_DRAWERS.search(part)) == []


def test_functions_fit_on_a_screen(app: style_facts.Tree) -> None:
    """What does not fit on a screen is changed without being read to its end."""
    lengths = {f"{source.at(node)}": style_facts.function_lines(node) for source, node in app.functions}
    assert unexcused([place for place, lines in lengths.items() if lines > 60]) == []


def test_files_hold_one_noun(app: style_facts.Tree) -> None:
    """A file that goes on growing holds several nouns, and each of them hides the others."""
    assert [str(source.path) for source in app.sources if source.lines > 400] == []
