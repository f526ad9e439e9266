"""Every tool says what it can do to the world; one that says nothing cannot run."""

import pytest

from app.gate.risk import DESTROYS, METADATA_KEY, PURE, READS, WRITES, Risk
from app.tools.catalogue import TOOLSETS, toolset
from app.tools.toolset import Tool

ROWS = [pytest.param(row, id=f"{name}.{row.name}") for name, rows in TOOLSETS.items() for row in rows]


@pytest.mark.parametrize("row", ROWS)
def test_every_tool_of_the_house_declares_a_risk(row: Tool) -> None:
    assert isinstance(row.risk, Risk)
    assert row.metadata()[METADATA_KEY] is row.risk


@pytest.mark.parametrize("row", ROWS)
def test_only_what_changes_something_is_called_reversible(row: Tool) -> None:
    assert row.risk.side_effect or not row.risk.reversible


@pytest.mark.parametrize("row", ROWS)
def test_only_what_waits_for_an_ok_has_a_card_to_prepare(row: Tool) -> None:
    may_wait = row.risk.side_effect or row.risk.egress
    assert may_wait or row.prepare is None


@pytest.mark.parametrize("name", TOOLSETS)
def test_the_risk_reaches_the_gate_with_each_tool(name: str) -> None:
    carried = {tool.name: (tool.metadata or {}).get(METADATA_KEY) for tool in toolset(name).tools.values()}
    assert carried == {row.name: row.risk for row in TOOLSETS[name]}


def test_the_common_kinds_say_what_their_names_say() -> None:
    assert Risk() == PURE
    assert READS.reads_private
    assert not READS.side_effect
    assert (WRITES.side_effect, WRITES.reversible) == (True, True)
    assert (DESTROYS.side_effect, DESTROYS.reversible) == (True, False)
