"""The authored requests and what the offline model should make of each. The form is explained in `said/README`.

Times are compared by the moment they mean, other words by their letters, so a case says what is meant and not how it is cut.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import ToolProblem
from app.language.choosing.understand import understand
from app.language.orders.plan import Call, Exchange, Plan, recorded
from app.language.vocabulary import words_of
from app.tools import when as times
from app.tools.catalogue import TOOLSETS

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))  # a Wednesday
FOLDER = Path(__file__).parent / "said"
MEMORY = frozenset(tool.name for name in ("memory", "utility", "connections") for tool in TOOLSETS[name])
HEALTH = frozenset(tool.name for name in ("health", "utility") for tool in TOOLSETS[name])
EVERY_TOOL = frozenset(tool.name for tools in TOOLSETS.values() for tool in tools)
UNCONNECTED = frozenset(tool.name for name in ("connections", "utility") for tool in TOOLSETS[name])
_OF_GROUP = {"connections": UNCONNECTED, "health": HEALTH}
LATER_BATCHES = ("second", "third", "fourth", "fifth")
LOOKS_UP = "recall_facts"
_SOUGHT = {
    "recall_facts": "about",
    "find_notes": "words",
    "find_everything": "about",
    "search_history": "about",
    "semantic_search": "about",
}
_TIME_ARGUMENTS = ("due", "since", "until", "day")


@dataclass(frozen=True, slots=True)
class Case:
    """One request. `before` is what was said and asked just before; `expected` the right-hand side as written."""

    group: str
    batch: str
    said: str
    expected: str
    before: tuple[str, str] | None = None

    @property
    def id(self) -> str:
        """A name for a failing test."""
        return f"{self.batch}/{self.group}: {self.said[:60]}"


def cases() -> Iterator[Case]:
    """Every case of every file; a file named `second_<group>` and so on is of a batch written after the rules."""
    for path in sorted(FOLDER.glob("*.txt")):
        batch = next((name for name in LATER_BATCHES if path.stem.startswith(f"{name}_")), "first")
        group = path.stem.removeprefix(f"{batch}_")
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield _case(line, group, batch)


def exchange(said: str, reply: str, at: datetime = NOW, earlier: Exchange | None = None) -> Exchange:
    """A message before, with what came of it: the calls it makes, each answered by that reply, and what it asks."""
    plan = understand(said, at, EVERY_TOOL, earlier)
    pending = (plan.pending,) if plan.pending else ()
    return Exchange(said, reply, at, earlier, (*(recorded(call, reply) for call in plan.calls), *pending))


def plan_of(case: Case) -> Plan:
    """What the offline model makes of a case."""
    before = exchange(case.before[0], case.before[1]) if case.before else None
    return understand(case.said, NOW, _OF_GROUP.get(case.group, MEMORY), before)


def problem(case: Case, plan: Plan) -> str:
    """What is wrong with a plan, or "" when it is right."""
    mark, _, words = case.expected.partition(" ")
    if mark == "?":
        said = plan.question or ""
        return "" if words.strip().casefold() in said.casefold() and said else f"asked {said!r}, planned {plan}"
    if mark == "!":
        said = plan.reply or ""
        calls = [call for call in plan.calls if call.tool != LOOKS_UP]  # a question is looked up before that is said
        return "" if said and words.strip().casefold() in said.casefold() and not calls else f"planned {plan}"
    parts = _split_calls(case.expected)
    wanted = [_call(text) for text in parts if not text.startswith("~")]
    later = [_call(text[1:]) for text in parts if text.startswith("~")]
    planned_later = [later.call for later in plan.later if later.unless]
    if _same(wanted, list(plan.calls)) and _same(later, planned_later) and plan.question is None:
        return ""
    return f"planned {[f'{call.tool}({dict(call.arguments)})' for call in plan.calls]} {plan.question or ''}{plan.reply or ''}"


def _case(line: str, group: str, batch: str) -> Case:
    said, _, expected = line.rpartition(" => ")
    if " >> " in said:
        first, asked, answer = said.split(" >> ")
        return Case(group, batch, answer, expected, (first, asked))
    return Case(group, batch, said, expected)


def _split_calls(text: str) -> list[str]:
    return [part.strip() for part in re.split(r";\s*(?=~?[a-z_]+\()", text) if part.strip()]


def _call(text: str) -> Call:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    return Call(node.func.id, {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg})


def _same(wanted: list[Call], made: list[Call]) -> bool:
    return [_canonical(_sought(one, other)) for one, other in zip_longest(wanted, made, fillvalue=Call(""))] == [
        _canonical(call) for call in made
    ]


def _sought(wanted: Call, made: Call) -> Call:
    """The wanted call, with the words that were passed on where they say all that is to be looked for: a whole question finds what its
    telling words find."""
    name = _SOUGHT.get(wanted.tool, "")
    if wanted.tool != made.tool or not name or name not in wanted.arguments or name not in made.arguments:
        return wanted
    telling = {word.stem for word in words_of(str(wanted.arguments[name]))} - {"my", "our", "the", "a", "an"}
    said = {word.stem for word in words_of(str(made.arguments[name]))}
    return Call(wanted.tool, {**wanted.arguments, name: made.arguments[name]}) if telling <= said else wanted


def _canonical(call: Call) -> tuple[str, Mapping[str, Any]]:
    arguments = {name: _plain(value) for name, value in call.arguments.items() if value}
    if call.tool in ("set_reminder", "change_reminder") and ("when" in arguments or "repeat" in arguments):
        arguments["when"] = _planned(str(arguments.pop("when", "")), str(arguments.pop("repeat", "")))
    for name in _TIME_ARGUMENTS:
        if name in arguments:
            arguments[name] = _stretch(str(arguments[name]))
    return call.tool, arguments


def _planned(when: str, repeat: str) -> Any:
    if re.match(r"by\b", when):
        return when
    try:
        plan = times.plan(when, repeat, NOW)
    except ToolProblem as problem:
        return problem.sentence
    return plan.due, plan.rule


def _stretch(text: str) -> Any:
    if text == "none":
        return text
    try:
        return times.stretch(text, text, NOW)
    except ToolProblem as problem:
        return problem.sentence


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, str):
        return value
    said = " ".join(value.casefold().split()).strip(" .!?").lstrip("#").removeprefix("the ")
    return "last" if said in ("it", "that", "this") else said
