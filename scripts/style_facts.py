"""Measures the habits that keep this code readable: `style_facts.py app`, run by scripts/check.

Prints one row per fact with its aim and, for what is over, the worst places; exits 1 when a hard limit is broken. Reads
source as text and syntax trees and runs none of it. Standard library alone; the house rules in the tests read the same trees.
"""

import ast
import io
import re
import statistics
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.comprehension, ast.match_case)
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)
JUNK_DRAWERS = re.compile(r"(?:^|_)(?:utils?|helpers?|common|misc|managers?)(?:_|$)")
SUPPRESSION = re.compile(r"#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore|pragma:\s*no cover)")
PATCH = re.compile(r"\bmonkeypatch\.setattr\(|\bpatch(?:\.object|\.dict)?\(")
TEST = re.compile(r"^\s*(?:async )?def test_", re.MULTILINE)
DUPLICATE_WINDOW = 6
SHOWN = 5


@dataclass(frozen=True)
class Source:
    """One module: where it is, its text, its tree."""

    path: Path
    text: str
    tree: ast.Module

    @cached_property
    def lines(self) -> int:
        return self.text.count("\n")

    @cached_property
    def name(self) -> str:
        """The dotted name it is imported by."""
        return ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All of its tree, walked once."""
        return list(ast.walk(self.tree))

    @cached_property
    def functions(self) -> list[FunctionNode]:
        return [node for node in self.nodes if isinstance(node, FunctionNode)]

    def at(self, node: ast.AST) -> str:
        """`path:line` of a node, as editors and terminals link it."""
        return f"{self.path}:{getattr(node, 'lineno', 1)}"


@dataclass(frozen=True)
class Tree:
    """All modules below one folder, and the tests that mirror it."""

    root: Path
    tests: Path
    sources: list[Source]

    @property
    def lines(self) -> int:
        return sum(source.lines for source in self.sources) or 1

    @property
    def functions(self) -> Iterator[tuple[Source, FunctionNode]]:
        return ((source, node) for source in self.sources for node in source.functions)


def read(root: Path, *, tests: Path = Path("tests")) -> Tree:
    """Parse every module below `root`."""
    sources = []
    for path in sorted(root.rglob("*.py")):
        text = path.read_text("utf-8")
        sources.append(Source(path, text, ast.parse(text, str(path))))
    return Tree(root, tests, sources)


# --- what is counted ---------------------------------------------------------------------------------------------------


def function_lines(node: FunctionNode) -> int:
    """Lines of a function without its decorators and docstring."""
    documentation = node.body[0] if ast.get_docstring(node, clean=False) else None
    spent = (documentation.end_lineno or 0) - documentation.lineno + 1 if documentation else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - spent


def complexity(node: ast.AST) -> int:
    """Ways through a piece of code: one, and one more for each branch and each `and`/`or`."""
    found = 1
    for child in ast.walk(node):
        found += isinstance(child, BRANCHES)
        found += len(child.values) - 1 if isinstance(child, ast.BoolOp) else 0
    return found


def depth(node: ast.AST) -> int:
    """The deepest nesting of blocks; `elif` counts as its `if`."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FunctionNode | ast.ClassDef | ast.Lambda):
            continue
        is_elif = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
        deepest = max(deepest, depth(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


def positional(node: FunctionNode) -> int:
    """Parameters that may be passed by position, `self` apart."""
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def broad_handlers(tree: Tree) -> list[str]:
    """Handlers that catch everything."""
    broad = {"Exception", "BaseException"}
    return [
        source.at(node)
        for source in tree.sources
        for node in source.nodes
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or any(isinstance(n, ast.Name) and n.id in broad for n in ast.walk(node.type)))
    ]


def silent_handlers(tree: Tree) -> list[str]:
    """Handlers that do nothing at all."""
    return [
        source.at(node)
        for source in tree.sources
        for node in source.nodes
        if isinstance(node, ast.ExceptHandler)
        and all(isinstance(line, ast.Pass) or is_ellipsis(line) for line in node.body)
    ]


def is_ellipsis(node: ast.AST) -> bool:
    """Whether a statement is a bare `...`."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis


def environment_reads(tree: Tree) -> list[str]:
    """Uses of `os.environ` and `os.getenv` outside the one module that reads the environment."""
    return [
        source.at(node)
        for source in tree.sources
        if source.path != tree.root / "config.py"
        for node in source.nodes
        if (isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "environb"})
        or (isinstance(node, ast.ImportFrom) and node.module == "os" and any("env" in name.name for name in node.names))
    ]


def imports(tree: Tree, source: Source, *, inside_functions: bool) -> Iterator[tuple[ast.stmt, str]]:
    """First-party modules that a module imports, either when it is loaded or from within its functions."""
    names = {other.name for other in tree.sources}
    within = {id(child) for function in source.functions for child in ast.walk(function)}
    for node in source.nodes:
        if not isinstance(node, ast.Import | ast.ImportFrom) or (id(node) in within) != inside_functions:
            continue
        stem = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.module else ""
        for alias in node.names:
            target = stem + alias.name
            target = target if target in names else target.rpartition(".")[0]
            if target in names:
                yield node, target


def cycles(tree: Tree) -> list[str]:
    """One circle of imports among modules, if there is any; `TYPE_CHECKING` imports count, they tangle readers too."""
    graph = {
        source.name: {target for _, target in imports(tree, source, inside_functions=False)} - {source.name}
        for source in tree.sources
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [" → ".join(reversed(error.args[1]))]
    return []


def late_imports(tree: Tree) -> list[str]:
    """First-party imports inside functions that no comment explains."""
    found = []
    for source in tree.sources:
        lines = source.text.splitlines()
        for node, _ in imports(tree, source, inside_functions=True):
            near = lines[max(0, node.lineno - 2) : node.lineno]
            found += [] if any("#" in line for line in near) else [source.at(node)]
    return found


def code_lines(source: Source) -> list[tuple[int, str]]:
    """Number and text of each line that holds code other than imports; docstrings and comments left out."""
    skipped = {
        number
        for node in source.nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kinds = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}
    tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
    numbers = sorted({token.start[0] for token in tokens if token.type in kinds} - skipped)
    lines = source.text.splitlines()
    return [(number, lines[number - 1].strip()) for number in numbers]


def duplicates(tree: Tree) -> tuple[float, list[str]]:
    """Share of code lines, in percent, that stand in a run of lines found elsewhere too; and where such runs begin."""
    places: dict[tuple[str, ...], list[tuple[Source, int, range]]] = defaultdict(list)
    total = 0
    for source in tree.sources:
        lines = code_lines(source)
        total += len(lines)
        for index in range(len(lines) - DUPLICATE_WINDOW + 1):
            window = tuple(text for _, text in lines[index : index + DUPLICATE_WINDOW])
            places[window].append((source, lines[index][0], range(index, index + DUPLICATE_WINDOW)))
    repeated = [found for found in places.values() if len(found) > 1]
    covered = {(source.name, index) for found in repeated for source, _, window in found for index in window}
    worst = [" = ".join(f"{source.path}:{line}" for source, line, _ in found[:3]) for found in repeated]
    return 100 * len(covered) / (total or 1), worst


def unmirrored(tree: Tree) -> list[str]:
    """Modules with code and without a test file of the same name at the same place below the tests."""
    return [
        str(source.path)
        for source in tree.sources
        if source.functions and source.path.name not in {"__init__.py", "__main__.py"}
        if not (tree.tests / source.path.relative_to(tree.root).with_name(f"test_{source.path.name}")).exists()
    ]


# --- facts ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """A figure with what we aim at; a hard one fails the check when it is over."""

    name: str
    value: float
    aim: float
    hard: bool = False
    worst: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        if self.value <= self.aim:
            return "ok"
        return "FAIL" if self.hard else "over"


def shape(name: str, sizes: Counter[str], aims: tuple[float, float, float]) -> list[Fact]:
    """Median, 95th percentile and maximum of some sizes; the maximum is hard."""
    values = sorted(sizes.values()) or [0]
    high = values[round(0.95 * (len(values) - 1))]
    worst = tuple(f"{place} ({size})" for place, size in sizes.most_common(SHOWN))
    return [
        Fact(f"{name}, median", statistics.median(values), aims[0]),
        Fact(f"{name}, 95th percentile", high, aims[1], worst=worst),
        Fact(f"{name}, longest", values[-1], aims[2], hard=True, worst=worst),
    ]


def share(name: str, tree: Tree, measure: Callable[[FunctionNode], int], *, over: int, aim: float) -> Fact:
    """Percentage of functions whose measure is over a bound."""
    measured = Counter({f"{source.at(node)} {node.name}": measure(node) for source, node in tree.functions})
    worst = [f"{place} ({size})" for place, size in measured.most_common() if size > over]
    return Fact(name, 100 * len(worst) / (len(measured) or 1), aim, worst=tuple(worst))


def listed(name: str, places: list[str], *, aim: float = 0, per: float = 1, hard: bool = False) -> Fact:
    """A count of places, or a rate when divided."""
    return Fact(name, len(places) / per, aim, hard, tuple(places))


def facts(tree: Tree) -> list[Fact]:
    """All figures of a tree."""
    thousand = tree.lines / 1000
    repeated, places = duplicates(tree)
    drawers = [source for source in tree.sources if JUNK_DRAWERS.search(source.path.stem)]
    suppressions = [
        f"{s.path}:{n}"
        for s in tree.sources
        for n, text in enumerate(s.text.splitlines(), 1)
        if SUPPRESSION.search(text)
    ]
    tests = "\n".join(path.read_text("utf-8") for path in tree.tests.rglob("*.py"))
    missing = unmirrored(tree)
    modules = sum(bool(source.functions) for source in tree.sources) or 1
    return [
        *shape(
            "function lines",
            Counter({f"{s.at(n)} {n.name}": function_lines(n) for s, n in tree.functions}),
            (7, 30, 60),
        ),
        share("functions over 50 lines, %", tree, function_lines, over=50, aim=0.5),
        share("functions of complexity over 10, %", tree, complexity, over=10, aim=0.6),
        share("functions nested deeper than 3, %", tree, depth, over=3, aim=0.5),
        share("functions with over 4 positional parameters, %", tree, positional, over=4, aim=0.5),
        *shape("file lines", Counter({str(source.path): source.lines for source in tree.sources}), (100, 300, 400)),
        listed("import cycles", cycles(tree), hard=True),
        listed("unexplained imports inside functions", late_imports(tree), aim=2, hard=True),
        listed("broad handlers per 1,000 lines", broad_handlers(tree), aim=0.5, per=thousand),
        listed("silent handlers", silent_handlers(tree), hard=True),
        listed("environment reads outside config.py", environment_reads(tree), hard=True),
        Fact("duplicated lines, %", repeated, 2, hard=True, worst=tuple(places)),
        Fact("lines in utils, helpers, common, %", 100 * sum(s.lines for s in drawers) / tree.lines, 1),
        listed("suppressions per 1,000 lines", suppressions, aim=1, per=thousand),
        Fact("modules without a test of their name, %", 100 * len(missing) / modules, 10, worst=tuple(missing)),
        Fact("patches per 100 tests", 100 * len(PATCH.findall(tests)) / (len(TEST.findall(tests)) or 1), 5),
    ]


def main(root: Path) -> int:
    """Print the table; 1 when a hard limit is broken."""
    tree = read(root)
    measured = facts(tree)
    print(f"{len(tree.sources)} modules, {tree.lines} lines, {sum(1 for _ in tree.functions)} functions in {root}/")
    for fact in measured:
        print(f"{fact.verdict:5}{fact.name:50}{fact.value:9.4g}   aim ≤ {fact.aim:g}")
        for place in fact.worst[:SHOWN] if fact.verdict != "ok" else ():
            print(f"       {place}")
    return int(any(fact.verdict == "FAIL" for fact in measured))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
