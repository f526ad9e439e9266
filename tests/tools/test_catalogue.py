"""The table of toolsets: complete, small, and every tool with a risk."""

import inspect
import json

import pytest

from app.gate.risk import DESTROYS, Risk
from app.tools.catalogue import TOOLSETS, activity, toolset
from app.tools.undo import UNDO

BUDGET = 7_250  # bytes of all memory and utility tools, as an OpenAI-compatible server gets them


def sent(name: str) -> list[dict[str, object]]:
    """A toolset as it goes over the wire."""
    definitions = [tool.tool_def for tool in toolset(name).tools.values()]
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters_json_schema,
            },
        }
        for tool in definitions
    ]


def test_memory_and_utility_tools_fit_their_budget() -> None:
    wire = json.dumps(sent("memory") + sent("utility"), separators=(",", ":"), ensure_ascii=False)
    assert len(wire.encode()) <= BUDGET
    assert "$defs" not in wire


@pytest.mark.parametrize("name", TOOLSETS)
def test_every_tool_has_a_risk_a_docstring_and_something_to_watch(name: str) -> None:
    for row in TOOLSETS[name]:
        assert isinstance(row.risk, Risk)
        assert inspect.getdoc(row.function)
        assert activity(row.name) != activity("no such tool")


def test_only_forgetting_emptying_the_trash_dismissing_a_worker_and_taking_over_what_was_read_always_ask() -> None:
    final = {row.name for rows in TOOLSETS.values() for row in rows if row.risk == DESTROYS}
    assert final == {"forget_fact", "empty_trash", "confirm_fact", "dismiss_worker"}


def test_no_name_is_used_twice() -> None:
    names = [row.name for rows in TOOLSETS.values() for row in rows]
    assert len(names) == len(set(names))


def test_every_way_back_has_a_name() -> None:
    assert all(callable(action) for action in UNDO.values())
